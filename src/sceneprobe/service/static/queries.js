// The questions of the set, worst first; those without a right scene stand at the end.

import { byId, make, write } from "./dom.js";
import { ask } from "./search.js";
import { entryOf, state } from "./state.js";

export function showQueries() {
  const worst = state.status.quality.worst;
  const measured = new Set(worst.map((row) => row.id));
  const open = state.judgments.queries.filter((query) => !measured.has(query.id));
  const list = byId("queries");
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.query : null;
  const entries = [...worst.map(measuredEntry), ...open.map(openEntry)];
  if (entries.length === 0) entries.push(make("li", { class: "quiet" }, "There are no questions yet."));
  list.replaceChildren(...entries);
  showCurrent();
  if (focused) [...list.querySelectorAll("button")].find((one) => one.dataset.query === focused)?.focus();
}

/** Point out the question that is being searched, and say where its right scene stands. */
export function showCurrent() {
  const current = entryOf(state.asked)?.id;
  const row = state.status?.quality.worst.find((one) => one.id === current);
  const measured = row && byId("profile").value === state.status.profile;
  write(byId("standing"), measured ? `${[row.where, ...row.notes].join(". ")}.`.replace("..", ".") : "");
  for (const button of byId("queries").querySelectorAll("button")) {
    if (button.dataset.query !== current) button.removeAttribute("aria-current");
    else if (!button.hasAttribute("aria-current")) pointOut(button);
  }
}

// scrollIntoView would move the whole page away from the results.
function pointOut(button) {
  const list = byId("queries");
  button.setAttribute("aria-current", "true");
  const { top, bottom } = button.getBoundingClientRect();
  const room = list.getBoundingClientRect();
  if (top < room.top || bottom > room.bottom) list.scrollTop += top - room.top - room.height / 3;
}

function measuredEntry(row) {
  const place = row.first_relevant_rank;
  const badge = place === null ? "not found" : place === 1 ? "first" : `place ${place}`;
  return entry(row, badge, place === 1 ? "good" : "poor", row.where);
}

const openEntry = (query) => entry(query, "no right scene", "open", null);

function entry({ id, query }, badge, kind, where) {
  return make(
    "li",
    {},
    make(
      "button",
      { type: "button", "data-query": id, title: where, onclick: () => ask(query, id) },
      make("span", { class: "query-text" }, query),
      make("span", { class: "badge small", "data-kind": kind }, badge),
    ),
  );
}

// The search box: results as you type, the last question wins.

import { get, Gone, Problem } from "./api.js";
import { byId, make, write } from "./dom.js";
import { notice } from "./messages.js";
import { resultEntry } from "./result.js";
import { entryOf, on, state, tell } from "./state.js";

const PAUSE = 150; // milliseconds without a key before a search is sent
const MOST = 1000; // scenes that the service gives at once
const BUSY = 429;
const STEP = 10;

let shown = STEP;
let chosen = null;
let waiting = null;
let underWay = null;

export function startSearch() {
  const box = byId("search");
  box.addEventListener("input", () => {
    shown = STEP;
    clearTimeout(waiting);
    waiting = setTimeout(() => search({ typing: true }), PAUSE);
  });
  byId("search-form").addEventListener("submit", (event) => {
    event.preventDefault();
    search({});
  });
  byId("profile").addEventListener("change", () => search({}));
  byId("more").addEventListener("click", showMore);
  on("labels", () => showFurther().catch(() => {})); // who is gone is told by the next look
}

/** Put a query of the set into the box and search it. */
export function ask(query, id) {
  const box = byId("search");
  box.value = query;
  chosen = { typed: box.value, asked: { query, id } };
  shown = STEP;
  return search({});
}

export async function search({ typing = false }) {
  clearTimeout(waiting);
  underWay?.abort();
  const mine = new AbortController();
  underWay = mine;
  const asked = inTheBox();
  if (!asked.query) return showNothing();
  try {
    const answer = await find(asked.query, shown, typing, mine.signal);
    if (mine !== underWay) return;
    state.asked = asked;
    notice("search", "");
    showResults(answer);
    tell("asked");
    await showFurther();
  } catch (error) {
    if (error.name !== "AbortError" && mine === underWay) explain(error, { typing });
  }
}

// A box holds no line breaks: a query of the set that has some is still that query.
function inTheBox() {
  const typed = byId("search").value;
  return typed === chosen?.typed ? chosen.asked : { query: typed.trim(), id: null };
}

function find(query, k, typing, signal) {
  const asked = new URLSearchParams({ q: query, k, profile: byId("profile").value });
  if (typing) asked.set("typing", "true");
  return get(`/v1/search?${asked}`, signal);
}

function showNothing() {
  state.asked = null;
  byId("results").replaceChildren();
  byId("further").hidden = true;
  byId("more").hidden = true;
  write(byId("found"), "Type a few words, as a reader would, or take a question from the list.");
  tell("asked");
}

function showResults({ results, has_evidence }) {
  byId("results").replaceChildren(...results.map(resultEntry));
  byId("more").hidden = results.length < shown || shown >= Math.min(MOST, state.scenes.size);
  const count = `${results.length} of ${state.scenes.size} scenes, best first.`;
  const blind = "No word of this question is in the story, so the order says nothing.";
  write(byId("found"), has_evidence ? count : blind);
}

async function showMore() {
  const before = byId("results").children.length;
  shown *= 4;
  await search({ typing: true });
  byId("results").children[before]?.querySelector("button").focus();
}

/** List the right scenes that are not among those shown, with the place where they stand. */
async function showFurther() {
  const labels = entryOf(state.asked)?.labels ?? {};
  const listed = new Set([...byId("results").children].map((entry) => entry.dataset.scene));
  const missing = Object.keys(labels).filter((scene) => labels[scene] > 0 && !listed.has(scene));
  const mine = underWay;
  let entries = [];
  if (missing.length > 0) {
    const all = await find(state.asked.query, Math.min(MOST, state.scenes.size), true, mine?.signal);
    if (mine !== underWay) return;
    entries = all.results.filter((result) => missing.includes(result.id)).map(resultEntry);
  }
  const there = byId("further-results");
  const same = [...there.children].map((entry) => entry.dataset.scene).join("\n");
  if (same !== entries.map((entry) => entry.dataset.scene).join("\n") || !missing.length) {
    there.replaceChildren(...entries);
  }
  byId("further").hidden = entries.length === 0;
}

function explain(error, again) {
  if (error instanceof Gone) return tell("gone");
  if (error instanceof Problem && error.status === BUSY) {
    waiting = setTimeout(() => search(again), 1000);
    return notice("search", "The service is busy; it is asked again in a moment.");
  }
  return notice("search", `The search did not work: ${error.message}`);
}

export function showProfiles() {
  const choice = byId("profile");
  if (choice.options.length > 0) return;
  choice.append(...state.status.profiles.map((name) => make("option", { value: name }, name)));
}

// Scores of every question and scene, as a grid of shaded cells that the arrow keys walk through.

import { get } from "./api.js";
import { byId, make, write } from "./dom.js";
import { openScene } from "./scene.js";
import { ask } from "./search.js";
import { state } from "./state.js";

const SHADES = 6;
const STEPS = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
let rows = new Map();
let heads = "";
let asked = 0;

export async function readMap() {
  const mine = ++asked;
  const map = await get("/v1/map");
  if (mine === asked) showMap(map);
}

function showMap(map) {
  const { scenes, queries, scores, labels } = map;
  write(byId("map-note"), note(map));
  if (heads !== scenes.join("\n") || !byId("map").firstChild) {
    heads = scenes.join("\n");
    rows = new Map();
    byId("map").replaceChildren(grid(scenes));
  }
  // Most labels change one row: the others stay where they are, since drawing them all takes long.
  const next = new Map();
  queries.forEach((query, at) => {
    const key = JSON.stringify([query, scores[at], labels[at]]);
    next.set(key, rows.get(key) ?? row(query, scenes, scores[at], labels[at]));
  });
  const body = byId("map").querySelector("tbody");
  const place = focusedPlace(body);
  for (const [key, entry] of rows) if (!next.has(key)) entry.remove();
  rows = next;
  [...next.values()].forEach((entry, at) => {
    if (body.rows[at] !== entry) body.insertBefore(entry, body.rows[at] ?? null);
  });
  const cells = body.querySelectorAll("td");
  if (!body.querySelector('td[tabindex="0"]') && cells[0]) cells[0].tabIndex = 0;
  if (place) body.rows[place[0]]?.cells[place[1]]?.focus();
}

function note({ profile, scenes, queries, all_scenes, all_queries }) {
  if (!queries.length) return "Label a question, and its scores are drawn here.";
  const cut = scenes.length < all_scenes || queries.length < all_queries;
  const part = `the first ${queries.length} of ${all_queries} questions, ${scenes.length} of ${all_scenes} scenes; `;
  return `Scores by ${profile}, ${cut ? part : ""}the fuller the colour, the stronger within a row. ✓ is right, ✗ is wrong.`;
}

function grid(scenes) {
  const head = scenes.map((id) =>
    make("th", { scope: "col", title: state.scenes.get(id)?.title || id }, make("span", {}, id)),
  );
  const table = make(
    "table",
    { role: "grid", "aria-labelledby": "map-title", "aria-readonly": "true" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col", class: "corner" }, "question"), ...head)),
    make("tbody"),
  );
  table.addEventListener("keydown", walk);
  table.addEventListener("focusin", (event) => explain(event.target));
  table.addEventListener("mouseover", (event) => explain(event.target));
  table.addEventListener("click", (event) => follow(event.target));
  return make("div", { class: "map-scroll" }, table);
}

function row({ id, query }, scenes, scores, labels) {
  const least = Math.min(...scores);
  const reach = Math.max(...scores) - least;
  const cells = scenes.map((scene, at) => {
    const score = scores[at];
    const shade = reach > 0 ? Math.round(((score - least) / reach) * (SHADES - 1)) : 0;
    const grade = Object.hasOwn(labels, scene) ? labels[scene] : null;
    const said = grade === null ? "" : grade > 0 ? ", right" : ", wrong";
    return make(
      "td",
      {
        role: "gridcell",
        tabindex: "-1",
        "data-shade": shade,
        "data-scene": scene,
        "aria-label": `${scene}: score ${score.toFixed(3)}${said}`,
      },
      grade === null ? null : make("span", { class: "map-label", "data-right": grade > 0 }, grade > 0 ? "✓" : "✗"),
    );
  });
  return make("tr", { "data-query": id }, make("th", { scope: "row", title: query }, make("span", {}, query)), ...cells);
}

function walk(event) {
  const cell = event.target.closest("td");
  if (!cell) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    follow(cell);
    return;
  }
  const body = cell.closest("tbody");
  const [r, c] = [cell.parentElement.sectionRowIndex, cell.cellIndex];
  const [down, right] = STEPS[event.key] ?? [0, 0];
  const ends = { Home: 1, End: cell.parentElement.cells.length - 1 };
  const next = body.rows[r + down]?.cells[ends[event.key] ?? c + right];
  if (next?.matches("td") && next !== cell) {
    event.preventDefault();
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

function explain(target) {
  const cell = target.closest("td");
  if (!cell) return;
  const query = cell.parentElement.cells[0].textContent;
  const title = state.scenes.get(cell.dataset.scene)?.title;
  write(byId("map-cell"), `“${query}” – ${title ? `${title}, ` : ""}${cell.getAttribute("aria-label")}`);
}

async function follow(target) {
  const row = target.closest("tbody tr");
  if (!row) return;
  await ask(row.cells[0].textContent, row.dataset.query);
  const cell = target.closest("td");
  if (cell) openScene(cell.dataset.scene);
}

function focusedPlace(body) {
  const cell = document.activeElement;
  return body.contains(cell) ? [cell.parentElement.sectionRowIndex, cell.cellIndex] : null;
}

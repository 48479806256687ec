// One scene found, as a list entry: its place, its name, the words around the match, two buttons.

import { labelButtons } from "./buttons.js";
import { make, marked } from "./dom.js";
import { openScene } from "./scene.js";
import { state } from "./state.js";

export function resultEntry(result) {
  const scene = state.scenes.get(result.id);
  const title = scene?.title || result.id;
  const facts = [`score ${result.score.toFixed(3)}`];
  if (title !== result.id) facts.unshift(result.id);
  const open = make(
    "button",
    { type: "button", class: "scene-name", onclick: () => openScene(result.id) },
    make("span", { class: "place" }, String(result.rank)),
    make("span", { class: "title" }, title),
  );
  return make(
    "li",
    { class: "result", "data-scene": result.id },
    make("div", { class: "result-head" }, open, make("span", { class: "facts small" }, facts.join(" · "))),
    make("p", { class: "snippet" }, ...marked(result.snippet, result.marks)),
    labelButtons(result.id, title),
  );
}

// The two buttons that say whether a scene is right for the query shown.

import { make, write } from "./dom.js";
import { canSave, mark } from "./labels.js";
import { gradeOf, state } from "./state.js";

/** Make both for one scene; `showLabels` keeps them true. */
export function labelButtons(sceneId, title) {
  const button = (right) =>
    make(
      "button",
      { type: "button", class: "label", "data-right": right, onclick: () => mark(sceneId, right) },
      make("span", { "aria-hidden": "true" }, right ? "✓ " : "✗ "),
      right ? "Right" : "Wrong",
      make("span", { class: "unseen" }, `: ${title}`),
    );
  const both = make("div", { class: "labels", "data-scene": sceneId }, button(true), button(false));
  both.append(make("span", { class: "grade small" }));
  showLabel(both);
  return both;
}

export function showLabels() {
  for (const both of document.querySelectorAll(".labels")) showLabel(both);
}

function showLabel(both) {
  const grade = gradeOf(both.dataset.scene);
  const possible = canSave() && state.asked !== null;
  for (const button of both.querySelectorAll("button")) {
    const right = button.dataset.right === "true";
    button.setAttribute("aria-pressed", String(right ? grade > 0 : grade === 0));
    button.disabled = !possible;
  }
  both.setAttribute("aria-busy", String(state.saving.has(both.dataset.scene)));
  write(both.querySelector(".grade"), grade > 1 ? `grade ${grade}` : "");
}

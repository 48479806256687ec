// The whole text of one scene, in a sheet over the page.

import { labelButtons } from "./buttons.js";
import { byId, make } from "./dom.js";
import { state } from "./state.js";

export function openScene(sceneId) {
  const scene = state.scenes.get(sceneId);
  if (!scene) return;
  const sheet = byId("scene");
  const facts = [scene.title ? scene.id : null, `scene ${scene.position} of ${state.scenes.size}`];
  sheet.dataset.scene = sceneId;
  sheet.replaceChildren(
    make("p", { class: "quiet small" }, facts.filter(Boolean).join(" · ")),
    make("h2", { id: "scene-title" }, scene.title || scene.id),
    make("div", { class: "scene-text", tabindex: "0" }, ...paragraphs(scene.text)),
  );
  if (state.asked) {
    sheet.append(
      make("p", { class: "quiet small" }, `For “${state.asked.query}” this scene is`),
      labelButtons(sceneId, scene.title || scene.id),
    );
  }
  sheet.append(
    make("button", { type: "button", class: "strong", onclick: () => sheet.close() }, "Close"),
  );
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
}

function paragraphs(text) {
  const lines = text.split("\n").filter((line) => line.trim());
  return (lines.length ? lines : ["This scene has no text."]).map((line) => make("p", {}, line));
}

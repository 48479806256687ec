// Keys: letters act on the scene that has the focus; they can be switched off in the help.

import { byId } from "./dom.js";
import { mark, undo } from "./labels.js";

const KEY = "sceneprobe-no-keys";
const NEXT = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

export function startKeys() {
  const use = byId("use-keys");
  use.checked = !remembered();
  use.addEventListener("change", () => remember(!use.checked));
  byId("show-help").addEventListener("click", () => byId("help").showModal());
  byId("help").querySelector("[data-close]").addEventListener("click", () => byId("help").close());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (pressed(event, use.checked)) event.preventDefault();
  });
}

/** Do what a key means where the focus is; tell whether it meant anything. */
function pressed({ key, target }, letters) {
  if (target === byId("search")) return key === "ArrowDown" && move(1);
  if (target.matches("input, select, textarea")) return false;
  const sheet = document.querySelector("dialog[open]");
  if (sheet && sheet !== byId("scene")) return false;
  if (key in NEXT && !sheet && (letters || key.length > 1)) {
    return (key.length === 1 || target.closest(".results") !== null) && move(NEXT[key]);
  }
  if (!letters) return false;
  if (key === "r" || key === "w") return label(sheet ?? target.closest(".result"), key === "r");
  if (key === "u") return act(undo);
  if (sheet) return false;
  if (key === "/") return act(() => byId("search").select());
  if (key === "?") return act(() => byId("help").showModal());
  return false;
}

function move(by) {
  const names = [...document.querySelectorAll(".result:not([hidden]) .scene-name")];
  const here = document.activeElement.closest(".result")?.querySelector(".scene-name");
  const at = names.indexOf(here);
  if (at + by < 0) return act(() => byId("search").focus());
  names[Math.min(at + by, names.length - 1)]?.focus();
  return names.length > 0;
}

function label(entry, right) {
  if (!entry) return false;
  return act(() => mark(entry.dataset.scene, right));
}

function act(deed) {
  deed();
  return true;
}

function remembered() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function remember(off) {
  try {
    if (off) localStorage.setItem(KEY, "off");
    else localStorage.removeItem(KEY);
  } catch {
    // holds until the page is closed
  }
}

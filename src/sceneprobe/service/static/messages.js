// What the page says: notices that stay until they are solved, and news for screen readers.

import { byId, make, write } from "./dom.js";

/** Show a notice under a name; an empty text takes it away. */
export function notice(name, text) {
  const place = byId("notices");
  const shown = place.querySelector(`[data-name="${name}"]`);
  if (!text) shown?.remove();
  else if (shown) write(shown.firstChild, text);
  else place.append(make("p", { class: "notice", "data-name": name }, make("span", {}, text)));
}

/** A notice that goes when it is closed, or when the same thing works later. */
export function trouble(text) {
  notice("trouble", "");
  notice("trouble", text);
  const close = make("button", { type: "button", class: "plain", onclick: () => notice("trouble", "") }, "Close");
  byId("notices").querySelector('[data-name="trouble"]').append(close);
}

/** Say something to a screen reader only. */
export function say(text) {
  write(byId("said"), text);
}

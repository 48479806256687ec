// The token of a service that asks for one: from the address, from this tab, or from the reader.

import { byId, write } from "./dom.js";

const KEY = "sceneprobe-token";
let known = null;
let asking = null;

/** Take `#token=…` out of the address, so that it is not passed on with a copied link. */
export function takeTokenFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!given) return;
  keep(given);
  history.replaceState(null, "", location.pathname + location.search);
}

export function token() {
  try {
    return known ?? sessionStorage.getItem(KEY);
  } catch {
    return known;
  }
}

/** Ask the reader once, however many requests wait; `refused` is the token that did not do. */
export function askToken(refused) {
  if (token() !== refused) return Promise.resolve(); // another request has asked meanwhile
  asking ??= new Promise((resolve) => {
    const dialog = byId("token");
    const value = byId("token-value");
    write(byId("token-wrong"), refused ? "That token was not taken. Try again." : "");
    byId("token-form").onsubmit = (event) => {
      event.preventDefault();
      keep(value.value.trim());
      value.value = "";
      dialog.close();
      asking = null;
      resolve();
    };
    dialog.oncancel = (event) => event.preventDefault(); // there is nothing to see without it
    dialog.showModal();
  });
  return asking;
}

function keep(value) {
  known = value;
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // kept in memory only
  }
}

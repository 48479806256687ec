// Elements made from values. Text goes in as text: nothing here reads HTML.

export const byId = (id) => document.getElementById(id);

/** Make an element; what is `null` is left out, strings become text. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Write text only where it differs, so that a live region speaks once. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A snippet with its marked ranges, which count code points and not UTF-16 units. */
export function marked(text, marks) {
  const points = Array.from(text);
  const parts = [];
  let at = 0;
  for (const [start, end] of marks) {
    parts.push(points.slice(at, start).join(""), make("mark", {}, points.slice(start, end).join("")));
    at = end;
  }
  parts.push(points.slice(at).join(""));
  return parts.filter((part) => part !== "");
}

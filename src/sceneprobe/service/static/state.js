// What the page knows, and who wants to hear when it changes.

const listeners = new Map();

/**
 * `asked` is the query whose results are shown, with the id of its entry in the set if known;
 * `saving` are the scenes whose label is on its way.
 */
export const state = {
  status: null,
  scenes: new Map(),
  judgments: { queries: [] },
  etag: null,
  asked: null,
  saving: new Set(),
};

export function on(name, listener) {
  listeners.set(name, [...(listeners.get(name) ?? []), listener]);
}

export function tell(name) {
  for (const listener of listeners.get(name) ?? []) listener();
}

/** The entry of the set that a query belongs to; a new query has none. */
export function entryOf(asked) {
  if (!asked) return undefined;
  const same = state.judgments.queries.filter((one) => one.query === asked.query);
  return same.find((one) => one.id === asked.id) ?? same[0];
}

/** The grade a scene has for a query: 0 wrong, 1 and above right, undefined none. */
export function gradeOf(sceneId, asked = state.asked) {
  const labels = entryOf(asked)?.labels ?? {};
  return Object.hasOwn(labels, sceneId) ? labels[sceneId] : undefined;
}

// What the page knows, and who wants to hear when it changes.

const listeners = new Map();

/** `asked` is the query whose results are shown, with the id of its entry in the set if known. */
export const state = {
  status: null,
  scenes: new Map(),
  judgments: { queries: [] },
  etag: null,
  asked: null,
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
  const queries = state.judgments.queries;
  return queries.find((one) => one.id === asked.id) ?? queries.find((one) => one.query === asked.query);
}

/** The grade a scene has for the query shown: 0 wrong, 1 and above right, undefined none. */
export function gradeOf(sceneId) {
  const labels = entryOf(state.asked)?.labels ?? {};
  return Object.hasOwn(labels, sceneId) ? labels[sceneId] : undefined;
}

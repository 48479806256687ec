// Labels: saved one after the other, each on top of what the service has at that moment.

import { Gone, request } from "./api.js";
import { notice, say, trouble } from "./messages.js";
import { headline } from "./quality.js";
import { entryOf, gradeOf, state, tell } from "./state.js";

const CHANGED = 412;
let last = Promise.resolve();

/** Mark a scene right or wrong for the query shown; said twice, the label is taken back. */
export function mark(sceneId, right) {
  const asked = state.asked;
  if (!asked || !canSave()) return Promise.resolve();
  const save = async () => {
    const now = gradeOf(sceneId, asked); // another query may be shown when it is this one's turn
    const taken = right ? now > 0 : now === 0;
    const grade = taken ? null : Number(right);
    const body = { query: asked.query, id: entryOf(asked)?.id ?? null, labels: { [sceneId]: grade } };
    await change("PUT", "/v1/judgments", body, said(sceneId, grade));
    state.saving.delete(sceneId);
    tell("saving");
  };
  state.saving.add(sceneId);
  tell("saving");
  return inTurn(save);
}

export function undo() {
  if (!state.status?.labels.undo) return say("There is nothing to undo.");
  return inTurn(() => change("POST", "/v1/judgments/undo", undefined, "The last label is undone."));
}

export const canSave = () => state.status?.labels.can_save ?? false;

export async function readLabels() {
  const { body, etag } = await request("GET", "/v1/judgments");
  state.judgments = body;
  state.etag = etag;
  tell("labels");
}

/** Do something when all before it is done: a label needs the ETag of the one before. */
export function inTurn(deed) {
  last = last.then(deed);
  return last;
}

async function change(method, path, body, news) {
  try {
    const { body: answer, etag } = await sendTwice(method, path, body);
    const { status, ...judgments } = answer;
    Object.assign(state, { judgments, etag, status });
    notice("trouble", "");
    tell("labels");
    tell("status");
    say(`${news} ${spokenQuality(status.quality)}`);
  } catch (error) {
    trouble(`Nothing was saved: ${reason(error)}`);
  }
}

async function sendTwice(method, path, body) {
  try {
    return await request(method, path, { body, etag: state.etag });
  } catch (error) {
    if (error.status !== CHANGED) throw error;
    await readLabels();
    return request(method, path, { body, etag: state.etag });
  }
}

function reason(error) {
  if (error instanceof Gone) return "the service does not answer. Is it still running?";
  if (error.status === CHANGED) return "somebody else is changing the labels. Try again.";
  return error.message;
}

function said(sceneId, grade) {
  if (grade === null) return `${sceneId}: label taken back.`;
  return `${sceneId} is ${grade > 0 ? "right" : "wrong"}.`;
}

function spokenQuality(quality) {
  if (quality.mrr === null) return "";
  return `RQ ${headline(quality)}, ${quality.verdict === "PASS" ? "passes" : "fails"}.`;
}

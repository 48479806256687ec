// The page: reads what is served, keeps every part up to date, and says when nobody answers.

import { get, Gone } from "./api.js";
import { showLabels } from "./buttons.js";
import { byId, write } from "./dom.js";
import { startKeys } from "./keys.js";
import { canSave, inTurn, readLabels, undo } from "./labels.js";
import { readMap } from "./map.js";
import { notice } from "./messages.js";
import { showQuality } from "./quality.js";
import { showCurrent, showQueries } from "./queries.js";
import { search, showProfiles, startSearch } from "./search.js";
import { on, state, tell } from "./state.js";
import { takeTokenFromAddress } from "./token.js";

const EVERY = 4000; // milliseconds between two looks at the service
const PATIENCE = 10000; // and until a look that is not answered is given up
let seen = { story: null, etag: null };

takeTokenFromAddress();
startSearch();
startKeys();
byId("undo").addEventListener("click", undo);
on("asked", showCurrent);
on("asked", showLabels);
on("labels", showLabels);
on("saving", showLabels);
on("status", showStatus);
on("status", () => guarded(readMap));
on("gone", () => notice("gone", "The service does not answer. Is it still running? This page goes on as soon as it is back."));
look();

/** Look at the service again and again, but not while the page is out of sight. */
async function look() {
  if (!document.hidden || !state.status) await inTurn(() => guarded(readAgain));
  setTimeout(look, EVERY);
}

async function readAgain() {
  const status = await get("/v1/status", AbortSignal.timeout(PATIENCE));
  notice("gone", "");
  const { digest } = status.story;
  const { etag } = status.labels;
  const sameStory = seen.story === digest;
  if (sameStory && seen.etag === etag && state.etag === etag) return showWarnings(status);
  state.status = status;
  if (!sameStory) {
    const scenes = await get("/v1/scenes");
    state.scenes = new Map(scenes.map((scene) => [scene.id, scene]));
  }
  await readLabels();
  showProfiles();
  tell("status");
  if (!sameStory) await search({ typing: true });
  seen = { story: digest, etag };
  return undefined;
}

function showStatus() {
  const { story, labels } = state.status;
  seen.etag = labels.etag;
  document.title = `${story.name} – sceneprobe`;
  write(byId("story-name"), story.name);
  write(byId("story-facts"), `${story.scenes} scenes, ${story.words} words in ${story.file}`);
  showWarnings(state.status);
  showQuality();
  showQueries();
  const button = byId("undo");
  if (!labels.undo && document.activeElement === button) byId("search").focus();
  button.disabled = !labels.undo;
  write(byId("saving"), canSave() ? `Labels are saved at once to ${labels.file}.` : "");
  notice("unsaved", canSave() ? "" : `Labels cannot be saved: ${labels.reason}.`);
}

function showWarnings({ stale, story }) {
  notice("stale", stale ? `A file has changed and cannot be used; the last good one is shown. ${stale.detail}` : "");
  const errors = story.errors === 1 ? "1 error" : `${story.errors} errors`;
  notice("errors", story.errors ? `The story has ${errors}: see sceneprobe lint ${story.file}` : "");
}

async function guarded(deed) {
  try {
    await deed();
  } catch (error) {
    if (error instanceof Gone) tell("gone");
    else notice("trouble", `Something did not work: ${error.message}`);
  }
}

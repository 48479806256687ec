// RQ, MRR and Recall@k of the labelled questions: a number, a bar with the threshold, the verdict.

import { byId, make } from "./dom.js";
import { state } from "./state.js";

const WORDS = { PASS: "✓ passes", FAIL: "✗ fails", SKIPPED: "not measured yet" };

export function showQuality() {
  const quality = state.status.quality;
  const measured = quality.mrr !== null;
  byId("quality").replaceChildren(
    make(
      "p",
      { class: "headline" },
      make("span", { class: "figure" }, `RQ ${measured ? headline(quality) : "–"}`),
      make("span", { class: "verdict", "data-verdict": quality.verdict }, WORDS[quality.verdict]),
    ),
    bar(quality),
    figures(quality),
    ...notes(quality).map((note) => make("p", { class: "quiet small" }, note)),
  );
}

function notes(quality) {
  if (quality.mrr !== null) return quality.notes;
  return state.status.labels.can_save ? ["Mark a scene right, and it is measured at once."] : [];
}

function bar(quality) {
  const { mrr, threshold, interval } = quality;
  const value = mrr ?? 0;
  const fill = make("div", { class: "bar-fill" });
  fill.style.width = percent(value);
  const line = make("div", { class: "bar-threshold" });
  line.style.left = percent(threshold);
  const parts = [fill, line];
  if (interval) {
    const reach = make("div", { class: "bar-reach" });
    reach.style.left = percent(interval.low);
    reach.style.width = percent(interval.high - interval.low);
    parts.push(reach);
  }
  const spoken = mrr === null ? "not measured yet" : `${headline(quality)}; passes above ${threshold}`;
  const below = make("p", { class: "bar-scale small quiet", "aria-hidden": "true" });
  const mark = make("span", {}, `passes above ${threshold}`);
  mark.style.left = percent(threshold);
  below.append(mark);
  return make(
    "div",
    {
      role: "meter",
      "aria-label": "RQ",
      "aria-valuemin": 0,
      "aria-valuemax": 1,
      "aria-valuenow": value,
      "aria-valuetext": spoken,
    },
    make("div", { class: "bar" }, ...parts),
    below,
  );
}

function figures(quality) {
  const { mrr, recall_at_k, k, interval, labelled, queries } = quality;
  const rows = [
    ["MRR", mrr === null ? "–" : headline(quality), "1 when the first right scene comes first, ½ when second, on average"],
    [`Recall@${k}`, shown(recall_at_k), `the share of right scenes among the first ${k}`],
  ];
  if (interval) {
    const share = Math.round(interval.confidence * 100);
    rows.push(["Could be", `${shown(interval.low)}–${shown(interval.high)}`, `RQ with other questions like these, ${share} %`]);
  }
  rows.push(["Labelled", `${labelled} of ${queries}`, `questions; searched by ${state.status.profile}`]);
  const row = ([name, value, means]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, make("b", {}, value), make("span", { class: "quiet small" }, means)));
  return make("dl", { class: "figures" }, ...rows.map(row));
}

/** RQ as every report writes it: with more places where two would hide which side it is on. */
export const headline = ({ line }) => line.split(" ")[1];

// Python rounds a true half to the even digit, and so the command line shows 0.62 for 0.625.
function shown(value) {
  if (value === null) return "–";
  const half = Number.isInteger(value * 8) && !Number.isInteger(value * 4);
  return (half ? Math.round(value * 50) / 50 : value).toFixed(2);
}

const percent = (value) => `${Math.min(1, Math.max(0, value)) * 100}%`;

"""Conformance cases → what each of them found; other implementations can run the same files."""

import os
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from types import MappingProxyType

from sceneprobe.backends.hypervectors import DIMENSIONS, SEED, word_bits, word_vector
from sceneprobe.backends.registry import DEFAULT
from sceneprobe.errors import OptionError
from sceneprobe.files import bundled, read_bytes, shown_name
from sceneprobe.formats.cases import Case, Plain, read_cases
from sceneprobe.formats.queries import read_query_values
from sceneprobe.measures.parameters import MOST_K
from sceneprobe.measures.rq import THRESHOLD, K, RetrievalQuality
from sceneprobe.report.conformance import CaseResult
from sceneprobe.story.model import Story
from sceneprobe.text.model import RefusedError
from sceneprobe.text.numbers import whole_number
from sceneprobe.text.source import decode
from sceneprobe.workflows.check import check_story
from sceneprobe.workflows.evaluate import CheckOptions
from sceneprobe.workflows.read import read_story

RULES: Mapping[str, int] = MappingProxyType(
    {
        "CNL": 11,
        "SCN": 9,
        "FND": 8,
        "RQ": 6,
        "BCK": 14,
        "REP": 4,
        "PLG": 3,
        "CNF": 2,
        "JDG": 9,
        "TRC": 6,
    }
)
"""How many rules there are of each kind in the specs."""

_EXPECTED = (
    *("scenes", "texts", "ranks", "scores", "first_relevant", "recall"),
    *("value", "recall_mean", "verdict", "reason"),
)


def run_conformance(folder: str | os.PathLike[str] | None = None) -> tuple[CaseResult, ...]:
    """Run all cases of a folder, or those that come with the program."""
    directory = os.fspath(folder) if folder is not None else bundled_cases()
    try:
        names = sorted(name for name in os.listdir(directory) if name.endswith((".yaml", ".yml")))
    except OSError as error:
        raise OptionError(f"cannot read {directory}: {error.strerror}") from None
    if not names:
        raise OptionError(f"there are no cases in {directory}; they are files that end in .yaml")
    cases: list[Case] = []
    for name in names:
        content = read_bytes(os.path.join(directory, name))
        cases += read_cases(decode(shown_name(name), content))
    return tuple(_run(case) for case in cases)


def bundled_cases() -> str:
    """Find the cases that come with the program."""
    return bundled("conformance_cases", "fixtures", "conformance")


def _run(case: Case) -> CaseResult:
    kind, _, number = case.rule.partition("-")
    if whole_number(number, 1, RULES.get(kind, 0)) is None:
        raise OptionError(f"{case.place}: no rule is called {case.rule}")
    unknown = [key for key in case.part("expected") if key not in _EXPECTED]
    if unknown:
        raise OptionError(f"{case.place}: nothing that is expected is called {unknown[0]}")
    found = _hypervectors(case) if case.given.get("hypervectors") else _story(case)
    return CaseResult(case.name, case.rule, case.place, tuple(found))


def _hypervectors(case: Case) -> Iterator[str]:
    entries = case.given["hypervectors"]
    for entry in entries if isinstance(entries, list) else ():
        if not isinstance(entry, dict):
            raise OptionError(f"{case.place}: a hypervector is a mapping")
        word = str(entry.get("word"))
        dim = whole_number(str(entry.get("dim") or DIMENSIONS), 1, 1_000_000)
        seed = whole_number(str(entry.get("seed") or SEED), 0, 2**63 - 1)
        if dim is None or seed is None:
            raise OptionError(
                f"{case.place}: dim and seed must be whole numbers, as BCK-1 has them"
            )
        first = str(entry.get("first") or "")
        vector = word_vector(word, dim, seed)[: len(first)]
        yield from _differs("first", first, "".join("+" if c > 0 else "-" for c in vector))
        if entry.get("sha256") is not None:
            digest = sha256(word_bits(word, dim, seed)).hexdigest()
            yield from _differs("sha256", entry["sha256"], digest)


def _story(case: Case) -> Iterator[str]:
    expected = case.part("expected")
    story = read_story(f"{case.given['story']}\n", name=case.name)
    queries = case.given.get("queries")
    query_set = None if queries is None else read_query_values(queries)
    try:
        quality = check_story(story, query_set, _options(case)).evaluation.quality
    except RefusedError as error:
        yield "; ".join(f"{finding.code}: {finding.message}" for finding in error.findings)
        return
    yield from _story_differences(expected, story)
    yield from _row_differences(case, quality)
    for key, actual in (("value", quality.value), ("recall_mean", quality.recall)):
        if key in expected:
            yield from _differs(key, _number(expected[key]), actual)
    for key, word in (("verdict", quality.verdict), ("reason", quality.reason)):
        if key in expected:
            yield from _differs(key, expected[key], word and word.value)


def _options(case: Case) -> CheckOptions:
    settings = case.part("settings")
    threshold = _number(settings.get("threshold"))
    k = whole_number(str(settings.get("k") or K), 1, MOST_K)
    if k is None:
        raise OptionError(f"{case.place}: k must be a whole number from 1 to {MOST_K:,}")
    return CheckOptions(
        whole_rankings=True,
        profile=str(settings.get("profile") or DEFAULT),
        k=k,
        threshold=THRESHOLD if threshold is None else threshold,
        allow_unknown=settings.get("allow_unknown") == "true",
    )


def _story_differences(expected: Mapping[str, Plain], story: Story) -> Iterator[str]:
    if "scenes" in expected:
        yield from _differs("scenes", expected["scenes"], [scene.id for scene in story.scenes])
    texts = {scene.id: scene.text for scene in story.scenes}
    for scene, text in _pairs(expected, "texts"):
        yield from _differs(f"text of {scene}", text, texts.get(scene))


def _row_differences(case: Case, quality: RetrievalQuality) -> Iterator[str]:
    expected = case.part("expected")
    rows = {row.query.id: row for row in quality.rows}
    for key in ("ranks", "scores", "first_relevant", "recall"):
        for query, _ in _pairs(expected, key):
            if query not in rows:
                raise OptionError(
                    f'{case.place}: {key} names the query "{query}", which is not given'
                )
    for query, ids in _pairs(expected, "ranks"):
        wanted: Sequence[Plain] = ids if isinstance(ids, list) else []
        found = list(rows[query].ranking.ids[: len(wanted)])
        yield from _differs(f"ranks of {query}", wanted, found)
    for query, scores in _pairs(expected, "scores"):
        ranking = rows[query].ranking
        actual = dict(zip(ranking.ids, ranking.scores, strict=True))
        for scene, score in scores.items() if isinstance(scores, dict) else ():
            what = f"score of {scene} for {query}"
            yield from _differs(what, _number(score), actual.get(scene))
    for query, place in _pairs(expected, "first_relevant"):
        wanted_place = None if place is None else whole_number(str(place), 1, MOST_K)
        what = f"first relevant rank of {query}"
        yield from _differs(what, wanted_place, rows[query].first_relevant_rank)
    for query, share in _pairs(expected, "recall"):
        yield from _differs(f"recall of {query}", _number(share), rows[query].recall)


def _pairs(expected: Mapping[str, Plain], key: str) -> Iterator[tuple[str, Plain]]:
    part = expected.get(key)
    yield from part.items() if isinstance(part, dict) else ()


def _number(text: Plain) -> float | None:
    """Read a number, also as a fraction such as 11/18; it is rounded once."""
    if text is None:
        return None
    try:
        return float(Fraction(str(text)))
    except (ValueError, ZeroDivisionError, OverflowError):
        raise OptionError(f"{text!r} is no number") from None


def _differs(what: str, expected: object, actual: object) -> Iterator[str]:
    if expected != actual:
        yield f"{what}: expected {expected!r}, got {actual!r}"

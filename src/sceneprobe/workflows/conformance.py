"""Conformance cases → what each of them found; other implementations can run the same files."""

import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType

import numpy as np

from sceneprobe.backends.hypervectors import word_vector
from sceneprobe.errors import OptionError
from sceneprobe.files import bundled, read_bytes, shown_name
from sceneprobe.formats.cases import Case, UnusableCasesError, read_cases
from sceneprobe.formats.expected import Expected
from sceneprobe.formats.queries import read_query_values
from sceneprobe.measures.rq import RetrievalQuality
from sceneprobe.report.conformance import CaseResult
from sceneprobe.text.model import Diagnostic, RefusedError, errors_in, is_language
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
        "MEA": 13,
        "BCK": 15,
        "REP": 4,
        "PLG": 3,
        "CNF": 2,
        "JDG": 9,
        "TRC": 9,
        "TST": 8,
        "RNR": 6,
        "CCH": 5,
        "CMP": 17,
        "GTE": 5,
        "SRV": 14,
    }
)
"""How many rules there are of each kind in the specs."""


def run_conformance(folder: str | os.PathLike[str] | None = None) -> tuple[CaseResult, ...]:
    """Run all cases of a folder, or those that come with the program.

    Where some cannot be used none counts, and the error says what is wrong with each.
    """
    cases: list[Case] = []
    results: list[CaseResult] = []
    problems: list[str] = []
    for path in case_files(folder):
        source = decode(shown_name(os.path.basename(path)), read_bytes(path))
        try:
            cases += read_cases(source)
        except UnusableCasesError as error:
            problems += error.problems
    for case in cases:
        try:
            results.append(_run(case))
        except OptionError as error:
            problems.append(f"{case.place}: {error}")
    if problems:
        raise UnusableCasesError(problems)
    return tuple(results)


def case_files(folder: str | os.PathLike[str] | None = None) -> tuple[str, ...]:
    """List the files of a folder that hold cases, or those that come with the program."""
    directory = os.fspath(folder) if folder is not None else bundled_cases()
    if os.path.isfile(directory):
        raise OptionError(f"{directory} is a file; give the folder that it is in")
    try:
        names = sorted(name for name in os.listdir(directory) if name.endswith((".yaml", ".yml")))
    except OSError as error:
        raise OptionError(f"cannot read {directory}: {error.strerror}") from None
    if not names:
        raise OptionError(f"there are no cases in {directory}; they are files that end in .yaml")
    return tuple(os.path.join(directory, name) for name in names)


def bundled_cases() -> str:
    """Find the cases that come with the program."""
    return bundled("conformance_cases", "fixtures", "conformance")


def _run(case: Case) -> CaseResult:
    kind, _, number = case.rule.partition("-")
    if whole_number(number, 1, RULES.get(kind, 0)) is None:
        raise OptionError(f"no rule is called {case.rule}")
    found = _vector_differences(case) if case.hypervectors else _story_differences(case)
    return CaseResult(case.name, case.rule, case.place, tuple(found))


def _vector_differences(case: Case) -> Iterator[str]:
    for wanted in case.hypervectors:
        vector = word_vector(wanted.word, wanted.dim, wanted.seed)
        first = "".join("+" if c > 0 else "-" for c in vector[: len(wanted.first)])
        yield from _differs("first", wanted.first, first)
        if wanted.sha256 is not None:
            # CNF-2: packing leaves the unused bits of the last byte 0.
            packed = np.packbits(vector > 0, bitorder="little").tobytes()
            yield from _differs("sha256", wanted.sha256, sha256(packed).hexdigest())


def _story_differences(case: Case) -> Iterator[str]:
    story = read_story(f"{case.story}\n", name=case.name)
    query_set = None if case.queries is None else read_query_values(case.queries)
    _refuse(errors_in(query_set.diagnostics if query_set else ()))
    settings, expected = case.settings, case.expected
    options = CheckOptions(
        whole_rankings=True,
        profile=settings.profile,
        k=settings.k,
        threshold=settings.threshold,
        allow_unknown=settings.allow_unknown,
    )
    try:
        quality = check_story(story, query_set, options).evaluation.quality
    except RefusedError as error:
        errors = errors_in(error.findings)
        if not any(map(is_language, errors)):
            _refuse(errors)
        yield _listed(errors)
        return
    if expected.scenes is not None:
        found = [scene.id for scene in story.scenes]
        yield from _differs("scenes", list(expected.scenes), found)
    texts = {scene.id: scene.text for scene in story.scenes}
    for scene, text in expected.texts.items():
        yield from _differs(f"text of {scene}", text, texts.get(scene))
    yield from _row_differences(expected, quality)
    yield from _outcome_differences(expected, quality)


def _row_differences(expected: Expected, quality: RetrievalQuality) -> Iterator[str]:
    rows = {row.query.id: row for row in quality.rows}
    for key in ("ranks", "scores", "first_relevant", "recall"):
        for query in getattr(expected, key):
            if query not in rows:
                raise OptionError(f'{key} names the query "{query}", which is not given')
    for query, ids in expected.ranks.items():
        found = list(rows[query].ranking.ids[: len(ids)])
        yield from _differs(f"ranks of {query}", list(ids), found)
    for query, scores in expected.scores.items():
        ranking = rows[query].ranking
        actual = dict(zip(ranking.ids, ranking.scores, strict=True))
        for scene, score in scores.items():
            yield from _differs(f"score of {scene} for {query}", score, actual.get(scene))
    for query, rank in expected.first_relevant.items():
        found_rank = rows[query].first_relevant_rank
        yield from _differs(f"first relevant rank of {query}", rank, found_rank)
    for query, share in expected.recall.items():
        yield from _differs(f"recall of {query}", share, rows[query].recall)


def _outcome_differences(expected: Expected, quality: RetrievalQuality) -> Iterator[str]:
    actual = {
        "value": quality.value,
        "recall_mean": quality.recall,
        "verdict": quality.verdict.value,
        "reason": quality.reason and quality.reason.value,
    }
    for key, wanted in expected.outcome.items():
        yield from _differs(key, wanted, actual[key])


def _refuse(errors: Sequence[Diagnostic]) -> None:
    """Stop where the queries of a case are wrong: no implementation could run it."""
    if errors:
        raise OptionError(_listed(errors))


def _listed(errors: Sequence[Diagnostic]) -> str:
    return "; ".join(f"{error.code}: {error.message}" for error in errors)


def _differs(what: str, expected: object, actual: object) -> Iterator[str]:
    if expected != actual:
        yield f"{what}: expected {expected!r}, got {actual!r}"

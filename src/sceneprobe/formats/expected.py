"""What a conformance case sets and expects, as plain values → typed values, or what is wrong."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from types import MappingProxyType
from typing import TypeVar

from sceneprobe.backends.hypervectors import DIMENSIONS, SEED
from sceneprobe.backends.registry import DEFAULT
from sceneprobe.errors import OptionError
from sceneprobe.measures.parameters import MOST_K
from sceneprobe.measures.rq import THRESHOLD, K, Reason, Verdict
from sceneprobe.text.names import NearNames, did_you_mean
from sceneprobe.text.numbers import whole_number

Plain = str | None | list["Plain"] | dict[str, "Plain"]
"""Texts, lists and mappings; numbers are texts, too."""

T = TypeVar("T")
_SIGNS = re.compile(r"[+-]+")
_DIGEST = re.compile(r"[0-9a-fA-F]{64}")
_MOST_DIMENSIONS = 1_000_000
_MOST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Settings:
    """How a case's story is searched and judged."""

    profile: str = DEFAULT
    k: int = K
    threshold: float = THRESHOLD
    allow_unknown: bool = False


@dataclass(frozen=True, slots=True)
class Expected:
    """What must come out of a story; ``outcome`` holds value, recall_mean, verdict and reason.

    Only what is given is in it, for an outcome of None is one that must come out, too.
    """

    scenes: tuple[str, ...] | None = None
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)
    ranks: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    scores: Mapping[str, Mapping[str, float]] = field(default_factory=dict, hash=False)
    first_relevant: Mapping[str, int | None] = field(default_factory=dict, hash=False)
    recall: Mapping[str, float] = field(default_factory=dict, hash=False)
    outcome: Mapping[str, float | str | None] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class ExpectedVector:
    """A word's hypervector: its first components as ``+`` and ``-``, and the digest of all."""

    word: str
    dim: int
    seed: int
    first: str
    sha256: str | None


def read_settings(value: Plain) -> Settings:
    """Read the settings of a case; what is not given, or null, is as it always is."""
    given = _without_nulls(
        fields_in(value, "settings", ("profile", "k", "threshold", "allow_unknown"))
    )
    return Settings(
        profile=_text(given.get("profile", DEFAULT), "profile"),
        k=_whole(given.get("k", str(K)), "k", 1, MOST_K),
        threshold=_number(given.get("threshold", str(THRESHOLD)), "threshold"),
        allow_unknown=_flag(given.get("allow_unknown", "false"), "allow_unknown"),
    )


def read_expected(value: Plain) -> Expected:
    """Read what a case with a story expects: at least one thing, each of the right kind."""
    mappings = ("texts", "ranks", "scores", "first_relevant", "recall")
    given = fields_in(value, "expected", ("scenes", *mappings, *_OUTCOME))
    return Expected(
        scenes=_ids(given["scenes"], "scenes") if "scenes" in given else None,
        texts=_each(given, "texts", _text),
        ranks=_each(given, "ranks", _some_ids),
        scores=_each(given, "scores", _scores),
        first_relevant=_each(given, "first_relevant", _rank),
        recall=_each(given, "recall", _number),
        outcome={key: read(given[key], key) for key, read in _OUTCOME.items() if key in given},
    )


def read_vectors(value: Plain) -> tuple[ExpectedVector, ...]:
    """Read the hypervectors of a case: at least one."""
    if not isinstance(value, list) or not value:
        raise _refusal("hypervectors", "a list with one entry a word", value)
    return tuple(map(_vector, value))


def fields_in(value: Plain, what: str, known: Collection[str]) -> Mapping[str, Plain]:
    """Give a mapping that has no other fields than those that are known."""
    if not isinstance(value, dict):
        raise _refusal(what, "a mapping", value)
    for key in value:
        if key not in known:
            hint = did_you_mean(NearNames(known), key) or f"known: {', '.join(known)}"
            raise OptionError(f'{what} has no field "{key}"; {hint}')
    return value


def _vector(value: Plain) -> ExpectedVector:
    known = ("word", "dim", "seed", "first", "sha256")
    given = _without_nulls(fields_in(value, "a hypervector", known))
    if "first" not in given and "sha256" not in given:
        raise OptionError("a hypervector needs first or sha256, or nothing is compared")
    dim = _whole(given.get("dim", str(DIMENSIONS)), "dim", 1, _MOST_DIMENSIONS)
    return ExpectedVector(
        word=_text(given.get("word"), "word"),
        dim=dim,
        seed=_whole(given.get("seed", str(SEED)), "seed", 0, _MOST_SEED),
        first=_signs(given["first"], dim) if "first" in given else "",
        sha256=_digest(given["sha256"]) if "sha256" in given else None,
    )


def _signs(value: Plain, dim: int) -> str:
    if not isinstance(value, str) or not _SIGNS.fullmatch(value) or len(value) > dim:
        raise _refusal("first", f"from 1 to {dim:,} of + and -", value)
    return value


def _digest(value: Plain) -> str:
    if not isinstance(value, str) or not _DIGEST.fullmatch(value):
        raise _refusal("sha256", "64 hexadecimal digits", value)
    return value.lower()


def _without_nulls(given: Mapping[str, Plain]) -> Mapping[str, Plain]:
    return {key: value for key, value in given.items() if value is not None}


def _each(given: Mapping[str, Plain], key: str, read: Callable[[Plain, str], T]) -> Mapping[str, T]:
    return _mapping(given[key], key, read) if key in given else {}


def _mapping(value: Plain, what: str, read: Callable[[Plain, str], T]) -> Mapping[str, T]:
    if not isinstance(value, dict) or not value:
        raise _refusal(what, "a mapping that is not empty", value)
    return {name: read(inner, f"{what} of {name}") for name, inner in value.items()}


def _ids(value: Plain, what: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _refusal(what, "a list of ids", value)
    return tuple(_text(entry, f"an id in {what}") for entry in value)


def _some_ids(value: Plain, what: str) -> tuple[str, ...]:
    ids = _ids(value, what)
    if not ids:
        raise OptionError(f"{what} must name at least one id, or nothing is compared")
    return ids


def _scores(value: Plain, what: str) -> Mapping[str, float]:
    return _mapping(value, what, _number)


def _rank(value: Plain, what: str) -> int | None:
    return None if value is None else _whole(value, what, 1, MOST_K)


def _text(value: Plain, what: str) -> str:
    if not isinstance(value, str):
        raise _refusal(what, "a text", value)
    return value


def _whole(value: Plain, what: str, least: int, most: int) -> int:
    number = whole_number(value, least, most) if isinstance(value, str) else None
    if number is None:
        raise _refusal(what, f"a whole number from {least:,} to {most:,}", value)
    return number


def _number(value: Plain, what: str) -> float:
    """Read a number, also as a fraction such as 11/18; it is rounded once."""
    try:
        text = value if isinstance(value, str) else ""
        number = float(Fraction(text)) if "/" in text else float(text)
    except (ValueError, ZeroDivisionError, OverflowError):
        number = float("nan")
    if not isfinite(number):
        raise _refusal(what, "a number", value)
    return number


def _number_or_none(value: Plain, what: str) -> float | None:
    return None if value is None else _number(value, what)


def _one_of(words: Collection[str]) -> Callable[[Plain, str], str]:
    def read(value: Plain, what: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise _refusal(what, f"one of {', '.join(words)}", value)
        return value

    return read


def _flag(value: Plain, what: str) -> bool:
    return _one_of(("true", "false"))(value, what) == "true"


def _reason(value: Plain, what: str) -> str | None:
    reasons = [reason.value for reason in Reason if reason is not Reason.NO_GROUND_TRUTH]
    return None if value is None else _one_of(reasons)(value, what)


def _refusal(what: str, wanted: str, value: Plain) -> OptionError:
    match value:
        case None:
            shown = "nothing"
        case str():
            shown = f'"{value[:40]}"'
        case list():
            shown = "a list" if value else "an empty list"
        case dict():
            shown = "a mapping" if value else "an empty mapping"
    return OptionError(f"{what} must be {wanted}, not {shown}")


_OUTCOME: Mapping[str, Callable[[Plain, str], float | str | None]] = MappingProxyType(
    {
        "value": _number_or_none,
        "recall_mean": _number_or_none,
        "verdict": _one_of([verdict.value for verdict in Verdict]),
        "reason": _reason,
    }
)

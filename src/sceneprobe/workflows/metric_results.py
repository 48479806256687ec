"""What a metric gave, or raised → a result as DS12 has it, or what is wrong with it."""

import json
from collections.abc import Mapping
from math import isfinite

from sceneprobe.errors import OptionError

CONTAINED = (Exception, SystemExit)
"""What a metric may raise without stopping others; whoever interrupts stops them all."""

_KEYS = ("value", "threshold", "pass", "details")
_NOT_COMPUTED = ("skipped", "error")


def checked_result(result: object) -> Mapping[str, object]:
    """Give the four parts of a metric's result; refuse what is none, and say why."""
    if not isinstance(result, Mapping):
        raise OptionError(f"compute gave a {type(result).__name__}, not a mapping")
    missing = [key for key in _KEYS if key not in result]
    if missing:
        raise OptionError(f"the result of compute lacks {', '.join(missing)}")
    value, threshold, passed, details = (result[key] for key in _KEYS)
    for name, number in (("value", value), ("threshold", threshold)):
        if number is not None and finite(number) is None:
            raise OptionError(f"{name} must be a finite number or null, not {number!r}")
    if not (passed is None or isinstance(passed, bool)):
        raise OptionError(f"pass must be true, false or null, not {passed!r}")
    if not isinstance(details, Mapping):
        raise OptionError("details must be a mapping")
    if (passed is None) != (details.get("status") in _NOT_COMPUTED):
        raise OptionError("pass must be null where details.status is skipped or error, and only so")
    if value is None and passed:
        raise OptionError("what has no value cannot pass")
    return {
        "value": value,
        "threshold": threshold,
        "pass": passed,
        "details": _written(dict(details)),
    }


def error_result(error: BaseException, threshold: object) -> Mapping[str, object]:
    """Give the result of a metric that raised an error."""
    details = {"status": "error", "message": message_of(error)}
    return {"value": None, "threshold": finite(threshold), "pass": None, "details": details}


def message_of(error: BaseException) -> str:
    """Give an error's type and text, or its type where it has no text that can be had."""
    name = type(error).__name__
    try:
        text = str(error)
    except CONTAINED:
        text = ""
    return f"{name}: {text}" if text else name


def finite(value: object) -> int | float | None:
    """Give a number that JSON can hold; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isinstance(value, int) or isfinite(value) else None


def _written(details: Mapping[str, object]) -> Mapping[str, object]:
    try:
        json.dumps(details, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise OptionError(f"details cannot be written as JSON: {error}") from None
    return details

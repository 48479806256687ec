"""RQ as a metric of a larger suite: a context with world, corpora, profile → value and details."""

from collections.abc import Iterable, Mapping, Sequence

from sceneprobe.backends.registry import DEFAULT
from sceneprobe.curation.validate import validate
from sceneprobe.errors import OptionError
from sceneprobe.formats.queries import read_query_values
from sceneprobe.judging.model import QuerySet
from sceneprobe.measures.rq import CODE, THRESHOLD, VERSION, K
from sceneprobe.report.ds12 import rq_result
from sceneprobe.text.model import errors_in
from sceneprobe.text.names import NearNames, did_you_mean
from sceneprobe.workflows.evaluate import CheckOptions, evaluate
from sceneprobe.workflows.suite import Result

_IDS = "world.scenes.ordered_ids"
_OPTIONS = ("k", "threshold", "allow_unknown")


class RetrievalQualityMetric:
    """The metric; what it reads of a context may be mappings or objects with attributes.

    ``world.scenes.ordered_ids`` and ``world.scenes.by_id[id].text``, ``corpora.retrieval_queries``,
    ``profile``, ``seed``, and ``options`` with ``k``, ``threshold`` and ``allow_unknown``.
    """

    code = CODE
    version = VERSION
    threshold = THRESHOLD

    def compute(self, ctx: object) -> Result:
        """Give ``value``, ``threshold``, ``pass`` and ``details``."""
        scenes = _part(_part(ctx, "world"), "scenes")
        given = _given_ids(_part(scenes, "ordered_ids"))
        ids = [str(scene) for scene in given]
        by_id = _part(scenes, "by_id")
        texts = [_text(by_id, scene) for scene in given]
        options = _options(ctx)
        query_set = _query_set(ctx, ids, options)
        result = rq_result(evaluate(ids, texts, query_set, options))
        return {key: result[key] for key in ("value", "threshold", "pass", "details")}


RQ = RetrievalQualityMetric()


def _options(ctx: object) -> CheckOptions:
    given = _part(ctx, "options")
    _refuse_unknown(given)
    k, threshold = _part(given, "k"), _part(given, "threshold")
    allow_unknown = _part(given, "allow_unknown")
    if not (allow_unknown is None or isinstance(allow_unknown, bool)):
        raise OptionError(f"the option allow_unknown must be true or false, not {allow_unknown!r}")
    return CheckOptions(
        profile=_profile(ctx),
        k=K if k is None else _whole(k, "k"),
        threshold=THRESHOLD if threshold is None else _number(threshold, "threshold"),
        allow_unknown=bool(allow_unknown),
    )


def _refuse_unknown(options: object) -> None:
    if isinstance(options, str | int | float | Sequence):
        raise OptionError(f"options must be a mapping or an object, not {options!r}")
    for name in options if isinstance(options, Mapping) else ():
        if name not in _OPTIONS:
            hint = did_you_mean(NearNames(_OPTIONS), str(name)) or f"known: {', '.join(_OPTIONS)}"
            raise OptionError(f'there is no option "{name}"; {hint}')


def _profile(ctx: object) -> str:
    profile, seed = _part(ctx, "profile"), _part(ctx, "seed")
    if profile is None:
        profile = DEFAULT
    if not isinstance(profile, str):
        raise OptionError(f"profile must be the name of a backend, not {profile!r}")
    name, _, options = profile.partition(":")
    if seed is None or name != "vsa":
        return profile
    given = [part.strip() for part in options.split(",") if part]
    if not any(part.startswith("seed") for part in given):
        return f"vsa:{','.join([*given, f'seed={seed}'])}"
    if f"seed={seed}" not in given:
        raise OptionError(
            f"the profile {profile} has another seed than {seed}, which is given, too"
        )
    return profile


def _query_set(ctx: object, ids: list[str], options: CheckOptions) -> QuerySet | None:
    given = _part(_part(ctx, "corpora"), "retrieval_queries")
    if given is None:
        return None
    query_set = read_query_values(given)
    found = validate(query_set, ids, allow_unknown=options.allow_unknown)
    errors = errors_in((*query_set.diagnostics, *found))
    if errors:
        others = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise OptionError(f"{errors[0].code}: {errors[0].message}{others}")
    return query_set


def _part(value: object, name: str) -> object:
    """Give a part of a context, by key or by attribute; None where there is none."""
    if isinstance(value, Mapping):
        return value.get(name)
    return getattr(value, name, None)


def _text(by_id: object, scene: str | int) -> str:
    if isinstance(by_id, Mapping):
        found = by_id[scene] if scene in by_id else by_id.get(str(scene))
    else:
        found = getattr(by_id, str(scene), None)
    text = found if isinstance(found, str) else _part(found, "text")
    if not isinstance(text, str):
        raise OptionError(f'the world has no text for the scene "{scene}"')
    return text


def _given_ids(value: object) -> list[str | int]:
    """Give the ids as they are: texts or whole numbers, in an order, each once."""
    if value is None:
        raise OptionError(f"the context has no {_IDS}")
    if isinstance(value, str | bytes | set | frozenset) or not isinstance(value, Iterable):
        raise OptionError(f"{_IDS} must be a list of ids")
    ids: list[str | int] = []
    seen: set[str] = set()
    for scene in value:
        if isinstance(scene, bool) or not isinstance(scene, str | int):
            raise OptionError(f"{_IDS} must be texts or whole numbers, not {scene!r}")
        if str(scene) in seen:
            raise OptionError(f'{_IDS} names the scene "{scene}" twice')
        seen.add(str(scene))
        ids.append(scene)
    return ids


def _number(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OptionError(f"the option {name} must be a number, not {value!r}")
    try:
        return float(value)
    except OverflowError:
        raise OptionError(f"the option {name} is too large") from None


def _whole(value: object, name: str) -> int:
    number = _number(value, name)
    if not number.is_integer():
        raise OptionError(f"the option {name} must be a whole number, not {value!r}")
    return int(number)

"""RQ as a metric of a larger suite: a context with world, corpora, profile → value and details."""

from collections.abc import Mapping

from sceneprobe.backends.registry import DEFAULT
from sceneprobe.curation.validate import validate
from sceneprobe.errors import OptionError
from sceneprobe.formats.queries import read_query_values
from sceneprobe.judging.model import QuerySet
from sceneprobe.measures.rq import CODE, THRESHOLD, VERSION, K
from sceneprobe.report.ds12 import rq_result
from sceneprobe.text.model import errors_in
from sceneprobe.workflows.evaluate import CheckOptions, evaluate
from sceneprobe.workflows.suite import Result


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
        ids = [str(scene) for scene in _sequence(_part(scenes, "ordered_ids"))]
        by_id = _part(scenes, "by_id")
        texts = [_text(by_id, scene) for scene in ids]
        options = _options(ctx)
        query_set = _query_set(ctx, ids, options)
        result = rq_result(evaluate(ids, texts, query_set, options))
        return {key: result[key] for key in ("value", "threshold", "pass", "details")}


RQ = RetrievalQualityMetric()


def _options(ctx: object) -> CheckOptions:
    given = _part(ctx, "options")
    profile = str(_part(ctx, "profile") or DEFAULT)
    seed = _part(ctx, "seed")
    if seed is not None and profile == "vsa":
        profile = f"vsa:seed={seed}"
    k, threshold = _part(given, "k"), _part(given, "threshold")
    return CheckOptions(
        profile=profile,
        k=K if k is None else _whole(k, "k"),
        threshold=THRESHOLD if threshold is None else _number(threshold, "threshold"),
        allow_unknown=bool(_part(given, "allow_unknown")),
    )


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


def _text(by_id: object, scene: str) -> str:
    found = by_id.get(scene) if isinstance(by_id, Mapping) else getattr(by_id, scene, None)
    text = found if isinstance(found, str) else _part(found, "text")
    if not isinstance(text, str):
        raise OptionError(f'the world has no text for the scene "{scene}"')
    return text


def _sequence(value: object) -> list[object]:
    if value is None:
        return []
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise OptionError("world.scenes.ordered_ids must be a list of ids")
    return list(value)


def _number(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OptionError(f"the option {name} must be a number, not {value!r}")
    return value


def _whole(value: object, name: str) -> int:
    number = _number(value, name)
    if number != int(number):
        raise OptionError(f"the option {name} must be a whole number, not {value!r}")
    return int(number)

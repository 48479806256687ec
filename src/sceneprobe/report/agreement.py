"""How well two annotators agree → text for people, JSON for programs."""

from collections.abc import Iterator, Sequence

from sceneprobe.curation.model import Decision
from sceneprobe.experiments.kappa import Kappa
from sceneprobe.report.display import printable
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import as_json

ByType = Sequence[tuple[str | None, Kappa]]


def kappa_table(whole: Kappa, by_type: ByType) -> Table:
    """List agreement by type of query, and over all."""
    has_types = any(kind for kind, _ in by_type)
    named = [(kind or "(no type)", found) for kind, found in by_type if has_types]
    return Table(
        (
            Column("type", width=40),
            *(Column(name, right=True) for name in ("pairs", "agreed", "kappa")),
            *(Column(name, right=True) for name in ("95 % interval", "quadratic")),
        ),
        tuple(
            (
                printable(name),
                *(str(found.pairs), str(found.agreed), _number(found.value)),
                *(_interval(found), _number(found.weighted)),
            )
            for name, found in (*named, ("(all)", whole))
        ),
    )


def kappa_note(found: Kappa, least: float) -> str:
    """Say in words where kappa is too low or undefined; nothing where it is neither."""
    if found.value is not None:
        return f"kappa is {found.value:.3f}, not above {least}" if found.value <= least else ""
    if not found.pairs:
        return "kappa is undefined, because there is no pair that both gave a grade"
    return (
        "kappa is undefined, because both gave one and the same grade throughout, as chance alone"
        f" would; they agree on all of {found.pairs}, so this is no reason not to merge"
    )


def disputes_as_text(found: Sequence[Decision]) -> str:
    """List the pairs on which the two do not agree, and what counts."""
    return "".join(f"{line}\n" for line in _disputes(found))


def agreement_as_json(whole: Kappa, by_type: ByType, found: Sequence[Decision]) -> str:
    """Give agreement in all and by type, and the pairs on which the two do not agree."""
    return as_json(
        {
            **_as_mapping(whole),
            "by_type": {kind or "": _as_mapping(value) for kind, value in by_type},
            "disputes": [
                {
                    "query_id": decision.row.query_id,
                    "doc_id": decision.row.doc_id,
                    "grades": [decision.first, decision.second],
                    "grade": decision.grade,
                    "adjudicated": decision.adjudicated,
                }
                for decision in found
                if decision.disputed
            ],
        }
    )


def _disputes(found: Sequence[Decision]) -> Iterator[str]:
    disputed = [decision for decision in found if decision.disputed]
    yield f"{len(disputed)} of {len(found)} pairs are disputed{':' if disputed else ''}"
    for decision in disputed:
        first, second = ("?" if g is None else g for g in (decision.first, decision.second))
        how = "adjudicated" if decision.adjudicated else "the lower"
        counts = "open, one is unsure" if decision.grade is None else f"{decision.grade}, {how}"
        pair = f"{printable(decision.row.query_id)}  {printable(decision.row.doc_id)}"
        yield f"  {pair}  {first} and {second} → {counts}"


def _as_mapping(found: Kappa) -> dict[str, object]:
    interval = found.interval
    return {
        "pairs": found.pairs,
        "agreed": found.agreed,
        "kappa": found.value,
        "quadratic_kappa": found.weighted,
        "interval": interval
        and {"low": interval.low, "high": interval.high, "confidence": interval.confidence},
    }


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _interval(found: Kappa) -> str:
    interval = found.interval
    return "-" if interval is None else f"{interval.low:.2f} to {interval.high:.2f}"

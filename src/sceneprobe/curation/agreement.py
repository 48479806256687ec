"""Two sheets, and a third that decides → the grade of each pair, and where the two disagreed."""

from sceneprobe.curation.model import Decision
from sceneprobe.judging.model import QrelRow
from sceneprobe.judging.sheet_model import Sheet, SheetRow


def decisions(first: Sheet, second: Sheet, adjudicated: Sheet | None) -> tuple[Decision, ...]:
    """Decide each pair, in the order of the first sheet; both sheets must hold all pairs."""
    others = second.by_pair()
    decided = adjudicated.by_pair() if adjudicated else {}
    return tuple(
        _decision(row, others[row.pair].grade, decided.get(row.pair)) for row in first.rows
    )


def labels_of(found: tuple[Decision, ...]) -> tuple[QrelRow, ...]:
    """Give the grades that count as judgments."""
    return tuple(
        QrelRow(decision.row.query_id, decision.row.doc_id, decision.grade)
        for decision in found
        if decision.grade is not None
    )


def _decision(row: SheetRow, second: int | None, decided: SheetRow | None) -> Decision:
    first = row.grade
    if first is not None and first == second:
        return Decision(row, first, second, first)
    if decided is not None:
        return Decision(row, first, second, decided.grade, adjudicated=True)
    if first is None or second is None:
        return Decision(row, first, second, None)
    return Decision(row, first, second, min(first, second))

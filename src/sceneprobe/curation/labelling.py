"""An annotator's answers, one at a time → a sheet that holds every one of them at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from sceneprobe.curation.model import Labelling
from sceneprobe.judging.sheet_model import PairId, Sheet, SheetRow
from sceneprobe.text.numbers import whole_number

Ask = Callable[[SheetRow, int], str | None]
"""Shows a row, which is asked at this place, and gives the answer; None where nobody answers."""


class Key(StrEnum):
    """What can be answered besides a grade."""

    UNSURE = "?"
    SKIP = "s"
    NOTE = "n"
    BACK = "b"
    QUIT = "q"


def label(
    sheet: Sheet,
    tasks: Sequence[SheetRow],
    ask: Ask,
    write: Callable[[Sheet], None],
    tell: Callable[[str], None],
) -> Labelling:
    """Ask for a grade of each task in turn; the sheet is written after every answer.

    An answer is a grade or a key: ``?`` unsure, ``s`` skip, ``n`` and a note, ``b`` back, ``q``
    quit. What is skipped is asked again in the next session.
    """
    rows: dict[PairId, SheetRow] = dict(sheet.by_pair())
    place = 0
    while place < len(tasks):
        task = rows.get(tasks[place].pair, tasks[place])
        answer = ask(task, place + 1)
        if answer is None or answer.strip() == Key.QUIT:
            break
        key, _, rest = answer.strip().partition(" ")
        grade = whole_number(answer.strip(), 0, sheet.scale)
        changed = _changed(task, key, rest.strip(), grade)
        if changed is not None:
            rows[task.pair] = changed
            write(replace(sheet, rows=tuple(rows.values())))
            place += key != Key.NOTE
        elif answer.strip() == Key.SKIP:
            place += 1
        elif answer.strip() == Key.BACK:
            place = max(0, place - 1)
        else:
            tell(f'"{answer.strip()}" is no answer: {keys(sheet.scale)}')
    return _outcome(replace(sheet, rows=tuple(rows.values())), tasks, rows)


def keys(scale: int) -> str:
    """Say what can be answered."""
    return f"0-{scale} grade, ? unsure, s skip, n TEXT note, b back, q quit"


def _changed(task: SheetRow, key: str, rest: str, grade: int | None) -> SheetRow | None:
    if grade is not None:
        return replace(task, grade=grade, unsure=False)
    if key == Key.UNSURE and not rest:
        return replace(task, grade=None, unsure=True)
    return replace(task, note=rest) if key == Key.NOTE and rest else None


def _outcome(sheet: Sheet, tasks: Sequence[SheetRow], rows: Mapping[PairId, SheetRow]) -> Labelling:
    now = [rows.get(task.pair, task) for task in tasks]
    graded = sum(row.grade is not None for row in now)
    unsure = sum(row.unsure for row in now)
    return Labelling(sheet, len(now), graded, unsure, len(now) - graded - unsure)

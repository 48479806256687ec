"""A file as data sets and search systems have it → one that TREC tools read, and what was done."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sceneprobe.errors import OptionError
from sceneprobe.files import STANDARD_INPUT, read_unpacked, shown_name
from sceneprobe.formats.convert_qrels import copy_pieces, outline_of, qrels_pieces
from sceneprobe.formats.convert_run import RunConverter, ScoreOrder
from sceneprobe.formats.ids import is_run_name
from sceneprobe.formats.line_findings import LineFindings
from sceneprobe.formats.nodes import NotReadableError
from sceneprobe.report.conversion import QrelsConversion, RunConversion
from sceneprobe.text.model import RefusedError, Severity

Write = Callable[[Iterable[bytes], str], None]
"""Writes pieces to the file of this name, whole or not at all."""

_LARGEST = 1024 * 1024 * 1024
_ENDINGS = (".jsonl", ".ndjson", ".json", ".tsv", ".txt", ".trec", ".run")


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a run is converted: its name where it has none, and which score comes first.

    With ``strict``, a line that cannot be used stops it, and nothing is written.
    """

    run_name: str = "run"
    order: ScoreOrder = ScoreOrder.QUEST
    strict: bool = False

    def __post_init__(self) -> None:
        if not is_run_name(self.run_name):
            raise OptionError(f"the run name must be one word, not {self.run_name!r}")


def convert_qrels(
    path: str, target: str | None, write: Write, *, on_duplicate: str = "error"
) -> QrelsConversion:
    """Convert QUEST's JSON lines to TREC qrels.

    Where records have no id, a copy that has them is written beside the file, always anew: one that
    was there before may be of another file.
    """
    content = read_unpacked(path, _LARGEST)
    name = shown_name(path)
    outline = outline_of(name, content, on_duplicate)
    result = _default(path, "_qrels") if target is None else target
    copy = _copy_of(path, result) if outline.added else None
    write(qrels_pieces(name, content, outline), result)
    if copy is not None:
        write(copy_pieces(name, content, outline), copy)
    return QrelsConversion(
        source=name,
        target=result,
        queries=len(outline.ids),
        judgments=outline.judgments,
        unjudged=outline.unjudged,
        added_ids=outline.added,
        copy=copy,
    )


def convert_run(path: str, target: str | None, write: Write, options: RunOptions) -> RunConversion:
    """Convert a run of any form to a TREC run; lines that cannot be used are passed over."""
    content = read_unpacked(path, _LARGEST)
    result = _default(path, "_trec") if target is None else target
    findings = LineFindings(shown_name(path), Severity.ERROR if options.strict else None)
    converter = RunConverter(content, findings, options.order, options.run_name)
    try:
        write(_checked(converter, strict=options.strict), result)
    except NotReadableError as error:
        raise RefusedError([error.finding], "nothing was written") from None
    return RunConversion(
        source=findings.name,
        target=result,
        form=converter.form,
        queries=converter.queries,
        results=converter.results,
        rising=converter.rising,
        counting=converter.counting,
        skipped=findings.count,
        findings=findings.in_order,
    )


def _checked(converter: RunConverter, *, strict: bool) -> Iterable[bytes]:
    """Fail at the end of a run that may have no findings: what was written is then thrown away."""
    yield from converter.pieces()
    if strict and converter.findings.count:
        raise converter.findings.refusal("nothing was written, because of --strict")


def _default(path: str, suffix: str) -> str:
    """Put a suffix in the place of a file's ending; standard input goes to standard output."""
    return STANDARD_INPUT if path == STANDARD_INPUT else f"{_stem(path)}{suffix}"


def _copy_of(path: str, result: str) -> str:
    if path == STANDARD_INPUT:
        raise OptionError(
            "records without id need a file: the copy that has them is written beside it"
        )
    copy = f"{_stem(path)}_id_added.jsonl"
    if os.path.realpath(copy) in {os.path.realpath(result), os.path.realpath(path)}:
        raise OptionError(f"the copy with ids is called {copy}; give other files another name")
    return copy


def _stem(path: str) -> str:
    stem = path.removesuffix(".gz")
    return next((stem.removesuffix(end) for end in _ENDINGS if stem.endswith(end)), stem)

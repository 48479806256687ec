"""GateResult → a report in Markdown, ready to post on a pull request."""

from collections.abc import Iterator
from urllib.parse import quote

from sceneprobe.experiments.gate_model import GateResult, LostQuery, MetricResult
from sceneprobe.report.check_markdown import escaped, table_as_markdown
from sceneprobe.report.gate_text import fall_cells, falls_table, named, places, verdict_line
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import counted

_SHOWN = 50


def gate_as_markdown(result: GateResult, link_base: str = "") -> str:
    """Give the verdict first, then means, types, the queries that lost, and digests.

    ``link_base`` stands before the corpus's name in links to scenes.
    """
    return "\n".join(_lines(result, link_base)) + "\n"


def _lines(result: GateResult, link_base: str) -> Iterator[str]:
    yield f"## {escaped(verdict_line(result))}"
    yield ""
    yield from table_as_markdown(falls_table(result))
    for found in result.metrics:
        if len(found.by_type) > 1 or found.by_type[0][0] is not None:
            yield from ("", f"### {_title(result, found)} by type", "")
            yield from table_as_markdown(_types(found))
    for found in result.metrics:
        if found.gated and found.lost:
            lost = counted(len(found.lost), "query lost", "queries lost")
            yield from ("", f"### {_title(result, found)}: {lost}", "")
            yield from _lost(result, found, link_base)
    yield ""
    if result.changed:
        yield f"Changed since the baseline, by allowance: {', '.join(result.changed)}."
        yield ""
    yield "| digest | baseline | now |"
    yield "|---|---|---|"
    for what, now in result.current.digests.items():
        before = result.baseline.digests.get(what)
        yield f"| {what} | {_short(before)} | {_short(now)} |"


def _title(result: GateResult, found: MetricResult) -> str:
    several = len({one.profile for one in result.metrics}) > 1
    return f"{found.metric} of {escaped(named(found))}" if several else found.metric


def _types(found: MetricResult) -> Table:
    columns = (
        Column("type"),
        *(Column(name, right=True) for name in ("queries", "baseline", "now", "change")),
    )
    rows = ((kind or "-", str(fall.n), *fall_cells(fall)) for kind, fall in found.by_type)
    return Table(columns, tuple(rows))


def _lost(result: GateResult, found: MetricResult, link_base: str) -> Iterator[str]:
    yield f"| query | {found.metric} | first right place | right | left the first 10 |"
    yield "|---|---|---|---|---|"
    for lost in found.lost[:_SHOWN]:
        right = ", ".join(_link(result, scene, link_base) for scene in lost.relevant)
        left = ", ".join(map(escaped, lost.left)) or "-"
        values = f"{lost.before:.4f} → {lost.now:.4f}"
        yield f"| {_asked(lost)} | {values} | {places(lost)} | {right} | {left} |"
    if len(found.lost) > _SHOWN:
        yield f"\nand {len(found.lost) - _SHOWN} more"


def _asked(lost: LostQuery) -> str:
    return f"{escaped(lost.id)}: {escaped(lost.text)}"


def _link(result: GateResult, scene: str, link_base: str) -> str:
    """Link to the line of a scene; what is in no story has none."""
    line = result.current.lines.get(scene)
    if line is None:
        return escaped(scene)
    return f"[{escaped(scene)}]({link_base}{quote(result.current.corpus)}#L{line})"


def _short(digest: str | None) -> str:
    return "-" if digest is None else f"`{digest[:19]}`"

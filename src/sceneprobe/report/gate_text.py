"""GateResult → a table, the queries that lost, and the verdict, for a terminal and for GitHub."""

from collections.abc import Iterator

from sceneprobe.experiments.gate_model import Fall, GateResult, LostQuery, MetricResult
from sceneprobe.report.display import printable
from sceneprobe.report.findings import github_command
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import chance, counted

_SHOWN = 20
_MOST_DIGITS = 9


def falls_table(result: GateResult) -> Table:
    """Give each metric of each system: baseline, now, what was lost, what may be, and whether."""
    columns = (
        Column("profile"),
        Column("metric"),
        *(Column(name, right=True) for name in ("baseline", "now", "change", "allowed", "p")),
        Column("verdict"),
    )
    rows = (
        (
            named(found),
            found.metric,
            *fall_cells(found.fall, _digits(result.rule.max_drop, found) if found.too_far else 1),
            _allowed(result.rule.max_drop, found) if found.gated else "-",
            "-" if found.p is None else chance(found.p),
            verdict_of(found),
        )
        for found in result.metrics
    )
    return Table(columns, tuple(rows))


def lost_table(found: MetricResult) -> Table:
    """Give the queries that lost, the greatest fall first."""
    columns = (
        Column("query", width=24),
        Column("text", width=40, yields=True),
        Column(found.metric, right=True),
        Column("first right place"),
        Column("right results", yields=True),
        Column("left the first 10", yields=True),
    )
    rows = (
        (
            printable(lost.id),
            printable(lost.text),
            f"{lost.before:.4f} → {lost.now:.4f}",
            places(lost),
            ", ".join(map(printable, lost.relevant)),
            ", ".join(map(printable, lost.left)) or "-",
        )
        for lost in found.lost[:_SHOWN]
    )
    return Table(columns, tuple(rows))


def gate_notes(result: GateResult) -> Iterator[str]:
    """Say what had changed by allowance, how many more queries lost, and the verdict."""
    if result.changed:
        yield f"changed since the baseline, by --allow-changed: {', '.join(result.changed)}"
    for found in result.metrics:
        if found.gated and len(found.lost) > _SHOWN:
            more = counted(len(found.lost) - _SHOWN, "more query lost", "more queries lost")
            yield f"{named(found)}, {found.metric}: {more}"
    yield verdict_line(result)


def gate_as_github(result: GateResult) -> str:
    """Annotate what fell too far, and the queries that lost, at a scene that is right for them."""
    return "".join(_commands(result))


def verdict_line(result: GateResult) -> str:
    """Say in a sentence whether the gate passes, and name all that fell too far."""
    allowed = result.rule.max_drop
    gated = [found for found in result.metrics if found.gated]
    names = " and ".join(dict.fromkeys(found.metric for found in gated))
    too_far = [found for found in gated if found.failed or (not result.failed and found.too_far)]
    too_far.sort(key=lambda found: -found.fall.drop)
    if not too_far:
        if not any(found.fall.drop > 0 for found in gated):
            return f"PASS: {names} did not fall"
        return f"PASS: {names} fell by no more than {allowed:.{_digits(allowed)}%}"
    if result.failed:
        digits = max(_digits(allowed, found) for found in too_far)
        falls = "; ".join(_fell(found, allowed) for found in too_far)
        return f"FAIL: {falls}; {allowed:.{digits}%} is allowed"
    return "PASS: " + "; ".join(
        f"{_fell(found, allowed)}, but chance alone may do that (p = {chance(found.p or 0.0)})"
        for found in too_far
    )


def _fell(found: MetricResult, allowed: float) -> str:
    fall = found.fall
    return (
        f"{found.metric} of {named(found)} fell by {fall.drop:.{_digits(allowed, found)}%}, from"
        f" {fall.baseline:.4f} to {fall.current:.4f}"
    )


def _digits(allowed: float, found: MetricResult | None = None) -> int:
    """Give the least digits that show what is allowed as it is, and what is more as more."""
    for digits in range(1, _MOST_DIGITS):
        is_whole = abs(round(allowed * 100, digits) - allowed * 100) < 1e-9
        is_alike = (
            found is not None
            and found.too_far
            and f"{found.fall.drop:.{digits}%}" == f"{allowed:.{digits}%}"
        )
        if is_whole and not is_alike:
            return digits
    return _MOST_DIGITS


def named(found: MetricResult) -> str:
    """Name a system; where it was called otherwise in the baseline, by both names."""
    names = dict.fromkeys((found.before, found.profile))
    return " → ".join(map(printable, names))


def _allowed(share: float, found: MetricResult) -> str:
    return f"{'-' if share else ''}{share:.{_digits(share, found)}%}"


def fall_cells(fall: Fall, digits: int = 1) -> tuple[str, str, str]:
    """Write the mean before and now, and the change as a share of the former."""
    return f"{fall.baseline:.4f}", f"{fall.current:.4f}", f"{-fall.drop + 0.0:+.{digits}%}"


def verdict_of(found: MetricResult) -> str:
    """Say of one metric whether it passes."""
    if not found.gated:
        return "-"
    return "FAIL" if found.failed else "pass"


def places(lost: LostQuery) -> str:
    """Write the place of the first right result, then and now."""
    return f"{lost.old_place or '-'} → {lost.new_place or '-'}"


def _commands(result: GateResult) -> Iterator[str]:
    file, lines = result.current.corpus, result.current.lines
    for found in result.metrics:
        for lost in found.lost[:_SHOWN] if found.failed else ():
            text = f'"{lost.text}" ({lost.id}): first right place {places(lost)}'
            text += f"; left the first 10: {', '.join(lost.left)}" if lost.left else ""
            line = min((lines[scene] for scene in lost.relevant if scene in lines), default=1)
            title = f"{found.metric} {lost.before:.4f} → {lost.now:.4f}"
            yield github_command("warning", text, file=file, line=line, title=title)
    kind = "error" if result.failed else "notice"
    yield github_command(kind, verdict_line(result), file=file, title="Retrieval gate")

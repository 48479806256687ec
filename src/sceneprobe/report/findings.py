"""Findings → text with the line and a caret, JSON, or annotations for GitHub."""

from collections import Counter
from collections.abc import Sequence

from sceneprobe.report.display import display_width, printable
from sceneprobe.report.wording import as_json, counted
from sceneprobe.text.model import Diagnostic, Severity, Span

_EXCERPT = 100
_BEFORE = 40


def findings_as_text(findings: Sequence[Diagnostic]) -> str:
    """Show each finding with its place, its line with a caret, and its hint."""
    return "".join(f"{headline(finding)}\n{details(finding)}" for finding in findings)


def headline(finding: Diagnostic) -> str:
    """Give the first line of a finding: place, severity, code and message."""
    span = finding.span
    place = f"{printable(span.source.name)}:{span.line}:{span.column}"
    return f"{place}: {finding.severity} {finding.code}: {printable(finding.message)}"


def details(finding: Diagnostic) -> str:
    """Give the lines below the headline: the source with a caret, and the hint."""
    number = str(finding.span.line)
    margin = " " * len(number)
    line, caret = _excerpt(finding.span)
    hint = f"hint: {printable(finding.hint)}\n" if finding.hint else ""
    return f"  {number} | {line}".rstrip() + f"\n  {margin} | {caret}\n{hint}"


def findings_as_json(findings: Sequence[Diagnostic]) -> str:
    """Give an array with one object a finding."""
    return as_json([finding_values(finding) for finding in findings])


def findings_as_github(findings: Sequence[Diagnostic]) -> str:
    """Give one workflow command a finding, which GitHub shows beside the line."""
    return "".join(_annotation(finding) for finding in findings)


def github_command(kind: str, text: str, **properties: str | int) -> str:
    """Write one workflow command: what kind of annotation, where, and its text."""
    written = ",".join(f"{key}={_escaped(str(value), ',:')}" for key, value in properties.items())
    return f"::{kind} {written}::{_escaped(text)}\n"


def count_findings(findings: Sequence[Diagnostic]) -> str:
    """Say how many errors and warnings there are."""
    count = Counter(finding.severity for finding in findings)
    parts = [counted(count[severity], severity) for severity in Severity if count[severity]]
    return ", ".join(parts) or "no findings"


def _excerpt(span: Span) -> tuple[str, str]:
    """Cut the part around the place out of the line, and draw the caret below it."""
    line = span.source.line(span.line)
    start = span.column - 1
    first = max(0, start - _BEFORE) if len(line) > _EXCERPT else 0
    last = first + _EXCERPT
    before, shown = printable(line[first:start]), printable(line[first:last])
    left, right = "…" if first else "", "…" if last < len(line) else ""
    marked = printable(line[start : min(last, start + span.width)])
    caret = " " * display_width(left + before) + "^" * max(1, display_width(marked))
    return f"{left}{shown}{right}", caret


def finding_values(finding: Diagnostic) -> dict[str, str | int | None]:
    """Give one finding as plain values."""
    span = finding.span
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_column": span.column + span.width,
        "severity": finding.severity,
        "code": finding.code,
        "message": finding.message,
        "hint": finding.hint,
    }


def _annotation(finding: Diagnostic) -> str:
    span = finding.span
    text = f"{finding.message}\nhint: {finding.hint}" if finding.hint else finding.message
    return github_command(
        "notice" if finding.severity is Severity.NOTE else finding.severity,
        text,
        file=span.source.name,
        line=span.line,
        col=span.column,
        endColumn=span.column + span.width,
        title=finding.code,
    )


def _escaped(text: str, more: str = "") -> str:
    """Escape as workflow commands need it: percent and line ends, and what divides properties."""
    for char in "%\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text

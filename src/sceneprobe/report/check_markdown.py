"""CheckReport and SearchReport → Markdown, ready to post."""

import re
from collections.abc import Iterable, Iterator

from sceneprobe.report.check_text import marked, profile_text, types_table
from sceneprobe.report.display import shortened
from sceneprobe.report.model import CheckReport, SearchReport
from sceneprobe.report.table import Table
from sceneprobe.report.verdict import notes, row_notes, verdict_line, where_found, worst_first
from sceneprobe.report.wording import counted
from sceneprobe.search.snippets import Snippets

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def check_as_markdown(report: CheckReport) -> str:
    """Give the verdict first, then a table by type and one with all labelled queries."""
    about = (
        escaped(report.story.source.name),
        counted(len(report.story.scenes), "scene"),
        f"profile {profile_text(report.evaluation.profile)}",
        f"k = {report.evaluation.k}",
    )
    lines = [f"## {verdict_line(report)}", "", ", ".join(about), ""]
    remarks = [f"- {escaped(note)}" for note in notes(report)]
    lines += [*remarks, ""] if remarks else []
    if report.evaluation.quality.labeled:
        lines += [*table_as_markdown(types_table(report)), "", "Worst queries first:", ""]
        lines += _query_table(report)
    unlabeled = [row.query for row in report.evaluation.quality.unlabeled]
    if unlabeled:
        lines += ["", f"{counted(len(unlabeled), 'query', 'queries')} without labels, skipped:", ""]
        lines += [f"- {escaped(query.id)}: {escaped(query.text)}" for query in unlabeled]
    return "\n".join(lines) + "\n"


def search_as_markdown(report: SearchReport) -> str:
    """Give a table of the first k scenes."""
    texts = {scene.id: scene.text for scene in report.story.scenes}
    maker = Snippets([report.query], report.lexicon)
    lines = [f"## {escaped(report.query)}", "", "| # | scene | score | text |"]
    lines.append("|---:|---|---:|---|")
    for place, hit in enumerate(report.ranking.top(report.k), start=1):
        found = maker.snippet(report.query, texts[hit.id])
        text = marked(found, _bold, escaped)
        lines.append(f"| {place} | {escaped(hit.id)} | {hit.score:.3f} | {text} |")
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Write a text so that Markdown shows it as it is, and that it calls nobody by @name."""
    return _SPECIAL.sub(r"\\\1", shortened(text)).replace("@", "@<!-- -->")


def table_as_markdown(table: Table) -> Iterable[str]:
    """Write a table line by line."""
    yield f"| {' | '.join(column.heading for column in table.columns)} |"
    yield f"|{'|'.join('---:' if column.right else '---' for column in table.columns)}|"
    for row in table.rows:
        yield f"| {' | '.join(escaped(cell) for cell in row)} |"


def _query_table(report: CheckReport) -> Iterator[str]:
    yield "| query | type | place | RR | Recall@k | first results |"
    yield "|---|---|---:|---:|---:|---|"
    for row in worst_first(report):
        top = ", ".join(
            f"**{escaped(hit.id)}**" if hit.id in row.relevant else escaped(hit.id)
            for hit in row.ranking.top(row.k)
        )
        remarks = "".join(f"<br>{escaped(note)}" for note in (where_found(row), *row_notes(row)))
        cells = (
            f"{escaped(row.query.id)}: {escaped(row.query.text)}{remarks}",
            escaped(row.query.type or ""),
            str(row.first_relevant_rank or "-"),
            f"{row.reciprocal_rank:.2f}",
            f"{row.recall:.2f}",
            top,
        )
        yield f"| {' | '.join(cells)} |"


def _bold(word: str) -> str:
    return f"**{word}**"

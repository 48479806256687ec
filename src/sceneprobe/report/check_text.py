"""CheckReport and SearchReport → text for people."""

from collections.abc import Callable, Collection, Iterator, Sequence

from sceneprobe.measures.rq import QueryRow
from sceneprobe.ranking.model import Hit
from sceneprobe.report.display import display_width, in_brackets, pad, printable, shortened
from sceneprobe.report.model import CheckReport, Profile, SearchReport
from sceneprobe.report.table import Column, Table, table_as_text
from sceneprobe.report.verdict import notes, row_notes, verdict_line, where_found, worst_first
from sceneprobe.report.wording import counted
from sceneprobe.search.snippets import Snippet, Snippets

Show = Callable[[str], str]
"""How a text is written: made printable, escaped, marked."""


def check_as_text(report: CheckReport, mark: Show = in_brackets) -> str:
    """Show every labelled query with its top scenes, worst first, then types and the verdict."""
    lines = [_heading(report)]
    rows = worst_first(report)
    if rows:
        lines += ["", "Worst queries first; * is a right scene, and words that match are marked."]
        texts = {scene.id: scene.text for scene in report.story.scenes}
        maker = Snippets([row.query.text for row in rows], report.evaluation.lexicon)
        for row in rows:
            lines += ["", *_query_lines(row, maker, texts, mark)]
        lines += ["", table_as_text(types_table(report)).rstrip("\n")]
    unlabeled = [row.query for row in report.evaluation.quality.unlabeled]
    if unlabeled:
        lines += ["", f"{counted(len(unlabeled), 'query', 'queries')} without labels, skipped:"]
        lines += [f"  {shortened(query.id)}  {shortened(query.text)}" for query in unlabeled]
    lines += ["", *notes(report), verdict_line(report)]
    return "\n".join(lines) + "\n"


def search_as_text(report: SearchReport, mark: Show = in_brackets) -> str:
    """Show the first k scenes with score, snippet and the words that match."""
    texts = {scene.id: scene.text for scene in report.story.scenes}
    hits = report.ranking.top(report.k)
    maker = Snippets([report.query], report.lexicon)
    snippets = [maker.snippet(report.query, texts[hit.id]) for hit in hits]
    lines = [
        f"{line}  ({', '.join(found.matched)})" if found.matched else line
        for line, found in zip(_hit_lines(hits, snippets, (), mark), snippets, strict=True)
    ]
    if not report.story.scenes:
        lines.append("the story has no scenes")
    elif not report.lexicon.has_evidence(report.query):
        lines.append("no word of the query occurs in the story: this order is not from evidence")
    return "\n".join(lines) + "\n"


def types_table(report: CheckReport) -> Table:
    """List MRR and recall by type of query, and over all."""
    quality = report.evaluation.quality
    types = quality.by_type()
    has_types = any(means.type for means in types)
    rows = [
        (
            printable(means.type or "(no type)"),
            str(means.queries),
            f"{means.mrr:.2f}",
            f"{means.recall:.2f}",
        )
        for means in types
        if has_types
    ]
    if quality.value is not None and quality.recall is not None:
        total = (str(len(quality.labeled)), f"{quality.value:.2f}", f"{quality.recall:.2f}")
        rows.append(("(all)", *total))
    return Table(
        (
            Column("type", width=40),
            Column("queries", right=True),
            Column("MRR", right=True),
            Column("Recall@k", right=True),
        ),
        tuple(rows),
    )


def profile_text(profile: Profile) -> str:
    """Name a backend with its settings."""
    settings = [f"{key} {value}" for key, value in profile.settings.items()]
    settings += ["full text"] if profile.full_text else []
    return f"{profile.name} ({', '.join(settings)})" if settings else profile.name


def marked(found: Snippet, mark: Show, show: Show = printable) -> str:
    """Write a snippet with its words marked and its cuts shown."""
    parts: list[str] = []
    place = 0
    for start, end in found.marks:
        parts += (show(found.text[place:start]), mark(show(found.text[start:end])))
        place = end
    parts.append(show(found.text[place:]))
    before, after = "…" if found.cut_before else "", "…" if found.cut_after else ""
    return f"{before}{''.join(parts)}{after}"


def _heading(report: CheckReport) -> str:
    quality = report.evaluation.quality
    labelled = len(quality.labeled)
    parts = (
        printable(report.story.source.name),
        counted(len(report.story.scenes), "scene"),
        f"{counted(len(quality.rows), 'query', 'queries')}, {labelled} labelled",
        f"profile {profile_text(report.evaluation.profile)}",
        f"k = {report.evaluation.k}",
    )
    return " · ".join(parts)


def _query_lines(
    row: QueryRow, maker: Snippets, texts: dict[str, str], mark: Show
) -> Iterator[str]:
    kind = f"  ({shortened(row.query.type)})" if row.query.type else ""
    yield f"{shortened(row.query.id)}  {shortened(row.query.text)}{kind}"
    values = f"RR {row.reciprocal_rank:.2f}, Recall@{row.k} {row.recall:.2f}"
    yield f"  {where_found(row)}: {values}"
    yield from (f"  {note}" for note in row_notes(row))
    hits = row.ranking.top(row.k)
    snippets = [maker.snippet(row.query.text, texts[hit.id]) for hit in hits]
    yield from _hit_lines(hits, snippets, row.relevant, mark)


def _hit_lines(
    hits: Sequence[Hit], snippets: Sequence[Snippet], relevant: Collection[str], mark: Show
) -> Iterator[str]:
    width = max((display_width(printable(hit.id)) for hit in hits), default=0)
    for place, (hit, found) in enumerate(zip(hits, snippets, strict=True), start=1):
        star = "*" if hit.id in relevant else " "
        shown = f"  {star} {place:2}  {pad(printable(hit.id), width)}  {hit.score:6.3f}"
        yield f"{shown}  {marked(found, mark)}".rstrip()

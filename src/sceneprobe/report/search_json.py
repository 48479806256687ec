"""SearchReport → JSON."""

from sceneprobe.report.model import SearchReport
from sceneprobe.report.wording import as_json
from sceneprobe.search.snippets import Snippets


def search_as_json(report: SearchReport) -> str:
    """Give the query, how it was searched, and the first k scenes with score, snippet and words."""
    texts = {scene.id: scene.text for scene in report.story.scenes}
    maker = Snippets([report.query], report.lexicon)
    results = []
    for place, hit in enumerate(report.ranking.top(report.k), start=1):
        found = maker.snippet(report.query, texts[hit.id])
        results.append(
            {
                "rank": place,
                "id": hit.id,
                "score": hit.score,
                "snippet": found.text,
                "marks": [list(mark) for mark in found.marks],
                "matched": list(found.matched),
            }
        )
    return as_json(
        {
            "schema_version": 1,
            "query": report.query,
            "k": report.k,
            "profile": report.profile.name,
            "settings": dict(report.profile.settings),
            **({"text": "full"} if report.profile.full_text else {}),
            "tie_rule": report.ties,
            "guessed": report.guessed,
            "has_evidence": report.lexicon.has_evidence(report.query),
            "results": results,
        }
    )

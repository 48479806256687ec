"""SearchReport → JSON."""

from sceneprobe.report.model import SearchReport
from sceneprobe.report.wording import as_json
from sceneprobe.search.snippets import Snippets


def search_as_json(report: SearchReport) -> str:
    """Give the query, the profile and the first k scenes with score, snippet and matched words."""
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
                "matched": list(found.matched),
            }
        )
    return as_json(
        {
            "query": report.query,
            "profile": report.profile.name,
            "settings": dict(report.profile.settings),
            "has_evidence": report.lexicon.has_evidence(report.query),
            "results": results,
        }
    )

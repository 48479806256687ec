"""What tests of the service share: a story, queries, and clients of an app that serves them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from sceneprobe.service.app import create_app
from sceneprobe.service.options import ServiceOptions

STORY = """\
Anna is protagonist
Harbor is location
Sc1 group begin
  Sc1 has title "The Gate"
  Sc1 includes character Anna
  Sc1 describes "Anna waits at the harbor gate while the rain comes in from the sea."
Sc1 group end
Sc2 group begin
  Anna finds "a silver key" at Harbor
Sc2 group end
Sc3 group begin
  Sc3 describes "The lamp <script>alert(1)</script> burns all night."
Sc3 group end
"""
QUERIES = """\
# asked by readers
- {query: rain at the gate, relevant: [Sc1], type: exact}
- {query: silver key, relevant: [Sc2], type: exact}
- {query: walking in bad weather, relevant: [Sc1], type: paraphrase}
"""
UPLOAD = {
    "queries": [
        {
            "query_id": "u1",
            "query_text": "silver key",
            "query_type": "exact_term",
            "relevant_docs": [{"doc_id": "Sc2", "grade": 3}, {"doc_id": "Sc1", "grade": 0}],
        },
        {
            "query_id": "u2",
            "query_text": "a lamp at night",
            "query_type": "paraphrase",
            "relevant_docs": [{"doc_id": "Sc3", "grade": 1}],
        },
    ]
}


# Any: each test gives its own options.
@contextmanager
def client_of(folder: Path, **options: Any) -> Iterator[TestClient]:
    """Serve the story of a folder with its queries, or as the options say."""
    given = {"story": str(folder / "story.cnl"), "queries": str(folder / "set.yaml"), **options}
    app = create_app(ServiceOptions(**given))
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        yield client

"""JSON that no file could give back, and versions that nobody counts."""

import pytest

from sceneprobe.curation.refresh import next_version
from sceneprobe.errors import OptionError
from sceneprobe.formats.queries import read_queries
from sceneprobe.text.source import from_text


@pytest.mark.parametrize("field", ["id", "query"])
def test_half_a_surrogate_pair_is_a_finding(field: str) -> None:
    text = f'[{{"{field}": "\\ud800"}}]'
    (finding, *_) = read_queries(from_text("set.json", text)).diagnostics

    assert finding.message == "this is no JSON: this text holds half a surrogate pair"


def test_whole_surrogate_pair_is_text() -> None:
    found = read_queries(from_text("set.json", '["\\ud83d\\ude00"]'))

    assert [query.text for query in found.queries] == ["\U0001f600"]


def test_version_of_endless_digits_is_refused() -> None:
    with pytest.raises(OptionError, match="cannot be counted up"):
        next_version("v" + "9" * 5000)

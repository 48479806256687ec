"""A corpus of JSON lines: what is read, and what is found wrong with it."""

import pytest

from sceneprobe.formats.corpus import read_corpus
from sceneprobe.ranking.model import TieRule
from sceneprobe.text.model import RefusedError


def found_in(*lines: bytes) -> list[tuple[str, int, int]]:
    with pytest.raises(RefusedError) as refused:
        read_corpus("corpus.jsonl", b"\n".join(lines), TieRule.LEX_ID)
    return [(f.code, f.span.line, f.span.column) for f in refused.value.findings]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(b'{"id": "a", "text": "caf\xe9"}', ("COR104", 2, 25), id="no-utf-8"),
        pytest.param(b'{"id": "a", "text": "\\ud800"}', ("COR104", 2, 1), id="half-a-pair"),
        pytest.param(b'{"id": "a\\udc00", "text": ""}', ("COR104", 2, 1), id="half-a-pair-in-id"),
        pytest.param(b'{"id": 1, "text": "x"}', ("COR105", 2, 1), id="id-is-a-number"),
        pytest.param(b'{"id": "a", "text": ["x"]}', ("COR105", 2, 1), id="text-is-a-list"),
        pytest.param(b'{"id": "a", "text": "x", "story": 7}', ("COR105", 2, 1), id="story"),
        pytest.param(b'{"id": "a", "text": "x", "title": {}}', ("COR105", 2, 1), id="title"),
        pytest.param(b'{"id": "a", "text": null}', ("COR101", 2, 1), id="text-is-null"),
        pytest.param(b'{"id": "", "text": "x"}', ("COR101", 2, 1), id="empty-id"),
        pytest.param(b'["a", "x"]', ("COR101", 2, 1), id="no-mapping"),
        pytest.param(b"[" * 100_000, ("COR101", 2, 1), id="nested-deeply"),
        pytest.param(b'{"id": "first", "text": "x"}', ("COR102", 2, 1), id="same-id"),
    ],
)
def test_line_that_is_no_record_is_found(line: bytes, expected: tuple[str, int, int]) -> None:
    assert found_in(b'{"id": "first", "text": "x"}', line) == [expected]


def test_all_findings_are_collected() -> None:
    found = found_in(b'{"id": 1, "text": 2, "story": 3}', b"\xff", b"", b"{}")

    assert [(code, line) for code, line, _ in found] == [
        ("COR105", 1),
        ("COR105", 1),
        ("COR105", 1),
        ("COR104", 2),
        ("COR101", 4),
    ]


def test_corpus_without_records_is_found() -> None:
    assert found_in(b"", b" \r") == [("COR103", 1, 1)]


def test_mark_line_ends_and_null_fields_are_no_part_of_a_record() -> None:
    content = b'\xef\xbb\xbf{"id": "a", "text": "x", "story": null, "title": null}\r\n'
    found = read_corpus("corpus.jsonl", content, TieRule.LEX_ID, with_titles=True)

    assert (found.ids, found.texts, found.stories) == (("a",), ("x",), (None,))

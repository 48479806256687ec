"""Query files of every format and spelling → query sets, with all findings."""

import pytest

from sceneprobe.formats.queries import read_queries
from sceneprobe.judging.model import Query
from sceneprobe.text.source import decode
from tests.queries import findings_in, found_in, labels_in, query_set
from tests.stories import Place, places

SAME_IN_EVERY_FORMAT = {
    "queries.yaml": "- {id: a, query: storm, relevant: [Sc1, Sc2]}\n- {id: b, query: sea}\n",
    "queries.yml": "queries:\n- id: a\n  query: storm\n  relevant: [Sc1, Sc2]\n- id: b\n  q: sea\n",
    "queries.json": '[{"id": "a", "query": "storm", "relevant": ["Sc1", "Sc2"]},\n'
    '{"id": "b", "query": "sea"}]\n',
    "QUERIES.JSON": '{"queries": [{"id": "a", "query": "storm", "relevant": ["Sc1", "Sc2"]},\n'
    '{"id": "b", "query": "sea"}]}\n',
    "queries.jsonl": '{"id": "a", "query": "storm", "relevant": ["Sc1", "Sc2"]}\n'
    '\n{"id": "b", "query": "sea"}\n',
    "queries.ndjson": '{"id": "a", "query": "storm", "relevant": ["Sc1", "Sc2"]}\n'
    '{"id": "b", "query": "sea"}',
    "queries.tsv": "a\tstorm\tSc1,Sc2\n\nb\tsea\n",
}


@pytest.mark.parametrize(("name", "text"), SAME_IN_EVERY_FORMAT.items())
@pytest.mark.parametrize("crlf", [False, True], ids=["lf", "crlf"])
@pytest.mark.parametrize("bom", ["", "\ufeff"], ids=["plain", "bom"])
def test_every_format_says_the_same(name: str, text: str, bom: str, *, crlf: bool) -> None:
    read = query_set(bom + (text.replace("\n", "\r\n") if crlf else text), name)

    assert read.queries == (Query("a", "storm"), Query("b", "sea"))
    assert labels_in(read) == [("a", "Sc1", 1), ("a", "Sc2", 1)]
    assert read.diagnostics == ()


@pytest.mark.parametrize("name", ["<stdin>", "queries", "queries.txt"])
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("- {id: a, query: storm}\n", id="yaml"),
        pytest.param("# mine\nqueries:\n- {id: a, query: storm}\n", id="yaml-mapping"),
        pytest.param('[\n{"id": "a", "query": "storm"}\n]\n', id="json"),
        pytest.param('{"queries":\n [{"id": "a", "query": "storm"}]}\n', id="json-mapping"),
        pytest.param('{"queries": [{"id": "a", "query": "storm"}]}\n', id="json-on-one-line"),
        pytest.param('\n{"id": "a", "query": "storm"}\n', id="json-lines"),
        pytest.param("a\tstorm\n", id="tsv"),
    ],
)
def test_format_is_told_from_the_text_where_no_ending_tells(text: str, name: str) -> None:
    read = query_set(text, name)

    assert read.queries == (Query("a", "storm"),)
    assert read.diagnostics == ()


@pytest.mark.parametrize("name", ["<stdin>", "queries.txt"])
def test_several_json_lines_are_known_without_an_ending(name: str) -> None:
    read = query_set('{"id": "a", "query": "storm"}\n\n{"id": "b", "query": "sea"}\n', name)

    assert read.queries == (Query("a", "storm"), Query("b", "sea"))
    assert read.diagnostics == ()


@pytest.mark.parametrize("spelling", ["id", "query_id", "qid"])
def test_spellings_of_the_id(spelling: str) -> None:
    assert query_set(f"- {{{spelling}: a, query: storm}}").queries == (Query("a", "storm"),)


@pytest.mark.parametrize("spelling", ["query", "q", "text", "query_text"])
def test_spellings_of_the_query(spelling: str) -> None:
    assert query_set(f"- {{{spelling}: storm}}").queries == (Query("q1", "storm"),)


@pytest.mark.parametrize(
    "spelling",
    ["relevant", "relevant_ids", "relevantIds", "answers", "ground_truth", "relevant_docs"],
)
def test_spellings_of_the_labels(spelling: str) -> None:
    read = query_set(f"- {{query: storm, {spelling}: [Sc1, {{id: Sc2, grade: 3}}]}}")

    assert labels_in(read) == [("q1", "Sc1", 1), ("q1", "Sc2", 3)]
    assert read.diagnostics == ()


@pytest.mark.parametrize(
    ("id_", "grade"), [("id", "grade"), ("doc_id", "rel"), ("doc_id", "grade")]
)
def test_spellings_in_a_label(id_: str, grade: str) -> None:
    read = query_set(f"- {{query: storm, relevant: [{{{id_}: Sc1, {grade}: 2}}]}}")

    assert labels_in(read) == [("q1", "Sc1", 2)]


@pytest.mark.parametrize("spelling", ["k", "topK"])
def test_spellings_of_k(spelling: str) -> None:
    assert query_set(f"- {{query: storm, {spelling}: 7}}").queries[0].k == 7


@pytest.mark.parametrize("spelling", ["type", "query_type"])
def test_spellings_of_the_type(spelling: str) -> None:
    assert query_set(f"- {{query: storm, {spelling}: event}}").queries[0].type == "event"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("[Sc1, Sc2]", [("Sc1", 1), ("Sc2", 1)], id="ids"),
        pytest.param("Sc1", [("Sc1", 1)], id="one-id"),
        pytest.param("{id: Sc1, grade: 2}", [("Sc1", 2)], id="one-label"),
        pytest.param("[{id: Sc1}]", [("Sc1", 1)], id="label-without-grade"),
        pytest.param("[{id: Sc1, grade: 0}]", [("Sc1", 0)], id="not-relevant"),
        pytest.param("[]", [], id="none"),
        pytest.param("null", [], id="null"),
        pytest.param("~", [], id="tilde"),
        pytest.param("", [], id="nothing"),
        pytest.param('"null"', [("null", 1)], id="quoted-null-is-a-name"),
        pytest.param(
            "[no, 012, 12:30, 1.10]",
            [(id_, 1) for id_ in "no 012 12:30 1.10".split()],
            id="names-that-look-like-values",
        ),
    ],
)
def test_labels(written: str, expected: list[tuple[str, int]]) -> None:
    read = query_set(f"- {{query: storm, relevant: {written}}}")

    assert labels_in(read) == [("q1", *label) for label in expected]
    assert read.diagnostics == ()


@pytest.mark.parametrize(
    "word", ["no", "yes", "on", "012", "12:30", "1_000", "0x1F", "1e3", "2024-01-01", ".5", "true"]
)
def test_words_that_look_like_values_are_text(word: str) -> None:
    read = query_set(f"- {word}\n- {{id: {word}, query: x, type: {word}}}\n")

    assert read.queries == (Query("q1", word), Query(word, "x", type=word))


def test_numbers_in_json_stay_as_written() -> None:
    read = query_set('[{"id": 1.10, "query": 1e2, "relevant": [10, true]}]', "a.json")

    assert read.queries == (Query("1.10", "1e2"),)
    assert labels_in(read) == [("1.10", "10", 1), ("1.10", "true", 1)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "- storm\n- sea\n- {id: x, query: lamp}\n- key\n"),
        ("a.json", '["storm", "sea", {"id": "x", "query": "lamp"}, "key"]'),
        ("a.jsonl", '"storm"\n"sea"\n\n{"id": "x", "query": "lamp"}\n"key"\n'),
    ],
    ids=["yaml", "json", "json-lines"],
)
def test_bare_texts_are_unlabelled_queries_called_by_their_number(name: str, text: str) -> None:
    read = query_set(text, name)

    assert [(query.id, query.text) for query in read.queries] == [
        ("q1", "storm"),
        ("q2", "sea"),
        ("x", "lamp"),
        ("q4", "key"),
    ]
    assert labels_in(read) == []


def test_empty_id_is_a_missing_one() -> None:
    read = query_set("\tstorm\n", "a.tsv")

    assert read.queries == (Query("q1", "storm"),)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", ""),
        ("a.yaml", "# nothing yet\n"),
        ("a.yaml", "null\n"),
        ("a.yaml", "[]"),
        ("a.yaml", "queries:\n"),
        ("a.json", ""),
        ("a.json", " \n\t"),
        ("a.json", "null"),
        ("a.json", '{"queries": []}'),
        ("a.jsonl", "\n\n"),
        ("a.tsv", "\n"),
        ("a", ""),
    ],
)
def test_file_without_queries_is_an_empty_set(name: str, text: str) -> None:
    read = query_set(text, name)

    assert (read.queries, read.qrels.rows) == ((), ())
    assert [finding.code for finding in read.diagnostics] == ["QRY108"]


def test_set_has_name_and_version() -> None:
    read = query_set("name: weather\nversion: 1.10\nqueries: [storm]")

    assert (read.name, read.version) == ("weather", "1.10")


def test_set_without_a_name_is_called_as_its_file() -> None:
    read = query_set("- storm", "sets/weather.v2.yaml")

    assert (read.name, read.version) == ("weather.v2", None)


def test_set_knows_the_digest_of_its_file() -> None:
    digests = {query_set(text).digest for text in ("- a", "- a\n", "- b")}

    assert len(digests) == 3
    assert all(digest.startswith("sha256:") for digest in digests)


FINDINGS = [
    pytest.param("a.yaml", "- a\n- {query: 'b\n", [("QRY101", 3, 1)], id="no-yaml"),
    pytest.param("a.yaml", "- a\n---\n- b\n", [("QRY101", 2, 1)], id="two-documents"),
    pytest.param("a.yaml", "- a\n- ? [b]\n  : c\n", [("QRY101", 2, 5)], id="key-that-is-no-word"),
    pytest.param("a.yaml", "- é: [\n", [("QRY101", 2, 1)], id="list-without-end"),
    pytest.param("a.json", '["a",\n "b"', [("QRY101", 2, 5)], id="json-without-end"),
    pytest.param("a.json", '["a"]\n\n  x', [("QRY101", 3, 3)], id="json-with-more-behind"),
    pytest.param("a.json", '["a",\n NaN]', [("QRY101", 2, 2)], id="nan"),
    pytest.param("a.json", '[Infinity]', [("QRY101", 1, 2)], id="infinity"),
    pytest.param("a.json", "['a']", [("QRY101", 1, 2)], id="single-quotes"),
    pytest.param("a.json", '{"queries": ["a",]}', [("QRY101", 1, 18)], id="trailing-comma"),
    pytest.param("a.json", '{queries: []}', [("QRY101", 1, 2)], id="bare-key"),
    pytest.param("a.json", '{"queries" []}', [("QRY101", 1, 12)], id="no-colon"),
    pytest.param("a.json", '{"queries": [] "name": 1}', [("QRY101", 1, 16)], id="no-comma"),
    pytest.param("a.json", '[\n"a', [("QRY101", 2, 1)], id="string-without-end"),
    pytest.param("a.jsonl", '"a"\n{"query": }\n', [("QRY101", 2, 11)], id="no-json-line"),
    pytest.param("a.json", "{}", [("QRY108", 1, 1)], id="empty-mapping"),
    pytest.param("a.json", '[{"query": "a", "relevant": {}}]', [("QRY104", 1, 29)],
                 id="label-that-is-an-empty-mapping"),
    pytest.param("a.jsonl", '"a" "b"\n', [("QRY101", 1, 5)], id="two-values-on-a-line"),
    pytest.param("a.yaml", "- &a x\n- *a\n", [("QRY102", 2, 3)], id="alias"),
    pytest.param("a.yaml", "- !!str x\n", [("QRY102", 1, 3)], id="tag-of-a-text"),
    pytest.param("a.yaml", "- a\n- !!set {x}\n", [("QRY102", 2, 3)], id="tag-of-a-mapping"),
    pytest.param("a.yaml", "- !!python/object/apply:os.getcwd []\n", [("QRY102", 1, 3)],
                 id="tag-that-would-run-code"),
    pytest.param("a.yaml", "- query: a\n  query: b\n", [("QRY103", 2, 3)], id="field-twice"),
    pytest.param("a.json", '[{"query": "a",\n "query": "b"}]', [("QRY103", 2, 2)],
                 id="field-twice-in-json"),
    pytest.param("a.yaml", "queries: [a]\nqueries: [b]\n", [("QRY103", 2, 1)], id="queries-twice"),
    pytest.param("a.yaml", "storm\n", [("QRY104", 1, 1)], id="set-that-is-a-text"),
    pytest.param("a.json", "5", [("QRY104", 1, 1)], id="set-that-is-a-number"),
    pytest.param("a.yaml", "queries: {a: b}\n", [("QRY104", 1, 10)], id="queries-that-are-no-list"),
    pytest.param("a.yaml", "- [a]\n", [("QRY104", 1, 3)], id="query-that-is-a-list"),
    pytest.param("a.yaml", "- query: [a]\n", [("QRY104", 1, 10)], id="text-that-is-a-list"),
    pytest.param("a.yaml", "- {id: {a: 1}, query: b}\n", [("QRY104", 1, 8)], id="id-of-a-mapping"),
    pytest.param("a.yaml", "- {type: [a], query: b}\n", [("QRY104", 1, 10)], id="type-of-a-list"),
    pytest.param("a.yaml", "name: [a]\nqueries: [b]\n", [("QRY104", 1, 7)], id="name-of-a-list"),
    pytest.param("a.yaml", "- {query: a, relevant: [[Sc1]]}\n", [("QRY104", 1, 25)],
                 id="label-that-is-a-list"),
    pytest.param("a.yaml", "- {query: a, relevant: [{grade: 1}]}\n", [("QRY104", 1, 25)],
                 id="label-without-id"),
    pytest.param("a.yaml", "- {query: a, q: b}\n", [("QRY105", 1, 14)], id="two-spellings"),
    pytest.param("a.yaml", "- query: a\n  relevant: [x]\n  answers: [y]\n", [("QRY105", 3, 3)],
                 id="two-spellings-of-labels"),
    pytest.param("a.yaml", "- {query: a, relevant: [{id: x, doc_id: y}]}\n", [("QRY105", 1, 33)],
                 id="two-spellings-in-a-label"),
    pytest.param("a.yaml", "- {query: a, qury: b}\n", [("QRY106", 1, 14)], id="unknown-field"),
    pytest.param("a.yaml", "- {query: a, relevant: [{id: x, note: y}]}\n", [("QRY106", 1, 33)],
                 id="unknown-field-of-a-label"),
    pytest.param("a.yaml", "author: me\nqueries: [a]\n", [("QRY106", 1, 1)], id="unknown-of-a-set"),
    pytest.param("a.yaml", '- ""\n', [("QRY201", 1, 3)], id="empty-text"),
    pytest.param("a.yaml", '- a\n- query: "  "\n', [("QRY201", 2, 10)], id="blank-text"),
    pytest.param("a.yaml", "- {id: a}\n", [("QRY201", 1, 3)], id="no-text"),
    pytest.param("a.yaml", "- {id: a, query: null}\n", [("QRY201", 1, 3)], id="null-text"),
    pytest.param("a.yaml", "- {query: a, k: 0}\n", [("QRY202", 1, 17)], id="k-zero"),
    pytest.param("a.yaml", "- {query: a, k: -1}\n", [("QRY202", 1, 17)], id="k-negative"),
    pytest.param("a.yaml", "- {query: a, k: 2.5}\n", [("QRY202", 1, 17)], id="k-fraction"),
    pytest.param("a.yaml", "- {query: a, k: five}\n", [("QRY202", 1, 17)], id="k-word"),
    pytest.param("a.yaml", "- {query: a, k: [5]}\n", [("QRY202", 1, 17)], id="k-list"),
    pytest.param("a.yaml", '- {query: a, k: ""}\n', [("QRY202", 1, 17)], id="k-empty"),
    pytest.param("a.json", '[{"query": "a", "k": true}]', [("QRY202", 1, 22)], id="k-true"),
    pytest.param("a.yaml", "- {query: a, relevant: [{id: x, grade: null}]}\n", [("QRY203", 1, 40)],
                 id="no-grade"),
    pytest.param("a.json", '[{"query": "a", "relevant": [{"id": "x", "rel": null}]}]',
                 [("QRY203", 1, 49)], id="no-grade-json"),
    pytest.param("a.yaml", "- {query: a, qury: b}\n- {query: c, qury: b, idd: x}\n",
                 [("QRY106", 1, 14), ("QRY106", 2, 23)], id="unknown-field-once"),
    pytest.param("a.yaml", "scale: 2\nqueries: [{query: a, relevant: [{id: x, grade: 3}]}]\n",
                 [("QRY209", 2, 33)], id="off-declared-scale"),
    pytest.param("a.yaml", "- {query: a, relevant: [{id: x, grade: -1}]}\n", [("QRY203", 1, 40)],
                 id="grade-negative"),
    pytest.param("a.yaml", "- {query: a, relevant: [{id: x, rel: 0.5}]}\n", [("QRY203", 1, 38)],
                 id="grade-fraction"),
    pytest.param("a.yaml", "- {query: a, relevant: [{id: x, rel: .nan}]}\n", [("QRY203", 1, 38)],
                 id="grade-nan"),
    pytest.param("a.yaml", "- {query: a, relevant: [{id: x, rel: [1]}]}\n", [("QRY203", 1, 38)],
                 id="grade-list"),
    pytest.param("a.yaml", "- {id: x, query: a}\n- {id: x, query: b}\n", [("QRY204", 2, 18)],
                 id="duplicate-id"),
    pytest.param("a.yaml", "- a\n- b\n- query: a\n", [("QRY205", 3, 10)], id="duplicate-text"),
    pytest.param("a.yaml", "- {query: a, relevant: [x, y, x]}\n", [("QRY206", 1, 31)],
                 id="duplicate-label"),
    pytest.param("a.tsv", "a\tstorm\nsea\n", [("QRY107", 2, 1)], id="one-column"),
    pytest.param("a.tsv", "a\tb\tc\td\n", [("QRY107", 1, 1)], id="four-columns"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "expected"), FINDINGS)
def test_mistake_is_found_at_its_place(name: str, text: str, expected: list[Place]) -> None:
    assert found_in(text, name) == expected


@pytest.mark.parametrize(("name", "text", "expected"), FINDINGS)
def test_windows_line_ends_and_a_mark_move_no_finding(
    name: str, text: str, expected: list[Place]
) -> None:
    assert found_in("\ufeff" + text.replace("\n", "\r\n"), name) == expected


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("a\tstorm\nb\t\tSc1\n", 2, id="empty-query"),
        pytest.param("a\tstorm\n\na\tsea\n", 3, id="duplicate-id"),
        pytest.param("a\tstorm\tSc1,Sc2,Sc1\n", 1, id="duplicate-label"),
    ],
)
def test_mistake_in_tsv_is_found_at_its_line(text: str, line: int) -> None:
    (finding,) = findings_in(text, "a.tsv")

    assert finding.span.line == line


def test_all_mistakes_are_found_in_order_of_place() -> None:
    text = "- {query: a, k: 0, relevnt: [x]}\n- {query: [b]}\n- {query: c, q: d, k: x}\n- c\n"

    assert found_in(text) == [
        ("QRY202", 1, 17),
        ("QRY106", 1, 20),
        ("QRY104", 2, 11),
        ("QRY105", 3, 14),
        ("QRY202", 3, 23),
        ("QRY205", 4, 3),
    ]


def test_every_broken_json_line_is_found_and_the_others_are_read() -> None:
    read = query_set('{"query": \n"storm"\n{"query" 1}\n"sea"\n', "a.jsonl")

    assert [(code, line) for code, line, _ in places(read.diagnostics)] == [
        ("QRY101", 1),
        ("QRY101", 3),
    ]
    assert [query.text for query in read.queries] == ["storm", "sea"]


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.json", "[null]"), ("a.yaml", "- null\n"), ("a.yaml", "- ~\n"), ("a.yaml", "-\n")],
    ids=["json", "yaml", "tilde", "nothing"],
)
def test_entry_that_is_null_is_no_query_called_null(name: str, text: str) -> None:
    assert [code for code, *_ in found_in(text, name)] == ["QRY201"]


@pytest.mark.parametrize("label", ["null", "~", '""', '" "', '{id: ""}'])
def test_label_that_names_nothing_is_an_error(label: str) -> None:
    text = f"- {{query: storm, relevant: [Sc1, {label}]}}"

    assert [code for code, *_ in found_in(text)] == ["QRY104"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "[" * 100_000),
        ("a.yaml", "{a: " * 100_000),
        ("a.yaml", "\n".join("- " * depth + "x" for depth in (1, 200))),
        ("a.json", "[" * 100_000 + "]" * 100_000),
        ("a.json", '{"queries": ' * 100_000),
        ("a.jsonl", "[" * 100_000),
    ],
    ids=["flow", "flow-mapping", "block", "json", "json-mapping", "json-lines"],
)
def test_deep_nesting_is_one_finding(name: str, text: str) -> None:
    (finding,) = query_set(text, name).diagnostics

    assert finding.code == "QRY101"
    assert "deep" in finding.message


@pytest.mark.parametrize("name", ["a.yaml", "a.json", "a.jsonl", "a.tsv"])
def test_wrong_byte_is_found_with_its_offset(name: str) -> None:
    text = SAME_IN_EVERY_FORMAT["queries" + name[1:]].encode()
    read = read_queries(decode(name, text.replace(b"storm", b"st\xffrm")))
    offset = text.index(b"storm") + 2
    (finding,) = read.diagnostics

    assert (finding.code, finding.span.line, finding.span.column) == ("QRY101", 1, offset + 1)
    assert str(offset) in finding.message


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"])
def test_line_is_counted_as_in_every_other_file(separator: str) -> None:
    text = f'- "a{separator}b"\n- query: [c]\n'

    assert found_in(text) == [("QRY104", 2, 10)]


def test_control_character_in_yaml_is_found_at_its_line() -> None:
    assert found_in("- a\n- b\x07\n") == [("QRY101", 2, 4)]


def test_misspelt_field_is_suggested() -> None:
    (finding,) = query_set("- {query: a, relevnt: [b]}").diagnostics

    assert finding.severity == "warning"
    assert finding.hint == 'did you mean "relevant"?'


def test_strange_field_lists_the_known_ones() -> None:
    (finding,) = query_set("- {query: a, xyzzy: b}").diagnostics

    assert finding.hint == "known fields: id, query, relevant, k, type, added_in, story"


@pytest.mark.parametrize(
    ("text", "first"),
    [("- {id: x, query: a}\n- {id: x, query: b}", "x"), ("- a\n- {id: b, query: a}", "q1")],
    ids=["id", "text"],
)
def test_duplicate_names_the_first_and_its_line(text: str, first: str) -> None:
    (finding,) = findings_in(text)

    assert f'"{first}"' in finding.message
    assert "line 1" in finding.message


def test_first_of_two_values_is_kept() -> None:
    read = query_set("- {query: a, text: b, k: 2, topK: 3, relevant: [{id: x}]}")

    assert read.queries == (Query("q1", "a", 2),)


def test_giant_k_is_no_traceback() -> None:
    read = query_set(f"- {{query: a, k: {'9' * 5_000}}}\n- {{query: b, k: 1}}")

    assert read.queries[1].k == 1


def test_default_id_that_is_taken_gives_way_to_the_next() -> None:
    read = query_set("- {id: q2, query: storm}\n- sea\n- lamp\n- {qid: q4, text: key}\n- ebb\n")

    assert [query.id for query in read.queries] == ["q2", "q3", "q5", "q4", "q6"]


@pytest.mark.parametrize("given", ['""', "null", "~", "[a]"])
def test_query_with_an_id_that_says_nothing_gets_a_number_of_its_own(given: str) -> None:
    read = query_set(f"- {{id: {given}, query: a}}\n- {{id: {given}, query: b}}\n")

    assert [query.id for query in read.queries] == ["q1", "q2"]


def test_many_taken_numbers_are_passed_over_once() -> None:
    size = 20_000
    bare = "".join(f"- text {number}\n" for number in range(size))
    named = "".join(
        f"- {{id: q{number}, query: other {number}}}\n" for number in range(1, size + 1)
    )

    read = query_set(bare + named)

    assert [query.id for query in read.queries[:2]] == [f"q{size + 1}", f"q{size + 2}"]
    assert len({query.id for query in read.queries}) == 2 * size


@pytest.mark.parametrize("k", ["1000000001", "9" * 40])
def test_k_that_is_too_large_is_refused_with_its_bound(k: str) -> None:
    (finding,) = findings_in(f"- {{query: a, k: {k}}}")

    assert finding.code == "QRY202"
    assert "from 1 to 1,000,000,000" in finding.message


def test_unknown_field_of_a_large_file_is_told_once_with_its_count() -> None:
    text = "".join(f'{{"query": "a{n}", "weight": 1}}\n' for n in range(5000))

    (finding,) = query_set(text, "a.jsonl").diagnostics

    assert finding.message == (
        'the field "weight" is not known, and passed over, here and 4,999 times more'
    )

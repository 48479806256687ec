"""Annotators' sheets: what spreadsheets make of them is read, and nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sceneprobe.formats.sheets import read_sheet, sheet_as_csv
from sceneprobe.judging.sheet_model import Sheet, SheetRow
from sceneprobe.text.source import decode, from_text
from tests.stories import Place, places

HEAD = "query_id,doc_id,grade,note\n"
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=12).map(
    str.strip
)
IDS = WORDS.filter(bool)


def read(text: str) -> Sheet:
    return read_sheet(from_text("a.csv", text))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    pairs = draw(st.lists(st.tuples(IDS, IDS), max_size=5, unique=True))
    scale = draw(st.integers(1, 12))
    harmless = WORDS.filter(lambda text: not text.startswith(("=", "+", "-", "@")))
    rows = []
    for query_id, doc_id in pairs:
        unsure = draw(st.booleans())
        grade = None if unsure else draw(st.one_of(st.none(), st.integers(0, scale)))
        texts = draw(harmless), draw(harmless.map(lambda text: text or None)), draw(harmless)
        rows.append(SheetRow(query_id, doc_id, *texts, grade, unsure, draw(harmless)))
    return Sheet(tuple(rows), scale)


@given(sheets())
def test_what_is_written_is_read_back(sheet: Sheet) -> None:
    again = read(sheet_as_csv(sheet))

    assert again == sheet
    assert again.diagnostics == ()


@pytest.mark.parametrize("text", ["a\rb", "a\nb", 'a "b', "a,b"])
def test_text_with_any_sign_is_read_back(text: str) -> None:
    sheet = Sheet((SheetRow("a", "Sc1", query_text=text, note=text),))

    assert read(sheet_as_csv(sheet)) == sheet


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("query_id,doc_id,grade\na,Sc1,2\n", id="commas"),
        pytest.param("query_id;doc_id;grade\na;Sc1;2\n", id="semicolons"),
        pytest.param("query_id\tdoc_id\tgrade\na\tSc1\t2\n", id="tabs"),
        pytest.param("Grade (0–3),DOC_ID,Query_Id\r\n2.0,Sc1,a\r\n", id="turned-round"),
        pytest.param(
            '"query_id","doc_id","grade","more"\n\n"a","Sc1"," 2 ",""\n,,,\n', id="quotes"
        ),
        pytest.param("\ufeffquery_id,doc_id,grade\na,Sc1,2\n", id="byte-order-mark"),
    ],
)
def test_sheet_is_read_however_it_was_saved(text: str) -> None:
    sheet = read(text)

    assert sheet.diagnostics == ()
    assert [(row.pair, row.grade) for row in sheet.rows] == [(("a", "Sc1"), 2)]


def test_scale_stands_in_the_heading() -> None:
    assert read("query_id,doc_id,grade (0-5)\na,b,5\n").scale == 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [("SHT102", 1, 1)], id="empty"),
        pytest.param("a,b\n", [("SHT102", 1, 1)], id="no-columns"),
        pytest.param(f'{HEAD}a,b,"1\n', [("SHT101", 2, 1)], id="quote-left-open"),
        pytest.param(f"{HEAD},b,1\na,,1\n", [("SHT103", 2, 1), ("SHT103", 3, 1)], id="no-ids"),
        pytest.param(f"{HEAD}a\n", [("SHT103", 2, 1)], id="short-row"),
        pytest.param(f"{HEAD}a,b,4\n", [("SHT104", 2, 1)], id="above-the-scale"),
        pytest.param(f"{HEAD}a,b,-1\n", [("SHT104", 2, 1)], id="below-the-scale"),
        pytest.param(f"{HEAD}a,b,1.5\n", [("SHT104", 2, 1)], id="fraction"),
        pytest.param(f"{HEAD}a,b,good\n", [("SHT104", 2, 1)], id="word"),
        pytest.param(f"{HEAD}a,b,1\na,c,1\na,b,2\n", [("SHT106", 4, 1)], id="twice"),
        pytest.param(
            f'{HEAD}a,b,1,"two\nlines"\na,c,9\n', [("SHT104", 4, 1)], id="after-two-lines"
        ),
    ],
)
def test_each_mistake_is_found_at_its_line(text: str, expected: list[Place]) -> None:
    assert places(read(text).diagnostics) == expected


def test_wrong_byte_is_named() -> None:
    (finding,) = read_sheet(decode("a.csv", b"query_id,doc_id,grade\n\xff,b,1\n")).diagnostics

    assert (finding.code, finding.span.line) == ("SHT101", 2)


def test_cell_too_large_for_csv_is_refused() -> None:
    assert places(read(f"{HEAD}a,{'b' * 200_000},1\n").diagnostics) == [("SHT101", 2, 1)]


def test_formula_is_made_harmless() -> None:
    sheet = Sheet((SheetRow("a", "b", "=1+1", None, "@x"),))

    assert "'=1+1" in sheet_as_csv(sheet)
    assert "'@x" in sheet_as_csv(sheet)

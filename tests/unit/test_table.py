"""Tables in plain text, and the table of scenes."""

import json

from sceneprobe.report.scenes import (
    scenes_as_json,
    scenes_as_jsonl,
    scenes_as_table,
    summary_of_scenes,
)
from sceneprobe.report.table import Column, Table, fitted, table_as_text
from tests.stories import story


def test_columns_are_aligned_two_blanks_apart() -> None:
    table = Table(
        (Column("#", right=True), Column("scene"), Column("title")),
        (("1", "Sc1", "Gate"), ("10", "Opening", "")),
    )

    assert table_as_text(table) == " #  scene    title\n 1  Sc1      Gate\n10  Opening\n"


def test_wide_characters_take_two_columns() -> None:
    table = Table((Column("a"), Column("b")), (("船船", "x"), ("zoe", "y")))

    assert table_as_text(table) == "a     b\n船船  x\nzoe   y\n"


def test_column_with_a_width_cuts_what_is_longer() -> None:
    table = Table((Column("a", width=5), Column("b")), (("Annabel", "x"),))

    assert table_as_text(table) == "a      b\nAnna…  x\n"


def test_table_without_rows_is_its_headings() -> None:
    assert table_as_text(Table((Column("a"), Column("b")), ())) == "a  b\n"


WIDE = Table(
    (Column("a"), Column("b", yields=True), Column("c", yields=True)),
    (("x" * 20, "y" * 30, "z" * 40),),
)


def widest(table: Table) -> int:
    return max(map(len, table_as_text(table).splitlines()))


def test_table_that_fits_stays_as_it_is() -> None:
    assert fitted(WIDE, 94) == WIDE


def test_last_column_that_yields_is_narrowed_first() -> None:
    narrow = fitted(WIDE, 80)

    assert widest(narrow) == 80
    assert "y" * 30 in table_as_text(narrow)


def test_columns_that_do_not_yield_stay_whole_where_nothing_fits() -> None:
    narrow = table_as_text(fitted(WIDE, 10))

    assert "x" * 20 in narrow
    assert "y" * 30 not in narrow
    assert "z" * 40 not in narrow


STORY = """\
Ch1 group begin
Sc1 group begin
Sc1 has title "The\x1bGate"
Sc1 describes "Zoë waits.\\nIt rains."
Sc1 group end
Sc2 group begin
Anna is hero
Anna walks
Sc2 group end
Ch1 group end
Sc3 group begin
Sc3 group end
"""


def test_scenes_are_listed_with_words_and_origin() -> None:
    table = scenes_as_table(story(STORY).scenes)

    assert [column.heading for column in table.columns] == (
        "# scene chapter title words text begins".split()
    )
    assert table.rows == (
        ("1", "Sc1", "Ch1", "The␛Gate", "4", "written", "Zoë waits. It rains."),
        ("2", "Sc2", "Ch1", "-", "2", "from events", "Anna walks."),
        ("3", "Sc3", "-", "-", "0", "no text", ""),
    )


def test_summary_counts_scenes_words_and_origins() -> None:
    scenes = story(STORY).scenes

    assert summary_of_scenes(scenes) == "3 scenes, 6 words (1 written, 1 from events, 1 no text)"
    assert summary_of_scenes(scenes[:1]) == "1 scene, 4 words (1 written)"
    assert summary_of_scenes(()) == "0 scenes, 0 words"


def test_scenes_as_json_and_json_lines_say_the_same() -> None:
    scenes = story(STORY).scenes
    listed = json.loads(scenes_as_json(scenes))

    assert [json.loads(line) for line in scenes_as_jsonl(scenes).splitlines()] == listed
    assert listed[0] == {
        "id": "Sc1",
        "position": 1,
        "chapter": "Ch1",
        "title": "The\x1bGate",
        "text": "Zoë waits.\nIt rains.",
        "source": "describes",
        "entities": [],
        "line": 2,
    }
    assert listed[1]["entities"] == ["Anna"]
    assert "Zoë" in scenes_as_json(scenes)

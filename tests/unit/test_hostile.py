"""Files that nobody writes by hand: deep, long, wide, broken."""

from collections import Counter

import pytest

from sceneprobe.cnl.model import Comment, Group, GroupEnd
from sceneprobe.cnl.parser import parse
from sceneprobe.cnl.printer import print_document
from sceneprobe.story.build import build
from sceneprobe.story.lint import lint
from sceneprobe.text.source import decode
from tests.stories import found, linted, places, scene_texts, statements, story, tree

DEPTH = 100_000
LONG = 10_000_000
BEGINS = "".join(f"G{number} group begin\n" for number in range(DEPTH))
ENDS = "".join(f"G{number} group end\n" for number in reversed(range(DEPTH)))


def test_groups_nested_100_000_deep_are_read() -> None:
    text = f"{BEGINS}Anna walks\n{ENDS}"
    document = tree(text)

    assert document.diagnostics == ()
    assert (document.nodes[DEPTH].depth, document.nodes[-1].depth) == (DEPTH, 0)
    assert [scene.text for scene in build(document).scenes] == ["Anna walks."]
    assert tree(print_document(document)) == document


def test_scenes_nested_100_000_deep_are_scenes_of_their_own() -> None:
    text = "".join(f"Sc{number} group begin\nAnna finds {number}\n" for number in range(DEPTH))
    read = story(text + "".join(f"Sc{number} group end\n" for number in reversed(range(DEPTH))))

    assert read.diagnostics == ()
    assert len(read.scenes) == DEPTH
    assert (read.scenes[-1].id, read.scenes[-1].text) == ("Sc99999", "Anna finds 99999.")


def test_each_of_100_000_groups_that_never_end_is_an_error_at_its_begin() -> None:
    places_found = found(BEGINS)

    assert places_found == [("CNL103", line, 1) for line in range(1, DEPTH + 1)]


def test_each_of_100_000_wrong_ends_is_an_error_at_its_line() -> None:
    document = tree(BEGINS + ENDS.replace("G", "H"))

    assert Counter(finding.code for finding in document.diagnostics) == {
        "CNL102": DEPTH,
        "CNL103": DEPTH,
    }
    assert document.diagnostics[-1].span.line == 2 * DEPTH
    assert document.diagnostics[-1].hint == (
        'the innermost open group is "G99999", opened at line 100000'
    )


def test_one_end_closes_100_000_groups_with_one_error() -> None:
    document = tree(f"{BEGINS}G0 group end\nAnna walks\n")

    assert places(document.diagnostics) == [("CNL102", DEPTH + 1, 1)]
    assert document.nodes[-1].depth == 0


def test_ends_in_the_wrong_order_are_errors_and_nothing_stays_open() -> None:
    text = BEGINS + "".join(f"G{number} group end\n" for number in range(DEPTH))
    document = tree(text)

    assert {finding.code for finding in document.diagnostics} == {"CNL102"}
    assert len(document.diagnostics) == DEPTH
    assert document.nodes[-1].depth == 0


def test_names_of_several_words_nest_100_000_deep() -> None:
    text = "The Long Way Home group begin\n" * DEPTH + "The Long Way Home has type scene\n"
    document = tree(text)

    assert len(document.diagnostics) == DEPTH
    assert len(build(document).scenes) == 1


def test_line_of_10_mb_of_words_is_one_event() -> None:
    text = "Anna walks " + "word " * (LONG // 5)
    (scene,) = story(text).scenes

    assert found(text) == []
    assert len(scene.events[0].objects) == LONG // 5
    assert scene.text.endswith("word word.")


def test_line_of_10_mb_in_one_string_is_the_text_of_its_scene() -> None:
    prose = "x" * LONG

    assert scene_texts(f'Sc1 group begin\nSc1 describes "{prose}"\nSc1 group end') == {"Sc1": prose}


def test_string_of_10_mb_that_never_ends_is_one_error() -> None:
    assert found('Sc1 describes "' + '\\"' * (LONG // 2)) == [("CNL201", 1, 15)]


@pytest.mark.parametrize(
    ("quotes", "expected"),
    [
        pytest.param(LONG, [("CNL301", 1, 3)], id="even"),
        pytest.param(LONG + 1, [("CNL201", 1, LONG + 1), ("CNL301", 1, 3)], id="odd"),
    ],
)
def test_line_of_10_mb_of_quotes_has_no_verb(
    quotes: int, expected: list[tuple[str, int, int]]
) -> None:
    assert sorted(found('"' * quotes)) == expected


def test_line_of_10_mb_of_comments_is_2_000_000_comments() -> None:
    document = tree("/* */" * (LONG // 5) + "Anna walks")

    assert document.diagnostics == ()
    assert len(document.nodes) == LONG // 5 + 1
    assert isinstance(document.nodes[0], Comment)
    assert document.nodes[-1].offset == LONG


def test_comments_of_10_mb_in_a_statement_are_no_words() -> None:
    (only,) = statements("Anna walks " + "/* */ " * (LONG // 6))

    assert only.tokens == ("Anna", "walks")
    assert len(only.comments) == LONG // 6


def test_line_of_10_mb_of_opening_marks_is_one_comment_that_never_ends() -> None:
    assert found("/* " * (LONG // 3)) == [("CNL202", 1, 1)]


def test_200_000_lines_are_one_scene() -> None:
    (scene,) = story("Sc1 group begin\n" + "Anna walks\n" * 200_000 + "Sc1 group end\n").scenes

    assert len(scene.events) == 200_000
    assert scene.text.count("Anna walks.") == 200_000


@pytest.mark.slow
def test_1_000_000_lines_are_one_scene() -> None:
    read = story("Sc1 group begin\n" + "Anna walks\n" * 1_000_000 + "Sc1 group end\n")

    assert len(read.scenes[0].events) == 1_000_000
    assert places(lint(read)) == [("undefined_entity", 2, 1)]


def test_200_000_blank_lines_say_nothing() -> None:
    text = "\n  \n" * 100_000

    assert tree(text).nodes == ()
    assert linted(text) == [("no_scenes_found", 1, 1)]


def test_empty_file_has_one_finding_and_no_scene() -> None:
    read = build(parse(decode("story.cnl", b"")))

    assert (read.scenes, read.diagnostics) == ((), ())
    assert places(lint(read)) == [("no_scenes_found", 1, 1)]


def test_unclosed_comment_over_the_whole_file_is_one_error() -> None:
    document = tree("/*\n" + "Sc1 group begin\n" * DEPTH)

    assert places(document.diagnostics) == [("CNL202", 1, 1)]
    assert [type(node) for node in document.nodes] == [Comment]


def test_every_control_character_is_told_at_its_line() -> None:
    controls = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"]
    text = "".join(f"Anna waits{char}here\n" for char in controls)

    assert found(text) == [("CNL002", line, 11) for line in range(1, len(controls) + 1)]


def test_nul_is_no_end_of_the_text() -> None:
    text = 'Sc1 group begin\nSc1 describes "a\x00b"\nSc1 group end\n'

    assert scene_texts(text) == {"Sc1": "a\x00b"}
    assert found(text) == [("CNL002", 2, 17)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"Anna walks \xff", [(11, 1, 12)], id="one"),
        pytest.param(b"\xef\xbb\xbfAnna walks\n\xfe waits", [(14, 2, 1)], id="after-a-mark"),
        pytest.param(b"A \xc3\xa9\xff\r\nB c\nC \xe2\x82\n", [(4, 1, 4), (13, 3, 3)], id="several"),
    ],
)
def test_bytes_that_are_no_utf8_are_told_with_their_offset(
    content: bytes, expected: list[tuple[int, int, int]]
) -> None:
    document = parse(decode("story.cnl", content))
    wrong = [finding for finding in document.diagnostics if finding.code == "CNL001"]

    assert [(f.message, f.span.line, f.span.column) for f in wrong] == [
        (f"the byte at offset {offset} is no UTF-8", line, column)
        for offset, line, column in expected
    ]


def test_10_mb_of_wrong_bytes_are_one_error() -> None:
    document = parse(decode("story.cnl", b"Anna walks " + b"\xff" * LONG))

    assert places(document.diagnostics) == [("CNL001", 1, 12)]


@pytest.mark.parametrize("name", ["__proto__", "constructor", "__class__", "None", "toString"])
def test_names_that_mean_something_to_programs_are_names_like_any_other(name: str) -> None:
    text = f"""\
"{name}" is character
"{name}" has {name} {name}
"{name}" has trait {name}
"{name}" relates to "{name}" as {name}
Gate group begin
  Gate has type scene
  Gate includes character "{name}"
  "{name}" walks
  "{name}" recalls @{name}
Gate group end
"""
    read = story(text)
    entity = read.entities[name]

    assert (read.diagnostics, lint(read)) == ((), ())
    assert (entity.type, entity.traits) == ("character", (name,))
    assert entity.properties == {name.lower(): (name,)}
    assert read.scenes[0].includes == {"character": (name,)}
    assert read.scenes[0].entities == (name,)


@pytest.mark.parametrize("name", ["__proto__", "constructor", "__class__"])
def test_unknown_names_that_mean_something_to_programs_are_unknown(name: str) -> None:
    text = (
        f"Anna is hero\nSc1 group begin\nSc1 includes {name} Anna\nAnna sees @{name}\nSc1 group end"
    )

    assert linted(text) == [("unknown_inclusion", 3, 14), ("orphan_reference", 4, 11)]


def test_100_000_misspelt_names_are_found_among_100_000_known_ones() -> None:
    known = "".join(f"Sailor{number:06d} is character\n" for number in range(DEPTH))
    misspelt = "".join(f"Sailer{number:06d} waits\n" for number in range(DEPTH))
    findings = lint(story(f"{known}Sc1 group begin\n{misspelt}Sc1 group end\n"))

    assert len(findings) == DEPTH
    assert findings[4321].code == "undefined_entity"
    assert findings[4321].span.line == DEPTH + 2 + 4321
    assert findings[4321].hint == 'did you mean "Sailor004321"?'


def test_100_000_scenes_of_one_name_have_ids_of_their_own() -> None:
    read = story("Sc1 group begin\nSc1 group end\n" * DEPTH)

    assert len({scene.id for scene in read.scenes}) == DEPTH
    assert read.scenes[-1].id == "Sc1~100000"
    assert Counter(f.code for f in read.diagnostics) == {"CNL401": DEPTH - 1}


def test_2_000_unknown_references_in_one_line_are_told_each_at_its_place() -> None:
    text = "Anna is hero\nSc1 group begin\nAnna sees " + " ".join(
        f"@X{number:04d}" for number in range(2_000)
    )

    assert linted(text) == [("orphan_reference", 3, 11 + 7 * number) for number in range(2_000)]


def test_ends_without_begins_and_begins_without_ends_keep_their_nodes() -> None:
    nodes = tree("X group end\n" * DEPTH + "X group begin\n" * DEPTH).nodes

    assert Counter(type(node) for node in nodes) == {GroupEnd: DEPTH, Group: DEPTH}

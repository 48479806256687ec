"""Tokens, strings and comments of a line."""

import pytest

from sceneprobe.cnl.lexer import is_closed, is_plain, is_string, lex, quoted, value_of


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        pytest.param("", (), id="empty"),
        pytest.param("  Anna\twalks\u3000home  ", ("Anna", "walks", "home"), id="any-blank"),
        pytest.param("a\rb", ("a", "b"), id="lone-cr-is-a-blank"),
        pytest.param('Sc1 describes "a b"', ("Sc1", "describes", '"a b"'), id="string"),
        pytest.param('a"b"c', ("a", '"b"', "c"), id="word-ends-at-a-quote"),
        pytest.param('""', ('""',), id="empty-string"),
        pytest.param(r'"a \"b\" c" d', (r'"a \"b\" c"', "d"), id="escaped-quote"),
        pytest.param(r'"a\\" d', (r'"a\\"', "d"), id="escaped-backslash-before-the-quote"),
        pytest.param("see http://x.org/a", ("see", "http://x.org/a"), id="address-is-a-word"),
        pytest.param("a/*b*/", ("a/*b*/",), id="mark-inside-a-word"),
        pytest.param('"a // b /* c */"', ('"a // b /* c */"',), id="marks-inside-a-string"),
        pytest.param('"a"//b', ('"a"', "//b"), id="mark-right-after-a-string-is-a-word"),
    ],
)
def test_tokens(line: str, tokens: tuple[str, ...]) -> None:
    lexed = lex(line)

    assert lexed.tokens == tokens
    assert (lexed.comments, lexed.opening, lexed.unterminated) == ((), None, None)


@pytest.mark.parametrize(
    ("line", "tokens", "comments"),
    [
        pytest.param("// a b ", (), ("// a b",), id="whole-line"),
        pytest.param("a // b // c", ("a",), ("// b // c",), id="to-the-end-of-the-line"),
        pytest.param("a /* b */ c", ("a", "c"), ("/* b */",), id="closed"),
        pytest.param("a /* b */c", ("a", "c"), ("/* b */",), id="word-right-after"),
        pytest.param("a /* b *//* c */ d", ("a", "d"), ("/* b */", "/* c */"), id="adjoining"),
        pytest.param("a /**/ b", ("a", "b"), ("/**/",), id="empty"),
        pytest.param('a /* "b */ c', ("a", "c"), ('/* "b */',), id="quote-in-a-comment"),
        pytest.param("a\u00a0// b", ("a",), ("// b",), id="after-any-blank"),
    ],
)
def test_comments_are_no_tokens(
    line: str, tokens: tuple[str, ...], comments: tuple[str, ...]
) -> None:
    lexed = lex(line)

    assert (lexed.tokens, lexed.comments) == (tokens, comments)


def test_comment_that_runs_over_the_line_ends_the_tokens() -> None:
    lexed = lex("Anna walks /* to the harbor")

    assert (lexed.tokens, lexed.opening) == (("Anna", "walks"), 11)


def test_slash_after_the_opening_mark_does_not_close_a_comment() -> None:
    assert lex("a /*/ b").opening == 2


@pytest.mark.parametrize(
    ("line", "start"),
    [
        pytest.param('a "b c', 2, id="no-quote"),
        pytest.param(r'a "b\"', 2, id="escaped-quote"),
        pytest.param('a "b" "c // d', 6, id="second-string"),
    ],
)
def test_string_without_its_quote_takes_the_rest_of_the_line(line: str, start: int) -> None:
    lexed = lex(line)

    assert lexed.unterminated == start
    assert lexed.tokens[-1] == line[start:]


def test_reading_starts_at_an_offset_and_places_count_from_the_line() -> None:
    lexed = lex("x */ Anna walks", 4)

    assert (lexed.tokens, lexed.starts) == (("Anna", "walks"), (5, 10))


@pytest.mark.parametrize(
    ("token", "value"),
    [
        pytest.param("Anna", "Anna", id="word"),
        pytest.param(r"a\nb", r"a\nb", id="word-has-no-escapes"),
        pytest.param('"The Gate"', "The Gate", id="string"),
        pytest.param(r'"say \"no\""', 'say "no"', id="quote"),
        pytest.param(r'"a\\b"', r"a\b", id="backslash"),
        pytest.param(r'"a\nb"', "a\nb", id="line-break"),
        pytest.param(r'"a\\nb"', r"a\nb", id="backslash-then-n"),
        pytest.param(r'"a\tb\x"', r"a\tb\x", id="any-other-stays"),
        pytest.param('"open', "open", id="unterminated"),
        pytest.param(r'"open\"', 'open"', id="unterminated-with-escape"),
        pytest.param('"', "", id="lone-quote"),
        pytest.param('""', "", id="empty"),
    ],
)
def test_value_of_a_token(token: str, value: str) -> None:
    assert value_of(token) == value


@pytest.mark.parametrize("name", ["The Gate", 'a "b" c', "a\\", "a\nb", "", "\\n", '\\"'])
def test_quoted_name_reads_back(name: str) -> None:
    token = quoted(name)

    assert lex(token).tokens == (token,)
    assert value_of(token) == name


def test_strings_are_told_from_words_and_closed_from_open_ones() -> None:
    assert (is_string('"a"'), is_string("a")) == (True, False)
    assert (is_closed('"a"'), is_closed('"a'), is_closed(r'"a\"')) == (True, False, False)


@pytest.mark.parametrize(
    ("line", "plain"), [("Anna walks", True), ('Anna "x"', False), ("Anna // x", False)]
)
def test_plain_line_has_neither_strings_nor_comments(line: str, *, plain: bool) -> None:
    assert is_plain(line) is plain

"""A node and a token of it → the place in the source, found by reading the line once more."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from sceneprobe.cnl.lexer import is_string, lex, name_of
from sceneprobe.cnl.model import Node, Statement
from sceneprobe.text.model import Source, Span


def token_span(source: Source, node: Node, index: int) -> Span:
    """Give the place of a node's token, counted from 0, or from the end when negative."""
    return span_in(source, node.line, node.offset, index)


def name_span(source: Source, statement: Statement, name: str) -> Span:
    """Give the place where a statement says a name, or the first word of it; else its subject's."""
    said = _names_in(source.line(statement.line), statement.offset)
    index = said.get(name, said.get(name.partition(" ")[0], 0))
    span = token_span(source, statement, index)
    comma = not is_string(statement.tokens[index]) and statement.tokens[index].endswith(",")
    return replace(span, width=span.width - 1) if comma and span.width > 1 else span


def span_in(source: Source, line: int, offset: int, index: int) -> Span:
    """Give the place of a token in a line that is read from an offset on."""
    lexed = lex(source.line(line), offset)
    return Span(source, line, lexed.starts[index] + 1, len(lexed.tokens[index]))


@lru_cache(maxsize=8)
def _names_in(line: str, offset: int) -> Mapping[str, int]:
    names: dict[str, int] = {}
    for index, token in enumerate(lex(line, offset).tokens):
        names.setdefault(name_of(token), index)
    return names

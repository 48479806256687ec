"""A node and a token of it → the place in the source.

Places are found by reading the line once more: only findings need them, and few lines have any.
"""

from sceneprobe.cnl.lexer import lex, value_of
from sceneprobe.cnl.model import Node, Statement
from sceneprobe.text.model import Source, Span


def token_span(source: Source, node: Node, index: int) -> Span:
    """Give the place of a node's token, counted from 0, or from the end when negative."""
    return span_in(source, node.line, node.offset, index)


def name_span(source: Source, statement: Statement, name: str) -> Span:
    """Give the place where a statement says a name, or the first word of it; else its subject's.

    A reference counts as the name (``@Anna`` says ``Anna``), and so does one before a comma.
    """
    said = [value_of(token).removeprefix("@").rstrip(",") for token in statement.tokens]
    for wanted in (name, name.partition(" ")[0]):
        if wanted in said:
            return token_span(source, statement, said.index(wanted))
    return token_span(source, statement, 0)


def span_in(source: Source, line: int, offset: int, index: int) -> Span:
    """Give the place of a token in a line that is read from an offset on."""
    lexed = lex(source.line(line), offset)
    return Span(source, line, lexed.starts[index] + 1, len(lexed.tokens[index]))

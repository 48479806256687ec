"""Document → text in canonical layout; reading that text again gives the same tree."""

from collections.abc import Iterator, Sequence

from sceneprobe.cnl.lexer import is_closed, is_string
from sceneprobe.cnl.model import (
    Annotation,
    Comment,
    Document,
    Group,
    GroupEnd,
    Node,
    Statement,
    Template,
)

_BYTE_ORDER_MARK = "\ufeff"
_INDENT = "  "
_DEEPEST_INDENT = 40


def print_document(document: Document) -> str:
    """Lay a story out: two spaces a level, one blank between words, at most one blank line.

    Comments inside a statement move to the end of its line. Raw lines stay as they are.
    """
    lines: list[str] = []
    for node in document.nodes:
        if node.after_blank and lines:
            lines.append("")
        first, *others = _lines_of(node)
        lines.append(_INDENT * min(node.depth, _DEEPEST_INDENT) + first)
        lines.extend(others)
    if lines and lines[0].startswith(_BYTE_ORDER_MARK):
        lines[0] = _BYTE_ORDER_MARK + lines[0]  # the reader drops one
    newline = document.source.newline
    return newline.join(lines) + newline if lines else ""


def _lines_of(node: Node) -> Iterator[str]:
    """Give the lines of a node; only the first is indented, the others are as written."""
    match node:
        case Statement() | Group() | GroupEnd():
            yield from _line(node.tokens, node.comments).split("\n")
        case Comment():
            yield from node.text.split("\n")
        case Annotation():
            text = "begin" if node.block else node.text
            yield f"#{node.type}: {text}".rstrip()
            if node.block:
                yield from _raw(node.text, node, f"#{node.type}: end", closed=node.closed)
        case Template():
            yield _line(node.tokens, node.comments)
            end = _line((*node.tokens[:-1], "end"), ())
            yield from _raw(node.text, node, end, closed=node.closed)


def _line(tokens: Sequence[str], comments: Sequence[str]) -> str:
    if is_string(tokens[-1]) and not is_closed(tokens[-1]):
        # Behind a string without its closing quote, a comment would become part of it.
        return " ".join(filter(None, (_joined(tokens[:-1]), *comments, tokens[-1])))
    return " ".join((_joined(tokens), *comments))


def _joined(tokens: Sequence[str]) -> str:
    return "".join(
        # After a blank these marks would begin a comment; here they follow a string and are words.
        token if token.startswith(("//", "/*")) else f" {token}"
        for token in tokens
    ).lstrip(" ")


def _raw(text: str, node: Node, end: str, *, closed: bool) -> Iterator[str]:
    yield from text.split("\n")[:-1]
    if closed:
        yield _INDENT * min(node.depth, _DEEPEST_INDENT) + end

"""Document → text in canonical layout; reading that text again gives the same tree."""

from collections.abc import Iterator, Sequence

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
    newline = document.source.newline
    return newline.join(lines) + newline if lines else ""


def _lines_of(node: Node) -> Iterator[str]:
    """Give the lines of a node; only the first is indented, the others are as written."""
    match node:
        case Statement() | Group() | GroupEnd():
            yield _line(node.tokens, node.comments)
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
    written = "".join(
        # After a blank these marks would begin a comment; here they follow a string and are words.
        token if token.startswith(("//", "/*")) else f" {token}"
        for token in tokens
    )
    return " ".join((written.lstrip(" "), *comments))


def _raw(text: str, node: Node, end: str, *, closed: bool) -> Iterator[str]:
    yield from text.split("\n")[:-1]
    if closed:
        yield _INDENT * min(node.depth, _DEEPEST_INDENT) + end

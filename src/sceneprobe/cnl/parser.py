"""Source → Document: one statement to a line, never stopping at a mistake."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypedDict

from sceneprobe.cnl import findings as rules
from sceneprobe.cnl.annotations import near_type, read_note
from sceneprobe.cnl.blocks import Block, OpenBlocks, block_name, never_ends, wrong_end
from sceneprobe.cnl.cursor import Cursor
from sceneprobe.cnl.forms import category_of, declared_kind
from sceneprobe.cnl.lexer import is_plain, is_string, lex, value_of
from sceneprobe.cnl.model import (
    Annotation,
    BlockKind,
    Category,
    Comment,
    Document,
    Group,
    GroupEnd,
    Node,
    Statement,
    Template,
    subject_of,
)
from sceneprobe.cnl.places import span_in, token_span
from sceneprobe.cnl.remarks import remarks_on_characters, remarks_on_nodes
from sceneprobe.text.model import Diagnostic, Rule, Source, Span, in_order

_GROUP_WORDS: Mapping[str, str] = MappingProxyType(
    {"begin": "begin", "end": "end"}
    | dict.fromkeys(("start", "starts", "begins"), "begin")
    | dict.fromkeys(("stop", "stops", "ends"), "end")
)
_NON_BLANK = re.compile(r"\S")


class _Place(TypedDict):
    depth: int
    line: int
    offset: int
    after_blank: bool


def parse(source: Source) -> Document:
    """Read a story file into its tree; any text at all gives a tree, with its findings."""
    parser = _Parser(source)
    nodes = parser.read_all()
    findings = (*remarks_on_characters(source), *parser.findings, *remarks_on_nodes(source, nodes))
    return Document(source, nodes, in_order(findings))


def _group_word(tokens: Sequence[str]) -> str | None:
    """Give ``begin`` or ``end`` where the last token says or means one of them."""
    return _GROUP_WORDS.get(tokens[-1].lower().rstrip(":;,."))


class _Parser:
    """Reads line after line into nodes."""

    def __init__(self, source: Source) -> None:
        self.findings: list[Diagnostic] = []
        self._source = source
        self._cursor = Cursor(source)
        self._nodes: list[Node] = []
        self._open = OpenBlocks()
        self._declared: dict[str, str] = {}
        self._owner: int | None = None
        self._after_blank = False

    def read_all(self) -> tuple[Node, ...]:
        cursor = self._cursor
        while not cursor.is_done:
            start = _NON_BLANK.search(cursor.line, cursor.offset)
            if start is None:
                self._after_blank = self._after_blank or (not cursor.offset and bool(self._nodes))
                cursor.next_line()
            else:
                self._read_from(cursor.line, start.start())
        for block in self._open:
            self._report_unclosed(block)
        return tuple(self._nodes)

    def _read_from(self, line: str, start: int) -> None:
        if line.startswith("#", start):
            self._read_hash_line(line[start:].rstrip(), start)
        elif line.startswith("//", start):
            self._add(Comment(**self._place(), text=line[start:].rstrip()))
            self._cursor.next_line()
        elif line.startswith("/*", start):
            self._read_comment(start)
        else:
            self._read_tokens(line)

    def _read_comment(self, start: int) -> None:
        place = self._place()
        self._add(Comment(**place, text=self._take_comment(start)))

    def _read_comment_behind(self, start: int) -> None:
        """Let a comment that begins behind a statement and spans lines belong to its line."""
        statement = self._nodes[-1]
        if isinstance(statement, Statement | Group | GroupEnd):
            comments = (*statement.comments, self._take_comment(start))
            self._nodes[-1] = replace(statement, comments=comments)

    def _take_comment(self, start: int) -> str:
        span = Span(self._source, self._cursor.at + 1, start + 1, 2)
        text, closed = self._cursor.take_comment(start)
        if not closed:
            message = "this comment never ends, so all that follows is read as comment"
            self._report(rules.UNCLOSED_COMMENT, span, message, "close it with */")
        return text

    def _read_hash_line(self, text: str, start: int) -> None:
        place = self._place()
        span = Span(self._source, place["line"], start + 1, len(text))
        note = read_note(text)
        if note is None:
            meant = near_type(text)
            if meant is not None:
                message = f"this is read as a comment, but looks like a #{meant}: annotation"
                self._report(rules.NEAR_ANNOTATION, span, message, f"write #{meant}: …")
            self._add(Comment(**place, text=text))
        elif note.opens:

            def ends(line: str) -> bool:
                closing = read_note(line.strip()) if "#" in line else None
                return closing is not None and closing.type == note.type and closing.closes

            raw, closed = self._cursor.take_raw_lines(ends)
            if not closed:
                message = f"this #{note.type}: block never ends, so all that follows is part of it"
                hint = f"close it with a line #{note.type}: end"
                self._report(rules.UNCLOSED_ANNOTATION, span, message, hint)
            self._add(
                Annotation(
                    **place, type=note.type, text=raw, owner=self._owner, block=True, closed=closed
                )
            )
        else:
            if note.closes:
                message = f"no #{note.type}: block is open, so this is a note that says {note.text}"
                hint = f"open the block with a line #{note.type}: begin"
                self._report(rules.STRAY_ANNOTATION_END, span, message, hint)
            self._add(Annotation(**place, type=note.type, text=note.text, owner=self._owner))
        self._cursor.next_line()

    def _read_tokens(self, line: str) -> None:
        opening, comments = None, tuple[str, ...]()
        if not self._cursor.offset and is_plain(line):
            tokens = tuple(line.split())
        else:
            lexed = lex(line, self._cursor.offset)
            tokens, comments, opening = lexed.tokens, lexed.comments, lexed.opening
            if lexed.unterminated is not None:
                span = Span(self._source, self._cursor.at + 1, lexed.unterminated + 1)
                hint = 'end the string with " on the same line; a quote inside it is written \\"'
                self._report(rules.UNTERMINATED_STRING, span, "this string never ends", hint)
        if opening is None and self._is_template_line(tokens, "begin"):
            self._read_template(tokens, comments)
        elif self._is_block_line(tokens):
            self._read_block_line(tokens, comments)
        else:
            self._read_statement(tokens, comments)
        if opening is None:
            self._cursor.next_line()
        else:
            self._read_comment_behind(opening)

    def _read_statement(self, tokens: tuple[str, ...], comments: tuple[str, ...]) -> None:
        width = self._open.subject_width(tokens)
        if len(tokens) <= width or is_string(tokens[width]):
            category, width = Category.UNREAD, 1
        else:
            subject, predicate = subject_of(tokens, width), tokens[width:]
            category = category_of(subject, predicate, self._declared) or Category.EVENT
            kind = declared_kind(subject, predicate, category)
            if kind is not None:
                self._declared[kind[0]] = kind[1]
        self._owner = len(self._nodes)
        self._add(Statement(tokens, category, width, comments, **self._place()))

    def _is_block_line(self, tokens: Sequence[str]) -> bool:
        if len(tokens) < 2 or _group_word(tokens) is None:
            return False
        if tokens[-2].lower() == "group":
            return True
        exact = len(tokens) == 3 and tokens[-1].lower() in {"begin", "end"}
        is_exchange = exact and tokens[1].lower() == "exchange"
        return is_exchange and self._declared.get(value_of(tokens[0])) == "dialogue"

    def _read_block_line(self, tokens: tuple[str, ...], comments: tuple[str, ...]) -> None:
        kind, word = BlockKind(tokens[-2].lower()), _group_word(tokens) or "begin"
        name = block_name(tokens[:-2])
        if tokens[-1].lower() != word:
            message = f'"{name} group {tokens[-1]}" is read as "{name} group {word}"'
            self._report_token(rules.MISWORDED_GROUP, -1, message, f'write "group {word}"')
        if not name.strip():
            message, hint = f"this group {word} names no group", f"write NAME group {word}"
            self._report_token(rules.NAMELESS_GROUP, 0, message, hint)
        if word == "begin":
            node = len(self._nodes)
            self._add(Group(name, tokens, comments, kind, **self._place()))
            words = tuple(map(value_of, tokens[:-2]))
            self._open.push(Block(kind, name, words, self._cursor.at + 1, node))
            self._owner = node
        else:
            self._close(kind, name)
            self._add(GroupEnd(name, tokens, comments, kind, **self._place()))

    def _close(self, kind: BlockKind, name: str) -> None:
        inner = self._open.innermost
        if inner is not None and inner.kind is kind and self._is_same(kind, name, inner.name):
            name = inner.name
        elif name.strip():
            self._report_wrong_end(kind, name, inner)
        if self._open.has(kind, name):
            self._owner = self._open.close(kind, name).node

    def _is_same(self, kind: BlockKind, name: str, inner: str) -> bool:
        """Tell whether an end is the innermost block's: by name, or as one of them has no name."""
        if not inner.strip():
            return not self._open.has(kind, name) or name == inner
        return name == inner or not name.strip()

    def _report_wrong_end(self, kind: BlockKind, name: str, inner: Block | None) -> None:
        rule = rules.WRONG_END if kind is BlockKind.GROUP else rules.WRONG_EXCHANGE_END
        self._report_token(
            rule, 0, *wrong_end(kind, name, inner, is_open=self._open.has(kind, name))
        )

    def _report_unclosed(self, block: Block) -> None:
        rule = rules.UNCLOSED_GROUP if block.kind is BlockKind.GROUP else rules.UNCLOSED_EXCHANGE
        span = token_span(self._source, self._nodes[block.node], 0)
        self._report(rule, span, *never_ends(block))

    def _is_template_line(self, tokens: Sequence[str], word: str) -> bool:
        return (
            len(tokens) == 4
            and [token.lower() for token in tokens[1:]] == ["has", "template", word]
            and self._declared.get(value_of(tokens[0])) == "pattern"
        )

    def _read_template(self, tokens: tuple[str, ...], comments: tuple[str, ...]) -> None:
        place, pattern = self._place(), value_of(tokens[0])

        def ends(line: str) -> bool:
            if "template" not in line.lower():
                return False
            lexed = lex(line)
            exact = not lexed.comments and lexed.opening is None
            is_end = exact and self._is_template_line(lexed.tokens, "end")
            return is_end and value_of(lexed.tokens[0]) == pattern

        raw, closed = self._cursor.take_raw_lines(ends)
        if not closed:
            message = f'the template of "{pattern}" never ends, so all that follows is part of it'
            span = span_in(self._source, place["line"], place["offset"], 0)
            hint = f"close it with a line {tokens[0]} has template end"
            self._report(rules.UNCLOSED_TEMPLATE, span, message, hint)
        self._owner = len(self._nodes)
        self._add(Template(pattern, raw, tokens, comments, closed, **place))

    def _place(self) -> _Place:
        return {
            "depth": len(self._open),
            "line": self._cursor.at + 1,
            "offset": self._cursor.offset,
            "after_blank": self._after_blank,
        }

    def _add(self, node: Node) -> None:
        self._nodes.append(node)
        self._after_blank = False

    def _report(self, rule: Rule, span: Span, message: str, hint: str) -> None:
        self.findings.append(rule.at(span, message, hint))

    def _report_token(self, rule: Rule, index: int, message: str, hint: str) -> None:
        self._report(
            rule,
            span_in(self._source, self._cursor.at + 1, self._cursor.offset, index),
            message,
            hint,
        )

"""Lines that can be read, but hardly say what their author meant → findings."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sceneprobe.cnl import findings as rules
from sceneprobe.cnl.forms import FORMS, is_identifier
from sceneprobe.cnl.lexer import is_closed, is_string
from sceneprobe.cnl.model import BlockKind, Category, Group, Node, Statement
from sceneprobe.cnl.places import token_span
from sceneprobe.text.model import Diagnostic, Source, Span
from sceneprobe.text.names import NearNames

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
_MEANT_AS_PROSE = frozenset({"description", "text", "prose"})
_CURLY_QUOTES = frozenset("“”„«»‘’")
_LONG_VERBS = NearNames(verb for verb in FORMS if len(verb) > 5)


def remarks_on_characters(source: Source) -> Iterator[Diagnostic]:
    """Report bytes that are no UTF-8 and control characters, the first of each in a line."""
    for wrong in source.wrong_bytes:
        yield rules.NOT_UTF8.at(
            Span(source, wrong.line, wrong.column),
            f"the byte at offset {wrong.offset} is no UTF-8",
            "save the file as UTF-8",
        )
    for number, line in enumerate(source.lines, start=1):
        # isprintable looks at a line ten times as fast, and nearly all are
        match = None if line.isprintable() else _CONTROL.search(line)
        if match is not None:
            yield rules.CONTROL_CHARACTER.at(
                Span(source, number, match.start() + 1),
                f"control character U+{ord(match[0]):04X}",
                "lines end in LF or CRLF only; remove the character"
                if match[0] in "\r\x85\u2028\u2029"
                else "remove the character",
            )


def remarks_on_nodes(source: Source, nodes: Iterable[Node]) -> Iterator[Diagnostic]:
    """Report statements without a verb or a needed part, misspelt verbs and unquoted names."""
    for node in nodes:
        if isinstance(node, Statement):
            yield from _on_statement(source, node)
        elif isinstance(node, Group) and node.kind is BlockKind.GROUP and len(node.tokens) == 3:
            yield from _on_name(source, node, node.tokens[0])


def _on_statement(source: Source, statement: Statement) -> Iterator[Diagnostic]:
    match statement.category:
        case Category.EVENT:
            yield from _on_event(source, statement)
        case Category.DESCRIPTION:
            yield from _on_description(source, statement)
        case Category.DECLARATION:
            if statement.width == 1:
                yield from _on_name(source, statement, statement.tokens[0].removeprefix("@"))
        case Category.PROPERTY:
            yield from _on_property(source, statement)
        case Category.UNREAD:
            yield _no_verb(source, statement)


def _on_event(source: Source, statement: Statement) -> Iterator[Diagnostic]:
    verb = statement.verb.lower()
    if verb in FORMS:
        yield rules.INCOMPLETE_FORM.at(
            token_span(source, statement, statement.width),
            f'"{statement.verb}" lacks a part here, so the line is read as an event',
            f"the form is {FORMS[verb]}",
        )
    elif verb in {"begin", "end"} and len(statement.tokens) == statement.width + 1:
        yield rules.NEAR_VERB.at(
            token_span(source, statement, statement.width),
            f'"{statement.verb}" alone is read as what happens, but looks like a group',
            f"write {statement.tokens[0]} group {verb}",
        )
    elif near := ("describes" if verb in _MEANT_AS_PROSE else _near_verb(verb)):
        yield rules.NEAR_VERB.at(
            token_span(source, statement, statement.width),
            f'"{statement.verb}" is read as what happens, but looks like "{near}"',
            f"the form is {FORMS[near]}",
        )


def _on_property(source: Source, statement: Statement) -> Iterator[Diagnostic]:
    word, *values = statement.tokens[statement.width + 1 :]
    if word.lower() in _MEANT_AS_PROSE and any(map(is_string, values)):
        yield rules.NEAR_VERB.at(
            token_span(source, statement, statement.width),
            f'"has {word}" is a property and no prose, so no search can find it',
            f"the form is {FORMS['describes']}",
        )


@lru_cache(maxsize=4096)
def _near_verb(verb: str) -> str | None:
    return _LONG_VERBS.nearest(verb)


def _on_description(source: Source, statement: Statement) -> Iterator[Diagnostic]:
    said = statement.tokens[statement.width + 1 :]
    unterminated = bool(said) and is_string(said[-1]) and not is_closed(said[-1])
    if unterminated or (len(said) == 1 and is_string(said[0])):
        return
    if not said:
        place, message = statement.width, '"describes" has no text'
    elif not is_string(said[0]):
        place, message = statement.width + 1, '"describes" takes its text in double quotes'
    else:
        place, message = statement.width + 2, "there is more after the text of the description"
    if said and said[0][0] in _CURLY_QUOTES:
        message = f"the text is in {said[0][0]} quotes, which do not count"
    yield rules.BROKEN_DESCRIPTION.at(
        token_span(source, statement, place),
        message,
        'write SUBJECT describes "text" with one string; a quote inside it is written \\"',
    )


def _no_verb(source: Source, statement: Statement) -> Diagnostic:
    index = next((i for i, token in enumerate(statement.tokens) if i and is_string(token)), None)
    if index is None:
        message = "a line needs a subject and a verb; this one has no verb"
        hint = "write SUBJECT VERB …, for example Anna walks to Harbor; a comment begins with //"
        return rules.NO_VERB.at(token_span(source, statement, 0), message, hint)
    message = "the second word of a line is its verb, and a verb has no quotes"
    hint = 'prose is written SUBJECT describes "text"; a name with blanks stands in one string'
    return rules.NO_VERB.at(token_span(source, statement, index), message, hint)


def _on_name(source: Source, node: Node, name: str) -> Iterator[Diagnostic]:
    if not is_string(name) and not is_identifier(name):
        yield rules.NOT_A_NAME.at(
            token_span(source, node, 0),
            f"{name} is no plain name",
            "a name is a letter, then letters, digits, _ - or .; put any other in double quotes",
        )

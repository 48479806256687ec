"""Statements → the canonical text of a scene."""

from collections.abc import Iterable

from sceneprobe.cnl.lexer import is_string, value_of
from sceneprobe.cnl.model import Statement


def sentence(event: Statement) -> str:
    """Write an event as a sentence: subject, verb, objects, modifiers, full stop."""
    said, modifiers = [event.subject, event.verb], list[str]()
    for word, token in event.parts():
        if word is None:
            said.append(value_of(token))
        else:
            modifiers += (word, value_of(token))
    text = " ".join(said + modifiers)
    return text if text.endswith(".") else f"{text}."


def prose(description: Statement) -> str:
    """Give the text of a description; of a broken one, all that was said, so that none is lost."""
    return " ".join(map(value_of, description.tokens[description.width + 1 :]))


def listed(tokens: Iterable[str]) -> tuple[str, ...]:
    """Read a list of names: parts between commas, words of a part joined, strings kept whole."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        first, *others = [value_of(token)] if is_string(token) else _bare(token).split(",")
        parts[-1].append(first)
        parts.extend([other] for other in others)
    joined = (" ".join(filter(None, part)) for part in parts)
    return tuple(text for text in joined if text)


def _bare(token: str) -> str:
    return token.removeprefix("@").rstrip(".")

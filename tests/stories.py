"""Text of a story → its tree, its statements, its story, and findings short enough to compare."""

from collections.abc import Iterable

from sceneprobe.cnl.model import Document, Statement
from sceneprobe.cnl.parser import parse
from sceneprobe.cnl.printer import print_document
from sceneprobe.story.build import build
from sceneprobe.story.lint import lint
from sceneprobe.story.model import Story
from sceneprobe.text.model import Diagnostic
from sceneprobe.text.source import from_text

Place = tuple[str, int, int]
"""The code, line and column of a finding."""


def tree(text: str) -> Document:
    """Parse a text."""
    return parse(from_text("story.cnl", text))


def statements(text: str) -> list[Statement]:
    """Give the statements of a text, in order."""
    return [node for node in tree(text).nodes if isinstance(node, Statement)]


def statement(text: str) -> Statement:
    """Give the one statement of a text."""
    (only,) = statements(text)
    return only


def printed(text: str) -> str:
    """Lay a text out."""
    return print_document(tree(text))


def story(text: str, scene_pattern: str | None = None) -> Story:
    """Build a story, without the findings of the world."""
    return build(tree(text), scene_pattern)


def places(findings: Iterable[Diagnostic]) -> list[Place]:
    """Give code, line and column of each finding."""
    return [(finding.code, finding.span.line, finding.span.column) for finding in findings]


def found(text: str) -> list[Place]:
    """Give the places of a text's findings of the language."""
    return places(tree(text).diagnostics)


def linted(text: str) -> list[Place]:
    """Give the places of a text's findings of the world."""
    return places(lint(story(text)))


def scene_texts(text: str) -> dict[str, str]:
    """Give the text of each scene by its id, in canonical order."""
    return {scene.id: scene.text for scene in story(text).scenes}

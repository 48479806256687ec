"""Story → findings about names: undeclared ones, unknown kinds, references to nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

from sceneprobe.cnl.forms import dialogue_scene, written
from sceneprobe.cnl.lexer import name_of
from sceneprobe.cnl.model import Category, Statement
from sceneprobe.cnl.places import name_span, token_span
from sceneprobe.story import findings as rules
from sceneprobe.story.groups import Role, role_of
from sceneprobe.story.model import Story
from sceneprobe.story.scenes import ENTITY_KINDS
from sceneprobe.story.world import WHOLE_STORY
from sceneprobe.text.model import Diagnostic, Severity
from sceneprobe.text.names import NearNames, did_you_mean

INCLUSION_KINDS = (
    *sorted(ENTITY_KINDS),
    *("mood", "theme", "event", "scene", "chapter", "dialogue", "subplot", "pattern"),
)
_NO_NAMES = frozenset("a an the it he she they this that these those there i we you".split())
_NAMES_ITS_SUBJECT = frozenset(
    {
        Category.PROPERTY,
        Category.INCLUSION,
        Category.RELATIONSHIP,
        Category.OWNERSHIP,
        Category.REFERENCE,
        Category.CONSTRAINT,
        Category.EVENT,
    }
)


def name_findings(story: Story) -> Iterator[Diagnostic]:
    """Report every name that leads nowhere."""
    required = tuple(_required_names(story))
    entities = NearNames(story.entities)
    yield from (_undeclared(story, use, entities, Severity.ERROR) for use in required)
    reported = {use.name for use in required}
    names = NearNames((*story.entities, *story.groups))
    known = _known_names(story)
    for use in _other_names(story):
        if use.name not in known and use.name not in reported:
            reported.add(use.name)
            yield _undeclared(story, use, names, Severity.WARNING)
    yield from _unknown_kinds(story)
    yield from _orphan_references(story, known, names)
    yield from _dialogues_nowhere(story)


@dataclass(frozen=True, slots=True)
class _Use:
    """A name that a statement uses, what it is there, and what it would be declared as."""

    statement: Statement
    name: str
    what: str
    kind: str = "character"


def _required_names(story: Story) -> Iterator[_Use]:
    """Give the uses that need a declaration, and have none."""
    for inclusion in story.inclusions:
        if inclusion.kind in ENTITY_KINDS and inclusion.name not in story.entities:
            kind = inclusion.kind
            yield _Use(inclusion.statement, inclusion.name, f"the {kind}", kind)
    for ownership in story.ownerships:
        if ownership.thing not in story.entities:
            yield _Use(ownership.statement, ownership.thing, "the thing owned,", "object")


def _other_names(story: Story) -> Iterator[_Use]:
    """Give the subjects, and the partners of relationships, that had better be declared.

    What a bond such as ``fears`` is about is left out: often it is no entity (``Anna fears rain``).
    """
    for statement in story.statements:
        if statement.category in _NAMES_ITS_SUBJECT and not statement.tokens[0].startswith("@"):
            yield _Use(statement, statement.subject_name, "the subject")
    for relationship in story.relationships:
        if relationship.statement.category is Category.RELATIONSHIP:
            yield _Use(relationship.statement, relationship.target, "the name")


def _known_names(story: Story) -> frozenset[str]:
    """Give all names that need no declaration, or have one.

    A constraint on a scene or chapter that there is not has its own finding, ``empty_scope``.
    """
    headed = (s for s in story.statements if s.category is Category.HEADER and len(s.tokens) > 3)
    named = {s.verb for s in headed if s.subject.lower() in {"dialogue", "subplot", "beat"}}
    missing = {constraint.scope for constraint in story.constraints if not constraint.scenes}
    return WHOLE_STORY | named | missing | story.groups.keys() | story.entities.keys()


def _undeclared(story: Story, use: _Use, names: NearNames, severity: Severity) -> Diagnostic:
    return rules.UNDEFINED_ENTITY.at(
        name_span(story.source, use.statement, use.name),
        f'{use.what} "{use.name}" is not declared',
        did_you_mean(names, use.name) or _advice_on(story, use),
        severity=severity,
    )


def _unknown_kinds(story: Story) -> Iterator[Diagnostic]:
    declared = (kind.lower() for entity in story.entities.values() for kind in entity.types)
    kinds = dict.fromkeys((*INCLUSION_KINDS, *declared))
    near = NearNames(kinds)
    for inclusion in story.inclusions:
        if inclusion.kind not in kinds:
            known = f"known kinds: {', '.join(INCLUSION_KINDS)}, and types declared with is"
            yield rules.UNKNOWN_INCLUSION.at(
                name_span(story.source, inclusion.statement, inclusion.statement.objects[0]),
                f'nothing is of the kind "{inclusion.kind}"',
                did_you_mean(near, inclusion.kind) or known,
            )


def _orphan_references(
    story: Story, known: frozenset[str], names: NearNames
) -> Iterator[Diagnostic]:
    for reference in story.references:
        if reference.name not in known:
            yield rules.ORPHAN_REFERENCE.at(
                name_span(story.source, reference.statement, reference.name),
                f'"{reference.name}" refers to nothing',
                did_you_mean(names, reference.name) or _advice(reference.name),
            )


def _dialogues_nowhere(story: Story) -> Iterator[Diagnostic]:
    ids = dict.fromkeys(scene.id for scene in story.scenes)
    near = NearNames(ids)
    for header in story.dialogues:
        name = dialogue_scene(header)
        if name is not None and name not in ids:
            yield rules.ORPHAN_REFERENCE.at(
                token_span(story.source, header, 3),
                f'no scene is called "{name}"',
                did_you_mean(near, name) or "name the scene that the dialogue is in",
            )


def _advice_on(story: Story, use: _Use) -> str:
    """Say what to do about a name that is close to no known one."""
    words = [name_of(token) for token in use.statement.tokens[:4]]
    longer = (" ".join(words[:size]) for size in range(len(words), 1, -1))
    meant = next((name for name in longer if name in story.entities), None)
    if meant is not None and use.name == words[0]:
        return f"put the name in quotes: {written(meant)}"
    if use.name.lower() in _NO_NAMES:
        return "a line begins with a name; one of several words stands in quotes"
    parts = [part for part in use.name.split() if part != "and"]
    if len(parts) > 1 and all(part in story.entities for part in parts):
        return f"put commas between names: {', '.join(map(written, parts))}"
    return _advice(use.name, use.kind)


def _advice(name: str, kind: str = "character") -> str:
    if role_of(name) is not Role.OTHER:
        return f"there is no group {written(name)} group begin … end"
    return f"declare it with a line such as {written(name)} is {kind}"

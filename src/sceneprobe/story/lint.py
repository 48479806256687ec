"""Story → findings: names that nothing declares, text that no scene holds, empty demands."""

from collections.abc import Iterator

from sceneprobe.cnl.forms import FORMS, written
from sceneprobe.cnl.lexer import value_of
from sceneprobe.cnl.model import Category, Statement
from sceneprobe.cnl.places import name_span, token_span
from sceneprobe.story import findings as rules
from sceneprobe.story.constraints import WHOLE_STORY
from sceneprobe.story.groups import Role, role_of_name
from sceneprobe.story.journeys import location_jumps
from sceneprobe.story.model import Story, TextSource
from sceneprobe.story.outline import dialogue_scene
from sceneprobe.story.scenes import ENTITY_KINDS
from sceneprobe.story.world import is_bond
from sceneprobe.text.model import Diagnostic, Severity, Span, in_order
from sceneprobe.text.names import NearNames, did_you_mean

INCLUSION_KINDS = (
    *sorted(ENTITY_KINDS),
    *("mood", "theme", "event", "scene", "chapter", "dialogue", "subplot", "pattern"),
)
_NEEDS_A_KNOWN_SUBJECT = frozenset(
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


def lint(story: Story) -> tuple[Diagnostic, ...]:
    """Report what does not hold together in a story's world, in the order of its lines."""
    return in_order(
        (
            *_missing_scenes(story),
            *_text_outside_scenes(story),
            *_undefined_entities(story),
            *_unknown_inclusions(story),
            *_orphan_references(story),
            *_bad_constraints(story),
            *location_jumps(story),
        )
    )


def _missing_scenes(story: Story) -> Iterator[Diagnostic]:
    if story.implicit:
        message = (
            "no group is a scene, so the whole story is one scene, Document"
            if story.scenes
            else "there are no statements, so there is no scene"
        )
        yield rules.NO_SCENES_FOUND.at(
            Span(story.source, 1, 1),
            message,
            "put each scene into a group such as Sc1 group begin … Sc1 group end",
        )
    for scene in story.scenes:
        if scene.source is TextSource.NONE or not scene.text.strip():
            yield rules.EMPTY_SCENE.at(
                scene.span,
                f'the scene "{scene.id}" has no text, so no search can find it',
                f'give it a line such as {written(scene.id)} describes "…", or events',
            )


def _text_outside_scenes(story: Story) -> Iterator[Diagnostic]:
    for statement in story.outside:
        if statement.category is Category.DESCRIPTION:
            rule, what = rules.TEXT_OUTSIDE_SCENES, "description"
        elif statement.category is Category.EVENT and _tells(statement):
            rule, what = rules.EVENT_OUTSIDE_SCENES, "event"
        else:
            continue
        yield rule.at(
            token_span(story.source, statement, 0),
            f"no scene holds this {what}, so no search can find it",
            "move it into the group of a scene",
        )


def _tells(event: Statement) -> bool:
    """Tell whether an event is something that happens: no bond, and no fixed form cut short."""
    return not is_bond(event.verb) and event.verb.lower() not in FORMS


def _undefined_entities(story: Story) -> Iterator[Diagnostic]:
    near = NearNames((*story.entities, *story.groups))
    reported: set[str] = set()

    def undefined(
        statement: Statement, name: str, what: str, severity: Severity, kind: str = "character"
    ) -> Diagnostic:
        reported.add(name)
        return rules.UNDEFINED_ENTITY.at(
            name_span(story.source, statement, name),
            f'{what} "{name}" is not declared',
            did_you_mean(near, name) or _declaration(name, kind),
            severity=severity,
        )

    for inclusion in story.inclusions:
        if inclusion.kind in ENTITY_KINDS and inclusion.name not in story.entities:
            kind, name = inclusion.kind, inclusion.name
            yield undefined(inclusion.statement, name, f"the {kind}", Severity.ERROR, kind)
    for ownership in story.ownerships:
        if ownership.thing not in story.entities:
            statement, thing = ownership.statement, ownership.thing
            yield undefined(statement, thing, "the thing owned,", Severity.ERROR, "object")
    known = _known_names(story) | {c.scope for c in story.constraints if not c.scenes}
    for statement in story.statements:
        if statement.category in _NEEDS_A_KNOWN_SUBJECT:
            subject = statement.subject
            if not subject.startswith("@") and subject not in known and subject not in reported:
                yield undefined(statement, subject, "the subject", Severity.WARNING)
    for relationship in story.relationships:
        target = relationship.target
        stated = relationship.statement.category is Category.RELATIONSHIP
        if stated and target not in known and target not in reported:
            yield undefined(relationship.statement, target, "the name", Severity.WARNING)


def _unknown_inclusions(story: Story) -> Iterator[Diagnostic]:
    kinds = dict.fromkeys(INCLUSION_KINDS)
    kinds |= dict.fromkeys(kind.lower() for e in story.entities.values() for kind in e.types)
    near = NearNames(kinds)
    for inclusion in story.inclusions:
        if inclusion.kind not in kinds:
            hint = did_you_mean(near, inclusion.kind)
            yield rules.UNKNOWN_INCLUSION.at(
                token_span(story.source, inclusion.statement, inclusion.statement.width + 1),
                f'nothing is of the kind "{inclusion.kind}"',
                hint or f"known kinds: {', '.join(INCLUSION_KINDS)}, and types declared with is",
            )


def _orphan_references(story: Story) -> Iterator[Diagnostic]:
    known = _known_names(story)
    near = NearNames((*story.entities, *story.groups))
    for reference in story.references:
        if reference.name not in known:
            yield rules.ORPHAN_REFERENCE.at(
                name_span(story.source, reference.statement, reference.name),
                f'"{reference.name}" refers to nothing',
                did_you_mean(near, reference.name) or _declaration(reference.name),
            )
    ids = {scene.id: None for scene in story.scenes}
    scenes = NearNames(ids)
    for header in story.dialogues:
        name = dialogue_scene(header)
        if name not in ids:
            yield rules.ORPHAN_REFERENCE.at(
                token_span(story.source, header, 3),
                f'no scene is called "{name}"',
                did_you_mean(scenes, name) or "name the scene that the dialogue is in",
            )


def _bad_constraints(story: Story) -> Iterator[Diagnostic]:
    near = NearNames(story.groups)
    for constraint in story.constraints:
        statement = constraint.statement
        if constraint.type in {"max", "min"} and constraint.limit is None:
            yield rules.INVALID_CONSTRAINT.at(
                token_span(story.source, statement, -1),
                f'a {constraint.type} needs a number ≥ 0, not "{value_of(statement.tokens[-1])}"',
                f"the form is X has {constraint.type} PROPERTY NUMBER",
            )
        if not constraint.scenes:
            yield rules.EMPTY_SCOPE.at(
                token_span(story.source, statement, 0),
                f'no scene is under "{constraint.scope}", so this demands nothing',
                (None if constraint.scope in story.groups else did_you_mean(near, constraint.scope))
                or "name a group that holds scenes, or Story for all of them",
            )


def _known_names(story: Story) -> frozenset[str]:
    headers = (s for s in story.statements if s.category is Category.HEADER)
    return WHOLE_STORY | story.groups | frozenset(story.entities) | {s.verb for s in headers}


def _declaration(name: str, kind: str = "character") -> str:
    if role_of_name(name) is not Role.OTHER:
        return f"there is no group {written(name)} group begin … end"
    return f"declare it with a line such as {written(name)} is {kind}"

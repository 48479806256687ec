"""Story → findings: what does not hold together in its world."""

import re
from collections.abc import Iterator

from sceneprobe.cnl.forms import FORMS, written
from sceneprobe.cnl.lexer import value_of
from sceneprobe.cnl.model import Category, Statement
from sceneprobe.cnl.places import token_span
from sceneprobe.story import findings as rules
from sceneprobe.story.journeys import location_jumps
from sceneprobe.story.model import Constraint, Story
from sceneprobe.story.names import name_findings
from sceneprobe.story.world import is_bond
from sceneprobe.text.model import Diagnostic, Span, in_order
from sceneprobe.text.names import NearNames, did_you_mean

_CALLED_A_SCENE = re.compile(r"(?:\bsc|scene)(?![a-z])", re.IGNORECASE)


def lint(story: Story) -> tuple[Diagnostic, ...]:
    """Report what does not hold together in a story's world, in the order of its lines."""
    return in_order(
        (
            *_missing_scenes(story),
            *_text_outside_scenes(story),
            *name_findings(story),
            *_bad_limits(story),
            *_empty_scopes(story),
            *location_jumps(story),
        )
    )


def _missing_scenes(story: Story) -> Iterator[Diagnostic]:
    if story.implicit:
        message = (
            "no group is a scene, so the whole story is one scene, Document"
            if story.scenes
            else "nothing happens or is said here, so there is no scene"
        )
        yield rules.NO_SCENES_FOUND.at(
            Span(story.source, 1, 1),
            message,
            "put each scene into a group such as Sc1 group begin … Sc1 group end",
        )
    for group in story.plain_groups:
        if _CALLED_A_SCENE.search(group.name):
            yield rules.ALMOST_A_SCENE.at(
                token_span(story.source, group, 0),
                f'the group "{group.name}" is not taken for a scene: its name does not end in Sc or'
                " Scene and a number",
                f"call it Sc1 or the like, or add the line {written(group.name)} has type scene",
            )
    for scene in story.scenes:
        if not scene.text.strip():
            yield rules.EMPTY_SCENE.at(
                scene.span,
                f'the scene "{scene.id}" has no text, so no search can find it',
                f'give it a line such as {written(scene.id)} describes "…", or events',
            )


def _text_outside_scenes(story: Story) -> Iterator[Diagnostic]:
    for statement in story.outside:
        if statement.category is Category.DESCRIPTION:
            rule, what = rules.TEXT_OUTSIDE_SCENES, "description"
        elif statement.category is Category.EVENT and _happens(statement):
            rule, what = rules.EVENT_OUTSIDE_SCENES, "event"
        else:
            continue
        yield rule.at(
            token_span(story.source, statement, 0),
            f"no scene holds this {what}, so no search can find it",
            "move it into the group of a scene",
        )


def _happens(event: Statement) -> bool:
    """Tell whether an event is something that happens: no bond, and no fixed form cut short."""
    return not is_bond(event.verb) and event.verb.lower() not in FORMS


def _bad_limits(story: Story) -> Iterator[Diagnostic]:
    for constraint in story.constraints:
        if constraint.type in {"max", "min"} and constraint.limit is None:
            yield rules.INVALID_CONSTRAINT.at(
                token_span(story.source, constraint.statement, -1),
                _what_is_wrong(constraint),
                f"the form is X has {constraint.type} PROPERTY NUMBER",
            )


def _what_is_wrong(constraint: Constraint) -> str:
    said = constraint.statement.tokens[constraint.statement.width + 2 :]
    if len(said) < 2:
        return f"a {constraint.type} needs a property and a number ≥ 0"
    return f'a {constraint.type} needs a number ≥ 0, not "{value_of(said[-1])}"'


def _empty_scopes(story: Story) -> Iterator[Diagnostic]:
    near = NearNames(story.groups)
    for constraint in story.constraints:
        if not constraint.scenes:
            hint = "name a group that holds scenes, or Story for all of them"
            if constraint.scope not in story.groups:
                hint = did_you_mean(near, constraint.scope) or hint
            yield rules.EMPTY_SCOPE.at(
                token_span(story.source, constraint.statement, 0),
                f'no scene is under "{constraint.scope}", so this demands nothing',
                hint,
            )

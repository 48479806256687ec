"""Story → characters who are in one place, then in another, without a way between."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from sceneprobe.cnl.forms import written
from sceneprobe.cnl.places import name_span
from sceneprobe.story.findings import LOCATION_JUMP
from sceneprobe.story.model import Inclusion, Scene, Story
from sceneprobe.text.model import Diagnostic
from sceneprobe.text.words import words

MOVEMENTS = frozenset(
    """
    travel travels traveled travelled traveling travelling journey journeys journeyed journeying
    move moves moved moving go goes went gone going walk walks walked walking
    run runs ran running ride rides rode ridden riding sail sails sailed sailing
    fly flies flew flown flying arrive arrives arrived arriving leave leaves left leaving
    enter enters entered entering exit exits exited exiting
    """.split()
)


def location_jumps(story: Story) -> Iterator[Diagnostic]:
    """Report each character whose places in two scenes that follow each other have none in common.

    A scene tells of a way when the character is the subject of an event of movement, or when its
    prose has a word of movement.
    """
    included = {
        (inclusion.scene, inclusion.name): inclusion
        for inclusion in reversed(story.inclusions)
        if inclusion.kind == "character" and inclusion.scene is not None
    }
    for before, after in pairwise(story.scenes):
        places, next_places = _places(before), _places(after)
        if not places or not next_places or not places.isdisjoint(next_places):
            continue
        if _prose_moves(before) or _prose_moves(after):
            continue
        travellers = _travellers(before) | _travellers(after)
        here = set(before.includes.get("character", ()))
        for name in after.includes.get("character", ()):
            if name in here and name not in travellers:
                yield _jump(story, included, name, before, after)


def _jump(
    story: Story,
    included: Mapping[tuple[int, str], Inclusion],
    name: str,
    before: Scene,
    after: Scene,
) -> Diagnostic:
    there = after.includes["location"][0]
    return LOCATION_JUMP.at(
        name_span(story.source, included[after.position, name].statement, name),
        f'"{name}" is at {before.includes["location"][0]} in "{before.id}" and at {there} in'
        f' "{after.id}", and neither scene tells of the way',
        f"add an event such as {written(name)} walks to {written(there)}",
    )


def _places(scene: Scene) -> frozenset[str]:
    return frozenset(scene.includes.get("location", ()))


def _prose_moves(scene: Scene) -> bool:
    return any(not MOVEMENTS.isdisjoint(words(text)) for text in scene.descriptions)


def _travellers(scene: Scene) -> set[str]:
    return {
        event.subject_name for event in scene.events if event.verb.lower().rstrip(".") in MOVEMENTS
    }

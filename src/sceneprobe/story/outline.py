"""Document and roles → where each statement stands: in which group, and in which scene."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sceneprobe.cnl.forms import dialogue_scene
from sceneprobe.cnl.model import (
    BlockKind,
    Category,
    Document,
    Group,
    GroupEnd,
    Node,
    Statement,
)
from sceneprobe.story.groups import OpenGroups, Role

_ABOUT_A_GROUP = frozenset({Category.PROPERTY, Category.INCLUSION, Category.CONSTRAINT})


@dataclass(frozen=True, slots=True)
class Placed:
    """A statement with its place: the scene it belongs to, by position, and groups by node index.

    ``group`` is the innermost group around it, ``about`` the open group that its subject names.
    """

    statement: Statement
    scene: int | None
    group: int | None
    about: int | None


@dataclass(frozen=True, slots=True)
class SceneGroup:
    """A group that is a scene: its node's index, the group, and the name of its chapter."""

    node: int
    group: Group
    chapter: str | None


@dataclass(frozen=True, slots=True)
class Outline:
    """The skeleton of a story: its groups, its scenes in order, and every statement placed.

    ``ends`` maps a group to the index of the node that ends it, ``scene_around`` to the position of
    the scene that it is or stands in; ``plain`` are the groups that are neither scene nor chapter;
    ``dialogues`` are the headers ``Dialogue D at SCENE``.
    """

    groups: Mapping[int, Group]
    first_named: Mapping[str, int]
    ends: Mapping[int, int]
    scene_around: Mapping[int, int]
    scenes: tuple[SceneGroup, ...]
    chapters: tuple[tuple[int, Group], ...]
    plain: tuple[tuple[int, Group], ...]
    placed: tuple[Placed, ...]
    dialogues: tuple[Statement, ...]

    def group_of(self, placed: Placed) -> int | None:
        """Give the group that a subject names: one around it, or else the first of that name."""
        if placed.about is not None:
            return placed.about
        return self.first_named.get(placed.statement.subject)

    def scenes_in(self, group: int) -> range:
        """Give the positions of the scenes in a group; for a group inside a scene, that scene's."""
        first = bisect_left(self.scenes, group, key=lambda scene: scene.node)
        last = bisect_left(self.scenes, self.ends[group], key=lambda scene: scene.node)
        if first == last and group in self.scene_around:
            return range(self.scene_around[group], self.scene_around[group] + 1)
        return range(first + 1, last + 1)


def outline_of(document: Document, roles: Mapping[int, Role]) -> Outline:
    """Find the groups, scenes and chapters of a document, and the place of each statement."""
    walk = _Walk(roles)
    for index, node in enumerate(document.nodes):
        walk.step(index, node)
    return walk.outline(len(document.nodes))


@dataclass(frozen=True, slots=True)
class _Frame:
    """What is around a node: group, scene, chapter, and the dialogue whose exchange is open."""

    group: int | None = None
    scene: int | None = None
    chapter: str | None = None
    dialogue: str | None = None


class _Walk:
    def __init__(self, roles: Mapping[int, Role]) -> None:
        self._roles = roles
        self._around = OpenGroups()
        self._frames = [_Frame()]
        self._groups: dict[int, Group] = {}
        self._first_named: dict[str, int] = {}
        self._ends: dict[int, int] = {}
        self._scene_around: dict[int, int] = {}
        self._scenes: list[SceneGroup] = []
        self._chapters: list[tuple[int, Group]] = []
        self._plain: list[tuple[int, Group]] = []
        self._placed: list[Placed] = []
        self._dialogues: list[Statement] = []
        self._spoken: list[tuple[int, str]] = []

    def step(self, index: int, node: Node) -> None:
        if isinstance(node, Statement):
            self._place(node)
        elif isinstance(node, Group):
            self._around.step(index, node)
            self._frames.append(self._frame_of(index, node))
        elif isinstance(node, GroupEnd):
            self._ends.update(dict.fromkeys(self._around.stack[node.depth :], index))
            self._around.step(index, node)
            del self._frames[node.depth + 1 :]

    def _place(self, statement: Statement) -> None:
        frame = self._frames[-1]
        about = None
        if statement.category in _ABOUT_A_GROUP:
            about = self._around.named(statement.subject)
        elif statement.category is Category.HEADER and dialogue_scene(statement) is not None:
            self._dialogues.append(statement)
        if frame.scene is None and frame.dialogue is not None:
            self._spoken.append((len(self._placed), frame.dialogue))
        self._placed.append(Placed(statement, frame.scene, frame.group, about))

    def _frame_of(self, index: int, group: Group) -> _Frame:
        frame = self._frames[-1]
        if group.kind is BlockKind.EXCHANGE:
            return replace(frame, dialogue=group.name)
        self._groups[index] = group
        self._first_named.setdefault(group.name, index)
        scene, chapter = frame.scene, frame.chapter
        if self._roles[index] is Role.SCENE:
            self._scenes.append(SceneGroup(index, group, chapter))
            scene = len(self._scenes)
        elif self._roles[index] is Role.CHAPTER:
            self._chapters.append((index, group))
            chapter = group.name
        else:
            self._plain.append((index, group))
        if scene is not None:
            self._scene_around[index] = scene
        return _Frame(index, scene, chapter, frame.dialogue)

    def outline(self, node_count: int) -> Outline:
        self._ends.update(dict.fromkeys(self._around.stack, node_count))
        self._give_spoken_to_scenes()
        return Outline(
            self._groups,
            self._first_named,
            self._ends,
            self._scene_around,
            tuple(self._scenes),
            tuple(self._chapters),
            tuple(self._plain),
            tuple(self._placed),
            tuple(self._dialogues),
        )

    def _give_spoken_to_scenes(self) -> None:
        """Let what is said in an exchange outside all scenes belong to the dialogue's scene."""
        positions: dict[str, int] = {}
        for position, scene in enumerate(self._scenes, start=1):
            positions.setdefault(scene.group.name, position)
        scene_of = {
            header.verb: positions.get(dialogue_scene(header) or "") for header in self._dialogues
        }
        for place, dialogue in self._spoken:
            self._placed[place] = replace(self._placed[place], scene=scene_of.get(dialogue))

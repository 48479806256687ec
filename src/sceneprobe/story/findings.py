"""The findings of the world: what a story says that does not hold together."""

from sceneprobe.text.model import Rule, Severity, rules_in

_E, _W = Severity.ERROR, Severity.WARNING

DUPLICATE_SCENE = Rule("CNL401", _E, "two scenes of one name")

NO_SCENES_FOUND = Rule("no_scenes_found", _W, "a story without scenes")
ALMOST_A_SCENE = Rule("almost_a_scene", _W, "a group that is called a scene, but is none")
EMPTY_SCENE = Rule("empty_scene", _W, "a scene without text")
TEXT_OUTSIDE_SCENES = Rule("text_outside_scenes", _W, "a description that no scene holds")
EVENT_OUTSIDE_SCENES = Rule("event_outside_scenes", _W, "an event that no scene holds")
UNDEFINED_ENTITY = Rule("undefined_entity", _W, "a name that nothing declares")
UNKNOWN_INCLUSION = Rule("unknown_inclusion", _W, "an inclusion of an unknown kind")
ORPHAN_REFERENCE = Rule("orphan_reference", _W, "a reference to nothing")
INVALID_CONSTRAINT = Rule("invalid_constraint", _E, "a limit that is no number")
EMPTY_SCOPE = Rule("empty_scope", _W, "a constraint that no scene is under")
LOCATION_JUMP = Rule("location_jump", _W, "a character in two places without a way between")

RULES = rules_in(globals())

"""The findings of profiles in YAML."""

from sceneprobe.text.model import Rule, Severity, rules_in

NO_BACKEND = Rule("PRF101", Severity.ERROR, "a profile that describes no backend")

RULES = rules_in(globals())

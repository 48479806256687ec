"""The findings of configurations: what keeps one from being used."""

from sceneprobe.text.model import Rule, Severity, rules_in

_E = Severity.ERROR

NOT_READABLE = Rule("CFG101", _E, "a configuration that is no YAML with keys and values")
UNSAFE_YAML = Rule("CFG102", _E, "a configuration with aliases or tags of YAML")
DUPLICATE_KEY = Rule("CFG103", _E, "a key that is given twice")
WRONG_TYPE = Rule("CFG104", _E, "a value of the wrong type")
UNKNOWN_KEY = Rule("CFG105", _E, "a key that is not known")
WRONG_VALUE = Rule("CFG106", _E, "a value that its key does not take")
WRONG_BACKEND = Rule("CFG107", _E, "a backend that cannot be made")
AT_ODDS = Rule("CFG108", _E, "keys that do not go together")

RULES = rules_in(globals())

"""The findings of the language: every way in which a line may not be what its author meant."""

from sceneprobe.text.model import Rule, Severity, rules_in

_E, _W = Severity.ERROR, Severity.WARNING

NOT_UTF8 = Rule("CNL001", _E, "bytes that are no UTF-8")
CONTROL_CHARACTER = Rule("CNL002", _W, "a control character")

NAMELESS_GROUP = Rule("CNL101", _E, "a group without a name")
WRONG_END = Rule("CNL102", _E, "an end that names another group than the innermost open one")
UNCLOSED_GROUP = Rule("CNL103", _E, "a group that never ends")
MISWORDED_GROUP = Rule("CNL104", _E, "a group opened or closed in other words")
WRONG_EXCHANGE_END = Rule("CNL105", _E, "an exchange end where that exchange is not open")
UNCLOSED_EXCHANGE = Rule("CNL106", _E, "an exchange that never ends")

UNTERMINATED_STRING = Rule("CNL201", _E, "a string without its closing quote")
UNCLOSED_COMMENT = Rule("CNL202", _E, "a comment that never ends")
UNCLOSED_ANNOTATION = Rule("CNL203", _E, "an annotation block that never ends")
UNCLOSED_TEMPLATE = Rule("CNL204", _E, "a pattern template that never ends")
NEAR_ANNOTATION = Rule("CNL205", _W, "a comment that looks like a misspelt annotation")
STRAY_ANNOTATION_END = Rule("CNL206", _W, "an annotation end without its begin")

NO_VERB = Rule("CNL301", _E, "a line without a verb")
BROKEN_DESCRIPTION = Rule("CNL302", _E, "`describes` with anything but one string")
INCOMPLETE_FORM = Rule("CNL303", _W, "a fixed form that lacks a part")
NEAR_VERB = Rule("CNL304", _W, "a verb that looks like a misspelt fixed form")
NOT_A_NAME = Rule("CNL305", _W, "a name that should be quoted")

RULES = rules_in(globals())

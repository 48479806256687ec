"""The findings of a corpus: lines that hold no text to search."""

from sceneprobe.text.model import Rule, Severity, rules_in

_E = Severity.ERROR

NO_RECORD = Rule("COR101", _E, "a line of a corpus that is no record with an id and a text")
SAME_ID = Rule("COR102", _E, "an id that another record has, too")
NO_TEXTS = Rule("COR103", _E, "a corpus without records")
NOT_TEXT = Rule("COR104", _E, "a line of a corpus that is no text in UTF-8")
WRONG_TYPE = Rule("COR105", _E, "a field of a record that is no text")

RULES = rules_in(globals())

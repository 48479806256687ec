"""The findings of qrels: what is wrong with a file of judgments."""

from sceneprobe.text.model import Rule, Severity, rules_in

_E = Severity.ERROR

NOT_TEXT = Rule("QRL101", _E, "a file of judgments that is no text in UTF-8")
NO_JUDGMENTS = Rule("QRL102", _E, "a file without judgments")
WRONG_FIELDS = Rule("QRL103", _E, "a line without topic, document and grade")
WRONG_GRADE = Rule("QRL104", _E, "a grade that is no finite number ≥ 0")
FRACTION = Rule("QRL105", _E, "a grade that is no whole number where only those are taken")
JUDGED_TWICE = Rule("QRL106", _E, "a document that is judged twice for a topic")
NO_JSON = Rule("QRL107", _E, "a line that is no JSON object")
WRONG_RECORD = Rule("QRL108", _E, "a record without an id or docs that can be used")
UNKNOWN_DOCUMENT = Rule("QRL109", _E, "a judgment of something that is not searched")

RULES = rules_in(globals())

"""The findings of runs that are converted: lines that cannot be taken over."""

from sceneprobe.text.model import Rule, Severity, rules_in

_E, _W = Severity.ERROR, Severity.WARNING

NOT_TEXT = Rule("CNV101", _E, "a run that is no text in UTF-8")
NO_RESULTS = Rule("CNV102", _E, "a run without a result that can be used")
WRONG_LINE = Rule("CNV103", _W, "a line of a run that has not the fields of the others")
WRONG_SCORE = Rule("CNV104", _W, "a score that is no finite number")
LISTED_TWICE = Rule("CNV105", _W, "a document that is listed twice for a query")
NO_JSON = Rule("CNV106", _W, "a line of a run that is no JSON object")
WRONG_RECORD = Rule("CNV107", _W, "a record without id, docs and scores that can be used")
NOT_HELD = Rule("CNV108", _W, "an id or a name that a TREC run cannot hold")
NO_RUN = Rule("CNV109", _E, "a run without names, or judgments in the place of a run")

RULES = rules_in(globals())

"""The findings of annotators' sheets: what keeps their grades from being used."""

from sceneprobe.text.model import Rule, Severity, rules_in

_E, _W = Severity.ERROR, Severity.WARNING

NOT_READABLE = Rule("SHT101", _E, "a sheet that is no CSV in UTF-8")
WRONG_COLUMNS = Rule("SHT102", _E, "a sheet without the columns query_id, doc_id and grade")
NO_ID = Rule("SHT103", _E, "a row without query or scene")
WRONG_GRADE = Rule("SHT104", _E, "a grade that is not on the scale")
NO_GRADE = Rule("SHT105", _E, "a row that is not graded yet")
TWICE = Rule("SHT106", _E, "two rows for one query and scene")
NO_PARTNER = Rule("SHT107", _E, "a row that the other sheet has not")
OTHER_TEXT = Rule("SHT108", _E, "a query with another text than in the other sheet")
NOT_DISPUTED = Rule("SHT109", _W, "an adjudicated row on which both agree")

RULES = rules_in(globals())

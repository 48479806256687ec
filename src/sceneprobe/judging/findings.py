"""The findings of query sets: what is wrong with a question or its labels."""

from sceneprobe.text.model import Rule, Severity, rules_in

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

NOT_READABLE = Rule("QRY101", _E, "a file that is no YAML, JSON, JSON lines or TSV")
UNSAFE_YAML = Rule("QRY102", _E, "YAML with aliases or tags")
DUPLICATE_KEY = Rule("QRY103", _E, "a field that is given twice")
WRONG_TYPE = Rule("QRY104", _E, "a value of the wrong type")
TWO_SPELLINGS = Rule("QRY105", _E, "two spellings of one field")
UNKNOWN_FIELD = Rule("QRY106", _W, "a field that is not known")
WRONG_COLUMNS = Rule("QRY107", _E, "a line with the wrong number of columns")

NO_QUERIES = Rule("QRY108", _W, "a file without queries")

EMPTY_QUERY = Rule("QRY201", _E, "a query without text")
WRONG_K = Rule("QRY202", _E, "a k that is no whole number ≥ 1")
WRONG_GRADE = Rule("QRY203", _E, "a grade that is no whole number ≥ 0")
DUPLICATE_ID = Rule("QRY204", _E, "two queries with one id")
DUPLICATE_TEXT = Rule("QRY205", _W, "two queries with one text")
DUPLICATE_LABEL = Rule("QRY206", _E, "a scene that is labelled twice")
UNKNOWN_SCENE = Rule("QRY207", _E, "a label that names no scene")
NO_RELEVANT = Rule("QRY208", _E, "a query of a test set with nothing relevant")
OFF_SCALE = Rule("QRY209", _E, "a grade outside the scale of a test set")
WRONG_COUNT = Rule("QRY210", _E, "a type with another number of queries than declared")
UNDECLARED_TYPE = Rule("QRY211", _E, "a query whose type is not among those declared")
NEAR_DUPLICATE = Rule("QRY212", _W, "two queries that have nearly the same words")
QUOTATION = Rule("QRY213", _N, "a query that quotes a scene word for word")
OTHER_STORY = Rule("QRY214", _E, "a label of another story than the one its query looks in")

RULES = rules_in(globals())

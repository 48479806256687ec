"""Files of judgments → what is wrong with them, how many there are, how two of them differ."""

from dataclasses import dataclass

from sceneprobe.errors import OptionError
from sceneprobe.files import STANDARD_INPUT, read_unpacked, shown_name
from sceneprobe.formats.qrels import read_all_qrels, read_qrels
from sceneprobe.judging.difference import difference_of
from sceneprobe.judging.model import Qrels, QrelsDifference, QrelsStatistics
from sceneprobe.judging.statistics import statistics_of
from sceneprobe.judging.verification import Problem, all_problems, duplicates_in


@dataclass(frozen=True, slots=True)
class Expected:
    """Where the ids of the expected topics are: in a list, in a query set, or nowhere."""

    ids_path: str | None = None
    queries_path: str | None = None
    allow_extras: bool = False

    @property
    def path(self) -> str | None:
        """The file that says what is expected, whatever it is."""
        return self.ids_path if self.queries_path is None else self.queries_path


def verify_file(path: str, expected: Expected) -> tuple[Qrels, tuple[Problem, ...]]:
    """Read judgments and find all problems; without expected topics, duplicates only."""
    _refuse_two_inputs(path, expected.path)
    topics = _topics(expected)
    qrels = read_all_qrels(shown_name(path), read_unpacked(path))
    if topics is None:
        return qrels, duplicates_in(qrels)
    return qrels, all_problems(qrels, topics, allow_extras=expected.allow_extras)


def count_file(path: str, on_duplicate: str = "error") -> QrelsStatistics:
    """Count the judgments of a file."""
    return statistics_of(_read(path, on_duplicate))


def compare_files(before: str, after: str, on_duplicate: str = "error") -> QrelsDifference:
    """Compare the judgments of two files."""
    _refuse_two_inputs(before, after)
    return difference_of(_read(before, on_duplicate), _read(after, on_duplicate))


def _read(path: str, on_duplicate: str) -> Qrels:
    return read_qrels(shown_name(path), read_unpacked(path), on_duplicate=on_duplicate)


def _topics(expected: Expected) -> tuple[str, ...] | None:
    """Read the ids that are expected; None where nothing is said of them."""
    if expected.queries_path is not None:
        return _ids_of_queries(expected.queries_path)
    if expected.ids_path is None:
        return None
    from sceneprobe.formats.id_lists import read_ids

    return read_ids(shown_name(expected.ids_path), read_unpacked(expected.ids_path))


def _ids_of_queries(path: str) -> tuple[str, ...]:
    from sceneprobe.workflows.check import read_query_set, refuse_unusable

    query_set = read_query_set(path)
    refuse_unusable(query_set.diagnostics)
    return tuple(query.id for query in query_set.queries)


def _refuse_two_inputs(first: str, second: str | None) -> None:
    if STANDARD_INPUT == first == second:
        raise OptionError("only one of the files can come from standard input")

"""Results of conformance cases → a table by rule, JSON, or JUnit."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sceneprobe.report.display import printable
from sceneprobe.report.junit import JUnitCase, junit
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import as_json, counted


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of a case: ``differences`` are empty where all was as expected."""

    name: str
    rule: str
    place: str
    differences: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether all was as expected."""
        return not self.differences


def results_by_rule(results: Sequence[CaseResult]) -> Table:
    """List for each rule how many cases there are and how many passed."""
    rules: defaultdict[str, list[CaseResult]] = defaultdict(list)
    for result in results:
        rules[result.rule].append(result)
    rows = (
        (rule, str(len(found)), str(sum(r.passed for r in found)), _verdict(found))
        for rule, found in sorted(rules.items(), key=lambda item: _kind_and_number(item[0]))
    )
    columns = (
        Column("rule"),
        Column("cases", right=True),
        Column("passed", right=True),
        Column(""),
    )
    return Table(columns, tuple(rows))


def differences_as_text(results: Sequence[CaseResult]) -> str:
    """Show what was not as expected, and how many cases passed."""
    lines = [
        f"{printable(result.place)}: {printable(result.name)}\n"
        + "".join(f"  {printable(difference)}\n" for difference in result.differences)
        for result in results
        if not result.passed
    ]
    passed = sum(result.passed for result in results)
    return "".join(lines) + f"{passed} of {counted(len(results), 'case')} passed\n"


def results_as_json(results: Sequence[CaseResult]) -> str:
    """Give the counts, and one object a case."""
    return as_json(
        {
            "passed": sum(result.passed for result in results),
            "failed": sum(not result.passed for result in results),
            "cases": [
                {
                    "name": result.name,
                    "rule": result.rule,
                    "place": result.place,
                    "passed": result.passed,
                    "differences": list(result.differences),
                }
                for result in results
            ],
        }
    )


def results_as_junit(results: Sequence[CaseResult]) -> str:
    """Give one test case a case, in the group of its rule."""
    cases = [
        JUnitCase(result.rule, result.name, "; ".join(result.differences) or None)
        for result in results
    ]
    return junit([("conformance", cases)])


def _verdict(found: Sequence[CaseResult]) -> str:
    return "ok" if all(result.passed for result in found) else "DIFFERS"


def _kind_and_number(rule: str) -> tuple[str, int]:
    kind, _, number = rule.rpartition("-")
    return kind, int(number)

"""Comparison → tables for people, and a plain sentence about the difference."""

from collections.abc import Iterator
from types import MappingProxyType

from sceneprobe.experiments.comparison_model import Comparison, MeasureComparison
from sceneprobe.experiments.statistics_model import SAME, SIGNIFICANT
from sceneprobe.ranking.model import TieRule
from sceneprobe.report.display import printable
from sceneprobe.report.runs_text import counts_line
from sceneprobe.report.table import Column, Table
from sceneprobe.report.wording import chance, counted

_MOVED = 10
_NAMED = 4
_WRITTEN = MappingProxyType({"ndcg": "nDCG"})


def systems_table(comparison: Comparison) -> Table:
    """Say what A and B are."""
    columns = (Column("side"), Column("configuration"), Column("digest"), Column("equal scores"))
    rows = (
        (name, printable(one.config_path), one.config_digest[:12], one.ties)
        for name, one in (("A", comparison.a), ("B", comparison.b))
    )
    return Table(columns, tuple(rows))


def means_table(comparison: Comparison) -> Table:
    """Give both means of each measure, their difference with its interval, and who wins."""
    columns = (
        Column("measure"),
        *(Column(name, right=True) for name in ("A", "B", "B − A")),
        Column("95 % interval"),
        *(Column(name, right=True) for name in ("B wins", "ties", "A wins")),
    )
    rows = []
    for one in comparison.measures:
        low_high = one.interval and f"{one.interval.low:+.4f} to {one.interval.high:+.4f}"
        wins = (one.outcomes.wins, one.outcomes.ties, one.outcomes.losses)
        means = (f"{one.mean_a:.4f}", f"{one.mean_b:.4f}", f"{one.difference:+.4f}")
        name = _name(one, comparison.k)
        rows.append((name, *means, low_high or "-", *map(str, wins)))
    return Table(columns, tuple(rows))


def tests_table(comparison: Comparison) -> Table:
    """Give the tests of each measure: p of the permutation, alone and by Holm; t; the effect."""
    columns = (
        Column("measure"),
        *(
            Column(name, right=True)
            for name in ("permutation p", "p by Holm", "t", "degrees", "t-test p", "Cohen's d")
        ),
    )
    rows = []
    for one in comparison.measures:
        t_test = one.t_test
        rows.append(
            (
                _name(one, comparison.k),
                chance(one.permutation.p),
                "-" if one.corrected is None else chance(one.corrected),
                "-" if t_test.t is None else f"{t_test.t:.3f}",
                "-" if t_test.degrees is None else str(t_test.degrees),
                "-" if t_test.p is None else chance(t_test.p),
                "-" if one.effect is None else f"{one.effect:+.3f}",
            )
        )
    return Table(columns, tuple(rows))


def moved_table(comparison: Comparison) -> Table:
    """Give the queries whose nDCG moved most, with the places of their right results."""
    a, b = comparison.a.found, comparison.b.found
    moves = {query: b[query].above(a[query], "ndcg") for query in a}
    moved = [query for query in a if abs(moves[query]) > SAME]
    moved.sort(key=lambda query: (-abs(moves[query]), query))
    columns = (
        Column("query", width=24),
        Column("text", width=40, yields=True),
        Column(f"nDCG@{comparison.k}", right=True),
        Column("right results: place in A → place in B", yields=True),
    )
    rows = (
        (
            printable(query),
            printable(comparison.texts[query]),
            f"{moves[query]:+.4f}",
            _places(comparison, query),
        )
        for query in moved[:_MOVED]
    )
    return Table(columns, tuple(rows))


def comparison_notes(comparison: Comparison) -> Iterator[str]:
    """Say what the means stand for, then what the difference of RR is worth."""
    for name, system in (("A", comparison.a), ("B", comparison.b)):
        yield f"{name}: {counts_line(system.counts)}"
        if system.counts.tied:
            spreads = ", ".join(
                f"{measure}@{comparison.k} {bounds.worst:.4f} to {bounds.best:.4f}"
                for measure, bounds in system.bounds.items()
                if bounds.tied
            )
            tied = counted(system.counts.tied, "query", "queries")
            yield f"{name}: equal scores decide a value of {tied}; other orders give {spreads}"
    if comparison.unasked:
        topics = counted(comparison.unasked, "topic")
        yield f"left out, because no query asks for it: {topics} of the judgments"
    for one in comparison.measures:
        if one.measure == "ndcg":
            yield _t_test_sentence(one, comparison.k)
    for one in comparison.measures:
        if one.measure == "mrr":
            yield verdict(comparison, one)


def verdict(comparison: Comparison, contrast: MeasureComparison) -> str:
    """Say in one sentence what the difference of RR is worth, and which measure contradicts it."""
    said = _verdict(comparison, contrast)
    winner = _winner(contrast) if contrast.permutation.p < SIGNIFICANT else None
    for one in comparison.measures:
        if one.corrected is None or one.corrected >= SIGNIFICANT or _winner(one) == winner:
            continue
        if one.measure != contrast.measure:
            name = _WRITTEN.get(one.measure, one.measure)
            better = f"{_winner(one)} is better (p by Holm = {chance(one.corrected)})"
            said += f"; but {name}@{comparison.k} differs: {better}"
    return said


def _verdict(comparison: Comparison, contrast: MeasureComparison) -> str:
    n = len(comparison.a.found)
    asked = counted(n, "query", "queries")
    what = "scene" if comparison.a.ties == TieRule.STORY_ORDER.value else "result"
    p, outcomes = contrast.permutation.p, contrast.outcomes
    if not (outcomes.wins or outcomes.losses):
        each = f"each of the {asked}" if n > 1 else "the one query"
        return f"A and B find the first right {what} equally well for {each}"
    if outcomes.wins and outcomes.losses and abs(contrast.difference) <= SAME:
        sides = f"{outcomes.losses} for A, {outcomes.wins} for B"
        return f"wins and losses balance over the {asked}: {sides} (p = {chance(p)})"
    if p >= SIGNIFICANT:
        if contrast.effect is None:
            more = "how many would be needed cannot be said"
        elif contrast.needed is None:
            more = "the difference is so small that no number of queries would show it"
        else:
            more = f"about {_rounded(max(contrast.needed, n + 1)):,} would be needed"
        few = "is too few" if n == 1 else "are too few"
        return f"{asked} {few} to tell; {more} (p = {chance(p)})"
    winner = _winner(contrast)
    firsts = {name: _firsts(comparison, name) for name in ("A", "B")}
    loser = "A" if winner == "B" else "B"
    how = "first more often" if firsts[winner] > firsts[loser] else "earlier"
    return (
        f"{winner} finds the right {what} {how}; the difference is larger than chance would give"
        f" (p = {chance(p)}, {asked})"
    )


def _winner(contrast: MeasureComparison) -> str:
    return "B" if contrast.difference > 0 else "A"


def _name(contrast: MeasureComparison, k: int) -> str:
    return f"{contrast.measure}@{k}"


def _t_test_sentence(contrast: MeasureComparison, k: int) -> str:
    test, name = contrast.t_test, f"nDCG@{k}"
    if test.p is None or test.t is None:
        why = "both differ by the same for every query"
        if test.degrees is None:
            why = "one query has no spread"
        return f"no t-test on {name}: {why}"
    side = "significant" if test.significant else "not significant"
    t = f"t = {test.t:.3f}, {test.degrees} degrees of freedom, p = {chance(test.p)}"
    return f"paired t-test on {name}: {side} ({t}, mean difference {contrast.difference:+.4f})"


def _places(comparison: Comparison, query: str) -> str:
    """List the right results that changed place, the best placed first."""
    before, after = (s.found[query].places for s in (comparison.a, comparison.b))
    changed = [one for one in {**before, **after} if before.get(one) != after.get(one)]
    nowhere = max([*before.values(), *after.values()], default=0) + 1
    changed.sort(key=lambda one: (min(before.get(one, nowhere), after.get(one, nowhere)), one))
    named = [f"{printable(one)} {before.get(one, '-')} → {after.get(one, '-')}" for one in changed]
    more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
    return ", ".join(named[:_NAMED]) + more


def _firsts(comparison: Comparison, name: str) -> int:
    system = comparison.a if name == "A" else comparison.b
    return sum(1 in found.places.values() for found in system.found.values())


def _rounded(number: int) -> int:
    """Round up to two digits: an estimate has no more."""
    step = int("1".ljust(len(str(number)) - 1, "0"))
    return -(-number // step) * step

"""Runs read by lines and by blocks, and runs with everything in them that a run may have."""

import random
from collections.abc import Callable, Iterator, Mapping

from sceneprobe.formats.runs.blocks import places_by_blocks
from sceneprobe.formats.runs.findings import MOST_SHOWN, Problem, RunFindings
from sceneprobe.formats.runs.lines import places_by_lines
from sceneprobe.formats.runs.model import RunReading, TopicPlaces
from sceneprobe.formats.runs.source import RunSource

Judgments = Mapping[str, Mapping[str, float]]
PLAIN = RunReading()


def by_lines(
    content: bytes, judgments: Judgments, reading: RunReading = PLAIN
) -> tuple[list[TopicPlaces], RunFindings]:
    findings = RunFindings()
    return list(places_by_lines(content, judgments, reading, findings)), findings


def by_blocks(
    content: bytes, judgments: Judgments, reading: RunReading = PLAIN, size: int = 1 << 20
) -> tuple[list[TopicPlaces], RunFindings]:
    findings = RunFindings()
    source = RunSource("run", "run", content)
    return list(places_by_blocks(source, judgments, reading, findings, size)), findings


def shown(findings: RunFindings) -> list[Problem]:
    return sorted(findings.first, key=lambda problem: (problem.line, problem.column))[:MOST_SHOWN]


def nasty_runs(seed: int) -> Iterator[tuple[bytes, Judgments]]:
    """Write runs with everything in them that a run may have."""
    chance = random.Random(seed)  # noqa: S311
    for _ in range(40):
        words = ["d", "dd", "Ü", "d1.5", "longer-than-eight", "longer-than-eight-2", "a b", "a  b"]
        words += [f"{chance.randrange(10**7)}" for _ in range(20)]
        topics = chance.sample(["1", "22", "q-ü", "a-rather-long-topic", "a-rather-long-topid"], 3)
        spread = chance.random() < 0.3
        scores: list[Callable[[], str]] = [
            lambda: f"{chance.uniform(-2, 30):.{chance.randrange(8)}f}",
            lambda: f"{chance.uniform(0, 30):.6f}",
            lambda: repr(chance.uniform(0, 1)),
            lambda: f"{chance.uniform(-9, -1):.3f}",
            lambda: chance.choice(["1e-3", "+1.5", ".5", "5.", "-0", "0", "12345678901234567"]),
        ]
        score = chance.choice(scores)
        lines = []
        for topic in topics:
            ids = chance.sample(words, chance.randrange(1, len(words)))
            texts = [score() for _ in ids]
            if chance.random() < 0.6:
                texts.sort(key=float, reverse=chance.random() < 0.8)
            for rank, (name, text) in enumerate(zip(ids, texts, strict=True), start=1):
                gap = chance.choice([" "] * 30 + ["\t", "  "]) if chance.random() < 0.3 else " "
                lines.append(gap.join((topic, "Q0", name, str(rank), text, "tag")))
            lines += [""] * (chance.random() < 0.1)
        if spread:
            chance.shuffle(lines)
        end = chance.choice(["\n", "\n", "\r\n"])
        content = (end.join(lines) + end * (chance.random() < 0.7)).encode()
        judged = {topic: dict.fromkeys(chance.sample(words, 9), 1.0) for topic in topics[:2]}
        yield content, judged

"""Made-up runs and judgments of any size, the same on every machine."""

import random
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class RunFiles:
    """A run, its judgments, and the same judgments with gains, 2^grade − 1, for linear tools."""

    run: Path
    qrels: Path
    gains: Path


def write_run(
    folder: Path, queries: int, depth: int, judged: int, *, blanks: bool = False
) -> RunFiles:
    """Write a run like those for MS MARCO: numbers for ids, scores with six decimals.

    Some of the judged ids are in the run. With ``blanks`` an id is two words.
    """
    chance = random.Random(f"{queries}:{depth}:{judged}")  # noqa: S311
    stem = f"{queries}x{depth}x{judged}{'b' * blanks}"
    files = RunFiles(folder / f"{stem}.run", folder / f"{stem}.qrels", folder / f"{stem}.gains")
    before = "Doc " if blanks else ""
    with files.run.open("w") as run, files.qrels.open("w") as qrels, files.gains.open("w") as gains:
        for query in range(queries):
            topic = 1_000_003 + 149 * query if query % 3 else 300 + query
            ids = chance.sample(range(1_000_000, 8_841_823), depth)
            score = 25 + 10 * chance.random()
            for rank, name in enumerate(ids, start=1):
                run.write(f"{topic} Q0 {before}{name} {rank} {score:.6f} Anserini\n")
                score -= 0.02 * chance.random() + 0.00001
            found = {ids[int(depth * chance.random() ** 3)] for _ in range(judged)}
            missed = {chance.randrange(1_000_000) for _ in range(judged // 2)}
            for name in sorted(found | missed):
                grade = chance.choice((0, 1, 2, 3)) if judged > 1 else 1
                qrels.write(f"{topic} 0 {before}{name} {grade}\n")
                gains.write(f"{topic} 0 {before}{name} {2**grade - 1}\n")
    return files

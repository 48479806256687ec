"""How vsa grows, and how it compares with torchhd: ``python -m tests.benchmarks.scale``.

Each measurement is a process of its own, from texts to the first five places of every query, so
that its peak of memory is its own. Peers are interleaved, best of several; they need the extra
``torchhd``.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import numpy as np

from sceneprobe.backends.vsa import Vsa, VsaIndex
from sceneprobe.judging.model import Query
from sceneprobe.ranking.model import TieRule
from sceneprobe.search.run import run
from sceneprobe.text.words import words

_REPEATS = 2
_VOCABULARY = 20_000
_SCENE_WORDS = 140
_QUERY_WORDS = 8
_DIMENSIONS = 10_000
_BATCH = 1_000


def main() -> None:
    peers = ("sceneprobe", "torchhd", "embedding_bag")
    best = {peer: {"total": float("inf")} for peer in peers}
    for _ in range(_REPEATS):
        for peer in peers:
            found = _measured(peer, 10_000, 1_000)
            best[peer] = min(best[peer], found, key=lambda one: one["total"])
    print("10,000 scenes x 1,000 queries, 10,000 dimensions")
    for peer, found in best.items():
        ratio = found["total"] / best["sceneprobe"]["total"]
        print(
            f"  {peer:14} encode {found['encode']:5.2f} s  rank {found['rank']:5.2f} s"
            f"  {ratio:4.2f} x sceneprobe  {found['peak']:5.0f} MB at most"
        )
    print("growth, 100 queries")
    for count in (1_000, 10_000, 100_000):
        found = _measured("sceneprobe", count, 100)
        print(
            f"  {count:7,} scenes  encode {1e6 * found['encode'] / count:4.0f} us a scene"
            f"  rank {1e9 * found['rank'] / count / 100:4.0f} ns a scene and query"
            f"  index {found['index']:5.1f} MB  {found['peak']:5.0f} MB at most"
        )


def texts(count: int, length: int, seed: int) -> Iterator[str]:
    """Write texts with words as frequent as in a language: the nth with a share of 1/n."""
    random = Random(seed)  # noqa: S311 - a text, no secret
    shares = np.cumsum(1 / np.arange(1, _VOCABULARY + 1)).tolist()
    for _ in range(count):
        chosen = random.choices(range(_VOCABULARY), cum_weights=shares, k=length)
        yield " ".join(f"w{number}" for number in chosen)


def sceneprobe(scenes: list[str], queries: list[str]) -> tuple[float, float, float]:
    start = time.perf_counter()
    index = Vsa().index(scenes)
    encoded = time.perf_counter()
    ids = [f"Sc{number}" for number in range(len(scenes))]
    asked = [Query(f"q{number}", text) for number, text in enumerate(queries)]
    run(index, ids, asked, TieRule.STORY_ORDER, depth=5, wanted={})
    assert isinstance(index, VsaIndex)
    size = index.planes.positive.nbytes + index.planes.negative.nbytes + index.norms.nbytes
    return encoded - start, time.perf_counter() - encoded, size / 1e6


def torchhd(scenes: list[str], queries: list[str]) -> tuple[float, float, float]:
    import torch
    import torchhd as hd

    start = time.perf_counter()
    bags, codebook = _torch_bags(scenes + queries)
    encoded = torch.stack([hd.multiset(codebook[bag]).sign() for bag in bags])
    half = time.perf_counter()
    found, asked = encoded[: len(scenes)], encoded[len(scenes) :]
    for batch in asked.split(_BATCH):
        hd.cosine_similarity(batch, found).topk(5)
    return half - start, time.perf_counter() - half, found.nbytes / 1e6


def embedding_bag(scenes: list[str], queries: list[str]) -> tuple[float, float, float]:
    import torch

    start = time.perf_counter()
    bags, codebook = _torch_bags(scenes + queries)
    bag_sum = torch.nn.EmbeddingBag.from_pretrained(codebook.as_subclass(torch.Tensor), mode="sum")
    offsets = torch.tensor([0, *np.cumsum([len(bag) for bag in bags])[:-1].tolist()])
    encoded = bag_sum(torch.cat(bags), offsets).sign()
    half = time.perf_counter()
    found = torch.nn.functional.normalize(encoded[: len(scenes)])
    for batch in encoded[len(scenes) :].split(_BATCH):
        (torch.nn.functional.normalize(batch) @ found.T).topk(5)
    return half - start, time.perf_counter() - half, found.nbytes / 1e6


def _torch_bags(all_texts: list[str]) -> tuple[list[Any], Any]:
    """Give the words of each text as rows of a codebook; Any, as torch's types are not read."""
    import torch
    import torchhd as hd

    rows: dict[str, int] = {}
    bags = [
        torch.tensor([rows.setdefault(word, len(rows)) for word in words(text)])
        for text in all_texts
    ]
    return bags, hd.random(len(rows), _DIMENSIONS)


_CONTESTANTS: Mapping[str, Callable[[list[str], list[str]], tuple[float, float, float]]] = {
    "sceneprobe": sceneprobe,
    "torchhd": torchhd,
    "embedding_bag": embedding_bag,
}


def _measured(contestant: str, scenes: int, queries: int) -> dict[str, float]:
    command = [sys.executable, "-m", __spec__.name, contestant, str(scenes), str(queries)]
    found: dict[str, float] = json.loads(subprocess.check_output(command))
    return found


def _measure(contestant: str, scenes: int, queries: int) -> None:
    given = list(texts(scenes, _SCENE_WORDS, 1)), list(texts(queries, _QUERY_WORDS, 2))
    encode, rank, index = _CONTESTANTS[contestant](*given)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures = {"encode": encode, "rank": rank, "total": encode + rank}
    print(json.dumps({**figures, "index": index, "peak": peak}))


if __name__ == "__main__":
    if len(sys.argv) == 4:
        _measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    else:
        main()

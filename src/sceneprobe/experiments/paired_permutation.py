"""Paired differences → how often chance alone would move their mean this far from 0."""

from collections.abc import Sequence
from math import fsum

import numpy as np
from numpy.typing import NDArray

from sceneprobe.errors import OptionError
from sceneprobe.experiments.permutation import RESAMPLES
from sceneprobe.experiments.statistics_model import PairedPermutation
from sceneprobe.experiments.streams import AT_ONCE, signs

MOST_EXACT = 32
"""Up to so many differences that are not 0, all signs are counted."""
_FINEST = 40


def paired_permutation(differences: Sequence[float], seed: int = 42) -> PairedPermutation:
    """Give the differences every sign, and count how often their sum lies as far from 0.

    Were both systems alike, each difference would have the other sign as often. Differences lie
    between −1 and 1; their order, and which system is subtracted, do not matter to p. Up to 32 that
    are not 0, all 2ⁿ signs are counted, the given ones among them: p = hits / 2ⁿ. Else 10,000 are
    drawn, and the given ones are counted in: p = (hits + 1) / (10,000 + 1). Sums are taken over
    whole numbers, multiples of 2⁻⁴⁰, and those that differ by no more than the rounding of their
    parts count as equal.

    >>> paired_permutation([0.5, 0.25, 0.0, 0.125]).p
    0.25

    Fisher, "The Design of Experiments", 1935, section 21; Phipson, Smyth, "Permutation p-values
    should never be zero", 2010.
    """
    if not differences:
        raise OptionError("a paired permutation test needs a difference")
    mean = fsum(differences) / len(differences)
    scale = 2 ** min(_FINEST, 62 - len(differences).bit_length())
    given = [whole for value in differences if (whole := round(value * scale))]
    # Each is rounded by half a unit at most, so equal sums are no further apart than their number.
    least = abs(sum(given)) - len(given)
    exact = len(given) <= MOST_EXACT
    if least <= 0:
        return PairedPermutation(mean, 1.0, exact)
    sizes = sorted(map(abs, given))
    if exact:
        p = 2 * _reaching(sizes, least) / 2 ** len(sizes)
    else:
        p = (_drawn(sizes, least, seed) + 1) / (RESAMPLES + 1)
    return PairedPermutation(mean, p, exact)


def _reaching(sizes: Sequence[int], least: int) -> int:
    """Count the signs whose sum is at least so high; those below 0 are their mirror image.

    All sums are those of one half with those of the other, and 2¹⁶ sums are quickly sorted.
    """
    first, second = _sums(sizes[::2]), np.sort(_sums(sizes[1::2]))
    below = np.searchsorted(second, least - first, side="left")
    return int((len(second) - below).sum())


def _sums(sizes: Sequence[int]) -> NDArray[np.int64]:
    sums = np.zeros(1, dtype=np.int64)
    for size in sizes:
        sums = np.concatenate([sums - size, sums + size])
    return sums


def _drawn(sizes: Sequence[int], least: int, seed: int) -> int:
    whole = np.array(sizes, dtype=np.int64)
    streams = (f"{seed}:{number}" for number in range(RESAMPLES // AT_ONCE))
    found = (np.abs((signs(stream, len(whole)) * whole).sum(axis=1)) for stream in streams)
    return sum(int(np.count_nonzero(sums >= least)) for sums in found)

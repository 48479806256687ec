"""Whole-number dot products and squared norms → cosines; equal ones are equal floats."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from sceneprobe.backends.base import Scores

WholeNumbers = NDArray[np.int64]
_EXACT = 2**53


def cosines(dots: WholeNumbers, query_norms: WholeNumbers, text_norms: WholeNumbers) -> Scores:
    """Compute sign(dot) · sqrt(dot² / (|a|²·|b|²)), one row a query; a zero vector scores 0.

    Both sides of the division are whole numbers. Up to 2⁵³ float64 holds them exactly and rounds
    their quotient rightly; beyond, Python's integers do the same.
    """
    largest = int(query_norms.max(initial=0)) * int(text_norms.max(initial=0))
    if largest <= _EXACT:  # and so is dot², by the Cauchy-Schwarz inequality
        scores = dots.astype(np.float64)
        for place, query_norm in enumerate(query_norms):
            products = np.maximum(query_norm * text_norms, 1)  # where it is 0, so is the dot
            quotients = scores[place] ** 2 / products
            scores[place] = np.sign(scores[place]) * np.sqrt(quotients)
        return scores
    rows = [
        [
            _cosine(int(dot), int(query), int(text))
            for dot, text in zip(row, text_norms, strict=True)
        ]
        for row, query in zip(dots, query_norms, strict=True)
    ]
    return np.array(rows, dtype=np.float64).reshape(dots.shape)


def _cosine(dot: int, query_norm: int, text_norm: int) -> float:
    product = query_norm * text_norm
    if not product:
        return 0.0
    cosine = sqrt(dot * dot / product)
    return -cosine if dot < 0 else cosine

"""A name → draws that no release of a library can change, read off its SHAKE-256 stream."""

from hashlib import shake_256

import numpy as np
from numpy.typing import NDArray

AT_ONCE = 100
"""How many rows a stream of its own holds."""
_FINEST = 52


def fineness(count: int) -> int:
    """Give how many parts 1 is cut into where ``count`` drawn values are summed in 62 bits."""
    return 1 << min(_FINEST, 62 - count.bit_length())


def draws(stream: str, count: int) -> NDArray[np.intp]:
    """Draw rows of ``count`` places below ``count``: 32 bits of the stream each, scaled down."""
    raw = np.frombuffer(shake_256(stream.encode()).digest(4 * AT_ONCE * count), dtype="<u4")
    scaled = (raw.astype(np.uint64) * np.uint64(count)) >> np.uint64(32)
    return scaled.astype(np.intp).reshape(AT_ONCE, count)


def shuffles(stream: str, count: int) -> NDArray[np.intp]:
    """Draw rows that are orders of ``count`` places: by 64 bits of the stream each."""
    raw = np.frombuffer(shake_256(stream.encode()).digest(8 * AT_ONCE * count), dtype="<u8")
    return np.argsort(raw.reshape(AT_ONCE, count), axis=1, kind="stable")


def signs(stream: str, count: int) -> NDArray[np.int64]:
    """Draw rows of ``count`` signs, −1 or 1: by one bit of the stream each, lowest bit first."""
    row = -(-count // 8)
    raw = np.frombuffer(shake_256(stream.encode()).digest(AT_ONCE * row), dtype=np.uint8)
    bits = np.unpackbits(raw.reshape(AT_ONCE, row), axis=1, count=count, bitorder="little")
    return 2 * bits.astype(np.int64) - 1

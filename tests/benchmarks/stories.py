"""Made-up stories of any size, the same on every machine."""

from collections.abc import Iterator
from hashlib import shake_128

_SYLLABLES = (
    "ba",
    "de",
    "fi",
    "go",
    "hu",
    "ka",
    "le",
    "mi",
    "no",
    "pu",
    "ra",
    "se",
    "ti",
    "vo",
    "wu",
)


def play(scenes: int = 20, characters: int = 200_000) -> str:
    """Write a story of so many scenes and about so many characters: prose, events, inclusions."""
    words = _words(f"{scenes}:{characters}")
    lines = ["Anna is protagonist with trait brave, calm", "Harbor is location", "Lamp is object"]
    for scene in range(1, scenes + 1):
        lines += [
            f"Sc{scene} group begin",
            f'  Sc{scene} has title "{next(words)} {next(words)}"',
            f"  Sc{scene} includes character Anna",
            f"  Sc{scene} includes location Harbor",
        ]
        size = 0
        while size < characters // scenes - 150:
            prose = " ".join(next(words) for _ in range(60))
            lines.append(f'  Sc{scene} describes "{prose}."')
            lines.append(f"  Anna {next(words)} Lamp at Harbor")
            size += len(lines[-1]) + len(lines[-2])
        lines.append(f"Sc{scene} group end")
    return "\n".join(lines) + "\n"


def _words(seed: str) -> Iterator[str]:
    """Give an endless stream of words of one to four syllables, few of them often."""
    block = 0
    while True:
        stream = shake_128(f"{seed}:{block}".encode()).digest(4096)
        for place in range(0, len(stream), 4):
            length = 1 + stream[place] % 4
            letters = stream[place : place + length]
            yield "".join(_SYLLABLES[byte % len(_SYLLABLES)] for byte in letters)
        block += 1

"""Counts by name → bars that can be compared at a glance."""

from collections.abc import Iterator, Mapping

from sceneprobe.report.display import clip, display_width, pad, printable

_BAR = 40
_WIDEST = 40


def bars(heading: str, noun: str, counts: Mapping[str, int]) -> Iterator[str]:
    """Draw one bar a name, as long as its share of the largest; a count of 0 has none."""
    most = max(counts.values(), default=0)
    names = {name: clip(printable(name), _WIDEST) for name in counts}
    width = max(map(display_width, (heading, *names.values())))
    digits = max(len(noun), len(str(most)))
    yield f"{pad(heading, width)}  {noun:>{digits}}"
    for name, count in counts.items():
        bar = "█" * (max(1, round(_BAR * count / most)) if count else 0)
        yield f"{pad(names[name], width)}  {count:>{digits}}  {bar}".rstrip()

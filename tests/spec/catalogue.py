"""fixtures/findings/ → specs/errors.md: each finding with a story that provokes it and its text.

``python -m tests.spec.catalogue`` writes the page anew.
"""

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from sceneprobe.cnl import findings as language
from sceneprobe.story import findings as world
from tests.spec.console import SPECS, transcript

FIXTURES = SPECS.parent / "fixtures" / "findings"
PAGE = SPECS / "errors.md"
RULES = (*language.RULES, *world.RULES)

_HEAD = """\
# Findings

Every finding that `sceneprobe lint` can make, with a story that provokes it and what is shown.
This page is made from `fixtures/findings/` by `python -m tests.spec.catalogue`; do not edit it.
Codes that begin with `CNL` are findings of the language: an error among them stops `scenes`,
unless `--keep-going` is given. The others are findings of the world and stop nothing.

| code | severity | what it is about |
|---|---|---|
"""


def render() -> str:
    """Make the whole page from the fixtures."""
    rows = "".join(
        f"| [`{r.code}`](#{r.code.lower()}) | {r.severity} | {r.summary} |\n" for r in RULES
    )
    with chdir(FIXTURES):
        return _HEAD + rows + "".join("".join(_entry(rule.code, rule.summary)) for rule in RULES)


def _entry(code: str, summary: str) -> Iterator[str]:
    fixture = Path(f"{code}.cnl")
    story = fixture.read_bytes().decode("utf-8", errors="backslashreplace")
    visible = "".join(c if c.isprintable() or c == "\n" else f"\\x{ord(c):02x}" for c in story)
    yield f"\n## {code}\n\n{summary[0].upper()}{summary[1:]}.\n\n"
    yield f"```cnl\n{visible}```\n\n"
    yield f"```text\n{transcript(f'sceneprobe lint {fixture}')}```\n"


if __name__ == "__main__":
    PAGE.write_text(render(), "utf-8")
    print(f"{PAGE.name}: {len(RULES)} findings")

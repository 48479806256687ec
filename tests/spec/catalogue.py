"""fixtures/findings/ → specs/errors.md: each finding with a story that provokes it and its text.

``python -m tests.spec.catalogue`` writes the page anew.
"""

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from sceneprobe.cnl import findings as language
from sceneprobe.formats import convert_findings as conversions
from sceneprobe.formats import corpus_findings as corpora
from sceneprobe.formats import profile_findings as profiles
from sceneprobe.formats.runs import findings as runs
from sceneprobe.judging import findings as queries
from sceneprobe.judging import qrel_findings as qrels
from sceneprobe.judging import sheet_findings as sheets
from sceneprobe.settings import findings as configurations
from sceneprobe.story import findings as world
from tests.spec.console import SPECS, transcript

FIXTURES = SPECS.parent / "fixtures" / "findings"
PAGE = SPECS / "errors.md"
RULES = (
    *(*language.RULES, *world.RULES, *queries.RULES),
    *(*sheets.RULES, *qrels.RULES, *conversions.RULES, *runs.RULES, *corpora.RULES),
    *(*profiles.RULES, *configurations.RULES),
)
STORY = FIXTURES / "story.cnl"
SHEET = FIXTURES / "sheet.csv"
SECOND = FIXTURES / "second.csv"
QUERIES = FIXTURES / "queries.tsv"
JUDGED = FIXTURES / "judged.qrels"
ASKED = FIXTURES / "asked.tsv"
TALES = FIXTURES / "tales.jsonl"
OTHERS = frozenset({STORY, SHEET, SECOND, QUERIES, ASKED, JUDGED, TALES})
"""Files that commands need besides the one that provokes a finding."""

_COMMANDS = {
    "QRY": f"sceneprobe check {STORY.name} --queries {{}} --profile bow",
    "QRL": "sceneprobe qrels stats {}",
    "CNV": "sceneprobe convert run --input {} --output -",
    "SHT": f"sceneprobe testset agree {{}} {SHEET.name}",
    "RUN": f"sceneprobe evaluate --run {{}} --qrels {JUDGED.name}",
    "PRF": f'sceneprobe search {STORY.name} "lamp" --profile {{}}',
    "CFG": f"sceneprobe compare {TALES.name} --queries {QUERIES.name} -a {{}} -b bow",
    "COR": f"sceneprobe measure {{}} --queries {QUERIES.name} --no-cache",
}

_HEAD = """\
# Findings

Every finding that there is, with a file that provokes it and what is shown. This page is made from
`fixtures/findings/` by `python -m tests.spec.catalogue`; do not edit it.
Codes that begin with `CNL` are findings of the language: an error among them stops all that needs
scenes, unless `--keep-going` is given. Codes that begin with `QRY` are findings of query sets,
shown for this story; an error among them stops a check, but those from `QRY208` on are looked for
in test sets only, `QRY209` wherever a set declares its scale, and `QRY214` where queries are
searched within their own stories. Codes that begin with `SHT` are findings of annotators' sheets,
shown beside the sheet below (`second.csv` is a copy of it), and an error among them stops all that
reads them. Codes that begin with `QRL` are findings of
judgments, and stop all that reads them; those that begin with `CNV` are findings of runs that are
converted: a warning among them says what was passed over. Those that begin with `RUN` are findings
of runs that are evaluated, those with `COR` of corpora, those with `PRF` of profiles in YAML, those
with `CFG` of configurations, and stop that. The others are findings of the world and stop nothing.

```cnl story.cnl
{story}```

```csv sheet.csv
{sheet}```

| code | severity | what it is about |
|---|---|---|
"""


def render() -> str:
    """Make the whole page from the fixtures."""
    rows = "".join(
        f"| [`{r.code}`](#{r.code.lower()}) | {r.severity} | {r.summary} |\n" for r in RULES
    )
    with chdir(FIXTURES):
        head = _HEAD.format(story=STORY.read_text("utf-8"), sheet=SHEET.read_text("utf-8"))
        return head + rows + "".join("".join(_entry(rule.code, rule.summary)) for rule in RULES)


def fixture_of(code: str) -> Path:
    """Give the name of the file that provokes a finding."""
    (found,) = FIXTURES.glob(f"{code}.*")
    return Path(found.name)


def command_for(fixture: Path) -> str:
    """Give the command that shows what is wrong with a file."""
    if fixture.suffix == ".cnl":
        return f"sceneprobe lint {fixture}"
    if fixture.stem == "QRL109":
        asked = f"--queries {ASKED.name} --truth {fixture}"
        return f"sceneprobe compare {STORY.name} {asked} -a bow -b vsa"
    if fixture.stem == "QRY214":
        return f"sceneprobe measure {TALES.name} --queries {fixture} --within story --no-cache"
    if fixture.stem >= "QRY208" and fixture.stem.startswith("QRY"):
        return f"sceneprobe testset validate {fixture} {STORY.name}"
    if fixture.stem == "SHT109":
        return f"sceneprobe testset agree {SHEET.name} {SECOND.name} --adjudicated {fixture}"
    return _COMMANDS[fixture.stem[:3]].format(fixture)


def _entry(code: str, summary: str) -> Iterator[str]:
    fixture = fixture_of(code)
    story = fixture.read_bytes().decode("utf-8", errors="backslashreplace")
    visible = "".join(c if c.isprintable() or c == "\n" else f"\\x{ord(c):02x}" for c in story)
    yield f"\n## {code}\n\n{summary[0].upper()}{summary[1:]}.\n\n"
    yield f"```{fixture.suffix[1:]}\n{visible}```\n\n"
    yield f"```text\n{transcript(command_for(fixture))}```\n"


if __name__ == "__main__":
    PAGE.write_text(render(), "utf-8")
    print(f"{PAGE.name}: {len(RULES)} findings")

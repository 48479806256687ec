"""``sceneprobe scenes``: the scenes of a story in canonical order."""

from argparse import ArgumentParser, Namespace

from sceneprobe.cli.output import (
    add_output_option,
    table_text,
    tell_story_findings,
    write_result,
)
from sceneprobe.cli.progress import progress
from sceneprobe.cli.story_options import add_scene_pattern
from sceneprobe.report.display import printable
from sceneprobe.report.scenes import (
    scenes_as_json,
    scenes_as_jsonl,
    scenes_as_table,
    summary_of_scenes,
)
from sceneprobe.story.model import Story
from sceneprobe.workflows.read import read_story_file, refuse_guesses

EXAMPLES = """\
examples:
  sceneprobe scenes story.cnl
  sceneprobe scenes story.cnl --format json -o scenes.json
  sceneprobe scenes story.cnl --scene-pattern '^Beat \\d+$'
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("story", metavar="STORY", help="a story file, or - for standard input")
    parser.add_argument("--format", choices=("text", "json", "jsonl"), default="text")
    add_scene_pattern(parser)
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="list what could be read even where the story has language errors",
    )
    add_output_option(parser)


def run(arguments: Namespace) -> int:
    """List the scenes; language errors stop it, with all of them shown."""
    with progress(f"reading {printable(arguments.story)}"):
        story = read_story_file(arguments.story, scene_pattern=arguments.scene_pattern)
    if not arguments.keep_going:
        refuse_guesses(story)
    tell_story_findings(story, arguments.story)
    result = _render(story, arguments.format, arguments.out)
    write_result(result, arguments.out, [arguments.story])
    return 0


def _render(story: Story, form: str, path: str | None) -> str:
    if form == "json":
        return scenes_as_json(story.scenes)
    if form == "jsonl":
        return scenes_as_jsonl(story.scenes)
    table = table_text(scenes_as_table(story.scenes), path)
    return f"{table}\n{summary_of_scenes(story.scenes)}\n"

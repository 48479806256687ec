"""A file with one id a line → ids."""

from sceneprobe.errors import FileError
from sceneprobe.formats.nodes import NotReadableError
from sceneprobe.formats.text_blocks import lines_of
from sceneprobe.judging.qrel_findings import NOT_TEXT


def read_ids(name: str, content: bytes) -> tuple[str, ...]:
    """Read ids in order; blank lines, and blanks around an id, are passed over."""
    try:
        lines = [line.strip() for _, line in lines_of(name, content, NOT_TEXT)]
    except NotReadableError as error:
        raise FileError(f"cannot read {name}: {error}") from None
    ids = tuple(filter(None, lines))
    if not ids:
        raise FileError(f"{name} holds no ids; write one a line")
    return ids

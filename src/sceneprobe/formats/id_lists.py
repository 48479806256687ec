"""A file with one id a line → ids."""

from sceneprobe.errors import FileError
from sceneprobe.text.source import decode


def read_ids(name: str, content: bytes) -> tuple[str, ...]:
    """Read ids in order; blank lines, and blanks around an id, are passed over."""
    source = decode(name, content)
    if source.wrong_bytes:
        wrong = source.wrong_bytes[0]
        raise FileError(f"cannot read {name}: the byte at offset {wrong.offset} is no UTF-8")
    ids = tuple(line.strip() for line in source.lines if line.strip())
    if not ids:
        raise FileError(f"{name} holds no ids; write one a line")
    return ids

"""A file → its text in canonical layout, and whether that differs."""

import os
from dataclasses import dataclass

from sceneprobe.cnl.model import Document
from sceneprobe.cnl.parser import parse
from sceneprobe.cnl.printer import print_document
from sceneprobe.files import read_bytes, shown_name
from sceneprobe.text.source import decode


@dataclass(frozen=True, slots=True)
class Layout:
    """A story's tree, its canonical text, and whether the file says it otherwise."""

    document: Document
    text: str
    changed: bool


def lay_out(path: str | os.PathLike[str]) -> Layout:
    """Read a file and lay it out; the file itself is not touched."""
    content = read_bytes(path)
    document = parse(decode(shown_name(path), content))
    text = print_document(document)
    return Layout(document, text, text.encode("utf-8") != content)

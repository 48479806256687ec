"""Bytes or text → Source: decoded, split into lines, with the bytes that are no UTF-8."""

import re
from hashlib import sha256

from sceneprobe.text.model import Source, WrongByte

_BOM = b"\xef\xbb\xbf"
_MOST_WRONG_LINES = 1000
_LINE_END = re.compile(r"\r+(?=\n|\Z)")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def decode(name: str, content: bytes) -> Source:
    """Read bytes as UTF-8; lines end in LF or CRLF and nowhere else, a byte-order mark is dropped.

    Where bytes are no UTF-8 the replacement character stands for them, and the first of a line is
    told in ``wrong_bytes``, up to a thousand lines: a file with more of them is no text.
    """
    newline = "\r\n" if content[: content.find(b"\n") + 1].endswith(b"\r\n") else "\n"
    digest = f"sha256:{sha256(content).hexdigest()}"
    offset = len(_BOM) if content.startswith(_BOM) else 0
    wrong: tuple[WrongByte, ...] = ()
    try:
        text = content[offset:].decode("utf-8")
    except UnicodeDecodeError:
        text, wrong = _decode_by_line(content, offset)
    if "\r" in text:
        text = _LINE_END.sub("", text)
    return Source(name, tuple(text.split("\n")), newline, wrong, digest)


def from_text(name: str, text: str) -> Source:
    """Read text that is in memory already, as if it had come from a file."""
    return decode(name, _LONE_SURROGATE.sub("\ufffd", text).encode("utf-8"))


def _decode_by_line(content: bytes, offset: int) -> tuple[str, tuple[WrongByte, ...]]:
    lines: list[str] = []
    wrong: list[WrongByte] = []
    for raw in content[offset:].split(b"\n"):
        try:
            lines.append(raw.decode("utf-8"))
        except UnicodeDecodeError as error:
            if len(wrong) < _MOST_WRONG_LINES:
                column = len(raw[: error.start].decode("utf-8")) + 1
                wrong.append(WrongByte(offset + error.start, len(lines) + 1, column))
            lines.append(raw.decode("utf-8", errors="replace"))
        offset += len(raw) + 1
    return "\n".join(lines), tuple(wrong)

"""Queries that were searched → a file of JSON lines, as candidates for a test set."""

import json
import os
from hashlib import sha256

from sceneprobe.errors import FileError
from sceneprobe.files import reason

_LARGEST = 64 * 1024 * 1024
_MOST_KNOWN = 100_000


class QueryLog:
    """Appends each query once, with an id that its text decides; stops at 64 MB.

    A line is written in one piece, so that several services can share a file.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: set[str] = set()
        try:
            if os.path.exists(path):
                with open(path, encoding="utf-8", errors="replace") as lines:
                    self._known.update(_id_in(line) for line in lines)
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        except (OSError, ValueError) as error:
            raise FileError(f"cannot write {path}: {reason(error)}") from None

    def add(self, query: str) -> None:
        """Append a query that is not there yet; where that cannot be done, it is left out."""
        text = " ".join(query.split())
        name = f"log-{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
        if not text or name in self._known or len(self._known) >= _MOST_KNOWN:
            return
        line = json.dumps({"id": name, "query": text}) + "\n"
        try:
            if os.fstat(self._file).st_size + len(line) <= _LARGEST:
                os.write(self._file, line.encode())
                self._known.add(name)
        except OSError:
            return  # a full disk must not keep anybody from searching

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def _id_in(line: str) -> str:
    try:
        found = json.loads(line)
    except ValueError:
        return ""
    return str(found.get("id", "")) if isinstance(found, dict) else ""

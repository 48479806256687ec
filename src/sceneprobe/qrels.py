"""Judgments from Python: build, verify, write and read them.

>>> rows = [("q1", "Salt Road", 0), ("q1", "The Long Watch", 2), ("q2", "Keeper 9", 1)]
>>> spec = QrelsSpec[tuple[str, str, int]](
...     topic_id=lambda r: r[0], doc_id=lambda r: r[1], grade=lambda r: r[2]
... )
>>> qrels = build_qrels(records=rows, spec=spec)
>>> qrels.verify(expected_topic_ids=["q1", "q2"], warn=False)
>>> verify_qrels_topics(expected_topic_ids=["q1", "q2"], qrels=qrels, require_no_extras=True)

A topic that was lost on the way is an error, and so is one that came from elsewhere:

>>> qrels.verify(expected_topic_ids=["q1", "q2", "q3"])
Traceback (most recent call last):
sceneprobe.errors.QrelsError: the topic "q3" has no judgment
>>> QrelsVerification(qrels, expected_topic_ids=["q1"]).complete_topics().no_extra_topics()
Traceback (most recent call last):
sceneprobe.errors.QrelsError: the topic "q2" is not expected

Judgments put together by hand may hold one twice, until they are verified:

>>> twice = Qrels([QrelRow("q1", "Salt Road", 0), QrelRow("q1", "Salt Road", 1)])
>>> QrelsVerification(twice, expected_topic_ids=["q1"]).no_duplicates()
Traceback (most recent call last):
sceneprobe.errors.QrelsError: the topic "q1" judges "Salt Road" 2 times, with grades 0, 1

What is written is sorted, and can be read back:

>>> import tempfile
>>> from pathlib import Path
>>> with tempfile.TemporaryDirectory() as folder:
...     path = Path(folder) / "run.qrels"
...     write_qrel_file(qrel_out_file=path, qrels=qrels)
...     print(path.read_text("utf-8"), end="")
...     read_qrel_file(path) == qrels
q1 0 Salt Road 0
q1 0 The Long Watch 2
q2 0 Keeper 9 1
True

Where a document has no id of its own, its text can give it one:

>>> f"md5:{doc_id_md5('The lamp went out.')}"
'md5:879e10f89e7c6e52b0e5f49d4be941db'
"""

import os

from sceneprobe.errors import FileError, QrelsError
from sceneprobe.files import read_unpacked, shown_name, write_bytes
from sceneprobe.formats.qrels import qrels_as_trec, read_qrels
from sceneprobe.judging.build import QrelsSpec, build_qrels, doc_id_md5
from sceneprobe.judging.model import QrelRow, Qrels
from sceneprobe.judging.verification import QrelsVerification, verify_qrels_topics
from sceneprobe.text.model import RefusedError

__all__ = [
    "FileError",
    "QrelRow",
    "Qrels",
    "QrelsError",
    "QrelsFileError",
    "QrelsSpec",
    "QrelsVerification",
    "build_qrels",
    "doc_id_md5",
    "read_qrel_file",
    "verify_qrels_topics",
    "write_qrel_file",
]


class QrelsFileError(QrelsError, RefusedError):
    """A file of judgments cannot be used: the text names the first place, ``findings`` has all.

    Of more than a hundred findings the first are held, and ``hidden`` counts the others.
    """


def write_qrel_file(
    *, qrel_out_file: str | os.PathLike[str], qrels: Qrels, system_id: str = "0"
) -> None:
    """Write judgments as a TREC file, sorted by topic and document, whole or not at all.

    ``system_id`` fills the second column, which TREC tools pass over. Fields are divided by blanks,
    or by tabs where an id holds blanks that could not be told from those between fields. What could
    not be read back raises QrelsError: an id that no line can hold, or no judgments at all.
    """
    write_bytes(qrel_out_file, qrels_as_trec(qrels, system_id).encode("utf-8"))


def read_qrel_file(path: str | os.PathLike[str], *, on_duplicate: str = "error") -> Qrels:
    """Read judgments in any format there is, also from a gzip file.

    What is wrong raises QrelsFileError, a QrelsError that names the place of the first finding and
    has them all; a file that cannot be opened raises FileError.
    """
    content = read_unpacked(path)
    try:
        return read_qrels(shown_name(path), content, on_duplicate=on_duplicate)
    except RefusedError as error:
        raise QrelsFileError(error.findings, error.advice, error.hidden) from None

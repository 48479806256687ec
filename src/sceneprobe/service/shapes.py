"""The shapes of request bodies, and of problems, for reading and for the OpenAPI document."""

from pydantic import BaseModel, ConfigDict, Field

from sceneprobe.backends.registry import DEFAULT
from sceneprobe.measures.rq import THRESHOLD, K

MOST_TEXT = 1000
"""So many characters a query may have."""
MOST_K = 1000


class CheckBody(BaseModel):
    """A story and its queries, as text; the options are those of ``sceneprobe check``."""

    model_config = ConfigDict(extra="forbid", strict=True)

    story: str
    queries: str | None = None
    profile: str = DEFAULT
    k: int = Field(K, ge=1, le=MOST_K)
    threshold: float = Field(THRESHOLD, ge=0, le=1)
    allow_unknown: bool = False
    keep_going: bool = False
    require_labels: bool = False


class LabelBody(BaseModel):
    """Grades of scenes for one query; null takes a label away."""

    model_config = ConfigDict(extra="forbid", strict=True)

    query: str = Field(min_length=1, max_length=MOST_TEXT)
    id: str | None = Field(None, min_length=1, max_length=200)
    type: str | None = Field(None, min_length=1, max_length=200)
    labels: dict[str, int | None] = Field(max_length=1000)


class FindingShape(BaseModel):
    """One finding, as ``--format json`` gives it."""

    file: str
    line: int
    column: int
    end_column: int
    severity: str
    code: str
    message: str
    hint: str | None


class ProblemShape(BaseModel):
    """A problem as RFC 9457 has it, with the findings of the command line."""

    type: str
    title: str
    status: int
    detail: str
    findings: list[FindingShape]

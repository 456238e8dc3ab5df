"""What is wrong with a graph, said so that it can be mended."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An `error` keeps a run from starting or from ever ending well, a `warning` may, a `note` is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found. `place` is the path in the graph's JSON (`edges.2.condition`), `code` names the kind of finding,
    `mend` says what to do, "" where nothing need be done."""

    place: str
    severity: Severity
    code: str
    reason: str
    mend: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the finding as JSON."""
        return {key: str(value) for key, value in asdict(self).items()}

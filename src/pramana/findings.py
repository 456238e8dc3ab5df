"""What a check finds: how grave it is, and where. What else is to be said of it, each room's own class says."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An `error` keeps what was checked from being executed, or from ever ending well; a `warning` may, on some
    data; a `note` is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Found:
    """One thing found. `place` is the path in the JSON of what was checked: `edges.2.condition`."""

    place: str
    severity: Severity

    def as_json(self) -> dict[str, str]:
        """Return the finding as JSON."""
        return {key: str(value) for key, value in asdict(self).items()}

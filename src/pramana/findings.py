"""What a check finds: how grave it is, where, and what to do. A package adds to `Found` what else it says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from pramana.serialization import JsonRecord


class Severity(StrEnum):
    """An `error` keeps what was checked from being executed, or from ever ending well; a `warning` may, on some
    data; a `note` is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Found(JsonRecord):
    """One thing found. `place` is the path in the JSON of what was checked: `edges.2.condition`."""

    place: str
    severity: Severity


@dataclass(frozen=True, slots=True)
class Finding(Found):
    """One thing found in a formula or a seed. With an error it is not executed. The last field says how to fix
    it, "" where nothing need be done."""

    problem: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.severity} at {self.place}: {self.problem}" + (f" ({self.mend})" if self.mend else "")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return what to write in the place of an unknown name."""
    names = list(dict.fromkeys(known))
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    return f"write {close[0]!r}" if close else f"one of {', '.join(map(repr, names[:10])) or 'none: there is none'}"

"""What is wrong with a seed, said so that a person or a model can mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from enum import StrEnum


class Severity(StrEnum):
    """With an `error` a seed is not executed; a `warning` is of what may fail on some data; a `note` is for knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found. `place` is the path in the seed's JSON (`compute_dag.2.formula`); `mend` says what to do, ""
    where nothing need be done."""

    place: str
    severity: Severity
    problem: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.severity} at {self.place}: {self.problem}" + (f" ({self.mend})" if self.mend else "")

    def as_json(self) -> dict[str, str]:
        """Return the finding as JSON."""
        return {key: str(value) for key, value in asdict(self).items()}


def nearest(name: str, known: Iterable[str]) -> str:
    """Return what to write in the place of an unknown name."""
    names = list(dict.fromkeys(known))
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    return f"write {close[0]!r}" if close else f"one of {', '.join(map(repr, names[:10])) or 'none: there is none'}"

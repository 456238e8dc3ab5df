"""What is wrong with a seed, said so that a person or a model can mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from pramana.findings import Found, Severity

__all__ = ["Finding", "Severity", "nearest"]


@dataclass(frozen=True, slots=True)
class Finding(Found):
    """One thing found in a seed. With an error it is not executed; `mend` says what to do, "" where nothing need be
    done."""

    problem: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.severity} at {self.place}: {self.problem}" + (f" ({self.mend})" if self.mend else "")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return what to write in the place of an unknown name."""
    names = list(dict.fromkeys(known))
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    return f"write {close[0]!r}" if close else f"one of {', '.join(map(repr, names[:10])) or 'none: there is none'}"

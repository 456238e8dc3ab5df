"""What models and people write where a command wants something else: the rows of `mistakes.yaml`.

What is wrong within a condition is in pramana.expr.conditions.mistakes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from pramana.gasl.commands import VERBS

START = "_FIND"
"""The terminal that can come only where a command begins."""
REACH = 80
"""How far before the place where reading stopped a mistake may begin, in code points."""

_PLACEHOLDERS = {
    "«VERB»": rf"(?:{'|'.join(VERBS)})\b",
    "«NAME»": r"(?:\$\{[^}\n]*\}|[^\W\d][\w.]*)",
    "«TEXT»": r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""",
    "«NEXT»": r"(?:AS|LIMIT|THEN|ELSE|RETURNING|VERIFIED)\b",
}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A row of the table, whose file says what each field means."""

    pattern: re.Pattern[str]
    at: frozenset[str]
    not_at: frozenset[str]
    problem: str
    fix: str | None
    example: str
    here: bool
    case: str

    def fits(self, expected: frozenset[str]) -> bool:
        """Return whether the row is about a place at which the terminals `expected` could have come."""
        return (not self.at or bool(self.at & expected)) and not self.not_at & expected

    def covers(self, text: str, position: int) -> re.Match[str] | None:
        """Return what the row covers: the nearest match that reaches `position`, None where there is none."""
        whole = self.pattern.pattern.startswith("^")
        reach = 1 if self.here else REACH
        starts = (0,) if whole else range(position, max(-1, position - reach), -1)
        tries = (self.pattern.match(text, start) for start in starts)
        return next((found for found in tries if found and found.end() >= position), None)


@cache
def mistakes() -> tuple[Mistake, ...]:
    """Return the rows in the order in which they are tried."""
    rows = yaml.load(files(__package__).joinpath("mistakes.yaml").read_text("utf-8"), Loader=_LOADER)
    return tuple(map(_mistake, rows))


def _mistake(row: dict[str, Any]) -> Mistake:
    pattern = row["pattern"]
    for name, expression in _PLACEHOLDERS.items():
        pattern = pattern.replace(name, expression)
    where = row.get("at", "").split()
    return Mistake(
        re.compile(pattern, re.IGNORECASE | re.DOTALL),
        frozenset(each for each in where if each[0] != "!"),
        frozenset(each[1:] for each in where if each[0] == "!"),
        row["problem"],
        row.get("fix"),
        row.get("example", ""),
        row.get("here", False),
        row["case"],
    )


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The loader in C is ten times as fast; a PyYAML that was built without it has only the other one."""

"""A row of the table of mistakes.

A row applies where its pattern covers the place at which reading stopped, and one of the terminals `at` could have come
there and none of those written with a `!` (no terminals: anywhere). `mend` is the replacement for what the pattern
covers, a template of `re`; None where only a person can tell. `example` is shown where the mended text still cannot be
read; without it, the command's own. Rows are tried in order. What is wrong within a condition is in
pramana.expr.conditions.mistakes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

START = "_FIND"
"""The terminal that can come only where a command begins."""
END = "$END"
REACH = 80
"""How far before the place where reading stopped a mistake may begin, in code points."""


@dataclass(frozen=True, slots=True)
class Mistake:
    pattern: re.Pattern[str]
    at: frozenset[str]
    not_at: frozenset[str]
    problem: str
    mend: str | None
    example: str
    here: bool
    """Begins where reading stopped, and gives way to a near word; else up to 80 code points before it."""

    def fits(self, expected: frozenset[str]) -> bool:
        """Say whether the row speaks of a place at which the terminals `expected` could have come."""
        return (not self.at or bool(self.at & expected)) and not self.not_at & expected

    def covers(self, text: str, position: int) -> re.Match[str] | None:
        """Return what the row covers: the nearest match that reaches `position`, None where there is none."""
        whole = self.pattern.pattern.startswith("^")
        reach = 1 if self.here else REACH
        starts = (0,) if whole else range(position, max(-1, position - reach), -1)
        tries = (self.pattern.match(text, start) for start in starts)
        return next((found for found in tries if found and found.end() >= position), None)


def row(pattern: str, at: str, problem: str, mend: str | None, example: str = "", here: bool = False) -> Mistake:
    """Return a row. `at` lists terminals, those that may not come with a `!`."""
    where = at.split()
    return Mistake(
        re.compile(pattern, re.IGNORECASE | re.DOTALL),
        frozenset(each for each in where if each[0] != "!"),
        frozenset(each[1:] for each in where if each[0] == "!"),
        problem,
        mend,
        example,
        here,
    )


NAME = r"(?:\$\{[^}\n]*\}|[^\W\d][\w.]*)"
TEXT = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
NEXT = r"(?:AS|LIMIT|THEN|ELSE|RETURNING|VERIFIED)\b"
VERB = r"(?:DECLARE|FIND|PROCESS|UPDATE|ANALYZE|REQUIRE|ASSERT|ON|IF|TRY|SET|CANCEL|SELECT|SORT|DISTINCT|COUNT|GROUP)\b"
EDGES = 'FIND edges WHERE source.name = "Rama" AND relation = "GAVE" AS found'
PATHS = 'FIND paths WHERE start.name = "Rama" AND end.name = "Sita" AND length <= 3 AS found'

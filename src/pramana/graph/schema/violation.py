"""A schema violation as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from pramana.errors import SchemaViolation
from pramana.serialization import JsonRecord

What = Literal[
    "id",
    "type",
    "relation",
    "source",
    "target",
    "end",
    "loop",
    "missing",
    "value",
    "choice",
    "property",
    "unique",
    "twice",
    "limit",
]


@dataclass(frozen=True, slots=True)
class Violation(JsonRecord):
    """One violation of a schema.

    `where` names the node or the edge, `problem` describes it in a phrase, `name` is the property concerned ("" for
    none), `given` the value found, `allowed` the accepted values, `nearest` the most similar of these, closest first.
    """

    what: What
    where: str
    problem: str
    name: str = ""
    given: Any = None
    allowed: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()

    def error(self) -> SchemaViolation:
        return SchemaViolation(self.where, self.problem, self.allowed, self.given, self.nearest)

    def __str__(self) -> str:
        return str(self.error())


def nearest(given: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return up to three names with a spelling similar to `given`, ignoring case, the closest first."""
    folded = {name.casefold(): name for name in known if isinstance(name, str)}
    return tuple(folded[name] for name in get_close_matches(given.casefold(), list(folded), n=3, cutoff=0.6))

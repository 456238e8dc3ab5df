"""What every command is: data that the parser makes of a line and the executor runs.

The node of each command is defined in its own module in `commands`. A variable is named as it is written after AS,
without `${}`. A state key is its parts: `a.b` is ("a", "b").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

FieldPath: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GASLNode:
    """Base of every command."""


@dataclass(frozen=True, slots=True)
class Returning:
    """RETURNING LIST OF {name: type, …}: the fields of each output item, by name, in the order written.

    A type is `text`, `integer`, `number`, `boolean`, `list` or `object`; `optional` fields are written with `?` after
    their type and may be missing.
    """

    fields: tuple[tuple[str, str], ...]
    optional: frozenset[str] = frozenset()

"""The predicate tree: what a condition says, as data. Its rules are in docs/conditions.md.

Equality of trees is by kind as well as by value: `x = 1`, `x = 1.0` and `x = true` are three conditions, although
Python holds the three values for equal. A tree may therefore be the key of a cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TypeAlias

Path: TypeAlias = tuple[str, ...]
Scalar: TypeAlias = str | int | float | bool


class Op(StrEnum):
    """A comparison operator, spelled as in the text."""

    EQ = "="
    NE = "!="
    GT = ">"
    GE = ">="
    LT = "<"
    LE = "<="
    CONTAINS = "CONTAINS"
    STARTS_WITH = "STARTS_WITH"
    ENDS_WITH = "ENDS_WITH"


TEXT_OPS = frozenset({Op.CONTAINS, Op.STARTS_WITH, Op.ENDS_WITH})
INVERSE = {Op.EQ: Op.NE, Op.NE: Op.EQ, Op.GT: Op.LE, Op.LE: Op.GT, Op.LT: Op.GE, Op.GE: Op.LT}
"""What NOT makes of an operator. Unknown stays unknown, so this holds in three-valued logic too."""

SWAPPED = {Op.EQ: Op.EQ, Op.NE: Op.NE, Op.GT: Op.LT, Op.LT: Op.GT, Op.GE: Op.LE, Op.LE: Op.GE}
"""What an operator becomes when its sides change places."""


class Opaque(Enum):
    """The placeholder in a tree for a value that cannot be compared: a mapping, a list within a list, a date, bytes."""

    VALUE = "a value of no comparable type"


Item: TypeAlias = Scalar | Opaque | None


@dataclass(frozen=True, slots=True)
class Field:
    """An attribute of the record: `name`, `source.name`, `` `first name` ``. The path leads into nested mappings."""

    path: Path


@dataclass(frozen=True, slots=True)
class Variable:
    """A value given later: `${x}`, `${x.field}`. Only `bind` takes it away; no target runs a tree that holds one."""

    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A value that `bind` put for a variable where a literal is not allowed: on the left, or null, or a list."""

    value: Item | tuple[Item, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bound) and _typed_key(self.value) == _typed_key(other.value)

    def __hash__(self) -> int:
        return hash((Bound, _typed_key(self.value)))


@dataclass(frozen=True, slots=True)
class Length:
    """`LEN x`: the code points of a text, the items of a list; of anything else unknown."""

    of: Field | Variable


Operand: TypeAlias = Field | Variable | Length | Bound


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """`left op right`. Unknown where either side is missing, null or NaN, or where the two are of unlike types."""

    left: Operand
    op: Op
    right: Scalar | Operand

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Comparison) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.left, self.op, _typed_key(self.right)


@dataclass(frozen=True, slots=True, eq=False)
class Membership:
    """`left IN values`, or NOT IN: the OR of the equalities, so unknown where none holds and one is unknown."""

    left: Operand
    values: tuple[Scalar, ...] | Variable
    negated: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Membership) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.left, _typed_key(self.values), self.negated


@dataclass(frozen=True, slots=True)
class IsNull:
    """`left IS NULL`, or IS NOT NULL: the one question that a missing attribute answers. Never unknown."""

    left: Operand
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Not:
    part: Predicate


@dataclass(frozen=True, slots=True)
class And:
    """True where all of its two or more parts are, false where one is false, else unknown."""

    parts: tuple[Predicate, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """True where one of its two or more parts is, false where all are false, else unknown."""

    parts: tuple[Predicate, ...]


Leaf: TypeAlias = Comparison | Membership | IsNull
Predicate: TypeAlias = Comparison | Membership | IsNull | Not | And | Or


def predicate_leaves(predicate: Predicate) -> Iterator[Leaf]:
    """Yield the comparisons, memberships and null tests of a predicate, from left to right."""
    if isinstance(predicate, (And, Or)):  # asked at each command: a union is made anew each time
        for part in predicate.parts:
            yield from predicate_leaves(part)
    elif isinstance(predicate, Not):
        yield from predicate_leaves(predicate.part)
    else:
        yield predicate


def _typed_key(value: object) -> object:
    """Return a key under which 1, 1.0 and True differ."""
    if isinstance(value, tuple):
        return tuple((type(item), item) for item in value)
    return type(value), value

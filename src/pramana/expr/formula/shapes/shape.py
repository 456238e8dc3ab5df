"""What is known of a value without data: its kinds, bounds, possible texts, and the items of lists.

Every shape holds at least the values that can occur, so that what it rules out cannot happen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

INF: Final = math.inf
NUMERIC: Final = frozenset({"number", "boolean"})
KINDS: Final = frozenset({"number", "boolean", "text", "null", "list", "object"})
TEXT: Final = frozenset({"text"})
LIST: Final = frozenset({"list"})
SERIES: Final = frozenset({"list", "object"})
SIZED: Final = frozenset({"list", "object", "text"})
_MOST_TEXTS: Final = 200
"""Past so many possible texts a shape admits any text: unions of long enums would grow with every step."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value can be. `kinds` are those it can have; the other fields speak of some of these kinds alone.

    Of numbers (a boolean is 0 or 1): `low` and `high`, both inclusive; `nonzero`; `whole`. Of texts: `texts` are the
    possible ones, None for any; `dates` where each is a date. Of texts and lists: `filled` where none is empty. Of
    lists: `items`, None where they are always empty; `elements` where each item is known by itself, in any order, with
    whether it is surely there. Of objects: `fields`. `field` names the declared field that the value was read from.
    Where not `known`, nothing is said of it, and nothing is found about what uses it.
    """

    kinds: frozenset[str]
    low: float = INF
    high: float = -INF
    nonzero: bool = True
    whole: bool = True
    texts: frozenset[str] | None = frozenset()
    dates: bool = True
    filled: bool = True
    items: Shape | None = None
    fields: Mapping[str, Shape] = field(default_factory=dict)
    field: str = ""
    known: bool = True
    elements: tuple[tuple[Shape, bool], ...] | None = None

    @property
    def possible(self) -> bool:
        """Whether any value has this shape."""
        return bool(self.kinds) or not self.known

    def only(self, kinds: frozenset[str]) -> Shape:
        """Return the shape of those of its values that have one of these kinds."""
        left = self.kinds & kinds
        if left == self.kinds:
            return self
        shape = replace(self, kinds=left)
        if not left & NUMERIC:
            shape = replace(shape, low=INF, high=-INF, nonzero=True, whole=True)
        elif "number" not in left:
            shape = replace(shape, low=max(0.0, shape.low), high=min(1.0, shape.high), whole=True)
        if "text" not in left:
            shape = replace(shape, texts=frozenset(), dates=True)
        return shape if "list" in left else replace(shape, elements=None)

    def between(self, low: float, high: float, *, nonzero: bool = False) -> Shape:
        """Return the shape of those of its values that are numbers within bounds."""
        shape = self.only(NUMERIC)
        low, high = max(low, shape.low), min(high, shape.high)
        return replace(shape, low=low, high=high, nonzero=shape.nonzero or nonzero) if low <= high else NEVER

    @property
    def zero(self) -> bool:
        """Whether the number can be 0."""
        return self.low <= 0 <= self.high and not self.nonzero


Scope = Mapping[str, Shape]
"""What is known of names, and of expressions, by their text."""
NEVER: Final = Shape(frozenset())
UNKNOWN: Final = Shape(KINDS, -INF, INF, False, False, None, False, False, known=False)
NULL: Final = Shape(frozenset({"null"}))
BOOLEAN: Final = Shape(frozenset({"boolean"}), 0.0, 1.0, nonzero=False)


def number_shape(low: float = -INF, high: float = INF, *, whole: bool = False, nonzero: bool = False) -> Shape:
    return Shape(frozenset({"number"}), low, high, nonzero=nonzero, whole=whole)


def text_shape(texts: Iterable[str] | None = None, *, dates: bool = False, filled: bool = False) -> Shape:
    if texts is None:
        return Shape(frozenset({"text"}), texts=None, dates=dates, filled=filled)
    known = frozenset(texts)
    return Shape(frozenset({"text"}), texts=known, dates=all(map(is_date, known)), filled="" not in known)


def list_shape(items: Shape | None, *, filled: bool) -> Shape:
    return Shape(frozenset({"list"}), items=items, filled=filled)


def bag_shape(elements: Iterable[tuple[Shape, bool]]) -> Shape:
    """Return the shape of a list of these items, each with whether it is surely there."""
    bag = tuple(elements)
    items = join_shapes(*(shape for shape, _ in bag)) if bag else None
    return replace(list_shape(items, filled=any(sure for _, sure in bag)), elements=bag)


def value_shape(value: Any) -> Shape:
    """Return the shape of one JSON value."""
    if isinstance(value, Mapping):
        return object_shape({name: value_shape(each) for name, each in value.items()})
    if isinstance(value, list | tuple):
        return bag_shape((value_shape(each), True) for each in value)
    return constant(value)


def object_shape(fields: Mapping[str, Shape]) -> Shape:
    return Shape(frozenset({"object"}), fields=fields)


def constant(value: Any) -> Shape:
    """Return the shape of one constant of a formula."""
    if value is None:
        return NULL
    if isinstance(value, bool):
        return replace(BOOLEAN, low=float(value), high=float(value))
    if isinstance(value, str):
        return text_shape([value])
    try:
        exact = float(value)
    except OverflowError:
        return number_shape(whole=True)
    return number_shape(exact, exact, whole=isinstance(value, int)) if math.isfinite(exact) else UNKNOWN


def join_shapes(*shapes: Shape) -> Shape:
    """Return the shape of a value that has one of these."""
    made = NEVER
    for shape in shapes:
        made = _joined_shape(made, shape)
    return made


def _joined_shape(one: Shape, other: Shape) -> Shape:
    if not one.possible or not other.possible:
        return other if not one.possible else one
    if not (one.known and other.known):
        return UNKNOWN
    both = "object" in one.kinds & other.kinds
    if both and one.fields.keys() != other.fields.keys():
        return UNKNOWN
    fields = {name: join_shapes(one.fields[name], other.fields[name]) for name in one.fields} if both else None
    items = [shape.items for shape in (one, other) if shape.items is not None]
    return Shape(
        one.kinds | other.kinds,
        min(one.low, other.low),
        max(one.high, other.high),
        nonzero=one.nonzero and other.nonzero,
        whole=one.whole and other.whole,
        texts=_either(one.texts, other.texts),
        dates=one.dates and other.dates,
        filled=one.filled and other.filled,
        items=join_shapes(*items) if items else None,
        fields=fields if fields is not None else {**one.fields, **other.fields},
        field=one.field if one.field == other.field else "",
        elements=one.elements if one.elements == other.elements else None,
    )


def _either(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    if one is None or other is None:
        return None
    both = one | other
    return both if len(both) <= _MOST_TEXTS else None


def item_shape(shape: Shape) -> Shape:
    """Return the shape of what a loop over this one meets; NEVER where it is always empty."""
    if not shape.known:
        return UNKNOWN
    parts = [shape.items] if "list" in shape.kinds and shape.items is not None else []
    parts += [text_shape(shape.fields)] if "object" in shape.kinds else []
    parts += [text_shape(filled=True)] if "text" in shape.kinds else []
    return join_shapes(*parts)


def is_date(value: str) -> bool:
    """Return whether formulas take a text for a date."""
    try:
        datetime.fromisoformat(value[:64])
    except ValueError:
        return False
    return True

"""Conditions as generated code over the raw attributes of a NetworkX graph, by the rules of `expr`.

A condition is taken apart at its top-level ANDs: what speaks of attributes alone is decided on the dictionaries
themselves, quotes and all; the rest is left for a test of the node or edge as it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pramana.expr import Comparison, IsNull, Membership, Not, Predicate, conjoin, conjuncts, fields, positive
from pramana.expr.conditions.python_target import _Code, made
from pramana.graph.adapters.networkx_names import QUOTE, plain, properties

Attributes = Mapping[Any, Any]

ALL_NODES = "lambda items: [i for i, r in enumerate(items) if {}]"
"""Takes the attributes of nodes and gives the places of those for which the condition is true."""
SOME_NODES = "lambda items: (i for i, r in enumerate(items) if {})"
"""The same one by one, for those who stop early."""
EDGES = "lambda items: ((one, other, 0) for one, ends in items for other, r in ends.items() if {})"
"""Takes nodes with the edges that leave them, and gives the ends of an edge and its place among its like."""
PARALLEL = (
    "lambda items: ((one, other, place) for one, ends in items for other, keyed in ends.items()"
    " for place, r in enumerate(keyed.values()) if {})"
)
"""The same where there are parallel edges."""


@dataclass(frozen=True, slots=True)
class Own:
    """How the attributes of a node or an edge are read: which of its fields is `kind`, looked for under `names`."""

    kind: str
    names: tuple[str, ...]
    kind_of: Callable[[Attributes, tuple[str, ...]], str]
    reserved: tuple[str, ...]

    def record(self, attributes: Attributes) -> dict[str, Any]:
        """Return what a condition may ask of the attributes alone."""
        return {**properties(attributes, self.kind), self.kind: self.kind_of(attributes, self.names)}

    def holds(self, path: tuple[str, ...]) -> bool:
        """Return whether a field is one of the attributes, and not of the node or edge as a whole."""
        # A name that ends in `_` may be a property whose name was taken.
        return path == (self.kind,) or path[0].rstrip("_") not in self.reserved


def parted(where: Predicate | None, own: Own) -> tuple[Predicate | None, Predicate | None]:
    """Return the part of a condition that asks for attributes alone, and the rest. None: nothing."""
    parts = conjuncts(where) if where is not None else ()
    raw = [part for part in parts if all(map(own.holds, fields(part)))]
    return conjoin(raw), conjoin(part for part in parts if part not in raw)


def scanner(form: str, where: Predicate | None, own: Own) -> Callable[[Any], Any]:
    """Return a function of the given form that decides a condition on raw attributes; None is true of all."""
    code = _RawCode(own)
    scan: Callable[[Any], Any] = made(form, code, "True" if where is None else code.test(positive(where)))
    return scan


class _RawCode(_Code):
    """Writes tests in which `r` stands for raw attributes."""

    def __init__(self, own: Own) -> None:
        super().__init__()
        self._own = own
        self._asks_text = True

    def test(self, predicate: Predicate) -> str:
        leaf = predicate.part if isinstance(predicate, Not) else predicate
        # A number is compared with what is there: a text is no number, in quotes or without.
        if isinstance(leaf, Comparison):
            self._asks_text = not isinstance(leaf.right, bool | int | float)
        elif isinstance(leaf, Membership):
            self._asks_text = True
        elif isinstance(leaf, IsNull):
            self._asks_text = False
        return super().test(predicate)

    def get(self, path: tuple[str, ...]) -> str:
        """Return the expression that gets the value at a path of `r`, without quotes."""
        if path == (self._own.kind,):
            first = " or ".join(f"r.get({self.name(name)})" for name in self._own.names)
            # The first that is not empty decides, but for one that is no text, or in quotes.
            whole = f"{self.name(self._own.kind_of)}(r, {self.name(self._own.names)})"
            return f"(w if type(w := {first}) is str and w[0] != {self.name(QUOTE)} else {whole})"
        if len(path) > 1 or not self._asks_text:
            return super().get(path)
        bare = f"type(w := r.get({self.name(path[0])})) is not str or w[:1] != {self.name(QUOTE)}"
        return f"(w if {bare} else {self.name(plain)}(w))"

    def name(self, value: Any) -> str:
        """Return the name of a value in the text. What looks at a record is given one, made of the attributes."""
        if isinstance(value, partial):
            look, record = value, self._own.record
            return super().name(lambda attributes: look(record(attributes)))
        return super().name(value)

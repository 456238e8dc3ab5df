"""Conditions compiled to code over the raw attributes of a NetworkX graph, with the semantics of `expr`.

A condition is split at its top-level ANDs: parts that use attributes only are evaluated on the dictionaries, quotes
included; the other parts are tested on the node or edge record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pramana.expr import (
    Comparison,
    ConditionCode,
    Field,
    Membership,
    Op,
    Predicate,
    compiled_test,
    conjoin,
    conjuncts,
    field_paths,
    normalize_negations,
    value_at,
)
from pramana.graph.adapters.networkx_names import QUOTE, SETTLED, plain_value, properties, spellings_of

Attributes = Mapping[Any, Any]

ALL_NODES = "lambda items: [i for i, r in enumerate(items) if {}]"
"""Maps the attributes of nodes to the positions of those for which the condition is true."""

SOME_NODES = "lambda items: (i for i, r in enumerate(items) if {})"
"""The same as a generator, for callers that stop early."""

EDGES = "lambda items: ((one, other, 0) for one, ends in items for other, r in ends.items() if {})"
"""Maps nodes with their outgoing edges to the ends of each match and its position among parallel edges."""

PARALLEL = (
    "lambda items: ((one, other, place) for one, ends in items for other, keyed in ends.items()"
    " for place, r in enumerate(keyed.values()) if {})"
)
"""The same for graphs with parallel edges."""


@dataclass(frozen=True, slots=True)
class Own:
    """How the attributes of a node or an edge are read: the field `kind` is looked up under `names`.

    `settled`: some attributes are not what they say, see `networkx_names.properties`.
    """

    kind: str
    names: tuple[str, ...]
    kind_of: Callable[[Attributes, tuple[str, ...]], str]
    reserved: tuple[str, ...]
    settled: bool = False

    def record(self, attributes: Attributes) -> dict[str, Any]:
        """Return the record of the fields that depend on the attributes alone."""
        return {**properties(attributes, self.kind, self.settled), self.kind: self.kind_of(attributes, self.names)}

    def holds(self, path: tuple[str, ...]) -> bool:
        """Return whether a field depends on the attributes alone."""
        # A name that ends in `_` may be a renamed property.
        return path == (self.kind,) or path[0].rstrip("_") not in self.reserved


def split_condition(where: Predicate | None, own: Own) -> tuple[Predicate | None, Predicate | None]:
    """Return the part of a condition that uses attributes alone, and the rest; None for an empty part."""
    parts = conjuncts(where) if where is not None else ()
    raw = [part for part in parts if all(map(own.holds, field_paths(part)))]
    return conjoin(raw), conjoin(part for part in parts if part not in raw)


def scanner(form: str, where: Predicate | None, own: Own) -> Callable[[Any], Any]:
    """Return a function of the given form that evaluates a condition on raw attributes; None is always true."""
    code = _RawCode(own)
    scan: Callable[[Any], Any] = compiled_test(
        form, code, "True" if where is None else code.test(normalize_negations(where))
    )
    return scan


class _RawCode(ConditionCode):
    """Generates tests in which `r` is a dictionary of raw attributes.

    Equality compares with the spellings of a value, with and without quotes; only operators that order texts or search
    in them remove the quotes first.
    """

    def __init__(self, own: Own) -> None:
        super().__init__()
        self._own = own
        self._looks_into_texts = False

    def test(self, predicate: Predicate) -> str:
        self._looks_into_texts = False
        return super().test(predicate)

    def fast(self, leaf: Comparison | Membership, wanted: bool) -> tuple[str, str] | None:
        if self._own.settled and not SETTLED.isdisjoint(path[0] for path in field_paths(leaf)):
            return None
        texts, negated = _texts(leaf)
        if texts:
            spellings = frozenset(spelled for text in texts for spelled in spellings_of(text))
            return "type({got}) is str", f"v {'not in' if negated else 'in'} {self.name(spellings)}"
        self._looks_into_texts = not isinstance(leaf, Comparison) or isinstance(leaf.right, str)
        return super().fast(leaf, wanted)

    def of_two_fields(self, leaf: Comparison, left: Field, right: Field, wanted: bool) -> str:
        self._looks_into_texts = True
        if self._own.settled and not SETTLED.isdisjoint((left.path[0], right.path[0])):
            return self.slowly(leaf, wanted)
        return super().of_two_fields(leaf, left, right, wanted)

    def get(self, path: tuple[str, ...]) -> str:
        """Return the expression for the value at a path of `r`."""
        if len(path) > 1:
            return f"{self.name(value_at)}({self.name(self._own.record)}(r), {self.name(path)})"
        got = f"r.get({self.name(path[0])})"
        if path[0] == self._own.kind:
            # The first that is not empty is used if it is a text.
            first = " or ".join(f"r.get({self.name(name)})" for name in self._own.names)
            whole = f"{self.name(self._own.kind_of)}(r, {self.name(self._own.names)})"
            got = f"(w if type(w := {first}) is str else {whole})"
        if not self._looks_into_texts:
            return got
        return f"(w if type(w := {got}) is not str or w[:1] != {self.name(QUOTE)} else {self.name(plain_value)}(w))"

    def name(self, value: Any) -> str:
        """Return the name of a value in the code. A function of a record is given one built from the attributes."""
        if isinstance(value, partial):
            look, record = value, self._own.record
            return super().name(lambda attributes: look(record(attributes)))
        return super().name(value)


def _texts(leaf: Comparison | Membership) -> tuple[tuple[str, ...], bool]:
    """Return the texts that an equality or membership compares with, and whether it is negated; else no texts."""
    if not isinstance(leaf.left, Field) or len(leaf.left.path) > 1:
        return (), False
    if isinstance(leaf, Comparison):
        is_text = leaf.op in (Op.EQ, Op.NE) and isinstance(leaf.right, str)
        return (leaf.right,) if is_text else (), leaf.op is Op.NE  # type: ignore[return-value]
    texts = tuple(value for value in leaf.values if isinstance(value, str))  # type: ignore[union-attr]
    return texts if len(texts) == len(leaf.values) else (), leaf.negated  # type: ignore[arg-type]

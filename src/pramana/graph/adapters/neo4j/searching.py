"""Conditions on the nodes and edges of a graph in Neo4j: what the database evaluates, and what is left for Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pramana.expr import CypherColumn, Predicate, conjoin, conjuncts, cypher_condition, field_paths
from pramana.graph.adapters.neo4j.layout import ORDINAL, Layout, quote_name, token
from pramana.graph.adapters.records import EDGE_NAMES, NODE_NAMES
from pramana.graph.adapters.rows import ElementKind

Path = tuple[str, ...]
IsPlain = Callable[[ElementKind, str], bool]
"""Says whether every value of a property, of nodes or of edges, is one that Cypher compares as conditions do."""

_ENDS = {"source": 0, "target": 1}


@dataclass(slots=True)
class CypherSearch:
    """The Cypher of a condition on `n`, or on the edge `r` from `a` to `b`, or from one of `ends` to the other.

    `text` begins with WHERE, or is empty; `rest` is what Python evaluates.
    """

    layout: Layout
    kind: ElementKind
    where: Predicate | None
    is_plain: IsPlain
    edge: str = "r"
    ends: tuple[str, str] = ("a", "b")
    text: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    rest: Predicate | None = None

    def __post_init__(self) -> None:
        parts = conjuncts(self.where) if self.where is not None else ()
        asked = [part for part in parts if all(map(self._has, field_paths(part)))]
        self.rest = conjoin(part for part in parts if part not in asked)
        pushed = conjoin(asked)
        if pushed is not None:
            found = cypher_condition(pushed, self._column)
            self.text, self.parameters = f" WHERE {found.text}", found.parameters

    @property
    def condition(self) -> str:
        """The condition without WHERE, "true" where there is none."""
        return self.text.removeprefix(" WHERE ") or "true"

    def _has(self, path: Path) -> bool:
        if self.kind is ElementKind.EDGES and path[0] in _ENDS and len(path) > 1:
            return self._is_known(ElementKind.NODES, path[1:], NODE_NAMES)
        if self.kind is ElementKind.EDGES and path == ("id",):
            return self.layout.managed
        return self._is_known(self.kind, path, NODE_NAMES if self.kind is ElementKind.NODES else EDGE_NAMES)

    def _is_known(self, kind: ElementKind, path: Path, own: tuple[str, ...]) -> bool:
        """Return whether a field is one of the element's own, or a property under its own name."""
        if len(path) > 1:
            return False
        name = path[0]
        if name in own:
            return True
        virtual = name == "labels" and kind is ElementKind.NODES and not self.layout.managed
        plain = name.rstrip("_") not in own and token(name) == name and not virtual
        return plain and self.is_plain(kind, name)

    def _column(self, path: Path) -> CypherColumn:
        if self.kind is ElementKind.NODES:
            return self._node_column("n", path)
        if path[0] in _ENDS:
            return self._node_column(self.ends[_ENDS[path[0]]], path[1:] or ("id",))
        if path == ("relation",):
            kept = f"type({self.edge})"
            return CypherColumn(_name_of_token(kept) if self.layout.managed else kept, True, self._of_relation)
        if path == ("id",):
            return CypherColumn(self._edge_id(), True)
        return CypherColumn(f"{self.edge}.{quote_name(path[0])}")

    def _node_column(self, name: str, path: Path) -> CypherColumn:
        if path == ("id",):
            return CypherColumn(self.layout.id_of(name), True)
        if path == ("type",):
            kept = self.layout.type_of(name)
            shown = _name_of_token(kept) if self.layout.managed else kept
            return CypherColumn(shown, True, lambda value: self._of_type(name, value))
        return CypherColumn(f"{name}.{quote_name(path[0])}")

    def _of_type(self, name: str, value: str) -> str:
        if not self.layout.managed:
            # A label finds the candidates; which label is the first is another question.
            first = f"{self.layout.type_of(name)} = {_literal(value)}"
            return f"({name}:{quote_name(value)} AND {first})" if token(value) == value else first
        return f"{name}:{quote_name(self.layout.type_token(value))}"

    def _of_relation(self, value: str) -> str:
        if not self.layout.managed and token(value) != value:
            return f"type({self.edge}) = {_literal(value)}"
        return f"{self.edge}:{quote_name(token(value) if self.layout.managed else value)}"

    def _edge_id(self) -> str:
        a, b = map(self.layout.id_of, self.ends)
        ordinal = f"{self.edge}.{ORDINAL}"
        number = f"CASE coalesce({ordinal}, 0) WHEN 0 THEN '' ELSE ' #' + toString({ordinal}) END"
        return f"({a} + ' -' + {_name_of_token(f'type({self.edge})')} + '-> ' + {b} + {number})"


def _name_of_token(kept: str) -> str:
    """Return Cypher for the name that is kept as a token; of the odd ones, those that hold no escape."""
    return f"(CASE WHEN {kept} STARTS WITH 'pramana_' THEN substring({kept}, 8) ELSE {kept} END)"


def _literal(text: str) -> str:
    """Return a text as a Cypher literal."""
    # A backslash is spelled as a code point: what follows it could else be read as one, also after a second backslash.
    return "'" + text.replace("\\", "\\u005C\\u005C").replace("'", "\\'") + "'"

"""A graph on a Gremlin server that somebody else wrote, searched and walked on the server by its own ids and labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from pramana.errors import AdapterError, GraphServerError
from pramana.expr import Predicate, field_paths, normalize_negations
from pramana.graph.adapters.gremlin.connection import GremlinConnection
from pramana.graph.adapters.gremlin.filters import OwnFields, filter_of
from pramana.graph.adapters.gremlin.foreign import edge_properties, vertex_properties
from pramana.graph.adapters.gremlin.layout import META
from pramana.graph.adapters.gremlin.reading import MOST_IDS
from pramana.graph.adapters.gremlin.walking import GremlinAdapter, Step
from pramana.graph.adapters.protocol import Caps
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.model import Edge, Node

T = TypeVar("T")
_INT = 2**31
_LOOKED_AT = 20
"""Values of a property, and ids, that are looked at to tell their kind. Chosen by hand."""


def row_of_edge_id(text: str) -> int | None:
    """Return the number in the text of an edge's id: TinkerGraph's is one, JanusGraph's begins with one to the base 36,
    which no two edges share. None for other ids.

    >>> row_of_edge_id("12"), row_of_edge_id("4r6-368-1l9h-37s"), row_of_edge_id("a-b")
    (12, 6162, None)
    """
    if text.isascii() and text.isdigit():
        found = int(text)
    else:
        parts = text.split("-")
        if len(parts) not in (3, 4) or not all(part.isascii() and part.isalnum() for part in parts):
            return None
        found = int(parts[0], 36)
    return found if found < 2**63 else None


def can_be_searched(connection: GremlinConnection) -> bool:
    """Return whether the ids of a graph are numbers, and the server can say those of edges (TinkerPop 3.7)."""
    g = connection.g
    try:
        nodes = connection.run(g.V().limit(_LOOKED_AT).id_())
        edges = connection.run(g.E().limit(_LOOKED_AT).id_().as_string())
    except GraphServerError:
        raise
    except AdapterError:  # an older server, which cannot say them
        return False
    return all(isinstance(each, int) and each >= 0 for each in nodes) and all(
        row_of_edge_id(each) is not None for each in edges
    )


class OwnGremlinAdapter(GremlinAdapter):
    """A vertex is a node of its id (as text), or of its property `key` where it has one, and of its label.

    Nodes and edges are in the order of the server's numbers for them. Values that are no JSON (dates, say) become
    texts.
    """

    chunk = MOST_IDS
    """Ids of edges are texts of up to 40 characters in JanusGraph, whose messages are bounded."""

    def __init__(self, connection: GremlinConnection, key: str = "", *, caps: Caps | None = None) -> None:
        super().__init__(connection, "", caps=caps)
        self._key = key
        self._edge_ids: dict[int, str] = {}
        """JanusGraph's ids of the edges that were seen."""
        self._kinds: dict[tuple[ElementKind, str], str] = {}
        self._unsendable: set[str] = set()
        """Properties whose values the server shows as texts."""
        self._fields = OwnFields(self._id_filter, self._holds)

    def refresh(self) -> None:
        """Look again which values properties have, and forget what the last search has read."""
        self._kinds.clear()
        super().refresh()

    # Conditions

    def _holds(self, kind: ElementKind, name: str) -> str:
        """Return what values a property has, by the first of them: "text", "odd" or "plain"."""
        if (kind, name) not in self._kinds:
            self._kinds[kind, name] = self._look_at(kind, name)
        return self._kinds[kind, name]

    def _look_at(self, kind: ElementKind, name: str) -> str:
        try:
            found = self._ask(self._elements(kind).has(name).limit(_LOOKED_AT).values(name))
        except AdapterError:  # a value that the server or the driver cannot send, such as a place on the map
            return "unsendable"
        if any(not isinstance(value, str | int | float) for value in found):
            return "odd"
        return "text" if all(isinstance(value, str) for value in found) else "plain"

    def _find_unsendable(self) -> bool:
        """Look which properties hold what cannot be sent. Returns whether there is one that was not known."""
        before = set(self._unsendable)
        for kind in ElementKind:
            for name in self._ask(self._elements(kind).properties().key().dedup()):
                if self._look_at(kind, name) == "unsendable":
                    self._unsendable.add(name)
        return self._unsendable != before

    def _id_filter(self, ids: list[str]) -> Any:
        from gremlin_python.process.graph_traversal import __
        from gremlin_python.process.traversal import P

        numbers = _numbers(ids)
        numbered = __.has_id(P.within(_forms(numbers))) if numbers else None
        if not self._key:
            return __.limit(0) if numbered is None else numbered
        named = self._with_keys(__, ids)
        return named if numbered is None else __.or_(named, __.not_(__.has(self._key)).and_(numbered))

    def _with_keys(self, elements: Any, ids: list[str]) -> Any:
        """Return a traversal that keeps the vertices whose key is one of the ids."""
        from gremlin_python.process.graph_traversal import __
        from gremlin_python.process.traversal import P

        if self._holds(ElementKind.NODES, self._key) == "text":  # in the form that an index answers
            return elements.has(self._key, ids[0] if len(ids) == 1 else P.within(ids))
        return elements.filter_(__.values(self._key).is_(P.within(_keys(ids))))

    def _filter_of(self, where: Predicate, kind: ElementKind, local: bool = True) -> Any:
        return filter_of(where, kind, own=self._fields)

    def _candidates(self, kind: ElementKind, where: Predicate) -> Any:
        kept = self._filter_of(normalize_negations(where), kind)
        if kept is None:
            return self._elements(kind)
        found = self._elements(kind).filter_(kept)
        by_id = any(path[-1] in ("id", "source", "target") for path in field_paths(where))
        return found.dedup() if by_id else found  # JanusGraph finds one vertex by either form of its number

    # Traversals

    def _of_graph(self, elements: Any) -> Any:
        return elements

    def _elements(self, kind: ElementKind, *, inner: bool = False) -> Any:
        from gremlin_python.process.graph_traversal import __
        from gremlin_python.process.traversal import P

        g = __ if inner else self.connection.g
        return g.V().has_label(P.neq(META)) if kind is ElementKind.NODES else g.E()

    def _at_rows(self, kind: ElementKind, rows: Sequence[int], *, inner: bool = False) -> Any:
        from gremlin_python.process.graph_traversal import __

        g = __ if inner else self.connection.g
        if not rows:
            return g.V().limit(0)
        if kind is ElementKind.NODES:
            return g.V(*_forms(rows)).dedup()
        named = [self._edge_ids[row] for row in rows if row in self._edge_ids]
        return g.E(*named, *_forms([row for row in rows if row not in self._edge_ids])).dedup()

    def _with_ids(self, ids: list[str], *, inner: bool = False) -> Any:
        from gremlin_python.process.graph_traversal import __

        numbers = _numbers(ids)
        if not self._key:
            return self._at_rows(ElementKind.NODES, numbers, inner=inner)
        if not numbers:
            return self._with_keys(self._elements(ElementKind.NODES, inner=inner), ids)
        named = self._with_keys(self._elements(ElementKind.NODES, inner=True), ids)
        plain = self._at_rows(ElementKind.NODES, numbers, inner=True).not_(__.has(self._key))
        return (__ if inner else self.connection.g.inject(0)).union(named, plain)

    def _project(self, traversal: Any, **parts: Any) -> list[dict[str, Any]]:
        projected = traversal.project(*parts)
        for part in parts.values():
            projected = projected.by(part)
        return self._ask(projected)

    def _key_of(self, vertex: Any) -> Any:
        """Return a traversal from where `vertex` leads to the key of a vertex, "" without one."""
        from gremlin_python.process.graph_traversal import __

        if not self._key:
            return __.constant("")
        return vertex.coalesce(__.values(self._key).limit(1), __.constant(""))

    # Elements

    def _values(self) -> Any:
        """Return a traversal from an element to its properties, as `_open_values` reads them."""
        from gremlin_python.process.graph_traversal import __

        if not self._unsendable:
            return __.value_map()
        texts = __.properties(*sorted(self._unsendable)).group().by(__.key()).by(__.value().as_string().fold())
        others = __.properties().not_(__.has_key(*sorted(self._unsendable)))
        return __.union(others.group().by(__.key()).by(__.value().fold()), texts).fold()

    def _open_values(self, values: Any) -> dict[Any, Any]:
        """Return the properties of an element by name, of a vertex each as a list of values."""
        if isinstance(values, dict):
            return values
        return {name: listed for part in values for name, listed in part.items()}

    def _read_all(self, read: Callable[[], T]) -> T:
        """Return what is read; again, if values are there that cannot be sent."""
        try:
            return read()
        except AdapterError:
            if not self._find_unsendable():
                raise
            return read()

    def _read_nodes(self, traversal: Any) -> list[tuple[int, Node]]:
        return self._read_all(lambda: self._sorted_nodes(traversal.clone()))

    def _sorted_nodes(self, traversal: Any) -> list[tuple[int, Node]]:
        from gremlin_python.process.graph_traversal import __

        found = self._project(traversal, i=__.id_(), l=__.label(), p=self._values(), k=self._key_of(__.identity()))
        pairs = ((_row(each["i"]), self._node_from(each["i"], each["k"], each["l"], each["p"])) for each in found)
        return sorted(pairs, key=lambda pair: pair[0])

    def _node_from(self, vertex: int, key: Any, label: str, values: Any) -> Node:
        return Node(_shown_id(vertex, key), label, vertex_properties(self._open_values(values)))

    def _read_ends_of(self, edges: Any) -> list[Step]:
        from gremlin_python.process.graph_traversal import __

        parts = {"e": __.id_().as_string(), "s": __.out_v().id_(), "t": __.in_v().id_()}
        read = self._project(edges, **parts, i=self._key_of(__.out_v()), j=self._key_of(__.in_v()))
        ids = {
            _row(each[end]): _shown_id(each[end], each[key]) for each in read for end, key in (("s", "i"), ("t", "j"))
        }
        self.hold_ids({**self._held_ids, **ids})
        return [(_row(each["s"]), _row(each["t"]), self._edge_row(each["e"])) for each in read]

    def _read_with_ends(self, traversal: Any, *, with_ends: bool) -> list[tuple[int, Edge, tuple[Node, ...]]]:
        return self._read_all(lambda: self._sorted_edges(traversal.clone(), with_ends))

    def _sorted_edges(self, traversal: Any, with_ends: bool) -> list[tuple[int, Edge, tuple[Node, ...]]]:
        from gremlin_python.process.graph_traversal import __

        parts = {"e": __.id_().as_string(), "l": __.label(), "s": __.out_v().id_(), "t": __.in_v().id_()}
        parts |= {"p": self._values(), "i": self._key_of(__.out_v()), "j": self._key_of(__.in_v())}
        if with_ends:
            parts |= {"sl": __.out_v().label(), "sp": __.out_v().map(self._values())}
            parts |= {"tl": __.in_v().label(), "tp": __.in_v().map(self._values())}
        found = self._project(traversal, **parts)
        ordinals = self._ordinals([(each["s"], each["l"], each["t"]) for each in found])
        read = []
        for each in found:
            row = self._edge_row(each["e"])
            source, target = _shown_id(each["s"], each["i"]), _shown_id(each["t"], each["j"])
            edge = Edge(source, each["l"], target, self._edge_properties(each["p"]), ordinals.get(row, 0))
            ends = ("s", "i", "sl", "sp"), ("t", "j", "tl", "tp")
            nodes = (self._node_from(*(each[name] for name in end)) for end in ends if with_ends)
            read.append((row, edge, tuple(nodes)))
        return sorted(read, key=lambda item: item[0])

    def _edge_properties(self, values: Any) -> dict[str, Any]:
        single = isinstance(values, list)  # what is grouped by name comes as lists of one
        return edge_properties(
            {name: value[0] if single else value for name, value in self._open_values(values).items()}
        )

    def _ordinals(self, likes: list[tuple[int, str, int]]) -> dict[int, int]:
        """Return the place of each edge among those of its label between the same vertices, by row."""
        groups: dict[tuple[int, str, int], list[int]] = defaultdict(list)
        wanted = list(dict.fromkeys(likes))
        for start in range(0, len(wanted), MOST_IDS):
            for like, row in self._between(wanted[start : start + MOST_IDS]):
                groups[like].append(row)
        return {row: place for rows in groups.values() for place, row in enumerate(sorted(rows))}

    def _between(self, likes: list[tuple[int, str, int]]) -> Iterable[tuple[tuple[int, str, int], int]]:
        """Yield the edges between the vertices, each as its source, its label and its target, and its row."""
        from gremlin_python.process.graph_traversal import __
        from gremlin_python.process.traversal import P

        kept = set(likes)
        sources, targets = sorted({like[0] for like in likes}), sorted({like[2] for like in likes})
        leaving = self._at_rows(ElementKind.NODES, sources).out_e(*sorted({like[1] for like in likes}))
        edges = leaving.filter_(__.in_v().has_id(P.within(_forms(targets))))
        named = {"e": __.id_().as_string(), "l": __.label(), "s": __.out_v().id_(), "t": __.in_v().id_()}
        for each in self._project(edges, **named):
            like = each["s"], each["l"], each["t"]
            if like in kept:
                yield like, self._edge_row(each["e"])

    # Rows

    def _edge_row(self, text: str) -> int:
        row = row_of_edge_id(text)
        if row is None:
            raise AdapterError(f"{self.connection.address} has edges whose ids are no numbers, such as {text!r}.")
        if not text.isdigit():
            self._edge_ids[row] = text
        return row

    def _all_rows(self, kind: ElementKind, most: int | None = None) -> Rows:
        if kind is ElementKind.NODES:
            found = [_row(each) for each in self._ask(self._elements(kind).id_())]
        else:
            found = [self._edge_row(each) for each in self._ask(self._elements(kind).id_().as_string())]
        return np.sort(np.array(found, dtype=np.int64))[:most]

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        nodes, edges = (int(self._ask(self._elements(kind).count())[0]) for kind in ElementKind)
        return nodes, edges

    def rows_of(self, node_ids: Iterable[str]) -> dict[str, int]:
        """Return the rows of the nodes with these ids. Ids that no node has are left out."""
        from gremlin_python.process.graph_traversal import __

        wanted = list(dict.fromkeys(node_ids))
        found: dict[str, int] = {}
        for start in range(0, len(wanted), MOST_IDS):
            asked = self._with_ids(wanted[start : start + MOST_IDS])
            for each in self._project(asked, i=__.id_(), k=self._key_of(__.identity())):
                shown, row = _shown_id(each["i"], each["k"]), _row(each["i"])
                found[shown] = min(row, found.get(shown, row))
        return {each: found[each] for each in wanted if each in found}


def _row(vertex: Any) -> int:
    if isinstance(vertex, int) and vertex >= 0:
        return int(vertex)
    raise AdapterError(f"The graph has vertices whose ids are no numbers, such as {vertex!r}.")


def _shown_id(vertex: int, key: Any) -> str:
    """Return the id of a node: its key, the server's number without one."""
    return str(vertex) if key == "" or not isinstance(key, str | int | float) else str(key)


def _numbers(ids: Iterable[str]) -> list[int]:
    """Return those of the ids that are numbers of a server."""
    return [int(each) for each in ids if each.isascii() and each.isdigit() and int(each) < 2**63]


def _forms(numbers: Iterable[int]) -> list[Any]:
    """Return numbers as a server may keep them: TinkerGraph finds an id by a number of its own type alone."""
    from gremlin_python.statics import long

    listed = list(numbers)
    return [*map(long, listed), *(number for number in listed if number < _INT)]


def _keys(ids: list[str]) -> list[Any]:
    """Return the values of a key that are shown as these ids."""
    return [*ids, *_forms(_numbers(ids))]

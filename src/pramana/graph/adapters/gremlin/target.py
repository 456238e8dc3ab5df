"""A projection on a Gremlin server: batches under natural keys, then the mark of how far it is.

Writing a batch again changes nothing, so that a push that was killed between the two is resumed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

import numpy as np

from pramana.errors import AdapterError
from pramana.graph.adapters.gremlin.connection import GremlinConnection, sendable
from pramana.graph.adapters.gremlin.growing import delete_graph, read_meta, store_meta
from pramana.graph.adapters.gremlin.layout import (
    GENERATION,
    GRAPH,
    ID,
    META_NAME,
    ORDINAL,
    RELATION,
    ROW,
    GraphKeys,
    label_of,
    native_properties,
    stored_properties,
)
from pramana.graph.adapters.gremlin.walking import GremlinAdapter
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.projection import ElementBatch, PushMark

T = TypeVar("T", Node, Edge, str)
_TOGETHER = 500
"""Elements that one traversal writes, at most."""
_CHARACTERS = 40_000
"""Of what one traversal writes: JanusGraph is delivered with a bound of 64 KB for a message."""
_SWEPT = 2_000
"""Elements that a sweep deletes with one traversal."""


class GremlinTarget:
    """What a projection is written to: the graph of one name on a server."""

    def __init__(self, connection: GremlinConnection, graph: str) -> None:
        self._connection = connection
        self._graph = graph
        self._reader = GremlinAdapter(connection, graph)
        self._keys = GraphKeys.of(connection)
        self._next = 0

    def mark(self) -> PushMark | None:
        """Return the mark of what was pushed; None where nothing was."""
        body = read_meta(self._connection, self._graph)
        if body is None or "owner" in body:
            if self.count() != (0, 0):
                raise AdapterError(f"The graph {self._graph!r} was grown on the server, and is not a projection.")
            return None
        self._next = body.pop("next")
        return PushMark(**body)

    def prepare(self, mark: PushMark) -> None:
        """Make keys and indexes where they are missing, and store the mark."""
        self._keys.prepare()
        self._store(mark)

    def _store(self, mark: PushMark) -> None:
        store_meta(self._connection, self._graph, {**asdict(mark), "next": self._next})

    def clear(self) -> None:
        """Delete the projection, its mark included."""
        delete_graph(self._connection, self._graph)
        self._connection.run(self._connection.g.V().has(META_NAME, self._graph).drop())
        self._next = 0

    def write(self, batch: ElementBatch, mark: PushMark) -> None:
        """Write a batch, then the mark."""
        items: list[Node | Edge] = [*batch.nodes, *batch.edges]
        self._keys.make({name for item in items for name in native_properties(item.properties)[0]})
        for key in batch.gone_edges:
            self._connection.run(self._like(Edge(*key[:3], {}, key[3])).drop())
        for part in _parts(batch.gone_nodes):
            self._connection.run(self._by_ids(part).drop())
        for nodes in _parts(batch.nodes):
            self._write_nodes(nodes, mark.generation)
        for edges in _parts(batch.edges):
            self._write_edges(edges, mark.generation)
        self._store(mark)

    def _by_ids(self, ids: Sequence[str]) -> Any:
        from gremlin_python.process.traversal import P

        return self._connection.g.V().has(GRAPH, self._graph).has(ID, P.within(list(ids)))

    def _like(self, edge: Edge) -> Any:
        from gremlin_python.process.graph_traversal import __

        leaving = self._connection.g.V().has(GRAPH, self._graph).has(ID, edge.source).out_e().has(GRAPH, self._graph)
        like = leaving.has(RELATION, edge.relation).has(ORDINAL, edge.ordinal)
        return like.filter_(__.in_v().has(ID, edge.target))

    def _write_nodes(self, nodes: Sequence[Node], generation: int) -> None:
        from gremlin_python.process.graph_traversal import __

        known = self._reader.rows_of(node.id for node in nodes)
        new: list[dict[str, Any]] = []
        old: list[dict[str, Any]] = []
        for node in nodes:
            row = known.get(node.id)
            stored = stored_properties(self._graph, self._taken_row() if row is None else row, node)
            listed = old if node.id in known else new
            listed.append({"i": node.id, "l": label_of(node.type, "Node"), "p": _pairs(stored, generation)})
        g = self._connection.g
        if new:
            self._run_for(len(new), g.inject(new).unfold().as_("m").add_v(__.select("m").select("l")))
        if old:
            each = self._maps_beside([each["i"] for each in old], old)
            self._run_for(len(old), each.map(_place_named("i")).side_effect(__.properties().drop()))

    def _write_edges(self, edges: Sequence[Edge], generation: int) -> None:
        from gremlin_python.process.graph_traversal import __
        from gremlin_python.process.traversal import P

        known = self._known_edges(edges)
        ends = self._reader.rows_of(end for edge in edges for end in (edge.source, edge.target))
        edges = [edge for edge in edges if edge.source in ends and edge.target in ends]
        if not edges:
            return
        if known:  # an edge has no other identity: it is written anew, in its place
            rows = [sendable(row) for row in known.values()]
            self._connection.run(self._connection.g.E().has(GRAPH, self._graph).has(ROW, P.within(rows)).drop())
        made = []
        for edge in edges:
            row = known.get(edge.key)
            stored = stored_properties(self._graph, self._taken_row() if row is None else row, edge)
            named = {"s": edge.source, "t": edge.target, "l": label_of(edge.relation, "RELATED")}
            made.append({**named, "p": _pairs(stored, generation)})
        near = self._maps_beside(list(ends), made).map(_place_named("s"))
        self._run_for(len(made), near.add_e(__.select("m").select("l")).to(_place_named("t")))

    def _maps_beside(self, ids: Sequence[str], maps: list[dict[str, Any]]) -> Any:
        """Return a traversal over maps, as `m`, with the nodes of these ids at hand for `_place_named`.

        Nothing large may be in its path: `select` of a computed key makes servers keep paths whole, and hash them.
        """
        from gremlin_python.process.graph_traversal import __
        from gremlin_python.process.traversal import P

        nodes = __.V().has(GRAPH, self._graph).has(ID, P.within(list(ids))).group("n").by(ID).by(__.unfold())
        return self._connection.g.inject(0).side_effect(nodes).flat_map(__.constant(maps).unfold()).as_("m")

    def _run_for(self, number: int, traversal: Any) -> None:
        """Set the properties of what a traversal makes or finds, for each of its maps `m`; it must be so many.

        The traversal has as many steps for a thousand elements as for one: servers compile them each time.
        """
        from gremlin_python.process.graph_traversal import __

        pair = traversal.as_("x").side_effect(
            __.select("m")
            .select("p")
            .unfold()
            .as_("q")
            .select("x")
            .property(__.select("q").select("k"), __.select("q").select("v"))
        )
        if int(self._connection.run(pair.count())[0]) != number:
            raise AdapterError(f"{self._connection.address}: an end of an edge is not there.")

    def _known_edges(self, edges: Sequence[Edge]) -> dict[EdgeKey, int]:
        """Return the rows of those edges that are there."""
        from gremlin_python.process.graph_traversal import __

        leaving = self._by_ids(list(dict.fromkeys(edge.source for edge in edges))).out_e().has(GRAPH, self._graph)
        wanted = {edge.key for edge in edges}
        named = leaving.project("s", "l", "t", "o", "r").by(__.out_v().values(ID)).by(RELATION)
        found = self._connection.run(named.by(__.in_v().values(ID)).by(ORDINAL).by(ROW))
        rows = {(each["s"], each["l"], each["t"], int(each["o"])): int(each["r"]) for each in found}
        return {key: row for key, row in rows.items() if key in wanted}

    def counterparts(self, batch: ElementBatch) -> Iterator[Node | Edge]:
        """Yield what the graph holds under the ids and the natural keys of a batch's nodes and edges."""
        nodes = self._reader.rows_of(node.id for node in batch.nodes).values()
        yield from self._reader.nodes_at(np.array(list(nodes), dtype=np.int64))
        for part in _parts(batch.edges):
            edges = self._known_edges(part).values()
            yield from self._reader.edges_at(np.array(list(edges), dtype=np.int64))

    def _taken_row(self) -> int:
        self._next += 1
        return self._next - 1

    def sweep(self, mark: PushMark) -> int:
        """Delete what an older generation wrote and this one did not, then store the mark. Returns how many."""
        from gremlin_python.process.traversal import P

        swept = 0
        for start in (self._connection.g.E, self._connection.g.V) if mark.generation > 1 else ():
            while True:
                older = start().has(GRAPH, self._graph).has(GENERATION, P.lt(mark.generation)).limit(_SWEPT)
                number = int(self._connection.run(older.clone().project("g").by(GENERATION).count())[0])
                if not number:
                    break
                self._connection.run(older.drop())
                swept += number
        self._store(mark)
        return swept

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges of the projection."""
        return self._reader.count()

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in order of insertion."""
        return self._reader.nodes()

    def edges(self) -> Iterator[Edge]:
        """Yield all edges, in order of insertion."""
        return self._reader.edges()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def _place_named(key: str) -> Any:
    """Return what finds the node whose id a map holds under a key."""
    from gremlin_python.process.graph_traversal import __

    return __.select("n").select(__.select("m").select(key))


def _pairs(stored: Mapping[str, Any], generation: int) -> list[dict[str, Any]]:
    return [{"k": name, "v": value} for name, value in {**stored, GENERATION: generation}.items()]


def _parts(items: Sequence[T]) -> Iterator[list[T]]:
    """Yield items in parts that fit into a message; one that alone does not fit goes alone."""
    part: list[T] = []
    weight = 0
    for item in items:
        own = _weight(item)
        if part and (len(part) == _TOGETHER or weight + own > _CHARACTERS):
            yield part
            part, weight = [], 0
        part.append(item)
        weight += own
    if part:
        yield part


def _weight(item: Node | Edge | str) -> int:
    """Return about how many bytes an item takes: properties go twice, beside some 400 of names and numbers."""
    if isinstance(item, str):
        return len(item) + 10
    own = item.id if isinstance(item, Node) else item.source + item.relation + item.target
    return 400 + len(own) + 2 * len(json.dumps(dict(item.properties)))

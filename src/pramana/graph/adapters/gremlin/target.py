"""A projection on a Gremlin server: batches under natural keys, then the mark of how far it is.

Writing a batch again changes nothing, so that a push that was killed between the two is resumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from pramana.errors import AdapterError
from pramana.graph.adapters.gremlin.connection import GremlinConnection, sendable
from pramana.graph.adapters.gremlin.growing import delete_graph, read_meta, store_meta, with_properties
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
from pramana.graph.adapters.gremlin.reading import GremlinAdapter
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.projection import ElementBatch, PushMark

_TOGETHER = 25
"""Elements that one traversal writes: servers compile its steps each time, in time that grows with their number."""
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
        traversal: Any = self._connection.g
        for node in nodes:
            row = known.get(node.id)
            stored = stored_properties(self._graph, self._taken_row() if row is None else row, node)
            if row is None:
                written = traversal.add_v(label_of(node.type, "Node"))
            else:
                written = traversal.V().has(GRAPH, self._graph).has(ROW, sendable(row))
                written = written.side_effect(__.properties().drop())
            traversal = with_properties(written, {**stored, GENERATION: generation})
        self._connection.run(traversal.none())

    def _write_edges(self, edges: Sequence[Edge], generation: int) -> None:
        ends = self._reader.rows_of(end for edge in edges for end in (edge.source, edge.target))
        known = self._known_edges(edges)
        traversal: Any = self._connection.g
        for edge in edges:
            row = known.get(edge.key)
            if row is not None:  # an edge has no other identity: it is written anew, in its place
                self._connection.run(self._like(edge).drop())
            stored = stored_properties(self._graph, self._taken_row() if row is None else row, edge)
            source, target = (sendable(ends[end]) for end in (edge.source, edge.target))
            near = traversal.V().has(GRAPH, self._graph).has(ROW, source).as_("a")
            made = near.V().has(GRAPH, self._graph).has(ROW, target).add_e(label_of(edge.relation, "RELATED"))
            traversal = with_properties(made.from_("a"), {**stored, GENERATION: generation})
        self._connection.run(traversal.none())

    def _known_edges(self, edges: Sequence[Edge]) -> dict[EdgeKey, int]:
        """Return the rows of those edges that are there."""
        from gremlin_python.process.graph_traversal import __

        leaving = self._by_ids(list(dict.fromkeys(edge.source for edge in edges))).out_e().has(GRAPH, self._graph)
        wanted = {edge.key for edge in edges}
        named = leaving.project("s", "l", "t", "o", "r").by(__.out_v().values(ID)).by(RELATION)
        found = self._connection.run(named.by(__.in_v().values(ID)).by(ORDINAL).by(ROW))
        rows = {(each["s"], each["l"], each["t"], int(each["o"])): int(each["r"]) for each in found}
        return {key: row for key, row in rows.items() if key in wanted}

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


def _parts(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (items[start : start + _TOGETHER] for start in range(0, len(items), _TOGETHER))

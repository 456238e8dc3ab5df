"""A projection in Neo4j: batches by UNWIND and MERGE under natural keys, each in one transaction with its mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from pramana.errors import AdapterError
from pramana.graph.adapters.neo4j.connection import Neo4jConnection
from pramana.graph.adapters.neo4j.growing import delete_graph, make_managed
from pramana.graph.adapters.neo4j.layout import (
    GENERATION,
    ID,
    META,
    ORDER,
    ORDINAL,
    Layout,
    odd_names,
    quote_name,
    stored_properties,
    token,
)
from pramana.graph.adapters.neo4j.walking import Neo4jAdapter
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.projection import ElementBatch, PushMark

_SWEPT = 5_000
"""Elements that a sweep deletes in one transaction."""


class Neo4jTarget:
    """What a projection is written to: the nodes with one label of a database."""

    def __init__(self, connection: Neo4jConnection, label: str) -> None:
        self._connection = connection
        self._layout = Layout(label, managed=True)
        self._label = quote_name(label)
        self._ends = (
            f"UNWIND $rows AS row MATCH (a:{self._label} {{{ID}: row.a}}) MATCH (b:{self._label} {{{ID}: row.b}})"
        )
        # OPTIONAL: the planner then looks between the two nodes, and never through all edges of a hub.
        self._like_edges = f"{self._ends} OPTIONAL MATCH (a)-[r:$(row.t) {{{ORDINAL}: row.n}}]->(b)"
        self._next = 1
        self._odd: dict[str, set[str]] = {"nodes": set(), "edges": set()}

    def _run(self, query: str, **parameters: Any) -> list[tuple[Any, ...]]:
        return self._connection.run(query, {"scope": self._layout.label, **parameters})

    def mark(self) -> PushMark | None:
        """Return the mark of what was pushed; None where nothing was.

        Raises AdapterError for a graph of Pramana's that no push wrote.
        """
        fields = "m.source, m.change, m.generation, m.cursor, m.next, m.odd_nodes, m.odd_edges"
        found = self._run(f"MATCH (m:{META} {{label: $scope}}) RETURN {fields}")
        if not found:
            return None
        source, change, generation, cursor, self._next, *odd = found[0]
        self._odd = {"nodes": set(odd[0] or ()), "edges": set(odd[1] or ())}
        if source is not None:
            return PushMark(source, change, generation, cursor)
        if self.count() != (0, 0):
            raise AdapterError(f"The graph {self._layout.label!r} was grown in Neo4j, and is not a projection.")
        return None

    def prepare(self, mark: PushMark) -> None:
        """Make constraints and indexes where they are missing, and store the mark."""
        make_managed(self._connection, self._layout.label)
        self._store(mark)

    def clear(self) -> None:
        """Delete the projection, its mark included."""
        delete_graph(self._connection, self._layout.label)
        self._next, self._odd = 1, {"nodes": set(), "edges": set()}

    def write(self, batch: ElementBatch, mark: PushMark) -> None:
        """Write a batch and the mark, both or neither."""
        with self._connection.transaction():
            if batch.gone_edges:
                self._run(f"{self._like_edges} DELETE r", rows=list(map(_edge_row, batch.gone_edges)))
            if batch.gone_nodes:
                query = f"UNWIND $ids AS i MATCH (n:{self._label} {{{ID}: i}}) DETACH DELETE n"
                self._run(query, ids=list(batch.gone_nodes))
            if batch.nodes:
                self._merge_nodes(batch.nodes, mark.generation)
            if batch.edges:
                self._merge_edges(batch.edges, mark)
            self._odd["nodes"].update(*(odd_names(node.properties) for node in batch.nodes))
            self._odd["edges"].update(*(odd_names(edge.properties) for edge in batch.edges))
            self._store(mark)

    def _merge_nodes(self, nodes: Iterable[Node], generation: int) -> None:
        rows = []
        for node in nodes:
            stored = {**stored_properties(node.properties), ID: node.id, GENERATION: generation}
            kind = self._layout.type_token(node.type)
            rows.append({"i": node.id, "o": self._taken_place(), "t": kind, "p": stored})
        self._run(
            f"UNWIND $rows AS row MERGE (n:{self._label} {{{ID}: row.i}}) "
            f"WITH n, row, coalesce(n.{ORDER}, row.o) AS place SET n = row.p, n.{ORDER} = place, n:$(row.t) "
            "WITH n, [l IN labels(n) WHERE l <> $scope AND l <> row.t] AS other "
            "WHERE size(other) > 0 REMOVE n:$(other)",
            rows=rows,
        )

    def _merge_edges(self, edges: Iterable[Edge], mark: PushMark) -> None:
        rows = []
        for edge in edges:
            stored = {**stored_properties(edge.properties), ORDINAL: edge.ordinal, GENERATION: mark.generation}
            rows.append({**_edge_row(edge.key), "o": self._taken_place(), "p": stored})
        # The first whole push meets no edge of its own: each batch comes with its mark, so none is written twice.
        fresh = mark.generation == 1 and not mark.complete
        made = "CREATE (a)-[r:$(row.t)]->(b)" if fresh else f"MERGE (a)-[r:$(row.t) {{{ORDINAL}: row.n}}]->(b)"
        place = f"coalesce(r.{ORDER}, row.o) AS place SET r = row.p, r.{ORDER} = place"
        self._run(f"{self._ends} {made} WITH r, row, {place}", rows=rows)

    def counterparts(self, batch: ElementBatch) -> Iterator[Node | Edge]:
        """Yield what the graph holds under the ids and the natural keys of a batch's nodes and edges."""
        if batch.nodes:
            query = f"UNWIND $ids AS i MATCH (n:{self._label} {{{ID}: i}}) RETURN n.{ID}, labels(n), properties(n)"
            for node_id, labels, stored in self._run(query, ids=[node.id for node in batch.nodes]):
                yield self._layout.as_node(node_id, labels, stored)
        if batch.edges:
            query = f"{self._like_edges} WITH row, r WHERE r IS NOT NULL RETURN row.a, row.t, row.b, properties(r)"
            for source, relation, target, stored in self._run(
                query, rows=[_edge_row(edge.key) for edge in batch.edges]
            ):
                yield self._layout.as_edge(source, relation, target, stored, 0)

    def _taken_place(self) -> int:
        self._next += 1
        return self._next - 1

    def _store(self, mark: PushMark) -> None:
        kept = {
            **asdict(mark),
            "next": self._next,
            "odd_nodes": sorted(self._odd["nodes"]),
            "odd_edges": sorted(self._odd["edges"]),
        }
        self._run(f"MATCH (m:{META} {{label: $scope}}) SET m += $kept", kept=kept)

    def sweep(self, mark: PushMark) -> int:
        """Delete what an older generation wrote and this one did not, then store the mark. Returns how many."""
        swept = 0
        edges = f"MATCH (:{self._label})-[r]->(:{self._label}) WHERE r.{GENERATION} < $g WITH r LIMIT {_SWEPT} DELETE r"
        nodes = f"MATCH (n:{self._label}) WHERE n.{GENERATION} < $g WITH n LIMIT {_SWEPT} DETACH DELETE n"
        if mark.generation > 1:
            for query in (f"{edges} RETURN count(r)", f"{nodes} RETURN count(n)"):
                while deleted := self._run(query, g=mark.generation)[0][0]:
                    swept += deleted
        self._store(mark)
        return swept

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges of the projection."""
        return self._reader().count()

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in order of insertion."""
        return self._reader().nodes()

    def edges(self) -> Iterator[Edge]:
        """Yield all edges, in order of insertion."""
        return self._reader().edges()

    def _reader(self) -> Neo4jAdapter:
        return Neo4jAdapter(self._connection, self._layout)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def _edge_row(key: EdgeKey) -> dict[str, Any]:
    source, relation, target, ordinal = key
    return {"a": source, "b": target, "n": ordinal, "t": token(relation)}

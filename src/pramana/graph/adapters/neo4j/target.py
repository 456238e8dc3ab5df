"""A projection in Neo4j: batches by UNWIND and MERGE under natural keys, each in one transaction with its mark."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import asdict
from typing import Any, TypeVar

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
from pramana.graph.adapters.neo4j.reading import Neo4jAdapter
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.projection import ElementBatch, PushMark

_SWEPT = 5_000
"""Elements that a sweep deletes in one transaction."""

T = TypeVar("T")


class Neo4jTarget:
    """What a projection is written to: the nodes with one label of a database."""

    def __init__(self, connection: Neo4jConnection, label: str) -> None:
        self._connection = connection
        self._layout = Layout(label, managed=True)
        self._label = quote_name(label)
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
            for relation, keys in _group_by(batch.gone_edges, lambda key: key[1]):
                self._delete_edges(relation, keys)
            if batch.gone_nodes:
                query = f"UNWIND $ids AS i MATCH (n:{self._label} {{{ID}: i}}) DETACH DELETE n"
                self._run(query, ids=list(batch.gone_nodes))
            for node_type, nodes in _group_by(batch.nodes, lambda node: node.type):
                self._merge_nodes(node_type, nodes, mark.generation)
            for relation, edges in _group_by(batch.edges, lambda edge: edge.relation):
                self._merge_edges(relation, edges, mark)
            self._odd["nodes"].update(*(odd_names(node.properties) for node in batch.nodes))
            self._odd["edges"].update(*(odd_names(edge.properties) for edge in batch.edges))
            self._store(mark)

    def _merge_nodes(self, node_type: str, nodes: list[Node], generation: int) -> None:
        rows = []
        for node in nodes:
            stored = {**stored_properties(node.properties), ID: node.id, GENERATION: generation}
            rows.append({"i": node.id, "o": self._taken_place(), "p": stored})
        kind = self._layout.type_token(node_type)
        self._run(
            f"UNWIND $rows AS row MERGE (n:{self._label} {{{ID}: row.i}}) "
            f"WITH n, row, coalesce(n.{ORDER}, row.o) AS place SET n = row.p, n.{ORDER} = place, n:{quote_name(kind)} "
            "WITH n, [l IN labels(n) WHERE l <> $scope AND l <> $kind] AS other "
            "WHERE size(other) > 0 REMOVE n:$(other)",
            rows=rows,
            kind=kind,
        )

    def _merge_edges(self, relation: str, edges: list[Edge], mark: PushMark) -> None:
        rows = []
        for edge in edges:
            stored = {**stored_properties(edge.properties), ORDINAL: edge.ordinal, GENERATION: mark.generation}
            rows.append({"a": edge.source, "b": edge.target, "n": edge.ordinal, "o": self._taken_place(), "p": stored})
        # The first whole push meets no edge of its own: each batch comes with its mark, so none is written twice.
        fresh = mark.generation == 1 and not mark.complete
        kind = quote_name(token(relation))
        made = f"CREATE (a)-[r:{kind}]->(b)" if fresh else f"MERGE (a)-[r:{kind} {{{ORDINAL}: row.n}}]->(b)"
        self._run(
            f"UNWIND $rows AS row MATCH (a:{self._label} {{{ID}: row.a}}) MATCH (b:{self._label} {{{ID}: row.b}}) "
            f"{made} WITH r, row, coalesce(r.{ORDER}, row.o) AS place SET r = row.p, r.{ORDER} = place",
            rows=rows,
        )

    def _delete_edges(self, relation: str, keys: list[EdgeKey]) -> None:
        rows = [{"a": source, "b": target, "n": ordinal} for source, _, target, ordinal in keys]
        kind, node = quote_name(token(relation)), self._label
        self._run(
            f"UNWIND $rows AS row MATCH (a:{node} {{{ID}: row.a}})-[r:{kind} {{{ORDINAL}: row.n}}]->"
            f"(b:{node} {{{ID}: row.b}}) DELETE r",
            rows=rows,
        )

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


def _group_by(items: Iterable[T], key: Callable[[T], Hashable]) -> Iterator[tuple[Any, list[T]]]:
    """Yield the items of each key, keys in order of their first item: names cannot be parameters of a query."""
    groups: dict[Hashable, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    yield from groups.items()

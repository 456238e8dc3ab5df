"""Facts for people: an edge with what it rests on, and why it is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pramana.app.reports import Why
from pramana.errors import UnknownName
from pramana.evidence import Evidence
from pramana.graph import Edge, SqliteGraph, StoredEdge
from pramana.karaka import relation_named
from pramana.trace import Ledger


@dataclass(frozen=True, slots=True)
class Fact:
    """One edge of the graph with its evidence. `verdict` is `verified`, `checked` or `asserted`."""

    edge: Edge
    evidence: tuple[Evidence, ...]
    verdict: str
    _why: Why

    def why(self) -> Why:
        """Return the proposal that brought the fact, its scores, and its refused rivals."""
        return self._why

    def __str__(self) -> str:
        return f"{self.edge.id} ({self.verdict})"


class FactReader:
    """Reads facts from a graph and its ledger."""

    def __init__(self, graph: SqliteGraph, ledger: Ledger) -> None:
        self._graph = graph
        self._ledger = ledger

    def facts(self, relation: str | None, entity: str | None, limit: int | None) -> list[Fact]:
        """Return facts in the order in which they came in. Raises UnknownName for a relation or an entity."""
        wanted = self.relation(relation) if relation is not None else None
        found: list[Fact] = []
        for edge in self._edges(wanted, entity, limit):
            if limit is not None and len(found) >= limit:
                break
            stored = self._graph.stored(edge)
            if stored is not None:
                found.append(self._fact(stored))
        return found

    def relation(self, name: str) -> str:
        """Return the relation that is meant: one of an import as it is spelled, else one of Kāraka's."""
        return name if name in self._graph.count_edges() else relation_named(name)

    def _edges(self, relation: str | None, entity: str | None, limit: int | None) -> Iterator[Edge]:
        if entity is None:
            yield from self._graph.edges(relation, limit)
            return
        nodes = self._graph.named(entity)
        node = self._graph.node(entity)
        if node is not None and node not in nodes:
            nodes.append(node)
        if not nodes:
            raise UnknownName("entity", entity, self._graph.names())
        for node in nodes:
            yield from self._graph.edges_to(node.id, relation)
            yield from self._graph.edges_from(node.id, relation)

    def of(self, edge: Edge) -> Fact:
        """Return the fact that an edge is. Raises UnknownName where the graph does not have it any more."""
        stored = self._graph.stored(edge)
        if stored is None:
            raise UnknownName("fact", edge.id, [])
        return self._fact(stored)

    def _fact(self, stored: StoredEdge) -> Fact:
        return Fact(stored.edge, stored.evidence, stored.verdict, self.why(stored.verdict, stored.origin))

    def why(self, verdict: str, origin: tuple[int, str] | None) -> Why:
        """Return the proposals at the place that a unit came from."""
        if origin is None:
            return Why(verdict, None, (), ())
        run, path = origin
        proposals = list(self._ledger.proposals(run, path))
        accepted = tuple(proposal for proposal in proposals if proposal.verdict.accepted)
        refused = tuple(proposal for proposal in proposals if not proposal.verdict.accepted)
        return Why(verdict, run, accepted, refused)

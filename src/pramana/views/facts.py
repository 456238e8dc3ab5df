"""Facts for people: an edge with what it rests on, and why it is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pramana.errors import UnknownName
from pramana.evidence import Evidence
from pramana.graph import Edge, Node, SqliteGraph, StoredEdge
from pramana.karaka import MARKER, RELATION_OF, document_node_id, relation_named
from pramana.serialization import JsonRecord, JsonShape
from pramana.trace import Ledger, Proposal
from pramana.views.showing import InNotebook
from pramana.views.values import values_in_words

ROLES = frozenset(RELATION_OF.values())
"""The relations that say who takes part in a Kriyā, and how."""


def proposal_json(run: int | None, proposal: Proposal) -> dict[str, Any]:
    body = {"path": proposal.path, "verdict": proposal.verdict.value, "reason": proposal.reason}
    return {"run": run, **body, "scores": list(proposal.scores), "body": proposal.body}


def edge_json(edge: Edge) -> dict[str, Any]:
    """Return an edge as JSON: its natural key, then its properties (`marker`)."""
    key = {"id": edge.id, "source": edge.source, "relation": edge.relation, "target": edge.target}
    return {**key, **{name: value for name, value in edge.properties.items() if name not in key}}


@dataclass(frozen=True, slots=True, repr=False)
class Why(InNotebook, JsonRecord):
    """Why a fact is in the graph: the proposal that brought it, and the rivals that were refused."""

    verdict: str
    run: int | None
    accepted: tuple[Proposal, ...]
    refused: tuple[Proposal, ...]

    json_shape = JsonShape(
        without=("accepted", "refused"),
        computed={
            "accepted": lambda why: [proposal_json(why.run, each) for each in why.accepted],
            "refused": lambda why: [proposal_json(why.run, each) for each in why.refused],
        },
    )

    def __str__(self) -> str:
        lines = [f"{self.verdict or 'unknown'}" + (f" in run {self.run}" if self.run is not None else "")]
        for proposal in (*self.accepted, *self.refused):
            scores = f", scores {', '.join(map(str, proposal.scores))}" if proposal.scores else ""
            lines.append(f"  {proposal.verdict.value} {proposal.path}{scores}: {proposal.reason}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True, repr=False)
class Fact(InNotebook, JsonRecord):
    """One edge of the graph with its evidence. `verdict` is `verified`, `checked` or `asserted`.

    `texts` has the line of each piece of evidence, "" if it is not in the graph.
    """

    edge: Edge
    evidence: tuple[Evidence, ...]
    verdict: str
    _why: Why
    texts: tuple[str, ...] = ()

    json_shape = JsonShape(without=("_why", "texts"), convert={"edge": edge_json}, inline=("edge",))

    @property
    def marker(self) -> str:
        """The words that connect a participant with its event, "" for a bare one and for other facts."""
        return str(self.edge.properties.get(MARKER) or "")

    @property
    def values(self) -> str:
        """The time or quantity that the participant says, in words: `2019-03-14`, `40000000 krone`; "" for none."""
        return values_in_words(self.edge.properties)

    def why(self) -> Why:
        """Return the proposal that brought the fact, its scores, and its refused rivals."""
        return self._why

    def __str__(self) -> str:
        marker = f" “{self.marker}”" if self.marker else ""
        values = f" = {self.values}" if self.values else ""
        return f"{self.edge.id}{marker}{values} ({self.verdict})"


class FactReader:
    """Reads facts from a graph and its ledger."""

    def __init__(self, graph: SqliteGraph, ledger: Ledger) -> None:
        self._graph = graph
        self._ledger = ledger

    def facts(self, relation: str | None, entity: str | None, limit: int | None) -> list[Fact]:
        """Return facts in the order in which they were added. Raises UnknownName for a relation or an entity."""
        wanted = self.relation(relation) if relation is not None else None
        found: list[Fact] = []
        for edge in self._edges(wanted, entity, limit):
            if limit is not None and len(found) >= limit:
                break
            stored = self._graph.stored_edge(edge)
            if stored is not None:
                found.append(self.fact_of(stored))
        return found

    def relation(self, name: str) -> str:
        """Return the relation of that name: one of an import, spelled exactly, else one of Kāraka's."""
        return name if name in self._graph.count_edges() else relation_named(name)

    def _edges(self, relation: str | None, entity: str | None, limit: int | None) -> Iterator[Edge]:
        if entity is None:
            yield from self._graph.edges(relation, limit)
            return
        nodes = self._graph.nodes_named(entity)
        node = self._graph.node(entity)
        if node is not None and node not in nodes:
            nodes.append(node)
        if not nodes:
            raise UnknownName("entity", entity, self._graph.names())
        for node in nodes:
            yield from self._graph.edges_to(node.id, relation)
            yield from self._graph.edges_from(node.id, relation)

    def of_kriya(self, kriya: str) -> Iterator[Fact]:
        """Yield who and what takes part in a Kriyā, as facts."""
        for edge in self._graph.edges_from(kriya):
            if edge.relation in ROLES:
                yield self.of(edge)

    def of(self, edge: Edge) -> Fact:
        """Return the fact that an edge is. Raises UnknownName where the graph does not have it any more."""
        stored = self._graph.stored_edge(edge)
        if stored is None:
            raise UnknownName("fact", edge.id, [])
        return self.fact_of(stored)

    def fact_of(self, stored: StoredEdge) -> Fact:
        texts = tuple(map(self._text, stored.evidence))
        return Fact(stored.edge, stored.evidence, stored.verdict, self.why(stored.verdict, stored.origin), texts)

    def _text(self, item: Evidence) -> str:
        """Return the line of a piece of evidence, "" if it is not in the graph."""
        node = self._graph.node(document_node_id(item.doc_id, item.line_number))
        return "" if node is None else str(node.properties.get("text", ""))

    def why(self, verdict: str, origin: tuple[int, str] | None) -> Why:
        """Return the proposals at the place that a unit came from."""
        if origin is None:
            return Why(verdict, None, (), ())
        run, path = origin
        proposals = list(self._ledger.proposals(run, path))
        accepted = tuple(proposal for proposal in proposals if proposal.verdict.accepted)
        refused = tuple(proposal for proposal in proposals if not proposal.verdict.accepted)
        return Why(verdict, run, accepted, refused)


def node_json(node: Node) -> dict[str, Any]:
    """Return a node as an object of its id and its properties."""
    return {"id": node.id, **node.properties}

"""Where the elements of a graph occur in its source text, for graphs that do not record it themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from pramana.audit import AuditVerdict, EdgeFinding, NodeFinding, NodeMention, audit_graph, graph_of
from pramana.claims import ClaimText
from pramana.documents import document_kinds, load_and_refine_documents
from pramana.errors import InputError
from pramana.graph import Exporting, GraphAdapter
from pramana.investigate import TextVerdict

MOST = 200_000
"""Nodes and edges: a larger graph is not looked up in its text."""


class Passages:
    """Gives the places of a node or an edge by its id, one line each: `doc_id`, `line_number`, `line`.

    All of the graph is held against the text when the first is asked for, as `pramana audit` does it. What the text
    does not support has one place without a line, with the reason under `unsupported`. Raises InputError where no text
    can be read, or the graph is too large for that.
    """

    def __init__(self, adapter: GraphAdapter, sources: Sequence[Path]) -> None:
        loaded = load_and_refine_documents([str(source) for source in sources])
        if not loaded.documents:
            named = ", ".join(map(str, sources))
            raise InputError(f"No readable text was found ({document_kinds()}): {named}")
        if sum(adapter.count()) > MOST or not isinstance(adapter, Exporting):
            raise InputError(f"Only graphs of up to {MOST:,} nodes and edges are looked up in their text.")
        self._adapter = adapter
        self._documents = loaded.documents

    def verdict(self, statement: str) -> TextVerdict:
        """Return what the text says of a statement, by rules, with the line that decides or the nearest one."""
        found = self._text.check(statement)
        decides = found.lines[:1] or self._text.near(statement, 1)
        return TextVerdict(
            statement, str(found.verdict), " ".join(found.reasons), self._lines[decides[0]] if decides else None
        )

    @cached_property
    def _lines(self) -> list[Mapping[str, Any]]:
        return [
            {"doc_id": document.doc_id, "line_number": line.number, "line": line.text}
            for document in self._documents
            for line in document.lines
        ]

    @cached_property
    def _text(self) -> ClaimText:
        return ClaimText([str(each["line"]) for each in self._lines])

    def __call__(self, element: str) -> Sequence[Mapping[str, Any]]:
        return self._places.get(element, ())

    @cached_property
    def _places(self) -> dict[str, Sequence[Mapping[str, Any]]]:
        assert isinstance(self._adapter, Exporting)
        nodes, edges = list(self._adapter.nodes()), list(self._adapter.edges())
        audit = audit_graph(graph_of(nodes, edges), self._documents)
        found = {node.id: _node(each) for node, each in zip(nodes, audit.nodes, strict=True)}
        found |= {edge.id: _edge(each) for edge, each in zip(edges, audit.edges, strict=True)}
        return found


def _node(finding: NodeFinding) -> Sequence[Mapping[str, Any]]:
    if finding.verdict is not AuditVerdict.SUPPORTED or finding.mention is None:
        return ({"unsupported": finding.reason},)
    return (_place(finding.mention),)


def _edge(finding: EdgeFinding) -> Sequence[Mapping[str, Any]]:
    """Return the line of both ends of an edge; where they occur in two lines, each of them."""
    ends = [end for end in (finding.source, finding.target) if end is not None]
    if finding.verdict is not AuditVerdict.SUPPORTED or len(ends) < 2:
        return ({"unsupported": finding.reason},)
    places = [_place(end) for end in ends]
    return places[:1] if places[0] == places[1] else sorted(places, key=lambda place: int(place["line_number"]))


def _place(mention: NodeMention) -> dict[str, Any]:
    evidence = mention.evidence
    return {"doc_id": evidence.doc_id, "line_number": evidence.line_number, "line": mention.line}

"""The audit itself: each node and each edge of a graph against the text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from pramana.audit.aliases import clean, says_nothing
from pramana.audit.edges import EdgeJudge
from pramana.audit.mentions import Finder, Known, best
from pramana.audit.model import AuditGraph, AuditNode, GraphAudit, NodeFinding, Rule, Verdict
from pramana.audit.stems import stem
from pramana.audit.text import Text
from pramana.documents import LoadedDocument
from pramana.evidence.words import words

WINDOW = 3
WIDEST = 100
_WHOLE = frozenset((Rule.NAME, Rule.INFLECTED, Rule.GIVEN_ALIAS, Rule.INNER_NAME))
_SAID = {
    Rule.NAME: "the name stands in the text",
    Rule.INFLECTED: "the name stands in the text, inflected",
    Rule.GIVEN_ALIAS: "an alias that the graph gives stands in the text",
    Rule.INNER_NAME: "one of the two names given stands in the text",
    Rule.SPELLING: "the name stands in the text, spelled a little otherwise",
    Rule.WORDS: "the name's words stand together, but not as the name has them",
    Rule.PART: "only a part of the name stands in the text",
}


def audit_graph(graph: AuditGraph, documents: Iterable[LoadedDocument], window: int = WINDOW) -> GraphAudit:
    """Say of every node and edge whether the documents support it, and where.

    `window` is how many lines (sentences) in a row count as near each other, 1 to 100. Deterministic; no model.
    Raises ValueError for another window.

    >>> graph = AuditGraph((AuditNode("RAMA", "RAMA"), AuditNode("bow", "the bow")), ())
    >>> audit_graph(graph, []).counts["nodes"]
    {'supported': 0, 'weak': 0, 'unsupported': 2}
    """
    if not 1 <= window <= WIDEST:
        raise ValueError(f"window is {window}; it is 1 to {WIDEST} lines.")
    return _Auditor(graph, Text(documents), window).audit()


class _Auditor:
    """Looks for each node once."""

    def __init__(self, graph: AuditGraph, text: Text, window: int) -> None:
        self._graph, self._text, self._window = graph, text, window
        self._finder = Finder(text)

    @cached_property
    def _known(self) -> dict[str, Known]:
        """What is known of each node, by id, those that edges alone name included. Of two alike in id the first."""
        ends = (AuditNode(end, end) for edge in self._graph.edges for end in (edge.source, edge.target))
        nodes: dict[str, AuditNode] = {}
        for node in (*self._graph.nodes, *ends):
            nodes.setdefault(node.id, node)
        return {node_id: self._look_for(node) for node_id, node in nodes.items()}

    def audit(self) -> GraphAudit:
        judge = EdgeJudge(self._text, self._finder, self._window)
        nodes = tuple(self._node(node, self._known[node.id]) for node in self._graph.nodes)
        edges = tuple(
            judge.judge(edge, self._known[edge.source], self._known[edge.target]) for edge in self._graph.edges
        )
        doc_ids = tuple(document.doc_id for document in self._text.documents)
        return GraphAudit(self._window, doc_ids, len(self._text), nodes, edges)

    def _look_for(self, node: AuditNode) -> Known:
        forms = words(clean(node.name)).forms
        return Known(node, self._finder.places(node), says_nothing(forms), frozenset(map(stem, forms)))

    def _node(self, node: AuditNode, known: Known) -> NodeFinding:
        if not known.places:
            return NodeFinding(node, Verdict.UNSUPPORTED, known.empty or "the name stands nowhere")
        place = best(known.places)
        verdict = Verdict.SUPPORTED if place.rule in _WHOLE and known.empty is None else Verdict.WEAK
        reason = known.empty or _SAID.get(place.rule, f"only an alias stands in the text: {place.rule.value}")
        return NodeFinding(node, verdict, reason, self._finder.mention(place), len(known.places))

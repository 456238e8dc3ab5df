"""The audit itself: each node and each edge of a graph against the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from pramana.audit.aliases import clean, says_nothing
from pramana.audit.edges import EdgeJudge
from pramana.audit.mentions import LocatedNode, MentionFinder, NamePlace, best
from pramana.audit.model import AuditGraph, AuditNode, AuditVerdict, GraphAudit, MatchRule, NodeFinding
from pramana.audit.text import DocumentText, between
from pramana.audit.wording import FoundWords, Saying, sayings
from pramana.documents import LoadedDocument
from pramana.evidence import words
from pramana.language import stem

DEFAULT_WINDOW = 3
"""Lines (sentences) in a row that count as near each other. Arbitrary: a fact may be told over a few sentences, while
wider passages have more words by chance, for which `edges.SEARCHED` raises the bar."""
MAX_WINDOW = 100
"""The largest window that is accepted: with more lines, "near" says nothing."""
_WHOLE = frozenset((MatchRule.NAME, MatchRule.INFLECTED, MatchRule.GIVEN_ALIAS, MatchRule.INNER_NAME))
_SAID = {
    MatchRule.NAME: "the name occurs in the text",
    MatchRule.INFLECTED: "the name occurs in the text, inflected",
    MatchRule.GIVEN_ALIAS: "an alias that the graph gives occurs in the text",
    MatchRule.INNER_NAME: "one of the two names given occurs in the text",
    MatchRule.SPELLING: "the name occurs in the text, with a slightly different spelling",
    MatchRule.WORDS: "the name's words occur close together, but not as in the name",
    MatchRule.PART: "only a part of the name occurs in the text",
}


def audit_graph(graph: AuditGraph, documents: Iterable[LoadedDocument], window: int = DEFAULT_WINDOW) -> GraphAudit:
    """Say of every node and edge whether the documents support it, and where.

    `window` is how many lines (sentences) in a row count as near each other, 1 to 100. Deterministic; no model.
    Raises ValueError for another window.

    >>> graph = AuditGraph((AuditNode("RAMA", "RAMA"), AuditNode("bow", "the bow")), ())
    >>> audit_graph(graph, []).counts["nodes"]
    {'supported': 0, 'weak': 0, 'unsupported': 2}
    """
    if not 1 <= window <= MAX_WINDOW:
        raise ValueError(f"window is {window}; it is 1 to {MAX_WINDOW} lines.")
    return _Auditor(graph, DocumentText(documents), window).audit()


def _is_shouted(graph: AuditGraph) -> bool:
    """Return whether most names of a graph are in capitals, as GraphRAG writes them."""
    names = [node.name for node in graph.nodes]
    return 2 * sum(name.isupper() for name in names) > len(names)


class _Auditor:
    """Looks for each node once."""

    def __init__(self, graph: AuditGraph, text: DocumentText, window: int) -> None:
        self._graph, self._text, self._window = graph, text, window
        self._finder = MentionFinder(text, shouted=_is_shouted(graph))

    @cached_property
    def _located_nodes(self) -> dict[str, LocatedNode]:
        """The located nodes by id, including those that only edges name. Of two with the same id, the first."""
        ends = (AuditNode(end, end) for edge in self._graph.edges for end in (edge.source, edge.target))
        nodes: dict[str, AuditNode] = {}
        for node in (*self._graph.nodes, *ends):
            nodes.setdefault(node.id, node)
        return {node_id: self._look_for(node) for node_id, node in nodes.items()}

    def audit(self) -> GraphAudit:
        judge = EdgeJudge(self._text, self._finder, self._window, directed=self._graph.directed)
        nodes = tuple(self._node(node, self._located_nodes[node.id]) for node in self._graph.nodes)
        edges = tuple(
            judge.judge(edge, self._located_nodes[edge.source], self._located_nodes[edge.target])
            for edge in self._graph.edges
        )
        doc_ids = tuple(document.doc_id for document in self._text.documents)
        return GraphAudit(self._window, doc_ids, len(self._text), nodes, edges)

    def _look_for(self, node: AuditNode) -> LocatedNode:
        forms = words(clean(node.name)).forms
        places = self._finder.places(node)
        empty = says_nothing(forms)
        if empty and (acronyms := tuple(place for place in places if self._finder.is_written_so(place))):
            places, empty = acronyms, None  # the company SO, where the text has it in capitals
        return LocatedNode(node, places, empty, frozenset(map(stem, forms)))

    def _node(self, node: AuditNode, known: LocatedNode) -> NodeFinding:
        if not known.places:
            return NodeFinding(node, AuditVerdict.UNSUPPORTED, known.empty or "the name does not occur in the text")
        place, told = self._shown_place(node, known)
        verdict = AuditVerdict.SUPPORTED if place.rule in _WHOLE and known.empty is None else AuditVerdict.WEAK
        reason = known.empty or _SAID.get(place.rule, f"only an alias occurs in the text: {place.rule.value}")
        if verdict is AuditVerdict.SUPPORTED and not told:
            reason += "; no word of its description occurs near it"
        return NodeFinding(node, verdict, reason, self._finder.mention(place), len(known.places))

    def _shown_place(self, node: AuditNode, known: LocatedNode) -> tuple[NamePlace, bool]:
        """Return the place to show, and whether the text near it has a word of the description.

        Of the places with the closest match, it is the one with most of the description near it. The second value is
        also True without a description.
        """
        rule = best(known.places).rule
        closest = [place for place in known.places if place.rule is rule]
        said = sayings(None, node.descriptions, known.stems, self._text, self._window)
        keys = sorted({key for saying in said for key in saying.bets})
        weights = {place: self._weight(place, said, keys) for place in closest} if keys else {}
        place = min(closest, key=lambda place: (-weights.get(place, 0.0), place))
        return place, not keys or weights[place] > 0

    def _weight(self, place: NamePlace, said: Sequence[Saying], keys: Sequence[str]) -> float:
        """Return the weight of the best saying, by its words near a place."""
        floor, after = self._text.document_of(place.line)
        first, last = max(place.line - self._window + 1, floor), min(place.line + self._window, after) - 1
        there = {key for key in keys if between(self._text.lines_with(key), first, last)}
        here = {key for key in there if between(self._text.lines_with(key), place.line, place.line)}
        return max((saying.weight(FoundWords(here, there, 1)) for saying in said), default=0.0)

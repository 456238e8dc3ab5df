"""An entity under all its names: what joins them, what was refused, what people decided. Writes nothing."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pramana.evidence import Evidence, Grade
from pramana.graph import Edge, Node
from pramana.karaka import LINKS, SENSE_OF
from pramana.trace import Verdict
from pramana.views.decisions import DecisionReader
from pramana.views.entity import ClusterView, LinkView, Member, SenseView
from pramana.views.facts import FactReader
from pramana.views.inspect import Inspector
from pramana.views.kriyas import mentions, span
from pramana.views.linking import EntryReader
from pramana.views.stores import Stores

IS_SAME_AS = "IS_SAME_AS"
_PLACE = ("doc_id", "line_number", "start", "end", "quote", "grade")
_SUPPORT = (
    "SELECT verdict, run, path FROM support JOIN node ON node.key = support.fact JOIN unit ON unit.id = support.unit "
    "WHERE kind = 0 AND node.id = ? AND slot >= ? AND slot < ? ORDER BY slot"
)
_REFUSED = "SELECT path, body, reason FROM proposal WHERE verdict = 'refused' AND path >= ? AND path < ? ORDER BY run"


class ClusterReader:
    """Reads the clusters of one workspace."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._graph = stores.graph
        self._inspector = Inspector(stores)
        self._reader = FactReader(stores.graph, stores.ledger)

    def clusters(self, name: str, limit: int | None = None) -> list[ClusterView]:
        """Return the entities that go by a name, each once and under all its names, with at most `limit` facts.

        A pronoun belongs to its referent; one without a referent is a separate cluster. Raises UnknownName with the
        nearest names.
        """
        found: list[ClusterView] = []
        for node in self._inspector.entities_named(name):
            if not any(node.id in view.ids for view in found):
                starts = [near for near in self._near(node) if not _is_pronoun(near)] if _is_pronoun(node) else []
                found += [self._cluster(start, limit) for start in starts or [node]]
        return found

    def _cluster(self, start: Node, limit: int | None) -> ClusterView:
        names, pronouns = self._reachable(start)
        members = sorted((self._member(node) for node in names), key=_standing)
        ids = {member.node.id for member in members}
        links = [self._link(edge) for edge in self._edges(ids) if edge.source in ids and edge.target in ids]
        documents = {item.doc_id for member in members for item in self._graph.node_evidence(member.node.id)}
        facts = self._facts([*names, *pronouns])
        shown = [fact for fact in map(self._inspector.fact_of_edge, facts[:limit]) if fact is not None]
        return ClusterView(
            members=tuple(members),
            pronouns=dict(Counter(map(_pronoun, pronouns)).most_common()),
            pronoun_ids=tuple(node.id for node in pronouns),
            documents=tuple(sorted(documents)),
            senses=tuple(self._senses(members)),
            links=tuple(_holding_first(links, members[0].node.id)),
            refused=tuple(self._refused_links(ids)),
            decisions=tuple(one for one in DecisionReader(self._stores).all() if ids & {one.one, one.other}),
            facts=tuple(shown),
            kriyas=tuple(self._inspector.kriya(fact.edge.source) for fact in shown),
            fact_count=len(facts),
            entries=tuple(EntryReader(self._stores).of(ids)),
            relations=tuple(self._inspector.relations_of(names)),
        )

    def _reachable(self, start: Node) -> tuple[list[Node], list[Node]]:
        """Return the named entities that links join to a node, itself included, and the pronouns that mean them."""
        names, pronouns = {start.id: start}, {}
        todo = [start]
        while todo:
            for near in self._near(todo.pop()):
                if _is_pronoun(near):
                    pronouns[near.id] = near
                elif near.id not in names:
                    names[near.id] = near
                    todo.append(near)
        return list(names.values()), list(pronouns.values())

    def _near(self, node: Node) -> Iterator[Node]:
        for edge in self._edges([node.id]):
            other = self._graph.node(edge.target if edge.source == node.id else edge.source)
            if other is not None:
                yield other

    def _edges(self, ids: Iterable[str]) -> list[Edge]:
        touching = [
            edge
            for node_id in sorted(ids)
            for edge in (*self._graph.edges_from(node_id, IS_SAME_AS), *self._graph.edges_to(node_id, IS_SAME_AS))
        ]
        return list({edge.key: edge for edge in touching}.values())

    def _member(self, node: Node) -> Member:
        verdict, _ = self._graph.node_origin(node.id)
        return Member(node, verdict, len(mentions(self._graph.node_evidence(node.id))))

    def _senses(self, members: Sequence[Member]) -> Iterator[SenseView]:
        """Yield what tells the names of a cluster from the same names of others, by what tells it."""
        for member in members:
            if SENSE_OF in member.node.properties:
                told: dict[tuple[str, str], list[Evidence]] = {}
                for verdict, run, path in self._stores.database.all(
                    _SUPPORT, (member.node.id, "pass/homonyms/", "pass/homonyms0")
                ):
                    for proposal in self._reader.why(verdict, (run, path)).accepted:
                        body = proposal.body
                        places = [_evidence({name: item[name] for name in _PLACE}) for item in body["mentions"]]
                        marks = [_evidence(body["mark"])] if body["mark"] else []
                        told.setdefault((verdict, body["reason"]), marks).extend(places)
                for (verdict, reason), places in told.items():
                    shown = {
                        span(item): item for item in sorted(places, key=lambda item: (item.doc_id, item.line_number))
                    }
                    yield SenseView(member.name, verdict, reason, tuple(shown.values()))

    def _link(self, edge: Edge) -> LinkView:
        """Return a link with what its proposal said of it; with the bare evidence where no proposal is recorded."""
        stored = self._graph.stored_edge(edge)
        assert stored is not None
        accepted = self._reader.why(stored.verdict, stored.origin).accepted
        if not accepted:
            return LinkView(edge, stored.verdict, "", "", 0, stored.evidence, None)
        link = _proposed_link(edge, stored.verdict, accepted[-1].body, accepted[-1].reason)
        graded = {span(item): item for item in stored.evidence}
        return replace(link, evidence=tuple(graded.get(span(item), item) for item in link.evidence))

    def _facts(self, nodes: Sequence[Node]) -> list[Edge]:
        """Return the edges from Kriyās to these nodes, in the order of the text."""
        edges = [edge for node in nodes for edge in self._graph.edges_to(node.id) if self._inspector.is_role(edge)]
        return sorted(edges, key=lambda edge: (self._line(edge), len(edge.source), edge.id))

    def _line(self, edge: Edge) -> tuple[str, int]:
        kriya = self._graph.node(edge.source)
        return ("", 0) if kriya is None else (str(kriya.properties["doc_id"]), int(kriya.properties["line_number"]))

    def _refused_links(self, ids: set[str]) -> Iterator[LinkView]:
        """Yield the links to these entities that were refused when they were last judged."""
        newest: dict[str, tuple[Any, str]] = {}
        for path, said, reason in self._stores.database.all(_REFUSED, ("pass/", "pass0")):
            newest[path] = (json.loads(said), reason)
        for path in sorted(newest):
            body, reason = newest[path]
            ends = {body["source"], body["target"]} if body.get("relation") == IS_SAME_AS else set()
            near = ids & ends and not (ends <= ids and path.startswith(f"pass/{LINKS}/"))  # joined since, by a person
            if near and self._graph.key_of(path) is None:
                edge = Edge(body["source"], IS_SAME_AS, body["target"])
                yield _proposed_link(edge, Verdict.REFUSED.value, body, reason)


def _proposed_link(edge: Edge, verdict: str, body: Mapping[str, Any], judgement: str) -> LinkView:
    places = tuple(_evidence(body[end]) for end in ("source_evidence", "target_evidence"))
    signal = _evidence(body["signal"]) if body["signal"] else None
    return LinkView(edge, verdict, body["reason"], judgement, body["confidence"], places, signal)


def _evidence(said: Mapping[str, Any]) -> Evidence:
    return Evidence(**{**said, "grade": Grade(said["grade"])})


def _is_pronoun(node: Node) -> bool:
    return bool(node.properties.get("pronoun"))


def _pronoun(node: Node) -> str:
    """Return a pronoun in lower case, but for *I*."""
    said = str(node.properties["canonical_name"])
    return said if said == "I" else said.casefold()


def _standing(member: Member) -> tuple[int, int, str]:
    """Order of a cluster's names: the most used first, then the longest, then the smallest."""
    return -member.mentions, -len(member.name), member.node.id


def _holding_first(links: Sequence[LinkView], chosen: str) -> Iterator[LinkView]:
    """Yield links that join every name to the first one by the fewest steps, then those that say it once more."""
    ordered = sorted(links, key=lambda link: (-link.confidence, link.edge.source, link.edge.target))
    at: dict[str, list[tuple[int, str]]] = {}
    for number, (source, target) in enumerate(link.ends for link in ordered):
        at.setdefault(source, []).append((number, target))
        at.setdefault(target, []).append((number, source))
    joining: dict[str, int] = {}
    queue = deque([chosen])
    while queue:
        for number, near in at.get(queue.popleft(), ()):
            if near != chosen and near not in joining:
                joining[near] = number
                queue.append(near)
    yield from (ordered[number] for number in joining.values())
    said = set(joining.values())
    yield from (link for number, link in enumerate(ordered) if number not in said)

"""The facts of a graph that come nearest to a question without an answer, and its words that no fact has.

A fact is an edge with its ends and attributes, a node with its attributes, or a sentence of a description. What a
question names counts most, then each word of it that a fact has: by its relation, its types, its attributes, its texts.
A word that is not the graph's own counts less the further it is from one (see `closeness`), and a word that most facts
have counts less than a rare one. Nothing is concluded from a fact: it is shown, and the reader judges.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import log
from typing import Any

from pramana.expr import Field, Membership
from pramana.graph import Edge, GraphAdapter, Node
from pramana.investigate.answer_words import value_text
from pramana.investigate.attributes import Attributes, is_superlative
from pramana.investigate.called import name_of
from pramana.investigate.element_texts import (
    LONGEST,
    MOST_ELEMENTS,
    ElementSentence,
    sentences_of_edge,
    sentences_of_node,
)
from pramana.investigate.fact_words import TermWords, WantedWords, joined_weights
from pramana.investigate.lines import PLACE_FIELDS, TOLD_FIELDS
from pramana.investigate.model import QuestionMention
from pramana.investigate.pieces import Pieces
from pramana.investigate.profile import GraphProfile
from pramana.investigate.terms import name_parts
from pramana.language import word_set
from pramana.serialization import JsonRecord

SHOWN = 5
"""Facts that are shown: as many as a reader looks through."""
MOST_EDGES = 2_000
"""Edges of named nodes that are read where a graph has more elements than are all read."""
MOST_ATTRIBUTES = 10
"""Attributes of one node that are shown, the ones that the question asks for first."""
_NAMED, _NEXT = 1.5, 0.5
"""How much it counts that a fact is of a node that the question names, and of one that an edge joins to that: a name is
the surest of all words, and a question over two edges is answered one edge further."""
_FORM = 0.3
"""How much it counts that a fact has what the question asks for: a time, a place, a number, somebody."""
_FIRST = 1.0
"""How much it counts that a node is the first in the order that a superlative asks for."""
_PLACES = word_set("investigation/places")
_EMPTY = (None, "")
_KEPT_BY_TOOLS = ("entity_id", "entity_type", "created_at", "truncate")
"""What LightRAG writes of a node or an edge for itself."""
_HIDDEN = frozenset(("id", "type", *TOLD_FIELDS, *PLACE_FIELDS, *_KEPT_BY_TOOLS))


@dataclass(frozen=True, slots=True)
class NearFact(JsonRecord):
    """A fact near a question. `kind` and `id`: of which node or edge; `words`: the question's words that it has."""

    text: str
    kind: str
    id: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NearFacts:
    """The facts nearest to a question, the nearest first, and the words of it that no fact has, nor one like them; none
    where not all facts were read."""

    facts: tuple[NearFact, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(slots=True)
class _Candidate:
    """A fact with the weight of each word of the question that it has. `topics`: the named nodes that it is of."""

    fact: NearFact
    words: dict[str, float]
    topics: frozenset[str]
    bonus: float = 0.0


@dataclass(frozen=True, slots=True)
class _Read:
    """What is read of a graph: its nodes by their ids, and edges."""

    nodes: Mapping[str, Node]
    edges: Sequence[Edge]
    names: Mapping[str, str] = field(default_factory=dict)


def nearest_facts(
    question: str, adapter: GraphAdapter, facts: GraphProfile, mentions: Sequence[QuestionMention]
) -> NearFacts:
    """Return the facts nearest to a question; up to `SHOWN`.

    Of graphs with more than 50,000 nodes or edges only what is next to the nodes that the question names is read.
    """
    named = {each.id: each.text for each in mentions if each.names_node}
    asked = WantedWords.of(question, named.values())
    graph = _read_graph(adapter, facts, named)
    found = [each for each in _Scorer(asked, facts, graph, named).candidates() if each.words or each.topics]
    has = {word for each in found for word in each.words}
    ranked = _in_order(found, len(graph.nodes) + len(graph.edges))
    return NearFacts(tuple(each.fact for each in ranked[:SHOWN]), asked.missing(has) if _is_small(facts) else ())


def _is_small(facts: GraphProfile) -> bool:
    """Whether all elements of a graph are read."""
    return facts.nodes <= MOST_ELEMENTS and facts.edges <= MOST_ELEMENTS


def _in_order(found: Sequence[_Candidate], size: int) -> list[_Candidate]:
    """Return facts by what they have of a question, each word by how rare it is among the facts that were found."""
    counts = Counter(name for each in found for name in chain(each.words, each.topics))
    rare = {name: log(1 + size / count) / log(1 + size) for name, count in counts.items()} if size > 1 else {}

    def score(each: _Candidate) -> float:
        words = sum(weight * rare.get(word, 1.0) for word, weight in each.words.items())
        return each.bonus + words + _NAMED * sum(rare.get(topic, 1.0) for topic in each.topics)

    order = sorted(range(len(found)), key=lambda number: (-score(found[number]), number))
    return [found[number] for number in order]


def _read_graph(adapter: GraphAdapter, facts: GraphProfile, named: Iterable[str]) -> _Read:
    ids = tuple(named)
    if _is_small(facts):
        nodes = {each.id: each for each in adapter.find_nodes(None, MOST_ELEMENTS).nodes()}
        edges = tuple(adapter.find_edges(None, MOST_ELEMENTS).edges())
    else:
        at = (Membership(Field((side,)), ids) for side in ("source", "target"))
        found = (adapter.find_edges(each, MOST_EDGES).edges() for each in at) if ids else ()
        edges = tuple({each.id: each for edges in found for each in edges}.values())
        ends = tuple(dict.fromkeys((*ids, *(end for each in edges for end in (each.source, each.target)))))
        nodes = {each.id: each for each in adapter.find_nodes(Membership(Field(("id",)), ends), len(ends)).nodes()}
    return _Read(nodes, edges, {each.id: name_of(each.properties) or each.id for each in nodes.values()})


class _Scorer:
    """The facts of a graph, each with the words of one question that it has."""

    def __init__(self, asked: WantedWords, facts: GraphProfile, graph: _Read, named: Mapping[str, str]) -> None:
        self._asked, self._facts, self._graph, self._named = asked, facts, graph, named
        self._pieces = Pieces(facts)
        self._terms = TermWords(asked, facts, self._pieces)
        pairs = [(each.source, each.target) for each in graph.edges]
        both = (*pairs, *(pair[::-1] for pair in pairs))
        self._next = frozenset(one for one, two in both if two in named and one not in named)

    def candidates(self) -> Iterator[_Candidate]:
        nodes = list(chain.from_iterable(map(self._of_node, self._graph.nodes.values())))
        self._mark_first(nodes)
        yield from nodes
        for edge in self._graph.edges:
            yield from self._of_edge(edge)

    def _of_node(self, node: Node) -> Iterator[_Candidate]:
        name, topics = self._graph.names[node.id], frozenset((node.id,)) & self._named.keys()
        texts = (text for key, text in node.properties.items() if isinstance(text, str) and key not in TOLD_FIELDS)
        base = joined_weights(self._terms.of_type(node.type), *map(self._asked.in_text, (name, node.id, *texts)))
        values = {key: value for key, value in node.properties.items() if self._is_told(node, key, value)}
        if values:
            words = {key: self._value_words(node.type, key, value) for key, value in values.items()}
            shown = _shown_values(values, {key: max(own.values(), default=0.0) for key, own in words.items()})
            joined = joined_weights(base, *words.values())
            kind = f" ({node.type})" if node.type else ""
            fact = NearFact(f"{name}{kind}: {shown}.", "node", node.id, tuple(joined))
            yield _Candidate(fact, joined, topics, self._bonus(node, values))
        for sentence in sentences_of_node(node, name):
            yield self._of_sentence(sentence, base, topics)

    def _value_words(self, kind: str, key: str, value: Any) -> dict[str, float]:
        return joined_weights(self._terms.of_attribute(kind, key), self._asked.in_text(value_text(value)))

    def _of_sentence(self, each: ElementSentence, base: dict[str, float], topics: frozenset[str]) -> _Candidate:
        words = joined_weights(base, self._asked.in_text(each.text))
        kind = "edge" if each.edge else "node"
        form = self._asked.form in ("when", "number") and re.search(r"\d", each.text) is not None
        fact = NearFact(f"{each.label}: “{each.text}”", kind, each.id, tuple(words))
        return _Candidate(fact, words, topics, _FORM * form)

    def _of_edge(self, edge: Edge) -> Iterator[_Candidate]:
        ends = (edge.source, edge.target)
        names = [self._graph.names.get(end, end) for end in ends]
        topics = frozenset(ends) & self._named.keys()
        near = _NEXT * bool(self._next.intersection(ends) and not topics)
        base = joined_weights(self._terms.of_relation(edge.relation), *(self._asked.in_text(name) for name in names))
        for end in ends:
            base = joined_weights(base, self._terms.of_type(self._type_of(end)))
        values = {key: value for key, value in edge.properties.items() if key not in _HIDDEN and value not in _EMPTY}
        words = {
            key: joined_weights(self._terms.of_name(key), self._asked.in_text(value_text(each)))
            for key, each in values.items()
        }
        base = joined_weights(base, *words.values())
        sentences = list(sentences_of_edge(edge, " and ".join(names)))
        for sentence in sentences:
            found = self._of_sentence(sentence, base, topics)
            found.bonus += near
            yield found
        if not sentences:
            shown = _shown_values(values, {key: max(own.values(), default=0.0) for key, own in words.items()})
            arrow = "->" if self._facts.directed else "-"
            text = f"{names[0]} -{edge.relation}{arrow} {names[1]}{f' ({shown})' if shown else ''}."
            fact = NearFact(text, "edge", edge.id, tuple(base))
            yield _Candidate(fact, base, topics, near + self._edge_bonus(ends, topics))

    def _edge_bonus(self, ends: Sequence[str], topics: frozenset[str]) -> float:
        others = [self._type_of(end) for end in ends if end not in topics]
        people = self._asked.form == "who" and not set(self._pieces.people).isdisjoint(others)
        place = self._asked.form == "where" and any(each.casefold() in _PLACES for each in others)
        return _FORM * (people or place)

    def _bonus(self, node: Node, values: Mapping[str, Any]) -> float:
        form, own = self._asked.form, Attributes.of_types(self._facts, (node.type,))
        able = [key for key in values if own.has(key)]
        match form:
            case "when":
                return _FORM * any(own.is_time(key) for key in able)
            case "number":
                return _FORM * any(own.has_numbers(key) for key in able)
            case "where":
                return _FORM * any(not _PLACES.isdisjoint(name_parts(key)) for key in able)
            case "who":
                return _FORM * (node.type in self._pieces.people)
        return 0.0

    def _mark_first(self, found: Sequence[_Candidate]) -> None:
        """Count for the first nodes, in the order that a superlative asks for, that they are."""
        for word in filter(is_superlative, self._asked.words):
            kinds = {name for name in self._pieces.every if 1.0 in self._terms.of_type(name).values()}
            kinds = kinds or set(self._pieces.every)  # *the dearest work* may be of several types
            for kind in sorted(kinds):
                own = Attributes.of_types(self._facts, (kind,))
                orders = [own.order_by(word), *(own.order_by(word, [each]) for each in self._asked.words)]
                order = next(filter(None, orders), None)
                if order is not None:
                    self._mark_in_order(found, kind, order.attribute, down=order.down)

    def _mark_in_order(self, found: Sequence[_Candidate], kind: str, name: str, *, down: bool) -> None:
        able = []
        for each in found:
            node = self._graph.nodes[each.fact.id]
            value = node.properties.get(name)
            if node.type == kind and isinstance(value, int | float | str) and not each.fact.text.endswith("”"):
                able.append((value, each))
        if len({isinstance(value, str) for value, _ in able}) == 1:
            for place, (_, each) in enumerate(sorted(able, key=lambda pair: pair[0], reverse=down)[:SHOWN]):
                each.bonus += _FIRST * (1 - place / SHOWN)

    def _type_of(self, end: str) -> str:
        node = self._graph.nodes.get(end)
        return node.type if node is not None else ""

    def _is_told(self, node: Node, key: str, value: Any) -> bool:
        """Whether an attribute says more of a node than its name, its type and where it comes from."""
        known = (*_EMPTY, node.id, node.type, self._graph.names[node.id])
        return key not in _HIDDEN and value not in known


def _shown_values(values: Mapping[str, Any], weights: Mapping[str, float]) -> str:
    """Return attributes with their values, the ones that a question asks for first."""
    order = sorted(values, key=lambda key: -weights[key])
    return ", ".join(f"{key} {value_text(values[key])[:LONGEST]}" for key in order[:MOST_ATTRIBUTES])


__all__ = ["SHOWN", "NearFact", "NearFacts", "nearest_facts"]

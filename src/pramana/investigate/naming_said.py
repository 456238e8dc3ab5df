"""Edges whose descriptions say what a question asks, in graphs whose relations say nothing by themselves.

A description counts only where its own grammar puts the two nodes in the question's places: who did it, and to whom.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pramana.graph import Direction, Edge, GraphAdapter, Node, fold_name
from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes_events import ROLE_OF, EventQuestion, asked_of, event_types, verbs_of
from pramana.investigate.words import items_of
from pramana.language import Clause, Modal, NounPhrase, analyse, word_forms

FIELDS = ("description", "summary", "text", "content", "fact", "sentence")
"""Attributes of edges that are sentences."""
MOST_EDGES = 400
"""Edges of a node whose descriptions are read. Analysing sentences is slow: both bounds limit the time of a
question."""
MOST_SENTENCES = 2_000
"""Sentences of all those descriptions together."""
LONGEST = 600
"""Characters of a description that are read."""
_BETWEEN = re.compile(r"<SEP>|\n")


def described_edges(
    question: str, adapter: GraphAdapter, facts: GraphProfile, named: Sequence[QuestionMention]
) -> tuple[QuestionMention, ...]:
    """Return the edges at the one node that a question names whose descriptions say what it asks. `text` of each is
    the question's verb, `id` the edge's, `name` what it is said of; `match` is `described_edges`."""
    fields = _fields(facts)
    if not fields or event_types(facts):
        return ()
    asked = asked_of(items_of(question, named, facts, frozenset()))
    if asked is None or len(asked.given) != 1 or asked.asked not in ("subject", "object"):
        return ()
    meant = asked.given[0][1].mentions
    node = adapter.get_node(meant[0].id) if len(meant) == 1 else None
    if node is None or meant[0].match == "near":
        return ()
    return tuple(_matching_edges(adapter, fields, asked, node))


def _fields(facts: GraphProfile) -> tuple[str, ...]:
    known = {each.name for relation in facts.relations for each in relation.attributes}
    return tuple(name for name in FIELDS if name in known)


def _matching_edges(
    adapter: GraphAdapter, fields: Sequence[str], asked: EventQuestion, node: Node
) -> Iterator[QuestionMention]:
    verbs = frozenset(form for verb in verbs_of(asked) for form in word_forms(verb))
    left = MOST_SENTENCES
    for edge in adapter.incident([node.id], Direction.BOTH)[:MOST_EDGES].edges():
        other = adapter.get_node(edge.target if edge.source == node.id else edge.source)
        sentences = list(_sentences(edge, fields))[:left]
        left -= len(sentences)
        if other is not None and any(_says(text, asked, verbs, node, other) for text in sentences):
            yield QuestionMention(
                text=asked.verb, id=edge.id, name=_names(other)[-1], type=edge.relation, match="said", field="id"
            )


def _sentences(edge: Edge, fields: Sequence[str]) -> Iterator[str]:
    for name in fields:
        yield from (part[:LONGEST] for text in _texts(edge.properties.get(name)) for part in _BETWEEN.split(text))


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        return (value,)
    return (each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _says(text: str, asked: EventQuestion, verbs: frozenset[str], node: Node, other: Node) -> bool:
    """Whether a sentence says of the two nodes what is asked, as something that is so."""
    if not any(part in text.casefold() for part in (verb[:4] for verb in verbs)):
        return False
    return any(_fits(clause, asked, verbs, node, other) for clause in analyse(text).clauses)


def _fits(clause: Clause, asked: EventQuestion, verbs: frozenset[str], node: Node, other: Node) -> bool:
    if clause.negated or clause.modal is not Modal.ACTUAL or clause.attributed_to is not None:
        return False
    if verbs.isdisjoint(word_forms(clause.verb)):
        return False
    role = asked.given[0][0]
    return _is(_in_role(clause, role), node) and _is(_in_role(clause, asked.asked), other)


def _in_role(clause: Clause, role: str) -> list[NounPhrase]:
    """Return the phrases that take a part in a clause, turned round where it is passive."""
    led = [(each.preposition, each.phrase) for each in clause.prepositions]
    if role == "subject":
        # Of several *by* the first one names who did it; what follows may belong to something else.
        return [phrase for name, phrase in led if name == "by"][:1] if clause.passive else list(clause.subjects)
    if role == "object":
        return list(clause.subjects) if clause.passive else [*clause.objects, *clause.indirect]
    return [phrase for name, phrase in led if ROLE_OF.get(name) == role]


def _is(phrases: Iterable[NounPhrase], node: Node) -> bool:
    """Whether one of the phrases is a name of the node, or ends with it: *her father Bob Cratchit*.

    *memories of Bob Cratchit* are not he.
    """
    names = [name.split() for name in map(_plain_words, _names(node))]
    told = [_plain_words(phrase.text).split() for phrase in phrases]
    return any(
        name and words[-len(name) :] == name and "of" not in words[: -len(name)] for words in told for name in names
    )


def _names(node: Node) -> list[str]:
    name = node.properties.get("name")
    return [node.id, name] if isinstance(name, str) else [node.id]


def _plain_words(text: str) -> str:
    return " ".join(word for word in re.findall(r"[\w’'-]+", fold_name(text)) if word not in ("the", "a", "an"))

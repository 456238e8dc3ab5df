"""What a graph holds of a question's words: names of entities, and verbs of events."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.graph import Node, SqliteGraph, fold_name
from pramana.karaka.names_by_word import names_by_word
from pramana.karaka.schema import ENTITY, KRIYA
from pramana.karaka.senses import SENSE_OF
from pramana.language import analyse_cached

LONGEST_NAME = 5
"""Words of a question that may be one name. Each run of words is looked up, so the bound is also one of time."""
_WORD = re.compile(r"['’.-]{0,3}\w(?:[\w'’.-]*\w)?")
"""A word with what it begins with (*.NET*, *'tis*).

The bound keeps long runs of such signs from costing their square."""


def known_words(graph: SqliteGraph, question: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the graph holds of a question's words: names of entities as it spells them, and verbs as lemmas.

    For a noun that names nothing by itself, longer names that end in it are returned (*eagle*: *old eagle*).
    """
    words = [match[0] for match in _WORD.finditer(question)][:60]
    spans = [(length, start) for length in range(LONGEST_NAME, 0, -1) for start in range(len(words) - length + 1)]
    named = graph.nodes_named_each(" ".join(words[start : start + length]) for length, start in spans)
    found: dict[str, None] = {}
    for nodes in named.values():
        found |= dict.fromkeys(_entities(graph, nodes))
    tokens = [token for token in analyse_cached(question).tokens if token.text in words]
    nouns = [token.text for token in tokens if token.tag.startswith("N") and not _entities(graph, named[token.text])]
    for name in _names_ending_in(graph, nouns):
        found.setdefault(name)
    lemmas = [token.lemma.lower() for token in tokens if token.tag.startswith("V")]
    particles = [token.text.lower() for token in tokens if token.tag in ("AVP", "AV0", "PRP")]
    verbs = lemmas + [f"{lemma} {particle}" for lemma in lemmas for particle in particles]
    return tuple(found), tuple(dict.fromkeys(verb for verb in verbs if graph.has_node_where(KRIYA, "verb", verb)))


def _entities(graph: SqliteGraph, nodes: Sequence[Node]) -> list[str]:
    """Return the names of the entities among nodes that go by a name; of its senses the name itself, once."""
    found = [node for node in nodes if node.type == ENTITY]
    bases = [(SENSE_OF in node.properties and graph.node(str(node.properties[SENSE_OF]))) or node for node in found]
    return list(dict.fromkeys(str(node.properties["canonical_name"]) for node in bases))


def _names_ending_in(graph: SqliteGraph, nouns: Sequence[str]) -> list[str]:
    """Return up to three names for each noun that end in it as a word, the shortest first."""
    if not nouns:
        return []
    names = names_by_word(graph)
    found = []
    for noun in nouns:
        longer = names.ending_in(fold_name(noun))
        found += [
            spelled
            for name in sorted(longer, key=lambda n: (len(n), n))[:3]
            for spelled in _entities(graph, graph.nodes_named(name))
        ]
    return found


def words_of_question(question: str, asked: str) -> str:
    """Return a marker and a name as a question has them, with the words between.

    >>> words_of_question("Who resigned before the accident?", "before accident")
    'before the accident'
    """
    words = [re.escape(word) for word in asked.split()]
    between = r"\W+(?:\w+\W+){0,3}?"
    found = re.search(rf"\b{between.join(words)}\b", question, re.IGNORECASE) if words else None
    return found[0] if found and found.start() else asked

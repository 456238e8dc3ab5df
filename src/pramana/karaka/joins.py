"""Joins of two steps on something that they both name: sound on a name, an assumption on a common noun of another text.

*The company* that hired somebody in one document need not be *the company* that somebody bought in another, though
both are the node `company`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pramana.events import is_one_mention
from pramana.graph import Edge, Node, SqliteGraph, fold_name

Documents = frozenset[str]


def assumed_same(
    graph: SqliteGraph, target: str, chain: Sequence[Edge], origins: Mapping[str, Documents], here: str
) -> list[str]:
    """Return the common nouns that a join takes to mean the same in two documents; [] if it assumes nothing.

    `target` is the entity in the joined event, which is in the document `here`. `chain` holds the links from an answer
    of the earlier step to `target`. `origins` holds the documents in which that step found each answer.
    """
    path = [target]
    for link in reversed(chain):
        path.insert(0, link.target if link.source == path[0] else link.source)
    between = [_documents(graph, link) for link in chain]
    steps = [origins.get(path[0], frozenset()), *between, frozenset({here})]
    nodes = [(graph.node(node), before, after) for node, before, after in zip(path, steps, steps[1:], strict=False)]
    return [
        str(node.properties.get("canonical_name", node.id))
        for node, before, after in nodes
        if node is not None and before.isdisjoint(after) and is_common_noun(graph, node)
    ]


def _documents(graph: SqliteGraph, link: Edge) -> Documents:
    stored = graph.stored_edge(link)
    return frozenset(item.doc_id for item in stored.evidence) if stored is not None else frozenset()


def is_common_noun(graph: SqliteGraph, entity: Node) -> bool:
    """Return whether an entity is called by a word that means another thing in another text: *company*, *old man*.

    A name has a capital, a date or a number no word in small letters. *Workers* at the start of a sentence is a common
    noun where the graph knows *workers*, too. In a script without capitals no name can be recognised as one.
    """
    if is_one_mention(entity.id):
        return False
    name = str(entity.properties.get("canonical_name", entity.id))
    if not any(character.isalpha() for character in name):
        return False
    if not any(character.isupper() for character in name):
        return True
    return name[1:].islower() and any(
        node.id == fold_name(name) for node in graph.nodes_named(name) if node.id != entity.id
    )

"""Which entity a mention names, looked up in a graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pramana.events import canonical_name, search_names
from pramana.graph import Node
from pramana.karaka.schema import ENTITY, IS_SAME_AS
from pramana.karaka.senses import SenseGraph
from pramana.llm import NgramEmbedder
from pramana.retrieval import FAISSVectorStore

ENTITY_SIMILARITY_THRESHOLD = 0.85
"""The least cosine, in 0 to 1, at which a name is taken for another one: the specification's."""

Encode = Callable[[str], ArrayLike]


def encoder_of(embedding_model: Any) -> Encode:
    """Return what gives a text's vector: the model's `encode`, or of None the built-in one of letter sequences."""
    if embedding_model is not None:
        encode: Encode = embedding_model.encode
        return encode
    ngrams = NgramEmbedder()
    return lambda text: ngrams.embed([text])[0]


class EntityResolver:
    """Looks mentions up among the entities of a graph, by name, by links, and then by likeness.

    While lines are read nothing is decided here: the pass `resolution` decides it afterwards, on all names at once,
    so that the order of documents changes nothing. `resolve` follows the links that the pass made. Without a graph it
    compares the mentions that it was given before.
    """

    def __init__(
        self,
        embedding_model: Any = None,
        threshold: float = ENTITY_SIMILARITY_THRESHOLD,
        *,
        graph: SenseGraph | None = None,
    ) -> None:
        """`embedding_model` has `encode(text)`, which returns a vector; None: letter sequences. `threshold`: 0 to 1."""
        self._encode = encoder_of(embedding_model)
        self._threshold = threshold
        self._graph = graph
        self._seen = FAISSVectorStore()

    def resolve(self, mention: str) -> str:
        """Return the canonical name of the entity that a mention names; of an unknown one its own name.

        *the old bow* is `old bow`. Of several entities of one name the first is taken: `ws.entity(name)` shows all.
        """
        name = canonical_name(mention)
        known = next((node for each in search_names(name) for node in self._entities_named(each)), None)
        if known is not None:
            return _name(self._first_of(known))
        return self._alike(name) or name

    def _entities_named(self, name: str) -> list[Node]:
        return [] if self._graph is None else [node for node in self._graph.nodes_named(name) if node.type == ENTITY]

    def _first_of(self, node: Node) -> Node:
        """Return the representative of all entities joined by links: the smallest id that is not a pronoun's."""
        assert self._graph is not None, "a node comes from a graph"
        seen, todo = {node.id: node}, [node.id]
        while todo:
            here = todo.pop()
            for edge in (*self._graph.edges_from(here, IS_SAME_AS), *self._graph.edges_to(here, IS_SAME_AS)):
                for end in (edge.source, edge.target):
                    if end not in seen and (found := self._graph.node(end)) is not None:
                        seen[end] = found
                        todo.append(end)
        names = [found for found in seen.values() if not found.properties.get("pronoun")] or [node]
        return min(names, key=lambda found: (-len(_name(found)), found.id))

    def _alike(self, name: str) -> str | None:
        """Return the nearest name at or above the threshold, None where there is none; keep the name for later."""
        vector = self._encode(name)
        if not np.any(np.asarray(vector)):
            return None
        self._take_in_names()
        near = self._seen.query(vector, 1)
        if near and near[0][1] >= self._threshold:
            return near[0][0]
        if self._graph is None:
            self._seen.add(name, vector)
        return None

    def _take_in_names(self) -> None:
        """Embed the names of the graph's entities that were not embedded yet."""
        for node in self._graph.nodes(ENTITY) if self._graph is not None else ():
            if _name(node) not in self._seen and not node.properties.get("pronoun"):
                self._seen.add(_name(node), self._encode(_name(node)))


def _name(node: Node) -> str:
    return str(node.properties["canonical_name"])

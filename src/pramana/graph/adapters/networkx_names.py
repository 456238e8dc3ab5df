"""How a NetworkX graph is read: ids as texts, types, relations, values without quotes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from pramana.graph.io.assembling import NODE_TYPE, RELATION
from pramana.graph.io.dialects import AS_JSON, LISTS, MARKS, settled_value, strip_quotes

if TYPE_CHECKING:
    import networkx as nx

TYPE_NAMES = ("type", "entity_type", "label")
RELATION_NAMES = ("relation", "type", "label", "predicate")
"""Attributes that may hold a node's type and an edge's relation: the first text that is not empty is used."""

QUOTE = '"'


def plain_value(value: Any) -> Any:
    """Return a value without one pair of surrounding quotes, and a NumPy number as a Python number."""
    if value.__class__ is str:
        is_quoted = len(value) > 1 and value[0] == QUOTE == value[-1] and QUOTE not in value[1:-1]
        return value[1:-1] if is_quoted else value
    return value.item() if isinstance(value, np.generic) else value


def spellings_of(text: str) -> list[str]:
    """Return every text that equals this one after quotes are removed."""
    return [spelled for spelled in (text, f"{QUOTE}{text}{QUOTE}") if plain_value(spelled) == text]


def kind_of(attributes: Mapping[str, Any], names: tuple[str, ...], otherwise: str) -> str:
    """Return the first of these attributes that is a text and not empty, without quotes; else `otherwise`."""
    for name in names:
        value = attributes.get(name)
        if isinstance(value, str) and value:
            return str(plain_value(value))
    return otherwise


def node_type(attributes: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return kind_of(attributes, names, NODE_TYPE)


def relation_of(attributes: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return kind_of(attributes, names, RELATION)


def properties(attributes: Mapping[Any, Any], own: str, settled: bool = False) -> dict[str, Any]:
    """Return the attributes with text names, except nulls and the one that is already a field of the record.

    `settled`: the graph is LightRAG's or nano-graphrag's, and some attributes are lists, as when its file is read.
    """
    found = {name: plain_value(value) for name, value in attributes.items() if _is_shown(name, value, own)}
    if settled:
        found.update({name: settled_value(name, found[name]) for name in SETTLED if name in found})
    return found


MIN_BITS = 20
"""Bits for a node's row within an edge's row: edge rows stay valid until a graph grows past 2^20 nodes."""


SETTLED = LISTS | AS_JSON
"""Attributes that are more than a text in the graphs of LightRAG and nano-graphrag."""
_MARKED = 50
"""Nodes that are looked at for the marks of these tools: the first may be ones that a user added."""


def _is_shown(name: Any, value: Any, own: str) -> bool:
    return value is not None and name != own and isinstance(name, str)


class NodeNames:
    """The nodes of a graph by row and by id, at one point in time.

    A text is its own id, without quotes; any other node's id is `str` of it. If an earlier node has that id, the id is
    the text with its quotes, the `repr`, or the text with a number, whichever is free first.
    """

    def __init__(self, graph: nx.Graph[Any]) -> None:
        self.nodes: list[Hashable] = list(graph._node)
        self.bits = max(MIN_BITS, len(self.nodes).bit_length())
        self._count = len(self.nodes)
        nodes = islice(graph._node.values(), _MARKED)
        self.settled = any(attributes.keys() >= MARKS for attributes in nodes)
        # A view of a graph cannot return its last node cheaply.
        self._last = self.nodes[-1] if self.nodes and graph._node.__class__ is dict else None

    def fits(self, graph: nx.Graph[Any]) -> bool:
        """Return whether the graph still has the same number of nodes and the same last one."""
        nodes = graph._node
        if len(nodes) != self._count:
            return False
        return self._last is None or next(reversed(nodes)) == self._last

    @cached_property
    def row(self) -> dict[Hashable, int]:
        return {node: row for row, node in enumerate(self.nodes)}

    @cached_property
    def ids(self) -> list[str]:
        """The nodes' ids by row."""
        plain = strip_quotes if self.settled else plain_value
        if all(node.__class__ is str and plain(node) is node for node in self.nodes):
            return self.nodes  # type: ignore[return-value]
        taken: dict[str, None] = {}
        for node in self.nodes:
            taken[_free(node, taken, plain)] = None
        return list(taken)

    @cached_property
    def row_of(self) -> Mapping[Any, int]:
        """The nodes' rows by id."""
        return self.row if self.ids is self.nodes else {node_id: row for row, node_id in enumerate(self.ids)}


def _free(node: Hashable, taken: Mapping[str, None], plain: Callable[[str], Any]) -> str:
    text = str(node)
    for candidate in (str(plain(text)) or text, text, repr(node)):
        if candidate not in taken:
            return candidate
    number = 2
    while f"{text} #{number}" in taken:
        number += 1
    return f"{text} #{number}"

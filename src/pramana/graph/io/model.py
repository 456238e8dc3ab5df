"""The source of an export and the result of an import."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from pramana.graph.model import Edge, Node


class Source(Protocol):
    """A graph that can be written. Both methods are called more than once and must yield the same each time."""

    def nodes(self) -> Iterable[Node]: ...

    def edges(self) -> Iterable[Edge]: ...


@dataclass(frozen=True, slots=True)
class ListedGraph:
    """A source made of lists. `directed` is False if edges have no direction."""

    listed_nodes: tuple[Node, ...]
    listed_edges: tuple[Edge, ...]
    directed: bool = True

    def nodes(self) -> tuple[Node, ...]:
        return self.listed_nodes

    def edges(self) -> tuple[Edge, ...]:
        return self.listed_edges


@dataclass(frozen=True, slots=True)
class Imported:
    """The content of a file: its nodes and edges in the file's order; both ends of every edge are nodes.

    `format` names the dialect that was detected: `graphml`, `nano-graphrag`, `kggen`. `warnings` describe what was
    changed or left out. `texts` holds the text chunks that the graph was made from, by id, if the file has them;
    properties such as `text_unit_ids` refer to them.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    format: str
    directed: bool = True
    warnings: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)

    def source(self) -> ListedGraph:
        """Return the graph as a source for writing."""
        return ListedGraph(self.nodes, self.edges, self.directed)


def is_directed(source: Source) -> bool:
    """Return whether the edges of a source have a direction. The default is True."""
    return bool(getattr(source, "directed", True))

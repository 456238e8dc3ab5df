"""What is written to files and what is read from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from pramana.graph.model import Edge, Node


class Source(Protocol):
    """A graph that can be written. Both methods are called more than once, and give the same again."""

    def nodes(self) -> Iterable[Node]: ...

    def edges(self) -> Iterable[Edge]: ...


@dataclass(frozen=True, slots=True)
class Listed:
    """A source made of lists. `directed` False says that edges have no direction."""

    listed_nodes: tuple[Node, ...]
    listed_edges: tuple[Edge, ...]
    directed: bool = True

    def nodes(self) -> tuple[Node, ...]:
        return self.listed_nodes

    def edges(self) -> tuple[Edge, ...]:
        return self.listed_edges


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file held: its nodes and edges in the file's order, every edge between nodes that are there.

    `format` names the dialect that was found: `graphml`, `nano-graphrag`, `kggen`. `warnings` say in sentences what
    was mended, or could not be taken. `texts` holds the pieces of text, by id, that the graph was made from, where the
    file has them; properties such as `text_unit_ids` point there.
    """

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    format: str
    directed: bool = True
    warnings: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)

    def source(self) -> Listed:
        """Return the graph as something that can be written."""
        return Listed(self.nodes, self.edges, self.directed)


def is_directed(source: Source) -> bool:
    """Return whether the edges of a source have a direction. They have where it does not say otherwise."""
    return bool(getattr(source, "directed", True))

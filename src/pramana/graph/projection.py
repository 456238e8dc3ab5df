"""How a graph is written to a server: as a projection, a copy that is brought up to date and can be made again.

A source yields batches; a target writes each in one transaction, together with the mark of how far it is. The target
keeps the mark, so that a push that was killed is resumed by the same command, from whichever machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from pramana.graph.elements import element_of
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.sethash import SetHash


@dataclass(frozen=True, slots=True)
class PushMark:
    """How far a target is.

    `source` identifies what is pushed; `change` is the number of its last change that the target has; `generation`
    counts whole pushes: what an older one wrote and this one did not is deleted at its end. `cursor` is how far a whole
    push is, None when it is complete.
    """

    source: str
    change: int = 0
    generation: int = 1
    cursor: str | None = None

    @property
    def complete(self) -> bool:
        return self.cursor is None


@dataclass(frozen=True, slots=True)
class ElementBatch:
    """What is written in one transaction, in this order: edges that are gone, nodes that are gone, nodes, edges.

    Nodes and edges are whole: they replace those with the same id or natural key. A node that is gone takes its edges
    with it. An edge without one of its ends there is left out: it was added to the source during the push, and the
    changes since then bring it with its end.
    """

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    gone_edges: tuple[EdgeKey, ...] = ()
    gone_nodes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.nodes) + len(self.edges) + len(self.gone_edges) + len(self.gone_nodes)


class ProjectionTarget(Protocol):
    """A graph on a server that a projection is written to. Every method raises GraphServerError where it cannot."""

    def mark(self) -> PushMark | None:
        """Return the mark of what was pushed; None where nothing was."""

    def prepare(self, mark: PushMark) -> None:
        """Make constraints and indexes where they are missing, and store the mark."""

    def clear(self) -> None:
        """Delete the projection, its mark included."""

    def write(self, batch: ElementBatch, mark: PushMark) -> None:
        """Write a batch and the mark, both or neither. Writing a batch again changes nothing."""

    def counterparts(self, batch: ElementBatch) -> Iterable[Node | Edge]:
        """Return what the target holds under the ids and natural keys of a batch's nodes and edges, in any order."""

    def sweep(self, mark: PushMark) -> int:
        """Delete what an older generation wrote and this one did not, then store the mark. Returns how many."""

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges of the projection."""

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes as they were written, in any order."""

    def edges(self) -> Iterator[Edge]:
        """Yield all edges as they were written, in any order."""

    def close(self) -> None: ...


def elements_hash(nodes: Iterable[Node], edges: Iterable[Edge]) -> tuple[str, int, int]:
    """Return the set hash of nodes and edges, in whatever order they come, and how many of each there are."""
    state, counts = SetHash(), [0, 0]

    def elements(items: Iterable[Node | Edge], kind: int) -> Iterator[str]:
        for item in items:
            counts[kind] += 1
            yield element_of(item)

    state.add(elements(nodes, 0))
    state.add(elements(edges, 1))
    return state.hexdigest(), counts[0], counts[1]

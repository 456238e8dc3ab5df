"""The history of a graph in memory: each change refers to the previous one, so that any state can be restored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pramana.errors import AdapterError
from pramana.graph.adapters.rows import ElementKind
from pramana.graph.model import Edge, Node
from pramana.graph.schema import Added, GraphSchema


class GraphChange(NamedTuple):
    """One node or edge that was added (`before` is None), removed (`after` is None) or updated.

    Changes of one operation, such as the removal of a node and its edges, share its number. `schema` is the schema
    after the change, `admitted` what a soft schema was widened by.
    """

    number: int
    operation: int
    kind: ElementKind
    row: int
    before: Node | Edge | None
    after: Node | Edge | None
    schema: GraphSchema | None
    admitted: tuple[Added, ...]
    previous: GraphChange | None

    def __repr__(self) -> str:
        return f"<change {self.number}: {self.kind} row {self.row}, {self.before} -> {self.after}>"


def beginning(schema: GraphSchema | None) -> GraphChange:
    """Return the initial entry, which changes nothing."""
    return GraphChange(0, 0, ElementKind.NODES, -1, None, None, schema, (), None)


@dataclass(frozen=True, slots=True, eq=False)
class GraphSnapshot:
    """A state of one graph in memory. Taking it is free; it keeps the changes that led to it in memory."""

    head: GraphChange


def history(head: GraphChange) -> Iterator[GraphChange]:
    """Yield the changes that led to a state, the newest first."""
    while head.previous is not None:
        yield head
        head = head.previous


def change_route(here: GraphChange, there: GraphChange) -> tuple[list[GraphChange], list[GraphChange]]:
    """Return the changes to undo, and then those to redo, each in order, to get from one state to another.

    Raises AdapterError if the two have no common ancestor.
    """
    back: list[GraphChange] = []
    forth: list[GraphChange] = []
    while here is not there:
        if here.number >= there.number:
            back.append(here)
            here = _previous(here)
        else:
            forth.append(there)
            there = _previous(there)
    forth.reverse()
    return back, forth


def _previous(change: GraphChange) -> GraphChange:
    if change.previous is None:
        raise AdapterError("The snapshot belongs to another graph, or the history was forgotten.")
    return change.previous

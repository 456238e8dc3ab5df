"""The history of a graph in memory: every change knows the one before it, so that any state can be gone back to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pramana.errors import AdapterError
from pramana.graph.adapters.rows import Kind
from pramana.graph.model import Edge, Node
from pramana.graph.schema import Added, GraphSchema


class Change(NamedTuple):
    """One node or edge that came (`before` is None), went (`after` is None) or was given other properties.

    Changes of one operation, such as those of a node that takes its edges with it, share its number. `schema` is the
    one that holds from here on, `admitted` what a soft one was widened by.
    """

    number: int
    operation: int
    kind: Kind
    row: int
    before: Node | Edge | None
    after: Node | Edge | None
    schema: GraphSchema | None
    admitted: tuple[Added, ...]
    previous: Change | None

    def __repr__(self) -> str:
        return f"<change {self.number}: {self.kind} row {self.row}, {self.before} -> {self.after}>"


def beginning(schema: GraphSchema | None) -> Change:
    """Return the change before the first, which changes nothing."""
    return Change(0, 0, Kind.NODES, -1, None, None, schema, (), None)


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A state of one graph in memory. It costs nothing to take, and keeps alive the changes that led to it."""

    head: Change


def history(head: Change) -> Iterator[Change]:
    """Yield the changes that led here, the newest first."""
    while head.previous is not None:
        yield head
        head = head.previous


def route(here: Change, there: Change) -> tuple[list[Change], list[Change]]:
    """Return the changes to take back, and then those to make again, each in order, to get from one state to another.

    Raises AdapterError where the two have no common past.
    """
    back: list[Change] = []
    forth: list[Change] = []
    while here is not there:
        if here.number >= there.number:
            back.append(here)
            here = _previous(here)
        else:
            forth.append(there)
            there = _previous(there)
    forth.reverse()
    return back, forth


def _previous(change: Change) -> Change:
    if change.previous is None:
        raise AdapterError("This state is not one of this graph, or its history was forgotten.")
    return change.previous

"""What a command's runner is given, and what several runners need."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pramana.gasl.binding import Scope
from pramana.gasl.item_fields import ItemFields
from pramana.gasl.records import Outcome
from pramana.gasl.state import StateStore
from pramana.gasl.tree import FieldPath, GASLNode
from pramana.gasl.types import Status
from pramana.graph import GraphAdapter
from pramana.trace import Trail

if TYPE_CHECKING:
    from pramana.gasl.verifying import Verifier
    from pramana.llm import Gateway


@dataclass(slots=True)
class Work:
    """What a command works on, and where. `step` executes a command inside this one, as a separate step."""

    adapter: GraphAdapter
    llm: Gateway | None
    state: StateStore
    scope: Scope
    verifier: Verifier | None
    plan: str | None
    trail: Trail
    time: str
    step: Callable[[GASLNode, str], Awaitable[Outcome]]

    def fields(self, name: str, paths: Iterable[FieldPath]) -> ItemFields:
        """Return the fields of a list's items, ready to read the paths. Raises BindingError, ExecutionError."""
        return ItemFields.of(self.scope.sequence(name), paths, self.adapter)


Run = Callable[[Any, Work], Awaitable[Outcome]]
"""Executes one kind of command. What it raises below PramanaError becomes the outcome `error`."""


def list_outcome(value: Sequence[Any], **metrics: Any) -> Outcome:
    """Return the outcome of a command that makes a list: `empty` where it has no items, else `success`."""
    return Outcome(Status.SUCCESS if len(value) else Status.EMPTY, value, len(value), metrics)


def hint_metrics(hints: list[dict[str, Any]], skipped: int = 0) -> dict[str, Any]:
    """Return hints, and how many items were passed over as they are no objects, as metrics."""
    return ({"hints": hints} if hints else {}) | ({"not_objects": skipped} if skipped else {})

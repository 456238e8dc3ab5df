"""What a command's runner is given, and what several runners need."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from pramana.gasl.binding import Scope, item_rows
from pramana.gasl.other_fields import KnownFields
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


Run = Callable[[Any, Work], Awaitable[Outcome]]
"""Executes one kind of command. What it raises below PramanaError becomes the outcome `error`."""


def list_outcome(value: Sequence[Any], **metrics: Any) -> Outcome:
    """Return the outcome of a command that makes a list: `empty` where it has no items, else `success`."""
    return Outcome(Status.SUCCESS if len(value) else Status.EMPTY, value, len(value), metrics)


def objects(value: Sequence[Any]) -> tuple[list[Mapping[str, Any]], int]:
    """Return the items that are objects, and how many are none: those have no fields."""
    found = item_rows(value)
    kept = [item for item in found if isinstance(item, Mapping)]
    return kept, len(found) - len(kept)


def at(item: Any, path: FieldPath) -> Any:
    """Return the value at a path into an item, None for what is missing."""
    for name in path:
        if not isinstance(item, Mapping):
            return None
        item = item.get(name)
    return item


def unknown_fields(items: Iterable[Mapping[str, Any]], paths: Iterable[FieldPath]) -> list[dict[str, Any]]:
    """Return a hint for each field that no item has, with the nearest names there are."""
    held = list(items)
    hints = []
    for path in paths:
        if held and not any(path[0] in item for item in held):
            names = list(dict.fromkeys(str(name) for item in held[:1000] for name in item))
            near = get_close_matches(path[0], names, n=3, cutoff=0.5)
            hints.append({"kind": "unknown_field", "field": ".".join(path), "nearest": near or names[:8]})
    return hints


def known_fields(items: Sequence[Mapping[str, Any]]) -> KnownFields:
    """Return the fields of items, to check a condition by. No items refuse none."""

    def exists(path: FieldPath) -> bool:
        return not items or any(at(item, path) is not None for item in items)

    return KnownFields(exists, lambda _: list(dict.fromkeys(str(name) for item in items[:1000] for name in item)))


def hint_metrics(hints: list[dict[str, Any]], skipped: int = 0) -> dict[str, Any]:
    """Return hints, and how many items were passed over as they are no objects, as metrics."""
    return ({"hints": hints} if hints else {}) | ({"not_objects": skipped} if skipped else {})

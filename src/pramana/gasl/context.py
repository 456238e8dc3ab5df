"""What the commands of one plan made, by the name after AS. It ends with the plan; the state does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pramana.errors import UnknownName
from pramana.gasl.serialization import MAX_CHARS, MAX_ITEMS, bounded_json, summary_value


class ContextStore:
    """Variables by name. A value is JSON, or a selection of a graph, which stays what it is until somebody looks."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def set(self, var: str, value: Any) -> None:
        """Give a variable a value, in the place of what it had."""
        self._values[var] = value

    def get(self, var: str) -> Any:
        """Return a variable's value as it was given. Raises UnknownName where there is none."""
        if var not in self._values:
            raise UnknownName("variable", var, self.names())
        return self._values[var]

    def exists(self, var: str) -> bool:
        return var in self._values

    def names(self) -> list[str]:
        """Return the names, in the order in which they were first given."""
        return list(self._values)

    def clear(self) -> None:
        """Forget all variables, as a new plan begins."""
        self._values.clear()

    def summary(self, max_items: int = 5, max_chars: int = MAX_CHARS) -> dict[str, Any]:
        """Return each variable's kind, count and first items, at most `max_chars` of JSON; what is left out is said.

        Of a selection no more than the first items is read.
        """
        found = {name: _summary(value, max_items) for name, value in self._values.items()}
        summed: dict[str, Any] = bounded_json(found, max(len(found), max_items, MAX_ITEMS), max_chars)
        return summed


def _summary(value: Any, max_items: int) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return {"kind": "object", "count": len(value), "value": bounded_json(value, max_items)}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return {"kind": "list", "count": len(value), "first": [summary_value(item) for item in value[:max_items]]}
    return {"kind": "value", "value": summary_value(value)}

"""What a state holds at one moment, to be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from pramana.errors import UnknownName
from pramana.gasl.serialization import MAX_ITEMS, bounded_json, summary_value
from pramana.gasl.state import maps, vectors
from pramana.gasl.state.documents import variables_document
from pramana.gasl.state.variables import Key, Node, Variables, declarations, parts_of, vector
from pramana.gasl.types import StateType

SUMMARY_ITEMS = 5
"""Items of a variable that a summary shows: enough to see their fields."""
SUMMARY_CHARS = 8_000
"""Characters of a summary: about 2,000 tokens of English in a prompt."""


@dataclass(frozen=True, slots=True)
class StateItem:
    """One item of a LIST, one entry of a DICT, or the number of a COUNTER. `place` is its position, its name, `value`.

    `under` names the declared key that holds it.
    """

    under: Key
    place: int | str
    value: Any
    provenance: list[dict[str, Any]]


class StateView:
    """The variables of a state, as they were at a snapshot. A key is a tuple of its parts, or a text with dots."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables

    @property
    def hash(self) -> str:
        """The content hash of the variables: equal hashes mean equal variables, whatever led to them."""
        return self._variables.root

    def has(self, key: Key | str) -> bool:
        """Whether there is something under a key, declared or in the data of a DICT."""
        try:
            self._variables.value(parts_of(key))
        except KeyError:
            return False
        return True

    def get(self, key: Key | str) -> Any:
        """Return what a key holds, a copy: a list, an object, a number. Raises UnknownName where there is none."""
        try:
            return self._variables.value(parts_of(key))
        except KeyError:
            raise self._unknown(parts_of(key)) from None

    def type_of(self, key: Key | str) -> StateType | None:
        """Return the type of a declared key, None where it is not declared."""
        node = self._variables.node(parts_of(key))
        return None if node is None else StateType(node["type"])

    def description(self, key: Key | str) -> str | None:
        """Return what a declared key was said to hold, None where nothing was said."""
        text: str | None = self._node(parts_of(key))["description"]
        return text

    def keys(self) -> list[Key]:
        """Return all declared keys, those above before those under them, by name."""
        return [key for key, _ in declarations(self._variables.storage, self.hash)]

    def items(self, key: Key | str) -> Iterator[StateItem]:
        """Yield what a declared key holds, with its provenance, read as it is needed: a LIST in order, a DICT by name.

        What is declared under a DICT comes in its place. Raises UnknownName where the key is not declared.
        """
        return self._items(parts_of(key), self._node(parts_of(key)))

    def count(self, key: Key | str) -> int | float:
        """Return a declared key's number of items or entries, or a COUNTER's number."""
        node = self._node(parts_of(key))
        if node["type"] == StateType.LIST:
            return vector(node).length
        if node["type"] == StateType.COUNTER:
            number: int | float = node["value"]
            return number
        return sum(1 for _ in maps.walk(self._variables.storage, node["root"]))

    def variables(self) -> dict[str, Any]:
        """Return all variables as JSON, in the format of the document."""
        return variables_document(self._variables.storage, self.hash)

    def summary(
        self, keys: Sequence[Key | str] | None = None, max_items: int = SUMMARY_ITEMS, max_chars: int = SUMMARY_CHARS
    ) -> dict[str, Any]:
        """Return type, description, count and the first items of keys (None: of all), at most `max_chars` of JSON.

        What is left out is said. Equal states have equal summaries.
        """
        wanted = self.keys() if keys is None else [parts_of(key) for key in keys]
        found = {".".join(key): self._summary(key, max_items) for key in wanted}
        summed: dict[str, Any] = bounded_json(found, max(len(found), max_items, MAX_ITEMS), max_chars)
        return summed

    def _summary(self, key: Key, max_items: int) -> dict[str, Any]:
        node = self._node(key)
        found = {"type": node["type"], "description": node["description"], "count": self.count(key)}
        if node["type"] == StateType.COUNTER:
            return found
        return {**found, "first": [summary_value(item) for item in islice(self._values(node), max_items)]}

    def _values(self, node: Node) -> Iterator[Any]:
        """Yield the items of a LIST, or the plain entries of a DICT, each as an object of one name."""
        storage = self._variables.storage
        if node["type"] == StateType.LIST:
            yield from (entry[0] for entry in vectors.walk(storage, vector(node)))
            return
        for name, entry in sorted(maps.walk(storage, node["root"]), key=lambda pair: pair[0]):
            if "plain" in entry:
                yield {name: entry["plain"]}

    def _items(self, key: Key, node: Node) -> Iterator[StateItem]:
        storage = self._variables.storage
        if node["type"] == StateType.LIST:
            for position, entry in enumerate(vectors.walk(storage, vector(node))):
                yield StateItem(key, position, entry[0], entry[1] if len(entry) > 1 else [])
        elif node["type"] == StateType.COUNTER:
            yield StateItem(key, "value", node["value"], node.get("provenance", []))
        else:
            for name, entry in sorted(maps.walk(storage, node["root"]), key=lambda pair: pair[0]):
                if "node" in entry:
                    yield from self._items((*key, name), entry["node"])
                else:
                    yield StateItem(key, name, entry["plain"], entry.get("provenance", []))

    def _node(self, key: Key) -> Node:
        node = self._variables.node(key) if key else None
        if node is None:
            raise self._unknown(key)
        return node

    def _unknown(self, key: Key) -> UnknownName:
        return UnknownName("key of the state", ".".join(key), [".".join(found) for found in self.keys()])

"""How two values become one: mappings merge deep, lists union by identity, a scalar that differs is replaced.

Merging the same value again changes nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pramana.canonical import canonical, digest_bytes
from pramana.errors import InputError
from pramana.gasl.state.storage import dumps, same
from pramana.serialization import JsonRecord

RESERVED = ("_meta", "items", "value")
"""Names that the state uses beside a user's own: no key of a DICT may be called so."""

MAX_DEPTH = 100
"""How deep a value may be nested."""

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Conflict(JsonRecord):
    """A value that was replaced by another. `path` leads to it: names, and positions in a list."""

    path: Path
    before: Any
    after: Any


@dataclass(slots=True)
class Merge:
    """One merge at work. It collects the conflicts that it settles."""

    conflicts: list[Conflict] = field(default_factory=list)

    def values(self, old: Any, new: Any, path: Path) -> Any:
        """Return the value that holds both. A `new` null says nothing, and is passed over; so is an `old` one."""
        if new is None or same(old, new):
            return old
        if isinstance(old, dict) and isinstance(new, dict):
            merged = {name: self.values(old.get(name), value, (*path, name)) for name, value in new.items()}
            return {**old, **merged}
        if isinstance(old, list) and isinstance(new, list):
            return self._lists(old, new, path)
        if old is not None:
            self.conflicts.append(Conflict(path, old, new))
        return new

    def _lists(self, old: list[Any], new: list[Any], path: Path) -> list[Any]:
        merged = list(old)
        places: dict[str, int] = {}
        for position, item in enumerate(old):
            places.setdefault(identity(item), position)
        for name, item in self.merge_by_identity(new, path).items():
            position = places.setdefault(name, len(merged))
            if position == len(merged):
                merged.append(item)
            else:
                merged[position] = self.values(merged[position], item, (*path, position))
        return merged

    def merge_by_identity(self, items: Iterable[Any], path: Path) -> dict[str, Any]:
        """Return the items by their identity, those of one merged."""
        found: dict[str, Any] = {}
        for position, item in enumerate(items):
            name = identity(item)
            found[name] = self.values(found[name], item, (*path, position)) if name in found else item
        return found


def identity(item: Any) -> str:
    """Return what makes an item the one it is: its `id` where it has one, else its content, hashed."""
    own = item.get("id") if isinstance(item, dict) else None
    text = f"is:{dumps(item)}" if own is None else f"id:{dumps(own)}"
    return digest_bytes(text.encode())


def refuse_reserved(value: Any, path: Path) -> None:
    """Raise InputError where a mapping, at any depth down to lists, has a key that the state uses itself."""
    if not isinstance(value, dict):
        return
    for name, inner in value.items():
        if name in RESERVED:
            where = ".".join(map(str, (*path, name)))
            raise InputError(f"{where}: the state uses {', '.join(RESERVED)} itself; give this key another name.")
        if not name:
            raise InputError(f"{'.'.join(map(str, path)) or 'The state'} has a key without a name.")
        refuse_reserved(inner, (*path, name))


def json_value(value: Any) -> Any:
    """Return a value as JSON gives it back. Raises CanonicalError for what JSON cannot hold, InputError for nesting."""
    text = canonical(value)
    if text.count("[") + text.count("{") <= MAX_DEPTH or _depth(text) <= MAX_DEPTH:
        return json.loads(text)
    raise InputError(f"A value is nested deeper than {MAX_DEPTH} levels.")


def _depth(text: str) -> int:
    """Return how deep brackets are nested in JSON, those in texts left out."""
    depth = deepest = 0
    for sign in _BRACKETS.findall(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0)
        deepest = max(deepest, depth)
    return deepest


_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')

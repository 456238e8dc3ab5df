"""References to what the state holds: `authors` (a key), `authors[3]` (an item), `places.Paris` (an entry)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice
from typing import Any

from pramana.errors import UnknownName
from pramana.gasl import StateItem, StateType, StateView, bounded_json

SHOWN = ((60, 2_000), (60, 500), (30, 500), (12, 500), (5, 300))
"""Items of a key that a planner is shown, and characters of JSON of each: the first of these that fits."""
STATE_CHARS = 16_000
"""Characters of JSON of the whole summary."""
HELD = 1_000
"""Items of a key that is cited whole which are looked at."""

_PLACE = re.compile(r"(.+)\[(\d+)\]", re.DOTALL)


def ref_of(item: StateItem) -> str:
    """Return the reference of an item, in the form that ANALYZE uses too."""
    name = ".".join(item.under)
    return f"{name}[{item.place}]" if isinstance(item.place, int) else f"{name}.{item.place}"


def referenced_items(state: StateView, ref: str) -> list[StateItem]:
    """Return the items that a reference names: one, or those of a key, at most `HELD`. Raises UnknownName."""
    name = ref.strip().removeprefix("${").removesuffix("}")
    whole = tuple(name.split("."))
    if state.type_of(whole) is not None:
        return list(islice(state.items(whole), HELD))
    at = _PLACE.fullmatch(name)
    found = _in_list(state, tuple(at[1].split(".")), int(at[2])) if at else _in_dict(state, whole)
    if found is None:
        raise UnknownName("item of the state", ref, nearest_refs(state, ref))
    return [found]


def _in_list(state: StateView, key: tuple[str, ...], place: int) -> StateItem | None:
    if state.type_of(key) is not StateType.LIST:
        return None
    return next(islice(state.items(key), place, None), None)


def _in_dict(state: StateView, parts: tuple[str, ...]) -> StateItem | None:
    """Return the entry to which the longest declared DICT leads; an entry's name may hold dots."""
    for end in range(len(parts) - 1, 0, -1):
        if state.type_of(parts[:end]) is StateType.DICT:
            name = ".".join(parts[end:])
            entries = list(state.items(parts[:end]))
            found = next((item for item in entries if item.under == parts[:end] and item.place == name), None)
            return found or next((item for item in entries if item.place == parts[end]), None)
    return None


def nearest_refs(state: StateView, ref: str) -> list[str]:
    """Return references that are written nearly so, keys among them."""
    keys = state.keys()
    at = _PLACE.fullmatch(ref)
    if at:
        lists = [key for key in keys if _in_list(state, key, int(at[2])) is not None]
        near = get_close_matches(at[1], map(".".join, lists), n=3, cutoff=0.4)
        return [f"{name}[{at[2]}]" for name in near]
    shown = [ref_of(item) for key in keys for item in islice(state.items(key), SHOWN[-1][0])]
    return get_close_matches(ref, [*map(".".join, keys), *shown], n=3, cutoff=0.4)


def count_of(state: StateView, ref: str) -> int | float | None:
    """Return how many items a key holds, or a COUNTER's number; None where the reference does not name a key."""
    key = tuple(ref.strip().split("."))
    return None if state.type_of(key) is None else state.count(key)


def shown_state(state: StateView) -> dict[str, Any]:
    """Return what a planner is shown of the state: each key's type, description and count, and its first items under
    their references. Bounded; equal states are shown alike."""
    keys = state.keys()
    found: dict[str, Any] = {}
    for size in SHOWN:
        found = {".".join(key): _shown_key(state, key, size) for key in keys}
        if len(json.dumps(found, ensure_ascii=False)) <= STATE_CHARS:
            return found
    shown: dict[str, Any] = bounded_json(found, max(len(found), SHOWN[-1][0]), STATE_CHARS)
    return shown


def _shown_key(state: StateView, key: tuple[str, ...], size: tuple[int, int]) -> dict[str, Any]:
    told: dict[str, Any] = {"type": str(state.type_of(key)), "count": state.count(key)}
    if state.description(key):
        told["description"] = state.description(key)
    return {**told, "items": dict(_shown_items(state, key, size))} if told["type"] != StateType.COUNTER else told


def _shown_items(state: StateView, key: tuple[str, ...], size: tuple[int, int]) -> Iterator[tuple[str, Any]]:
    own = (item for item in state.items(key) if item.under == key)
    for item in islice(own, size[0]):
        yield ref_of(item), bounded_json(item.value, 20, size[1])

"""What changed from one seed to another, and which results of the first remain valid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pramana.anot.seed import FormulaSeed
from pramana.serialization import JsonRecord

_LISTS = {"extraction_fields": "name", "compute_dag": "name"}
_SETS = ("filter_keywords",)
EXTRACTED = ("extraction_fields", "extraction_prompt", "review_handling", "review_validity", "passes")
"""The keys that decide what is extracted. While they stay, stored extractions are used again."""


@dataclass(frozen=True, slots=True)
class SeedDifference(JsonRecord):
    """One thing that changed. `place` is a key, or a key and a name in it; None means absent."""

    place: str
    old: Any
    new: Any


def diff_seeds(old: FormulaSeed, new: FormulaSeed) -> list[SeedDifference]:
    """Return what changed, key by key in the seed's order; fields and steps by their names. [] for equal seeds."""
    one, other = old.model_dump(mode="json"), new.model_dump(mode="json")
    found: list[SeedDifference] = []
    for key in one:
        if key in _LISTS:
            found += _field_differences(key, _by_name(one[key]), _by_name(other[key]))
        elif key in _SETS:
            found += _members(key, one[key], other[key])
        if key not in _SETS and one[key] != other[key] and (key not in _LISTS or not _is_touched(found, key)):
            found.append(SeedDifference(key, _step_names(key, one[key]), _step_names(key, other[key])))
    return found


def extracts_alike(old: FormulaSeed, new: FormulaSeed) -> bool:
    """Return whether both seeds ask a model the same about each item, so that its answers can be used again."""
    return all(getattr(old, key) == getattr(new, key) for key in EXTRACTED)


def _field_differences(key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[SeedDifference]:
    names = [*old, *(name for name in new if name not in old)]
    changed = [name for name in names if old.get(name) != new.get(name)]
    return [SeedDifference(f"{key}.{name}", old.get(name), new.get(name)) for name in changed]


def _members(key: str, old: list[str], new: list[str]) -> list[SeedDifference]:
    gone = [SeedDifference(key, word, None) for word in old if word not in new]
    come = [SeedDifference(key, None, word) for word in new if word not in old]
    if gone or come or old == new:
        return gone + come
    return [SeedDifference(key, old, new)]


def _is_touched(found: list[SeedDifference], key: str) -> bool:
    return any(each.place.startswith(f"{key}.") for each in found)


def _by_name(entries: list[dict[str, Any]]) -> dict[str, Any]:
    return {entry["name"]: _bare(entry) for entry in entries}


def _bare(entry: dict[str, Any]) -> Any:
    rest = {key: value for key, value in entry.items() if key != "name"}
    return rest["formula"] if list(rest) == ["formula"] else rest


def _step_names(key: str, value: Any) -> Any:
    return [entry["name"] for entry in value] if key in _LISTS else value

"""Where an item comes from: a list of records kept beside the item, which itself stays unchanged.

A record is JSON: `source` says what kind of place it is (`graph`, `process`, …), `id` which; where the text is known,
`doc_id`, `line_number`, `quote`; where a model was asked, `extraction`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pramana.canonical import canonical
from pramana.errors import InputError

FIELD = "provenance"
"""The field that holds an item's provenance on its way through the commands."""


def split(items: Iterable[Any]) -> tuple[list[Any], list[list[dict[str, Any]]]]:
    """Return the items without their field `provenance`, and what it held, item for item.

    A field of that name that is not a list of records is the item's own, and stays.
    """
    values, sources = [], []
    for item in items:
        records = item.get(FIELD) if isinstance(item, Mapping) else None
        told = records is not None and is_provenance(records)
        values.append({name: value for name, value in item.items() if name != FIELD} if told else item)
        sources.append(list(records or ()) if told else [])
    return values, sources


def is_provenance(value: Any) -> bool:
    """Whether a value is a list of records, each with a `source`."""
    return isinstance(value, list | tuple) and all(isinstance(item, Mapping) and "source" in item for item in value)


def union(*sources: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return all records, each once, in the order in which they first come.

    Raises InputError where one is not an object, CanonicalError where it holds what JSON cannot.
    """
    found: dict[str, None] = {}
    for record in (record for records in sources for record in records):
        if not isinstance(record, Mapping):
            raise InputError(f"A record of provenance is an object, not {record!r}.")
        found[canonical(dict(record))] = None
    return [json.loads(text) for text in found]


def per_item(provenance: Sequence[Any] | None, count: int) -> list[list[dict[str, Any]]]:
    """Return a list of records for each of `count` items.

    `provenance` is None, records that hold for every item, or a list of records an item.
    """
    if not provenance:
        return [[]] * count
    if isinstance(provenance[0], Mapping):
        return [union(provenance)] * count
    if len(provenance) != count:
        raise InputError(f"There are {count} items, and provenance for {len(provenance)}.")
    return [union(records or ()) for records in provenance]

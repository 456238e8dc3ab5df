"""Nodes and edges as flat records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def flat_record(own: dict[str, Any], properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return `own`, then the properties by name. A property with one of its names gets `_` at its end.

    >>> flat_record({"type": "T"}, {"type": 1, "type_": 2})
    {'type': 'T', 'type__': 1, 'type_': 2}
    """
    record = dict(own)
    for name in sorted(properties):
        free = name
        while free in own or (free != name and free in properties):
            free += "_"
        record[free] = properties[name]
    return record

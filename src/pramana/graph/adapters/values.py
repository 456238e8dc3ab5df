"""Property values in the form in which a graph stores them: JSON, copied, without nulls."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from pramana.canonical import canonical


def plain_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy without null properties, with lists and mappings as JSON decodes them.

    Raises CanonicalError for what JSON cannot hold.
    """
    plain = {}
    for name, value in properties.items():
        if value is None:
            continue
        kind = type(value)
        simple = kind is bool or kind is int or (kind is str and value.isascii()) or (kind is float and isfinite(value))
        plain[name] = value if simple else json.loads(canonical(value))
        if type(name) is not str or not name.isascii():
            canonical({name: None})
    return plain

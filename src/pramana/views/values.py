"""Values of participants and measures in words: `2019-03-14`, `40000000 krone`, `more than 300`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def values_in_words(properties: Mapping[str, Any]) -> str:
    """Return the values among the properties of an edge or a measure, "" where there are none.

    >>> values_in_words({"marker": "", "value": 12, "unit": "%", "approximate": True})
    'about 12 %'
    >>> values_in_words({"edtf": "1930", "latest": "1929-12-31"})
    '1930, up to 1929-12-31'
    """
    return "; ".join(part for part in (_time(properties), _quantity(properties)) if part)


def _time(properties: Mapping[str, Any]) -> str:
    edtf = str(properties.get("edtf") or "")
    first, last = properties.get("earliest"), properties.get("latest")
    if first and not last:
        return f"{edtf}, from {first}"
    return f"{edtf}, up to {last}" if last and not first else edtf


def _quantity(properties: Mapping[str, Any]) -> str:
    value, least, most = (properties.get(name) for name in ("value", "least", "most"))
    if value is not None:
        said = f"about {value}" if properties.get("approximate") else str(value)
    elif least is not None and most is not None:
        said = f"{least} to {most}"
    elif least is None and most is None:
        return ""
    else:
        said = f"at least {least}" if least is not None else f"at most {most}"
    return f"{said} {properties.get('unit') or ''}".strip()

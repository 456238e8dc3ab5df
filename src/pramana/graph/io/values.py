"""Values as XML text and back: the names of their types, and the encoding of values that XML cannot hold."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any

from pramana.canonical import canonical

NAMESPACE = "urn:pramana:graph"
"""The namespace of the attributes that record how a value or a name was encoded. Other readers ignore them."""

FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold even when escaped (section 2.2, Char)."""

DEEPEST = 100
"""Levels of lists and objects in a value that is read: deeper input is hostile. Chosen by hand."""

_WHOLE = frozenset(("int", "integer", "long", "short", "byte"))
_BROKEN = frozenset(("float", "double"))
"""Type names of integers and of floats in GraphML and GEXF."""

_TRUTHS = {"true": True, "1": True, "false": False, "0": False}
"""The values of xs:boolean."""


def xml_json(value: Any) -> str:
    r"""Return canonical JSON that XML can hold: forbidden characters become JSON escapes.

    >>> xml_json("a\uffff")
    '"a\\uffff"'
    """
    return FORBIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", canonical(value))


def value_of(text: str, kept_as: str, json_kept: bool) -> Any:
    """Return a value from its text and the name of its type. Raises ValueError if they do not match."""
    if json_kept:
        return load_json(text)
    if kept_as in _WHOLE:
        return int(text)
    if kept_as in _BROKEN:
        return float(text)
    if kept_as == "boolean":
        return _TRUTHS[text.strip().lower()]
    return text


def load_json(text: str) -> Any:
    """Read JSON. Raises ValueError for invalid JSON, including NaN and infinity, and for more than `DEEPEST` levels."""
    try:
        value = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if text.count("[") + text.count("{") > DEEPEST and _deeper(value, DEEPEST):
        raise ValueError(f"it is nested deeper than {DEEPEST} levels")
    return value


def _deeper(value: Any, levels: int) -> bool:
    """Return whether a value has more than this many levels; iterative, so that depth cannot exhaust the stack."""
    level = [value]
    for _ in range(levels):
        inner = (item.values() if isinstance(item, dict) else item for item in level if isinstance(item, dict | list))
        level = [value for values in inner for value in values]
    return any(isinstance(item, dict | list) for item in level)


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text} is larger than any number that can be stored")
    return number


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not valid JSON")

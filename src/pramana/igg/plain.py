"""Converts an agent's values to plain JSON of bounded size, or explains why that is impossible."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from pramana.llm import replace_surrogates

LONGEST_TEXT = 100_000
"""Of a property, in characters. The bounds here keep hostile answers from exhausting memory; chosen by hand."""

LONGEST_NAME = 200
"""Of a type or a property, in characters."""

LONGEST_ID = 400
DEEPEST = 8
"""Levels of lists and objects."""

MOST_VALUES = 10_000
"""Values of one action, including lists and objects."""

MOST_PROPERTIES = 1_000
_INTEGERS = 1 << 63
"""SQLite and Parquet store 64-bit integers."""

_SHOWN_TEXT = 200
_SHOWN_ITEMS = 8
_SHOWN_DEPTH = 3


class ActionError(Exception):
    """A value or action cannot be accepted: `code`, `problem` as a phrase, `candidates` that may have been meant."""

    def __init__(self, code: str, problem: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(problem)
        self.code = code
        self.problem = problem
        self.candidates = candidates


def plain_properties(given: Any, what: str) -> dict[str, Any]:
    """Return an object of properties as plain JSON. Raises Unfit if it is not an object, or too large."""
    if not isinstance(given, Mapping):
        raise ActionError("field", f"{what} must be an object")
    if len(given) > MOST_PROPERTIES:
        raise ActionError("size", f"{what} has {len(given):,} names; the limit is {MOST_PROPERTIES:,}")
    left = [MOST_VALUES]
    plain = {}
    for name, value in given.items():
        # Fast path: nearly all properties are short texts with plain names.
        simple = type(value) is str and len(value) <= LONGEST_TEXT and value.isascii()
        plain[_plain_name(name, what)] = value if simple else _plain_value(value, what, left, 0)
    return plain


def _plain_name(name: Any, what: str) -> str:
    if type(name) is str and len(name) <= LONGEST_NAME and name.isidentifier():
        return name
    return plain_name(name, f"a name in {what}")


def plain_name(given: Any, what: str, longest: int = LONGEST_NAME) -> str:
    """Return a name: printable text, not empty, not only white space. Raises Unfit for anything else."""
    if not isinstance(given, str):
        raise ActionError("field", f"{what} must be a text")
    if not given or len(given) > longest:
        raise ActionError("size", f"{what} has {len(given):,} characters; it must have 1 to {longest}")
    if not given.isprintable() or given.isspace():
        raise ActionError("value", f"{what} must be printable text")
    return str.__str__(given)


def plain_text(given: Any, what: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text that UTF-8 can encode. Raises Unfit for anything else."""
    if not isinstance(given, str):
        raise ActionError("field", f"{what} must be a text")
    if len(given) > longest:
        raise ActionError("size", f"{what} has {len(given):,} characters; the limit is {longest:,}")
    if not given.isascii() and replace_surrogates(given) != given:
        raise ActionError("value", f"{what} contains an unpaired surrogate")
    return str.__str__(given)


def _plain_value(value: Any, what: str, left: list[int], depth: int) -> Any:
    left[0] -= 1
    if left[0] < 0:
        raise ActionError("size", f"{what} has more than {MOST_VALUES:,} values")
    if isinstance(value, str):
        return plain_text(value, what)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if not -_INTEGERS <= value < _INTEGERS:
            raise ActionError("value", f"{what} has an integer of more than 64 bits: give it as text")
        return int.__index__(value)
    if isinstance(value, float):
        if not isfinite(value):
            raise ActionError("value", f"{what} has {value}, which JSON does not allow")
        return float.__float__(value)
    return _plain_container(value, what, left, depth + 1)


def _plain_container(value: Any, what: str, left: list[int], depth: int) -> Any:
    if depth > DEEPEST:
        raise ActionError("size", f"{what} is nested more than {DEEPEST} levels deep")
    if isinstance(value, Mapping):
        return {_plain_name(name, what): _plain_value(item, what, left, depth) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain_value(item, what, left, depth) for item in value]
    raise ActionError("value", f"{what} has a {type(value).__name__}, which JSON does not allow")


def excerpt(value: Any, depth: int = 0) -> Any:
    """Return a short excerpt of a value that has canonical JSON. Never raises.

    >>> excerpt({"a": [1, float("nan")], 2: "x" * 300})["a"]
    [1, 'nan']
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _cut_text(value)
    if isinstance(value, int):
        return int.__index__(value) if -_INTEGERS <= value < _INTEGERS else f"an integer of {value.bit_length()} bits"
    if isinstance(value, float):
        return float.__float__(value) if isfinite(value) else float.__repr__(value)
    if depth < _SHOWN_DEPTH and isinstance(value, dict):
        shown = list(value)[:_SHOWN_ITEMS]
        return {
            _cut_text(name if isinstance(name, str) else type(name).__name__): excerpt(value[name], depth + 1)
            for name in shown
        }
    if depth < _SHOWN_DEPTH and isinstance(value, list | tuple):
        return [excerpt(item, depth + 1) for item in value[:_SHOWN_ITEMS]]
    return f"({_cut_text(type(value).__name__)})"


def _cut_text(text: str) -> str:
    text = text if len(text) <= _SHOWN_TEXT else f"{text[:_SHOWN_TEXT]}…"
    return str.__str__(replace_surrogates(text))

"""The types of properties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any


class AttributeType(StrEnum):
    """The type of a property's value. An integer is also a number; a boolean is neither."""

    ANY = "any"
    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    """A text in ISO 8601: `1843-12-19`, or with a time."""
    LIST = "list"
    TEXTS = "list of text"
    OBJECT = "object"


@dataclass(frozen=True, slots=True)
class Attribute:
    """A property's type, and optionally its allowed values."""

    type: AttributeType = AttributeType.ANY
    one_of: tuple[Any, ...] = ()


def fits(value: Any, wanted: AttributeType) -> bool:
    """Return whether a value, not None, has a type.

    >>> fits(True, AttributeType.INTEGER), fits(3, AttributeType.NUMBER), fits("1843-12-19", AttributeType.DATE)
    (False, True, True)
    """
    return _FITS[wanted](value)


def type_of(value: Any) -> AttributeType:
    """Return the narrowest type of a value, not None. A text is always TEXT, also if it holds a date."""
    return next(wanted for wanted in _NARROWEST_FIRST if fits(value, wanted))


def join_types(one: AttributeType, other: AttributeType) -> AttributeType:
    """Return the narrowest type that includes the values of both."""
    if one is other:
        return one
    return _JOINED.get(frozenset((one, other)), AttributeType.ANY)


def _is_date(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_FITS: dict[AttributeType, Callable[[Any], bool]] = {
    AttributeType.ANY: lambda _: True,
    AttributeType.TEXT: lambda value: isinstance(value, str),
    AttributeType.INTEGER: _is_integer,
    AttributeType.NUMBER: lambda value: isinstance(value, float) or _is_integer(value),
    AttributeType.BOOLEAN: lambda value: isinstance(value, bool),
    AttributeType.DATE: _is_date,
    AttributeType.LIST: lambda value: isinstance(value, list | tuple),
    AttributeType.TEXTS: lambda value: isinstance(value, list | tuple) and all(isinstance(item, str) for item in value),
    AttributeType.OBJECT: lambda value: isinstance(value, dict),
}
_NARROWEST_FIRST = (
    AttributeType.TEXT,
    AttributeType.BOOLEAN,
    AttributeType.INTEGER,
    AttributeType.NUMBER,
    AttributeType.TEXTS,
    AttributeType.LIST,
    AttributeType.OBJECT,
    AttributeType.ANY,
)
_JOINED = {
    frozenset((AttributeType.INTEGER, AttributeType.NUMBER)): AttributeType.NUMBER,
    frozenset((AttributeType.TEXTS, AttributeType.LIST)): AttributeType.LIST,
}

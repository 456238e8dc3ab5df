"""How frozen data becomes JSON: by its fields, and by what its class declares in `json_shape`.

Classes of results inherit `JsonRecord`. Pydantic models use Pydantic's own `model_dump`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from itertools import chain
from pathlib import PurePath
from typing import Any, ClassVar

from pydantic import BaseModel

from pramana.errors import CanonicalError


@dataclass(frozen=True, slots=True)
class JsonShape:
    """How the JSON of a class differs from its fields under their own names. Names are those of fields, of properties
    in `plus`, or keys of `computed`."""

    without: tuple[str, ...] = ()
    """Fields that are not written."""
    plus: tuple[str, ...] = ()
    """Properties that are written after the fields."""
    computed: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """Further keys, each with the function from the whole object to its value."""
    convert: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """Functions that change a value before it is written."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """The key of a field, where it is not the field's name."""
    omit_empty: tuple[str, ...] = ()
    """Left out where the value is None, 0, False, "" or empty."""
    omit_none: tuple[str, ...] = ()
    """Left out where the value is None."""
    inline: tuple[str, ...] = ()
    """What is an object, and whose keys are written in the place of its own name."""
    constants: Mapping[str, Any] = field(default_factory=dict)
    """Keys that every instance has, written first."""


class JsonRecord:
    """Base of dataclasses that are written as JSON. `json_shape` declares what differs from the fields."""

    __slots__ = ()
    json_shape: ClassVar[JsonShape] = JsonShape()

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON values: dicts, lists, strings, numbers, booleans and None."""
        return _object(self, self.json_shape)


def json_value(value: Any) -> Any:
    """Return a value as JSON values: records by their shape, other dataclasses by their fields, sets in order.

    Enums give their values, paths their text, dates ISO 8601, keys of mappings their text. Raises CanonicalError for
    other types, and for what is nested too deeply.

    >>> json_value({"path": PurePath("a/b"), "day": date(2026, 1, 2), "names": {"y", "x"}})
    {'path': 'a/b', 'day': '2026-01-02', 'names': ['x', 'y']}
    """
    kind = type(value)
    if kind in _SIMPLE:  # nine values of ten, and the checks below take ten times as long
        return value
    if kind in (dict, list):
        return _container_or_error(value)
    if isinstance(value, Enum):  # before str: a StrEnum is both
        return value.value
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, JsonRecord):
        return value.as_json()
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return _object(value, _PLAIN)
    if isinstance(value, Iterable):
        return _container_or_error(value)
    return _text(value)


_SIMPLE = frozenset({str, int, float, bool, type(None)})


def texts_in(value: Any) -> Iterator[str]:
    """Yield the texts of a JSON value, at any depth, without the keys of its objects.

    >>> list(texts_in({"a": ["x", {"b": "y"}], "c": 1}))
    ['x', 'y']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from texts_in(inner)


def _container_or_error(value: Iterable[Any]) -> Any:
    try:
        return _container(value)
    except RecursionError:
        raise CanonicalError("A value is nested too deeply, or contains itself.") from None


def _container(value: Iterable[Any]) -> Any:
    if type(value) is dict or isinstance(value, Mapping):
        return {key if type(key) is str else str(json_value(key)): json_value(item) for key, item in value.items()}
    items = [json_value(item) for item in value]
    return sorted(items) if type(value) is not list and isinstance(value, Set) else items


def _text(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, PurePath):
        return str(value)
    raise CanonicalError(f"A {type(value).__name__} cannot be written as JSON.")


_PLAIN = JsonShape()


def _object(value: Any, shape: JsonShape) -> dict[str, Any]:
    found = dict(shape.constants)
    for name, item in _items(value, shape):
        if (name in shape.omit_empty and not item) or (name in shape.omit_none and item is None):
            continue
        plain = json_value(item)
        found |= plain if name in shape.inline else {shape.keys.get(name, name): plain}
    return found


def _items(value: Any, shape: JsonShape) -> Iterator[tuple[str, Any]]:
    names = (name for name in _field_names(type(value)) if name not in shape.without)  # type: ignore[arg-type]  # a class is hashable
    for name in chain(names, shape.plus):
        item = getattr(value, name)
        yield name, shape.convert[name](item) if name in shape.convert else item
    for name, function in shape.computed.items():
        yield name, function(value)


@cache
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))

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
from typing import Any, ClassVar, NamedTuple

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
        return _object(self)


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
        return _object(value)
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


def _object(value: Any) -> dict[str, Any]:
    kind = type(value)
    found = dict(_shape_of(kind).constants)
    for each in _written_fields(kind):  # type: ignore[arg-type]  # a class is hashable
        item = getattr(value, each.name) if each.compute is None else each.compute(value)
        if each.convert is not None:
            item = each.convert(item)
        if (each.omit_empty and not item) or (each.omit_none and item is None):
            continue
        plain = item if type(item) in _SIMPLE else json_value(item)
        if each.inline:
            found |= plain
        else:
            found[each.key] = plain
    return found


class _WrittenField(NamedTuple):
    """How a field of a kind of object is written; `compute` makes one that is none of its own."""

    name: str
    key: str
    omit_empty: bool
    omit_none: bool
    inline: bool
    convert: Callable[[Any], Any] | None
    compute: Callable[[Any], Any] | None


def _shape_of(kind: type[Any]) -> JsonShape:
    return kind.json_shape if issubclass(kind, JsonRecord) else _PLAIN


@cache
def _written_fields(kind: type[Any]) -> tuple[_WrittenField, ...]:
    shape = _shape_of(kind)
    names = (name for name in _field_names(kind) if name not in shape.without)  # type: ignore[arg-type]  # a class is hashable
    return tuple(
        _WrittenField(
            name,
            shape.keys.get(name, name),
            name in shape.omit_empty,
            name in shape.omit_none,
            name in shape.inline,
            None if name in shape.computed else shape.convert.get(name),
            shape.computed.get(name),
        )
        for name in chain(names, shape.plus, shape.computed)
    )


@cache
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))

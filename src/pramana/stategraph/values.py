"""The values of a state: JSON of the run's own, which no handler and no caller can reach and change.

A handler is given copies, and what it returns is copied into the state. So a snapshot never changes, whatever a handler
does with its arguments, keeps of them, or changes in its result later; and a run that is resumed from its stored JSON
has the very values of one that was not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from operator import is_
from typing import Any

from pydantic import BaseModel

from pramana.errors import ArgumentChanged, CanonicalError
from pramana.stategraph.plan import PlannedNode
from pramana.stategraph.registry import Bare

ATOMS = frozenset((int, bool, type(None), str, float))
"""The types of values that nothing can change. A state holds values of these types, lists and dicts; no subclasses."""
_SINGLE = frozenset((bool, type(None)))
_WORD = 1 << 62
_MOST_BITS = 14_000
"""Of an integer: some 4,200 digits. Python refuses to read and write decimal integers of more than 4,300."""
_DEEPEST = 100
"""Levels of lists and objects. JSON of people and models has fewer than 20; canonical JSON is written by recursion,
and Python allows 1,000 calls."""


def state_value(value: Any, where: str) -> Any:
    """Return a value as JSON that is the state's own: a tuple as a list, a Pydantic model as an object, keys sorted.

    `where` names it in messages. Raises CanonicalError for anything that is not JSON, and where it is nested deeper
    than 100 levels or contains itself.
    """
    kind = type(value)
    if (kind is int and -_WORD < value < _WORD) or kind in _SINGLE:
        return value
    return _value(value, where, _DEEPEST)


def _value(value: Any, where: str, levels: int) -> Any:
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    if isinstance(value, list | tuple | Mapping):
        if levels == 0:
            raise CanonicalError(f"{where:.200} is nested deeper than {_DEEPEST} levels, or contains itself")
        return _container_value(value, where, levels - 1)
    return _single_value(value, where)


def _container_value(value: list[Any] | tuple[Any, ...] | Mapping[Any, Any], where: str, levels: int) -> Any:
    if isinstance(value, Mapping):
        named = {_key(key, where): item for key, item in value.items()}
        return {key: _value(named[key], f"{where}.{key}", levels) for key in sorted(named)}
    return [_value(item, f"{where}[{index}]", levels) for index, item in enumerate(value)]


def _single_value(value: Any, where: str) -> Any:
    """Return a value that holds no others, without its subclass: an IntEnum as a number, say."""
    if type(value) in _SINGLE:
        return value
    if isinstance(value, int):
        if value.bit_length() > _MOST_BITS:
            raise CanonicalError(f"{where} is an integer of more than 4,200 digits")
        return int.__int__(value)
    if isinstance(value, str):
        return _text(value, where)
    if isinstance(value, float):
        if not isfinite(value):
            raise CanonicalError(f"{where} is {value}, which JSON cannot hold")
        return float.__float__(value)
    raise CanonicalError(f"{where} is a {type(value).__name__}, which is not JSON")


def _text(value: str, where: str) -> str:
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise CanonicalError(f"{where} holds a lone surrogate, which UTF-8 cannot hold") from None
    return str.__str__(value)


def _key(key: Any, where: str) -> str:
    if not isinstance(key, str):
        raise CanonicalError(f"{where} has the key {key!r}; keys are strings")
    return _text(key, where)


def copy_of(value: Any) -> Any:
    """Return a copy of a state's value that a handler may change."""
    if type(value) in ATOMS:
        return value
    if type(value) is list:
        return value[:] if ATOMS.issuperset(map(type, value)) else [copy_of(item) for item in value]
    return {key: item if type(item) in ATOMS else copy_of(item) for key, item in value.items()}


def argument_copies(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments as a handler gets them."""
    return {name: value if type(value) in ATOMS else copy_of(value) for name, value in arguments.items()}


def checked_result(
    node: PlannedNode, state: Mapping[str, Any], kept: Mapping[str, Any], given: Mapping[str, Any], result: Any
) -> Any:
    """Return a handler's result, with the state's values `kept` in the place of the copies `given` it left unchanged.

    Raises ArgumentChanged if it changed an argument and its result does not hold it: the change would be lost.
    """
    unchanged: dict[int, Any] = {}
    for name, value in kept.items():
        if type(value) in ATOMS:
            continue
        if same_json(given[name], value):
            unchanged[id(given[name])] = value
        elif not _holds(result, given[name]):
            called = f"the {node.kind} callable {node.callable!r} changed its argument {name!r} in place"
            raise ArgumentChanged(node.id, f"{called}, which the state does not see; it has to return the value", state)
    return _with_originals(result, unchanged) if unchanged else result


def same_json(one: Any, other: Any) -> bool:
    """Return whether two values are the same JSON: 1, 1.0 and true are three values."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if type(one) is list:
        return len(one) == len(other) and (all(map(is_, one, other)) or all(map(same_json, one, other)))
    if type(one) is dict:
        return one.keys() == other.keys() and all(same_json(value, other[key]) for key, value in one.items())
    return bool(one == other)


def _holds(result: Any, value: Any) -> bool:
    return any(each is value or same_json(each, value) for each in _parts(result))


def _parts(result: Any) -> Iterable[Any]:
    if isinstance(result, Bare):
        return (result.value,)
    return tuple(result.values()) if isinstance(result, Mapping) else (result,)


def _with_originals(result: Any, unchanged: Mapping[int, Any]) -> Any:
    if isinstance(result, Bare):
        return Bare(unchanged.get(id(result.value), result.value))
    if id(result) in unchanged:  # a mapping that is a handler's argument binds by its keys, like any other
        return unchanged[id(result)]
    if isinstance(result, Mapping):
        return {key: unchanged.get(id(value), value) for key, value in result.items()}
    return result

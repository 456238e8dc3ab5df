"""SET adapter.caps: the bounds of the searches that follow."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from pramana.errors import ExecutionError
from pramana.expr import RefusedToken, Scalar, token_value, write_item, write_path
from pramana.gasl.command import Command
from pramana.gasl.records import Outcome
from pramana.gasl.slots import Keyword, Meaning, SlotKind, ValueSlot, as_is
from pramana.gasl.tree import FieldPath, GASLNode
from pramana.gasl.types import Status
from pramana.gasl.work import Work
from pramana.graph import Caps

_ALIASES = {"max_path_len": "max_path_length"}
_CAPS = tuple(entry.name for entry in fields(Caps))
_EXAMPLE = "SET adapter.caps.max_path_length = 2"


@dataclass(frozen=True, slots=True)
class SetNode(GASLNode):
    """SET: a setting and its value."""

    key: FieldPath
    value: Scalar


async def set_(node: SetNode, work: Work) -> Outcome:
    """Set a cap. `error` for what is not a cap, and for a value that is not a whole number from 1."""
    name = _cap(node.key)
    value = node.value
    if type(value) is not int or value < 1:
        raise ExecutionError(f"{name} must be a whole number of at least 1, not {value!r}.", example=_EXAMPLE)
    before = getattr(work.adapter.caps, name)
    work.adapter.caps = replace(work.adapter.caps, **{name: value})
    return Outcome(Status.SUCCESS, metrics={"cap": name, "before": before, "now": value})


async def set_within_defaults(node: SetNode, work: Work) -> Outcome:
    """Set a cap as `set_` does, to its default at most."""
    name = _cap(node.key)
    most = getattr(Caps(), name)
    if most is not None and type(node.value) is int and node.value > most:
        raise ExecutionError(f"Here {name} is at most {most:,}.", example=f"SET adapter.caps.{name} = {most}")
    return await set_(node, work)


def _cap(key: tuple[str, ...]) -> str:
    if len(key) != 3 or key[:2] != ("adapter", "caps"):
        raise ExecutionError(
            f"{'.'.join(key)} cannot be set; what can is adapter.caps: {', '.join(_CAPS)}.", example=_EXAMPLE
        )
    name = _ALIASES.get(key[2], key[2])
    if name not in _CAPS:
        near = get_close_matches(name, _CAPS, n=3, cutoff=0.4)
        hint = f"Unknown cap {key[2]!r}. The caps are {', '.join(_CAPS)}."
        raise ExecutionError(hint, nearest=[f"adapter.caps.{each}" for each in near], example=_EXAMPLE)
    return name


def _assigned_value(parts: list[Any]) -> Any:
    sign, value = parts
    if sign != "=":
        raise RefusedToken("SET gives a value with =.", sign, "=", _EXAMPLE)
    return token_value(value)


SETTING = SlotKind("key", "adapter.caps.key", as_is, write_path, meaning=Meaning.SETTING)
ASSIGNED = SlotKind(
    "assigned",
    "= value",
    as_is,
    lambda value: f"= {write_item(value)}",
    grammar="assigned: EQUALITY literal\n",
    rules={"assigned": _assigned_value},
)
SET = Command(
    place=110,
    node=SetNode,
    run=set_,
    parts=(Keyword("SET"), ValueSlot("key", SETTING), ValueSlot("value", ASSIGNED)),
    example=_EXAMPLE,
    says="Changes a bound of the search.",
)

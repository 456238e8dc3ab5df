"""SET adapter.caps: the bounds of the searches that follow."""

from __future__ import annotations

from dataclasses import fields, replace
from difflib import get_close_matches

from pramana.errors import ExecutionError
from pramana.gasl.commands.base import Work
from pramana.gasl.records import Outcome
from pramana.gasl.tree import SetNode
from pramana.gasl.types import Status
from pramana.graph.adapters import Caps

_ALIASES = {"max_path_len": "max_path_length"}
_CAPS = tuple(entry.name for entry in fields(Caps))
_EXAMPLE = "SET adapter.caps.max_path_length = 2"


async def set_(node: SetNode, work: Work) -> Outcome:
    """Set a cap. `error` for what is no cap, and for a value that is no whole number from 1."""
    name = _cap(node.key)
    value = node.value
    if type(value) is not int or value < 1:
        raise ExecutionError(f"{name} is a whole number from 1, not {value!r}.", example=_EXAMPLE)
    before = getattr(work.adapter.caps, name)
    work.adapter.caps = replace(work.adapter.caps, **{name: value})
    return Outcome(Status.SUCCESS, metrics={"cap": name, "before": before, "now": value})


def _cap(key: tuple[str, ...]) -> str:
    if len(key) != 3 or key[:2] != ("adapter", "caps"):
        raise ExecutionError(
            f"{'.'.join(key)} cannot be set; what can is adapter.caps: {', '.join(_CAPS)}.", example=_EXAMPLE
        )
    name = _ALIASES.get(key[2], key[2])
    if name not in _CAPS:
        near = get_close_matches(name, _CAPS, n=3, cutoff=0.4)
        hint = f"There is no cap {key[2]!r}; there are {', '.join(_CAPS)}."
        raise ExecutionError(hint, nearest=[f"adapter.caps.{each}" for each in near], example=_EXAMPLE)
    return name

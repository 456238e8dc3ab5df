"""Names that a script reads before any of its commands gave them a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from pramana.expr import variable_paths
from pramana.gasl.blocks import Located
from pramana.gasl.commands import command_of, nested_commands
from pramana.gasl.commands.guards import RequireNode
from pramana.gasl.slots import RESULT, STATE_KEY, VARIABLE, ValueSlot
from pramana.gasl.tree import GASLNode


@dataclass(frozen=True, slots=True)
class UndefinedName:
    """A name without a value, and where it is read: the entry and the line in it, both from 0. `nearest` are names that
    have a value there, the closest first. A kept state may have it as a key: REQUIRE EXISTS says that it has to."""

    name: str
    entry: int
    line: int
    nearest: tuple[str, ...]


def undefined_names(commands: Sequence[Located]) -> list[UndefinedName]:
    """Return each name that is read before it has a value, once, in order.

    What any branch or part of a block before gives a value counts as having one. So does what REQUIRE EXISTS names: the
    plan ends there where the name has none.
    """
    held: dict[str, None] = {}
    found: dict[str, UndefinedName] = {}
    for located in commands:
        for node in _in_order(located.node):
            for name in _names_read(node):
                if name not in held and name not in found:
                    near = tuple(get_close_matches(name, list(held), n=3, cutoff=0.5))
                    found[name] = UndefinedName(name, located.entry, located.line, near)
            held |= dict.fromkeys(_names_given(node))
    return list(found.values())


def _in_order(node: GASLNode) -> Iterator[GASLNode]:
    """Yield a command, then those inside it: conditions are looked at before what depends on them."""
    yield node
    for each in nested_commands(node):
        yield from _in_order(each)


def _slots(node: GASLNode) -> Iterator[tuple[ValueSlot, object]]:
    return ((slot, getattr(node, slot.name)) for slot in command_of(node).slots())


def _names_read(node: GASLNode) -> Iterator[str]:
    if not isinstance(node, RequireNode):
        yield from (str(value) for slot, value in _slots(node) if slot.kind is VARIABLE)
    for condition in command_of(node).conditions_in(node):
        yield from (path[0] for path in variable_paths(condition))


def _names_given(node: GASLNode) -> Iterator[str]:
    if isinstance(node, RequireNode):
        yield node.variable
    for slot, value in _slots(node):
        if slot.kind is RESULT:
            yield str(value)
        elif slot.kind is STATE_KEY and isinstance(value, tuple):
            yield str(value[0])

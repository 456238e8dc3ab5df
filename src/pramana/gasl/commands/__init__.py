"""GASL's commands. A module here defines a command: its node, its runner, and its declaration, a `Command`.

Every `Command` in a module of this package belongs to the language.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from pramana.expr import Predicate
from pramana.gasl.command import Command
from pramana.gasl.tree import GASLNode

_MODULES = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]

COMMANDS: tuple[Command, ...] = tuple(
    sorted(
        (value for module in _MODULES for value in vars(module).values() if isinstance(value, Command)),
        key=lambda command: command.place,
    )
)
"""Every command, in the order in which the card lists them."""
VERBS: tuple[str, ...] = tuple(dict.fromkeys(command.verb for command in COMMANDS))
"""The words that commands begin with."""

SPELLINGS: Mapping[str, tuple[str, ...]] = {
    terminal: words for command in COMMANDS for slot in command.slots() for terminal, words in slot.kind.words.items()
}
"""How the terminals that are a choice of words are written."""

_BY_NODE = {command.node: command for command in COMMANDS}


def command_of(node: GASLNode) -> Command:
    """Return the declaration of a node's command."""
    return _BY_NODE[type(node)]


def nested_commands(node: GASLNode) -> tuple[GASLNode, ...]:
    """Return the commands directly inside a command."""
    return command_of(node).commands_in(node)


def conditions_of(node: GASLNode) -> tuple[Predicate, ...]:
    """Return the conditions of a command and of all commands inside it."""
    below = (condition for each in nested_commands(node) for condition in conditions_of(each))
    return (*command_of(node).conditions_in(node), *below)


def asks_model(node: GASLNode) -> bool:
    """Return whether a command, or one inside it, asks a model."""
    return command_of(node).asks_model or any(map(asks_model, nested_commands(node)))


__all__ = ["COMMANDS", "SPELLINGS", "VERBS", "Command", "asks_model", "command_of", "conditions_of", "nested_commands"]

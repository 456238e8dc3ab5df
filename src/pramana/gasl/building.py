"""The grammar of all commands and the builder of their trees, both derived from the commands' declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Token

from pramana.expr import ConditionBuilder, RefusedToken, token_value
from pramana.gasl.command import flatten_parts
from pramana.gasl.commands import COMMANDS, Command, nested_commands
from pramana.gasl.slots import COMMAND, FlagWord, Keyword, OptionalPart, Part, SlotKind, ValueSlot
from pramana.gasl.tree import FieldPath, GASLNode

MAX_NESTED = 32
"""Commands within each other, after THEN and ELSE."""


class NameBuilder(ConditionBuilder):
    """Builds the names in commands, and the conditions."""

    def variable(self, parts: list[Token]) -> str:
        path = token_value(parts[0]).path
        if len(path) > 1:
            raise RefusedToken(
                "a variable's name has no dots.", parts[0], "a plain name", "SELECT people FIELDS name AS names"
            )
        return str(path[0])

    def key(self, parts: list[Token]) -> FieldPath:
        return tuple(token_value(parts[0]).path)

    def field(self, parts: list[Token]) -> FieldPath:
        return tuple(token_value(parts[0]).path)


def command_builder() -> NameBuilder:
    """Return a builder with a method for every rule of the grammar."""
    methods: dict[str, Any] = {}
    for kind in _kinds():
        methods |= {name: _method(build) for name, build in kind.rules.items()}
    for command in COMMANDS:
        methods[command.rule] = _method(_node_builder(command))
        for part in flatten_parts(command.parts):
            if isinstance(part, ValueSlot):
                methods[_slot_rule(command, part)] = _method(_slot_builder(part))
            elif isinstance(part, FlagWord):
                methods[_slot_rule(command, part)] = _method(_flag_builder(part))
    built: NameBuilder = type("CommandBuilder", (NameBuilder,), methods)()
    return built


def _method(build: Callable[[list[Any]], Any]) -> Callable[[Any, list[Any]], Any]:
    return lambda _, parts: build(parts)


def _node_builder(command: Command) -> Callable[[list[Any]], GASLNode]:
    nests = any(slot.kind is COMMAND for slot in command.slots())

    def build(parts: list[Any]) -> GASLNode:
        node = command.node(**dict(parts))
        if nests and _depth(node) > MAX_NESTED:
            problem = f"commands nest at most {MAX_NESTED} deep."
            raise RefusedToken(
                problem, Token("_THEN", "THEN"), "a plan of several commands", "FIND nodes LIMIT 5 AS some"
            )
        return node

    return build


def _slot_builder(slot: ValueSlot) -> Callable[[list[Any]], tuple[str, Any]]:
    build = slot.kind.build
    if slot.kind.many:
        return lambda parts: (slot.name, tuple(map(build, parts)))
    return lambda parts: (slot.name, build(parts[0]))


def _flag_builder(flag: FlagWord) -> Callable[[list[Any]], tuple[str, bool]]:
    return lambda _: (flag.name, True)


def _depth(node: GASLNode) -> int:
    return max((1 + _depth(each) for each in nested_commands(node)), default=0)


@cache
def grammar() -> str:
    """Return the grammar of one command: the commands' rules, their keywords, and the grammar of conditions."""
    read = [command for command in COMMANDS if command.parts]
    rules = [f"?command: {' | '.join(command.rule for command in read)}\n"]
    for command in read:
        rules.append(f"{command.rule}: {' '.join(_symbols(command))}\n")
        rules += _slot_rules(command)
    rules += [kind.grammar for kind in _kinds()]
    rules += [_keyword(word) for word in sorted({word for command in read for word in _words(command)})]
    names = files(__package__).joinpath("grammar.lark").read_text("utf-8")
    conditions = files("pramana.expr.conditions").joinpath("grammar.lark").read_text("utf-8")
    return names + "".join(dict.fromkeys(rules)) + conditions.replace("?start: disjunction", "")


def _symbols(command: Command) -> Iterator[str]:
    for part in command.parts:
        if isinstance(part, OptionalPart):
            yield f"({' '.join(_symbol(command, each) for each in part.parts)})?"
        else:
            yield _symbol(command, part)


def _symbol(command: Command, part: Part) -> str:
    if isinstance(part, Keyword):
        return part.terminal
    assert not isinstance(part, OptionalPart)
    rule = _slot_rule(command, part)
    return f"{rule}?" if isinstance(part, FlagWord) else rule


def _slot_rules(command: Command) -> Iterator[str]:
    for part in flatten_parts(command.parts):
        if isinstance(part, FlagWord):
            yield f"{_slot_rule(command, part)}: _{part.text}\n"
        elif isinstance(part, ValueSlot):
            symbol = part.kind.symbol
            yield f"{_slot_rule(command, part)}: {symbol}" + (f' ("," {symbol})*\n' if part.kind.many else "\n")


def _slot_rule(command: Command, part: ValueSlot | FlagWord) -> str:
    return f"{command.rule}__{part.name}"


def _words(command: Command) -> Iterator[str]:
    return (part.text for part in flatten_parts(command.parts) if not isinstance(part, ValueSlot))


def _keyword(word: str) -> str:
    # A longer word goes first where another keyword is its beginning: WITH_DESCRIPTION before WITH.
    return f"_{word}.{3 if '_' in word else 2}: /(?ai:{word})\\b/\n"


def _kinds() -> list[SlotKind]:
    found: dict[str, SlotKind] = {}
    for command in COMMANDS:
        for slot in command.slots():
            found.setdefault(slot.kind.symbol, slot.kind)
    return list(found.values())

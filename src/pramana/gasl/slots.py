"""The parts that a command's syntax is declared with, and the kinds of values that its slots hold.

A declaration is a tuple of parts. The grammar, the builder, the writer, the card, completion and error messages are all
derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from lark import Token

from pramana.expr import RefusedToken, token_value, write_condition, write_path, write_text

Build: TypeAlias = Callable[[list[Any]], Any]
"""Turns the parts that a grammar rule read into its value."""


class Meaning(StrEnum):
    """What a bare name in a slot refers to, so that completion can offer the right names."""

    NOTHING = "nothing"
    RESULT = "result"
    VARIABLE = "variable"
    STATE_KEY = "state key"
    ITEM_FIELD = "field of an item"
    SETTING = "setting"


@dataclass(frozen=True, slots=True)
class SlotKind:
    """A kind of value in a command.

    `symbol` is the grammar's rule or terminal that reads one value, `form` is how the card shows it. `build` makes the
    node's value of what the parser gives, `write` turns the value into text. A kind with `many` is a list separated by
    commas. `grammar` holds rules and terminals that only this kind has, `rules` builds their values. `words` are the
    spellings of its terminals. `after` names its own terminals behind which a bare name has the kind's `meaning`.
    """

    symbol: str
    form: str
    build: Callable[[Any], Any]
    write: Callable[[Any], str]
    many: bool = False
    meaning: Meaning = Meaning.NOTHING
    grammar: str = ""
    rules: Mapping[str, Build] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word of the language, in any letter case."""

    text: str

    @property
    def terminal(self) -> str:
        return f"_{self.text}"


@dataclass(frozen=True, slots=True)
class ValueSlot:
    """A place for a value, which becomes the node's field `name`."""

    name: str
    kind: SlotKind


@dataclass(frozen=True, slots=True)
class FlagWord:
    """A word that may be left out. The node's field `name` says whether it was there."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class OptionalPart:
    """Parts that may be left out together. The writer leaves them out where their first slot is None, False or ()."""

    parts: tuple[Keyword | ValueSlot, ...]


Part: TypeAlias = Keyword | ValueSlot | FlagWord | OptionalPart


def keywords(text: str) -> tuple[Keyword, ...]:
    """Return the words of a phrase, each a keyword."""
    return tuple(map(Keyword, text.split()))


def optional(words: str, slot: ValueSlot) -> OptionalPart:
    """Return a slot that may be left out together with the words before it."""
    return OptionalPart((*keywords(words), slot))


def result(name: str = "output") -> tuple[Keyword, ValueSlot]:
    """Return `AS name`, the end of every command that makes a result."""
    return Keyword("AS"), ValueSlot(name, RESULT)


def choice(terminal: str, options: type[StrEnum]) -> SlotKind:
    """Return the kind of a word out of an enumeration, read in any letter case and written as its member is."""
    words = tuple(str(each) for each in options)
    by_word = {word.upper(): each for word, each in zip(words, options, strict=True)}
    return SlotKind(
        terminal,
        "|".join(words),
        lambda token: by_word[token.upper()],
        str,
        grammar=word_terminal(terminal, words),
        words={terminal: words},
    )


def quoted_kind(form: str) -> SlotKind:
    """Return the kind of a text in quotes, which the card shows as `form`."""
    return SlotKind("STRING", f'"{form}"', token_value, write_text)


def word_terminal(name: str, words: tuple[str, ...]) -> str:
    """Return the grammar of a terminal that is one of some words, in any letter case, in ASCII alone."""
    return f"{name}.2: /(?ai:{'|'.join(words)})\\b/\n"


def as_is(value: Any) -> Any:
    return value


def write_name(name: str) -> str:
    """Return a variable's name as it is written."""
    return write_path((name,))


def _limit(parts: list[Token]) -> int:
    number = token_value(parts[0])
    if type(number) is not int or number < 1:
        raise RefusedToken(
            "a limit is a whole number from 1.", parts[0], "a whole number from 1", "FIND nodes LIMIT 5 AS n"
        )
    return number


RESULT = SlotKind("variable", "name", as_is, write_name, meaning=Meaning.RESULT)
VARIABLE = SlotKind("variable", "name", as_is, write_name, meaning=Meaning.VARIABLE)
STATE_KEY = SlotKind("key", "key", as_is, write_path, meaning=Meaning.STATE_KEY)
FIELDS = SlotKind("field", "field", as_is, write_path, many=True, meaning=Meaning.ITEM_FIELD)
CONDITION = SlotKind("disjunction", "condition", as_is, write_condition)
"""A condition about variables."""
FILTER = SlotKind("disjunction", "condition", as_is, write_condition, meaning=Meaning.ITEM_FIELD)
"""A condition about each item of a list, or each element of the graph."""
LIMIT = SlotKind("limit", "n", as_is, str, grammar="limit: NUMBER\n", rules={"limit": _limit})
INSTRUCTION = quoted_kind("instruction")


def _never_written(_: Any) -> str:
    raise AssertionError("a nested command is written by the command around it")


COMMAND = SlotKind("inner", "command", as_is, _never_written)
"""A command inside a command."""

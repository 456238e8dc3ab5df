"""Text to tree, by the grammar beside this file."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken

from pramana.errors import ConditionError
from pramana.expr.conditions.logic import check_levels
from pramana.expr.conditions.names import BadEscape, read_path, unescape
from pramana.expr.conditions.tree import (
    And,
    Comparison,
    Field,
    IsNull,
    Length,
    Membership,
    Not,
    Op,
    Or,
    Predicate,
    Scalar,
    Variable,
    predicate_leaves,
)

if TYPE_CHECKING:
    from pramana.expr.conditions.diagnosis import ParserStop

MAX_LENGTH = 100_000
"""Code points in a condition."""
MAX_DEPTH = 64
"""Parentheses within each other, and NOTs before each other."""
MAX_LEAVES = 1_000
"""Comparisons in a condition."""
MAX_VALUES = 10_000
"""Values written into one list; a variable may bring more."""
MAX_INTEGER = 2**63 - 1
"""Integers are written up to this one, and down to its negative: all targets hold them exactly."""

_QUOTED = r""" "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | `(?:[^`\\\n]|\\.)*` """
_DEEPER = re.compile(rf"{_QUOTED} | [()] | (?ai:\bNOT(?:\s+NOT)*\b)", re.VERBOSE)
_CHEAP = re.compile(r"(?ai:NOT)|\(")


def parse_condition(text: str) -> Predicate:
    """Return the tree that a condition says. Parsing one text again costs nothing.

    Raises ConditionError, with the place, what was expected and a spelling that works.

    >>> parse_condition("name CONTAINS 'Rama'")
    Comparison(left=Field(path=('name',)), op=<Op.CONTAINS: 'CONTAINS'>, right='Rama')
    """
    if len(text) > MAX_LENGTH:
        problem = f"A condition has at most {MAX_LENGTH} characters, this one has {len(text)}."
        raise ConditionError(problem, text, MAX_LENGTH)
    return _parse_cached(text)


@lru_cache(maxsize=1024)
def _parse_cached(text: str) -> Predicate:
    check_depth(text)
    try:
        read: Any = _parser().parse(text)
    except RefusedToken as refused:
        problem = refused.problem[0].upper() + refused.problem[1:]
        raise ConditionError(
            problem, text, refused.position, found=refused.found, expected=refused.expected, example=refused.example
        ) from None
    except UnexpectedInput as error:
        from pramana.expr.conditions.diagnosis import explain  # only where a text has a fault

        raise explain(text, stop_of(error), _parser_stop) from None
    tree: Predicate = read
    check_levels(tree, text)
    if sum(1 for _ in predicate_leaves(tree)) > MAX_LEAVES:
        raise ConditionError(f"A condition has at most {MAX_LEAVES} comparisons.", text, 0)
    return tree


def _parser_stop(text: str) -> ParserStop | None:
    """Return what stops the reading of `text`, None where nothing does."""
    from pramana.expr.conditions.diagnosis import ParserStop

    try:
        check_depth(text)
        _parser().parse(text)
    except UnexpectedInput as error:
        return stop_of(error)
    except (RefusedToken, ConditionError) as refused:
        return ParserStop(frozenset(), refused.position)
    return None


def stop_of(error: UnexpectedInput) -> ParserStop:
    """Return where a parser stopped, and the terminals that could have come there."""
    from pramana.expr.conditions.diagnosis import ParserStop

    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    state: Any = error.interactive_parser
    return ParserStop(frozenset(state.accepts()), None if at_end else error.pos_in_stream)


class RefusedToken(Exception):
    """A token that the grammar takes and the tree cannot hold."""

    def __init__(self, problem: str, token: Token, expected: str, example: str, offset: int = 0) -> None:
        from pramana.expr.conditions.diagnosis import SHOWN

        super().__init__(problem)
        self.problem = problem
        self.found = str(token)[:SHOWN]
        self.expected = (expected,)
        self.position = (token.start_pos or 0) + offset
        self.example = example


@cache
def _parser() -> Lark:
    grammar = files(__package__).joinpath("grammar.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", transformer=ConditionBuilder(), maybe_placeholders=False)


class ConditionBuilder(Transformer[Token, Predicate]):
    """Builds the tree while the text is parsed; a method for each rule of the grammar."""

    def any_of(self, parts: list[Predicate]) -> Predicate:
        return Or(tuple(parts))

    def all_of(self, parts: list[Predicate]) -> Predicate:
        return And(tuple(parts))

    def negation(self, parts: list[Predicate]) -> Predicate:
        return Not(parts[0])

    def comparison(self, parts: list[Any]) -> Predicate:
        left, op, right = parts
        return Comparison(token_value(left), _OPS[op.upper()], token_value(right))

    def null_alias(self, parts: list[Any]) -> Predicate:
        return IsNull(token_value(parts[0]), negated=parts[1] == "!=")

    def null(self, parts: list[Any]) -> Predicate:
        return IsNull(token_value(parts[0]))

    def not_null(self, parts: list[Any]) -> Predicate:
        return IsNull(token_value(parts[0]), negated=True)

    def member(self, parts: list[Any]) -> Predicate:
        return Membership(token_value(parts[0]), token_value(parts[1]))

    def no_member(self, parts: list[Any]) -> Predicate:
        return Membership(token_value(parts[0]), token_value(parts[1]), negated=True)

    def values(self, parts: list[Any]) -> tuple[Scalar, ...]:
        if len(parts) > MAX_VALUES:
            problem = f"a list has at most {MAX_VALUES} values, this one has {len(parts)}; bind a variable instead."
            raise RefusedToken(problem, parts[MAX_VALUES], "${variable}", "name IN ${names}")
        return tuple(map(token_value, parts))

    def length(self, parts: list[Any]) -> Length:
        return Length(token_value(parts[0]))


_OPS = {op.value: op for op in Op}


def token_value(part: Any) -> Any:
    """Return the value of a token; anything else has been converted already."""
    return _MAKERS[part.type](part) if isinstance(part, Token) else part


def _text(token: Token) -> str:
    try:
        return unescape(token[1:-1])
    except BadEscape as error:
        problem = f"{error.escape} means nothing in a text; a backslash is written twice."
        raise RefusedToken(
            problem, token, "an escape of JSON", r'path STARTS_WITH "C:\\data"', error.offset + 1
        ) from None


def _number(token: Token) -> int | float:
    if not token.lstrip("-").isdigit():
        return float(token)
    # Python refuses to read an integer of thousands of digits; 20 are already too many here.
    if len(token.lstrip("-0")) > 19 or abs(int(token)) > MAX_INTEGER:
        problem = f"an integer is at most {MAX_INTEGER}, and at least its negative; write a float for a larger number."
        raise RefusedToken(problem, token, "a 64-bit integer", "population > 1e19")
    return int(token)


def _field(token: Token) -> Field:
    return Field(_path(token, str(token)))


def _variable(token: Token) -> Variable:
    return Variable(_path(token, token[2:-1].strip(" \t")))


def _path(token: Token, name: str) -> tuple[str, ...]:
    try:
        return read_path(name)
    except BadEscape as error:
        raise RefusedToken(
            f"{error.escape} means nothing in a name.", token, "an escape of JSON", r"`a\\b` = 1"
        ) from None


_MAKERS: dict[str, Callable[[Token], Any]] = {
    "FIELD": _field,
    "OTHER_FIELD": _field,
    "VARIABLE": _variable,
    "STRING": _text,
    "NUMBER": _number,
    "TRUE": lambda _: True,
    "FALSE": lambda _: False,
}


def check_depth(text: str) -> None:
    """Refuse what would nest too deep. Most texts have too few parentheses and NOTs for that, and are not looked at."""
    if len(text) <= MAX_DEPTH or len(_CHEAP.findall(text)) <= MAX_DEPTH:
        return
    opened, depth, nots = [0], 0, 0
    for found in _DEEPER.finditer(text):
        sign = found[0]
        if sign == "(":
            opened.append(1 + nots)
            depth, nots = depth + opened[-1], 0
        elif sign == ")":
            depth, nots = depth - opened.pop() if len(opened) > 1 else 0, 0
        else:
            nots = len(sign.split()) if sign[0] in "nN" else 0
        if depth + nots > MAX_DEPTH:
            raise ConditionError(f"A condition nests at most {MAX_DEPTH} deep.", text, found.start())

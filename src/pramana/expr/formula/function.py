"""The declaration of a function: all that evaluation, analysis, plain Python and the documentation need of it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from inspect import Parameter, signature
from typing import Any, Final, Protocol

from pramana.expr.formula.shapes import Scope, Shape
from pramana.findings import Severity

MAX_ARGUMENTS: Final = 50
"""Most arguments of a function that takes any number."""


class Gives(StrEnum):
    """The kind of value that a function returns; `ANY` where it returns one of its arguments, or a part of one."""

    NUMBER = "number"
    BOOLEAN = "boolean"
    TEXT = "text"
    LIST = "list"
    ANY = "any"


class Streams(StrEnum):
    """How a function takes `(… for x in items)`: not at all, as a list, or by Python's own function of its name, item
    by item (`LAZY`) or where every item is surely a small integer or a boolean (`WHOLE`, else as a list)."""

    NO = "no"
    LISTED = "listed"
    LAZY = "lazy"
    WHOLE = "whole"


class ShapeReader(Protocol):
    """What the analysis of a formula offers to the functions in it. `fields` are the names of fields that it reads."""

    fields: set[str]

    def shape(self, node: ast.expr, scope: Scope) -> Shape:
        """Return the shape of a part in a scope."""

    def need(self, node: ast.expr, scope: Scope, kinds: frozenset[str], called: str) -> Shape:
        """Return the shape of a part, of these kinds alone; report it where it can have another one."""

    def fit(self, node: ast.expr, shape: Shape, kinds: frozenset[str], called: str, what: str = "") -> Shape:
        """Return a shape of these kinds alone; report the part, called `what`, where it can have another one."""

    def report(self, severity: Severity, problem: str, fix: str = "") -> None:
        """Keep a finding about the formula."""

    def quote(self, node: ast.expr) -> str:
        """Return the source of a part, at most 80 characters."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function that formulas may call.

    `usage` and `meaning` are its line in the documentation and in prompts. `guard` computes it over any JSON within the
    bounds, with the budget first where it has a parameter `budget`; its parameters give `least` and `most` arguments by
    position, and `keywords` are those by name. `shape` returns what is known of the result, and reports what it can
    fail on. `twin` computes it in a distilled module: a function whose source is copied, or None for Python's own of
    that name. `small` where the result is surely a number of few bits. `checked` is the guard for a list that must hold
    numbers within the bounds.
    """

    name: str
    usage: str
    meaning: str
    guard: Callable[..., Any]
    gives: Gives
    shape: Callable[[ShapeReader, ast.Call, Scope], Shape]
    twin: Callable[..., Any] | None = None
    keywords: tuple[str, ...] = ()
    streams: Streams = Streams.NO
    small: bool = False
    checked: Callable[[Any, list[Any]], Any] | None = None
    budgeted: bool = field(init=False)
    least: int = field(init=False)
    most: int = field(init=False)

    def __post_init__(self) -> None:
        budget, *others = parameters = list(signature(self.guard).parameters.values())
        budgeted = budget.name == "budget"
        given = [each for each in (others if budgeted else parameters) if each.kind is not Parameter.VAR_KEYWORD]
        positional = [each for each in given if each.name not in self.keywords]
        any_number = any(each.kind is Parameter.VAR_POSITIONAL for each in positional)
        object.__setattr__(self, "budgeted", budgeted)
        object.__setattr__(self, "least", sum(each.default is Parameter.empty for each in positional))
        object.__setattr__(self, "most", MAX_ARGUMENTS if any_number else len(positional))

"""What a calculator is: a name, what else it is called, a source, a unit, a function. And running one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, TypeAlias, TypeVar

from medcalc.entities import Entities, plain
from medcalc.problems import Undefined
from pramana.errors import UnknownName

Answer: TypeAlias = float | str | tuple[str, str]
"""A number; a date as month/day/year; or weeks and days."""

Function: TypeAlias = Callable[[Entities], Answer]
Entered = TypeVar("Entered", bound=Function)


@dataclass(frozen=True, slots=True)
class Calculator:
    """`name` as clinicians have it, `aliases` words that a question may use for it, `source` of the formula."""

    name: str
    aliases: tuple[str, ...]
    unit: str
    source: str
    function: Function


@dataclass(frozen=True, slots=True)
class Computed:
    """An answer in `unit`. `assumed` names values that were not recorded and counted by the calculator's rule,
    `unused` values that it has no use for."""

    calculator: str
    answer: Answer
    unit: str
    assumed: tuple[str, ...]
    unused: tuple[str, ...]


CATALOGUE: dict[str, Calculator] = {}


def calculator(name: str, *aliases: str, unit: str, source: str) -> Callable[[Entered], Entered]:
    """Enter a function into the catalogue. `source` is one phrase, for the table of the README."""

    def enter(function: Entered) -> Entered:
        if name in CATALOGUE:
            raise ValueError(f"{name} is there twice")
        CATALOGUE[name] = Calculator(name, aliases, unit, source, function)
        return function

    return enter


def find(name: str) -> Calculator:
    """Return a calculator by its name or an alias, in any case. Raises UnknownName with the nearest ones."""
    for known in CATALOGUE.values():
        if plain(name) in map(plain, (known.name, *known.aliases)):
            return known
    raise UnknownName("calculator", name, list(CATALOGUE))


def compute(name: str, values: Mapping[str, Any]) -> Computed:
    """Run the calculator of that name on values by name.

    Raises UnknownName for the calculator, and MissingValue, UnknownUnit, UnknownValue, UnknownEntity or Undefined for
    the values.
    """
    chosen = find(name)
    entities = Entities(values)
    answer = _answer(chosen, entities)
    return Computed(chosen.name, answer, chosen.unit, tuple(entities.assumed), tuple(entities.unused()))


def _answer(chosen: Calculator, entities: Entities) -> Answer:
    try:
        answer = chosen.function(entities)
    except (OverflowError, ZeroDivisionError):
        raise Undefined(f"{chosen.name} has no value for these inputs: they are out of all bounds.") from None
    if not isinstance(answer, int | float):
        return answer
    if not isfinite(answer):
        raise Undefined(f"{chosen.name} has no finite value for these inputs.")
    return answer if isinstance(answer, int) else float(f"{answer:.12g}")

"""The functions that formulas may call: guarded, over JSON values, bounded in what they take and give."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from pramana.expr.formula.failures import Failure, Trouble
from pramana.expr.formula.guards import (
    MAX_BITS,
    NUMBERS,
    SIZED,
    STEPS_A_CALL,
    STEPS_A_LONG,
    STEPS_A_LONG_COMPARED,
    WORD_BITS,
    Budget,
    cost,
    long_work,
    named,
    number,
    shown,
)


def absolute(value: Any) -> Any:
    return abs(number(value))


def every(budget: Budget, items: Any) -> bool:
    return all(_listed(budget, items))


def some(budget: Budget, items: Any) -> bool:
    return any(_listed(budget, items))


def length(items: Any) -> int:
    if type(items) not in SIZED:
        raise Trouble(Failure.TYPE, f"{named(items)} has no length")
    return len(items)


def total(budget: Budget, items: Any) -> Any:
    """Return the sum of a list of numbers.

    With a float among them it is the exactly rounded sum, the same in any order and on any version of Python.
    """
    listed = _listed(budget, items)
    kinds = set(map(type, listed))
    if not kinds <= NUMBERS:
        raise Trouble(Failure.TYPE, "only numbers have a sum")
    if float in kinds:
        budget.charge(4 * len(listed))  # of numbers of unlike size it keeps many partial sums
        return math.fsum(map(number, listed) if int in kinds else listed)
    longest = max(map(int.bit_length, listed), default=0)
    if longest > MAX_BITS:
        raise Trouble(Failure.SIZE, f"an integer of more than {MAX_BITS} bits")
    if longest > WORD_BITS:
        budget.charge(STEPS_A_LONG * len(listed))
    return sum(listed)


def smallest(budget: Budget, *items: Any, **default: Any) -> Any:
    return _extreme(budget, min, items, default)


def largest(budget: Budget, *items: Any, **default: Any) -> Any:
    return _extreme(budget, max, items, default)


def ordered(budget: Budget, items: Any, reverse: Any = False) -> list[Any]:
    listed = list(_listed(budget, items))
    _check_order(budget, listed, rounds=1 + len(listed).bit_length() // 4)
    return sorted(listed, reverse=bool(reverse))


def rounded(budget: Budget, value: Any, digits: Any = None) -> Any:
    if digits is not None and (type(digits) is not int or not -400 < digits < 400):
        raise Trouble(Failure.TYPE, f"{shown(digits)} is no number of digits between -399 and 399")
    if type(number(value)) is int and digits is not None:
        budget.charge(long_work(value.bit_length(), value.bit_length()))
    return round(value, digits)


def power(budget: Budget, base: Any, exponent: Any) -> Any:
    number(base)
    number(exponent)
    if type(base) is not float and type(exponent) is not float:
        if exponent < 0:
            return math.pow(base, exponent)
        bits = int(base).bit_length() * exponent
        if bits > MAX_BITS:
            raise Trouble(Failure.SIZE, f"an integer of more than {MAX_BITS} bits")
        budget.charge(long_work(bits, bits))
        return base**exponent
    return math.pow(base, exponent)


def exponential(value: Any) -> float:
    return math.exp(number(value))


def logarithm(value: Any, base: Any = None) -> float:
    return math.log(number(value)) if base is None else math.log(number(value), number(base))


def square_root(value: Any) -> float:
    return math.sqrt(number(value))


def days_between(first: Any, second: Any) -> int:
    """Return the days from one ISO 8601 date to another, negative where the second is earlier; times are left out."""
    return (_day(second) - _day(first)).days


def get(container: Any, key: Any, default: Any = None) -> Any:
    """Return what an object has under a key, the default where it has nothing."""
    if type(container) is not dict:
        raise Trouble(Failure.TYPE, f"{named(container)} has no keys")
    return container.get(key, default) if type(key) is str else default


def lower(budget: Budget, text: Any) -> str:
    """Return a text case-folded."""
    if type(text) is not str:
        raise Trouble(Failure.TYPE, f"{named(text)} is no text")
    budget.charge(cost(text) if text.isascii() else 1 + len(text) // 8)
    return text.casefold()


def _extreme(budget: Budget, choose: Any, items: tuple[Any, ...], default: Mapping[str, Any]) -> Any:
    candidates = list(_listed(budget, items[0] if len(items) == 1 else list(items)))
    if not candidates and not default:
        raise Trouble(Failure.EMPTY, "there is nothing to choose from")
    _check_order(budget, candidates, rounds=1)
    return choose(candidates, **default)


def _check_order(budget: Budget, items: list[Any], rounds: int) -> None:
    kinds = set(map(type, items))
    if not kinds <= NUMBERS and kinds != {str}:
        raise Trouble(Failure.TYPE, "only numbers, or only texts, have an order")
    longest = max((item.bit_length() for item in items if type(item) is int), default=0)
    if longest > MAX_BITS:
        raise Trouble(Failure.SIZE, f"an integer of more than {MAX_BITS} bits")
    if float in kinds and any(item != item for item in items):
        raise Trouble(Failure.NUMBER, "NaN has no order")
    dear = STEPS_A_LONG_COMPARED if longest > WORD_BITS else 1
    budget.charge(rounds * sum(map(cost, items)) if str in kinds else rounds * dear * len(items))


def _listed(budget: Budget, items: Any) -> Collection[Any]:
    if type(items) not in (list, tuple, dict):
        raise Trouble(Failure.TYPE, f"{named(items)} is no list")
    budget.charge(len(items) + STEPS_A_CALL)
    listed: Collection[Any] = items
    return listed


def _day(text: Any) -> date:
    if type(text) is not str:
        raise Trouble(Failure.TYPE, f"{named(text)} is no date")
    try:
        return datetime.fromisoformat(text[:64]).date()
    except ValueError:
        raise Trouble(Failure.VALUE, f"{shown(text)} is no date such as 2024-05-31") from None


@dataclass(frozen=True, slots=True)
class Function:
    """A function that formulas may call: its guard, whether that takes the budget, arguments (least, most), keywords.

    `streams` where it may be given `(... for x in xs)`.
    """

    guard: Callable[..., Any]
    budgeted: bool
    least: int
    most: int
    keywords: tuple[str, ...] = ()
    streams: bool = False


FUNCTIONS: Final = {
    "abs": Function(absolute, False, 1, 1),
    "all": Function(every, True, 1, 1, streams=True),
    "any": Function(some, True, 1, 1, streams=True),
    "days_between": Function(days_between, False, 2, 2),
    "exp": Function(exponential, False, 1, 1),
    "get": Function(get, False, 2, 3),
    "len": Function(length, False, 1, 1),
    "log": Function(logarithm, False, 1, 2),
    "lower": Function(lower, True, 1, 1),
    "max": Function(largest, True, 1, 50, ("default",), streams=True),
    "min": Function(smallest, True, 1, 50, ("default",), streams=True),
    "pow": Function(power, True, 2, 2),
    "round": Function(rounded, True, 1, 2),
    "sorted": Function(ordered, True, 1, 1, ("reverse",), streams=True),
    "sqrt": Function(square_root, False, 1, 1),
    "sum": Function(total, True, 1, 1, streams=True),
}

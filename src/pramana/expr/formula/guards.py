"""What a compiled formula calls instead of Python's own operators and functions, where those could run away.

Each charges the budget before it works, and takes JSON values alone. Everything else that a formula may do costs no
more than its own length, so Python does it itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, Final

from pramana.expr.formula.failures import Failure, Trouble

MAX_BITS: Final = 4096
"""Longest integer that arithmetic takes or gives."""
MAX_SIZE: Final = 1_000_000
"""Longest text or list that an operator makes."""
MAX_STEPS: Final = 1_000_000
"""Default bound of steps: items that loops, comparisons and sorting pass over."""
_LIMIT: Final = 1 << MAX_BITS
_CHARACTERS_A_STEP: Final = 64
_NUMBERS: Final = frozenset({int, float, bool})
_SIZED: Final = frozenset({str, list, tuple, dict})
_ORDERED: Final = frozenset({int, float, bool, str})


class Budget:
    """How many steps one evaluation may still take."""

    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        self.left = steps

    def charge(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise Trouble(Failure.STEPS, "the data are larger than the step budget allows")


def iterate(budget: Budget, items: Any) -> Any:
    """Return what a loop goes over, with all its turns paid in advance."""
    if type(items) not in _SIZED:
        raise Trouble(Failure.TYPE, f"{_named(items)} cannot be gone through")
    budget.charge(len(items))
    return items


def number(value: Any) -> Any:
    if type(value) not in _NUMBERS:
        raise Trouble(Failure.TYPE, f"{_named(value)} is no number")
    if type(value) is int and not -_LIMIT < value < _LIMIT:
        raise Trouble(Failure.SIZE, f"an integer of more than {MAX_BITS} bits")
    return value


def add(budget: Budget, left: Any, right: Any) -> Any:
    kind = type(left)
    if kind in _NUMBERS and type(right) in _NUMBERS:
        return number(left) + number(right)
    if kind is type(right) and kind in (str, list, tuple):
        size = len(left) + len(right)
        if size > MAX_SIZE:
            raise Trouble(Failure.SIZE, f"a result of {size:,} items, more than {MAX_SIZE:,}")
        budget.charge(_cost(left) + _cost(right))
        return left + right
    raise Trouble(Failure.TYPE, f"{_named(left)} and {_named(right)} cannot be added")


def subtract(left: Any, right: Any) -> Any:
    return number(left) - number(right)


def multiply(left: Any, right: Any) -> Any:
    """Numbers only: repeating a text or a list is what exhausts memory, and no formula needs it."""
    if type(left) is float and type(right) is float:
        return left * right
    return number(number(left) * number(right))


def divide(left: Any, right: Any) -> Any:
    return number(left) / number(right)


def floor_divide(left: Any, right: Any) -> Any:
    return number(left) // number(right)


def remainder(left: Any, right: Any) -> Any:
    return number(left) % number(right)


def negative(value: Any) -> Any:
    return -number(value)


def positive(value: Any) -> Any:
    return +number(value)


def equal(budget: Budget, left: Any, right: Any) -> bool:
    if type(left) in _SIZED and type(right) in _SIZED:
        budget.charge(min(_weight(left, budget), _weight(right, budget)))
    elif type(left) is int and type(right) is int:
        return bool(number(left) == number(right))
    return bool(left == right)


def unequal(budget: Budget, left: Any, right: Any) -> bool:
    return not equal(budget, left, right)


def less(budget: Budget, left: Any, right: Any) -> bool:
    _comparable(budget, left, right)
    return bool(left < right)


def less_equal(budget: Budget, left: Any, right: Any) -> bool:
    _comparable(budget, left, right)
    return bool(left <= right)


def greater(budget: Budget, left: Any, right: Any) -> bool:
    _comparable(budget, left, right)
    return bool(left > right)


def greater_equal(budget: Budget, left: Any, right: Any) -> bool:
    _comparable(budget, left, right)
    return bool(left >= right)


def contains(budget: Budget, item: Any, container: Any) -> bool:
    kind = type(container)
    if kind is dict:
        return item in container if type(item) is str else False
    if kind is str:
        if type(item) is not str:
            raise Trouble(Failure.TYPE, f"{_named(item)} cannot stand in a text")
        budget.charge(_cost(container) + _cost(item))
        return item in container
    if kind in (list, tuple):
        return _among(budget, item, container)
    raise Trouble(Failure.TYPE, f"{_named(container)} holds nothing")


def lacks(budget: Budget, item: Any, container: Any) -> bool:
    return not contains(budget, item, container)


def item_of(container: Any, key: Any) -> Any:
    kind = type(container)
    if kind is dict:
        if type(key) is str:
            return container[key]
        raise Trouble(Failure.KEY, f"an object has no key {_shown(key)}; keys are texts")
    if kind not in (list, tuple, str):
        raise Trouble(Failure.TYPE, f"{_named(container)} has no items")
    if type(key) is not int or not -(1 << 63) < key < 1 << 63:
        raise Trouble(Failure.TYPE, f"{_shown(key)} is no position")
    return container[key]


def part_of(budget: Budget, container: Any, start: Any, stop: Any) -> Any:
    """Return `container[start:stop]`."""
    if type(container) not in (list, tuple, str):
        raise Trouble(Failure.TYPE, f"{_named(container)} has no parts")
    for bound in (start, stop):
        if bound is not None and type(bound) is not int:
            raise Trouble(Failure.TYPE, f"{_shown(bound)} is no position")
    budget.charge(_cost(container))
    return container[start:stop]


# The functions that a formula may call


def absolute(value: Any) -> Any:
    return abs(number(value))


def every(budget: Budget, items: Any) -> bool:
    return all(_listed(budget, items))


def some(budget: Budget, items: Any) -> bool:
    return any(_listed(budget, items))


def length(items: Any) -> int:
    if type(items) not in _SIZED:
        raise Trouble(Failure.TYPE, f"{_named(items)} has no length")
    return len(items)


def total(budget: Budget, items: Any) -> Any:
    """Return the sum of a list of numbers, left to right."""
    result: Any = 0
    for item in _listed(budget, items):
        result += number(item)
    return result


def smallest(budget: Budget, *items: Any, **default: Any) -> Any:
    return _extreme(budget, min, items, default)


def largest(budget: Budget, *items: Any, **default: Any) -> Any:
    return _extreme(budget, max, items, default)


def ordered(budget: Budget, items: Any, reverse: Any = False) -> list[Any]:
    listed = list(_listed(budget, items))
    _check_order(budget, listed, rounds=len(listed).bit_length())
    return sorted(listed, reverse=bool(reverse))


def rounded(value: Any, digits: Any = None) -> Any:
    if digits is not None and (type(digits) is not int or not -400 < digits < 400):
        raise Trouble(Failure.TYPE, f"{_shown(digits)} is no number of digits between -399 and 399")
    return round(number(value), digits)


def power(base: Any, exponent: Any) -> Any:
    number(base)
    number(exponent)
    if type(base) is not float and type(exponent) is not float:
        if exponent > 0 and int(base).bit_length() * exponent > MAX_BITS:
            raise Trouble(Failure.SIZE, f"an integer of more than {MAX_BITS} bits")
        return base**exponent if exponent >= 0 else math.pow(base, exponent)
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
        raise Trouble(Failure.TYPE, f"{_named(container)} has no keys")
    return container.get(key, default) if type(key) is str else default


def lower(budget: Budget, text: Any) -> str:
    """Return a text case-folded."""
    if type(text) is not str:
        raise Trouble(Failure.TYPE, f"{_named(text)} is no text")
    budget.charge(_cost(text))
    return text.casefold()


def _extreme(budget: Budget, choose: Any, items: tuple[Any, ...], default: Mapping[str, Any]) -> Any:
    candidates = list(_listed(budget, items[0] if len(items) == 1 else list(items)))
    if not candidates and not default:
        raise Trouble(Failure.EMPTY, "there is nothing to choose from")
    _check_order(budget, candidates, rounds=1)
    return choose(candidates, **default)


def _check_order(budget: Budget, items: list[Any], rounds: int) -> None:
    kinds = set(map(type, items))
    if not kinds <= _NUMBERS and kinds != {str}:
        raise Trouble(Failure.TYPE, "only numbers, or only texts, have an order")
    for item in items:
        if type(item) is int:
            number(item)
        elif item != item:
            raise Trouble(Failure.NUMBER, "NaN has no order")
    budget.charge(rounds * sum(map(_cost, items)) if str in kinds else rounds * len(items))


def _comparable(budget: Budget, left: Any, right: Any) -> None:
    kinds = {type(left), type(right)}
    if not (kinds <= _NUMBERS or kinds == {str}):
        raise Trouble(Failure.TYPE, f"{_named(left)} and {_named(right)} have no order")
    if kinds == {str}:
        budget.charge(min(_cost(left), _cost(right)))
    elif int in kinds:
        number(left)
        number(right)


def _among(budget: Budget, item: Any, container: list[Any]) -> bool:
    budget.charge(len(container))
    if type(item) in _ORDERED or item is None:
        if type(item) is int:
            number(item)
        elif type(item) is str:
            budget.charge(len(container) * (len(item) // _CHARACTERS_A_STEP))
        return item in container
    return any(equal(budget, item, other) for other in container)


def _listed(budget: Budget, items: Any) -> Iterable[Any]:
    if type(items) not in (list, tuple, dict):
        raise Trouble(Failure.TYPE, f"{_named(items)} is no list")
    budget.charge(len(items))
    listed: Iterable[Any] = items
    return listed


def _cost(value: Any) -> int:
    kind = type(value)
    if kind is str:
        return 1 + len(value) // _CHARACTERS_A_STEP
    return 1 + len(value) if kind in _SIZED else 1


def _weight(value: Any, budget: Budget) -> int:
    """Return how many values a comparison may pass over. Stops counting where the budget would."""
    weight, rest = 0, [value]
    while rest and weight <= budget.left:
        item = rest.pop()
        weight += _cost(item)
        if type(item) is dict:
            rest.extend(item.values())
        elif type(item) in (list, tuple):
            rest.extend(item)
        elif type(item) is int:
            number(item)
    return weight


def _day(text: Any) -> date:
    if type(text) is not str:
        raise Trouble(Failure.TYPE, f"{_named(text)} is no date")
    try:
        return datetime.fromisoformat(text[:64]).date()
    except ValueError:
        raise Trouble(Failure.VALUE, f"{_shown(text)} is no date such as 2024-05-31") from None


def _named(value: Any) -> str:
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "an integer", float: "a number", str: "a text", list: "a list", dict: "an object"}
    return names.get(type(value), "a list" if type(value) is tuple else f"a {type(value).__name__}")


def _shown(value: Any) -> str:
    if type(value) in (str, float, bool) or value is None:
        text = repr(value if type(value) is not str else value[:40])
        return text if len(text) <= 60 else f"{text[:57]}…"
    return str(value) if type(value) is int and -(10**20) < value < 10**20 else _named(value)

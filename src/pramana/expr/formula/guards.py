"""What a compiled formula calls instead of Python's own operators and functions, where those could run away.

Each charges the budget before it works, and takes JSON values alone. Everything else that a formula may do costs no
more than its own length, so Python does it itself.
"""

from __future__ import annotations

import struct
from collections.abc import Collection
from typing import Any, Final

from pramana.expr.formula.failures import FormulaFailure, Trouble

MAX_BITS: Final = 4096
"""Longest integer that arithmetic takes or gives."""
MAX_SIZE: Final = 1_000_000
"""Longest text or list that an operator makes."""
MAX_STEPS: Final = 500_000
"""Default bound of steps. A step is one part of a loop's body in one turn, one value compared or sorted, or 64
characters: on ordinary hardware 10 to 100 ns."""
WORD_BITS: Final = 63
"""Bits of an integer that counts as short: those of a signed 64-bit word without its sign."""
WORD: Final = 1 << WORD_BITS
LEAST: Final = -WORD
_WORDS_A_STEP: Final = 16
"""Products of two words that cost one step. This cost and those below keep a step at 10 to 100 ns for the attacks that
bench/formulas.py times."""
STEPS_A_LONG: Final = 10
"""What adding up integers of more than 63 bits costs, for each."""
STEPS_A_LONG_COMPARED: Final = 3
"""Steps for each long integer that is compared."""
_CHARACTERS_A_STEP: Final = 64
"""Characters of ASCII text that are copied or searched in one step."""
_WIDE_CHARACTERS_A_STEP: Final = 16
"""The same for text with other characters, which takes up to four bytes each."""
_STEPS_A_VALUE: Final = 3
"""Steps for a value that takes the slow path of an operator."""
STEPS_A_CALL: Final = 8
"""What sum, max and their like cost beside their items."""
NUMBERS: Final = frozenset({int, float, bool})
SIZED: Final = frozenset({str, list, tuple, dict})
_ORDERED: Final = frozenset({int, float, bool, str})


class StepBudget:
    """How many steps one evaluation may still take."""

    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        self.left = steps

    def charge(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise Trouble(FormulaFailure.STEPS, "the data are larger than the step budget allows")


def iterate(budget: StepBudget, items: Any, parts: int) -> Any:
    """Return what a loop goes over, with all its turns paid in advance, each by the parts of the loop's body."""
    if type(items) not in SIZED:
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(items)} is not iterable")
    budget.left -= len(items) * parts + 1  # as `charge` does, without the call: it is a twentieth of a short loop
    if budget.left < 0:
        budget.charge(0)
    return items


def all_fit(kind: str, values: Collection[Any]) -> bool:
    """Return whether all values are integers of one word (kind "q"), or all numbers that a float can be near to ("d").

    Packing them is the fastest way to learn it: half the time of an array, a third of that of a set of their types.
    """
    try:
        struct.pack(f"{len(values)}{kind}", *values)
    except (struct.error, OverflowError):
        return False
    return True


def number(value: Any) -> Any:
    if type(value) not in NUMBERS:
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(value)} is not a number")
    if type(value) is int and value.bit_length() > MAX_BITS:
        raise Trouble(FormulaFailure.SIZE, f"an integer of more than {MAX_BITS} bits")
    return value


def add(budget: StepBudget, left: Any, right: Any) -> Any:
    kind = type(left)
    if kind is type(right) and (kind is float or (kind is int and LEAST < left < WORD and LEAST < right < WORD)):
        return left + right
    if kind in NUMBERS and type(right) in NUMBERS:
        budget.charge(_STEPS_A_VALUE)
        return number(left) + number(right)
    if kind is type(right) and kind in (str, list, tuple):
        size = len(left) + len(right)
        if size > MAX_SIZE:
            raise Trouble(FormulaFailure.SIZE, f"a result of {size:,} items, more than {MAX_SIZE:,}")
        narrow = kind is not str or (left.isascii() and right.isascii())
        budget.charge(cost(left) + cost(right) if narrow else 2 + size // _WIDE_CHARACTERS_A_STEP)
        return left + right
    raise Trouble(FormulaFailure.TYPE, f"{kind_name(left)} and {kind_name(right)} cannot be added")


def subtract(budget: StepBudget, left: Any, right: Any) -> Any:
    kind = type(left)
    if kind is type(right) and (kind is float or (kind is int and LEAST < left < WORD and LEAST < right < WORD)):
        return left - right
    budget.charge(_STEPS_A_VALUE)
    return number(left) - number(right)


def multiply(budget: StepBudget, left: Any, right: Any) -> Any:
    """Numbers only: repeating a text or a list is what exhausts memory, and no formula needs it."""
    kind = type(left)
    if kind is type(right) and (kind is float or (kind is int and LEAST < left < WORD and LEAST < right < WORD)):
        return left * right
    _charge_long(budget, left, right)
    return number(left * right)


def divide(budget: StepBudget, left: Any, right: Any) -> Any:
    budget.charge(_STEPS_A_VALUE)
    return number(left) / number(right)


def floor_divide(budget: StepBudget, left: Any, right: Any) -> Any:
    _charge_long(budget, left, right)
    return left // right


def remainder(budget: StepBudget, left: Any, right: Any) -> Any:
    _charge_long(budget, left, right)
    return left % right


def _charge_long(budget: StepBudget, left: Any, right: Any) -> None:
    """Pay for long multiplication or division: digit by digit."""
    if type(number(left)) is int and type(number(right)) is int:
        budget.charge(long_work(left.bit_length(), right.bit_length()))


def long_work(bits: int, other: int) -> int:
    """Return the steps that arithmetic with integers of so many bits takes, where each digit meets each."""
    return (bits // WORD_BITS + 1) * (other // WORD_BITS + 1) // _WORDS_A_STEP


def negative(value: Any) -> Any:
    return -number(value)


def positive(value: Any) -> Any:
    return +number(value)


def equal(budget: StepBudget, left: Any, right: Any) -> bool:
    if type(left) is str and type(right) is str:
        budget.charge(min(cost(left), cost(right)))
    elif type(left) in SIZED and type(right) in SIZED:
        if len(left) != len(right):
            return False
        budget.charge(_STEPS_A_VALUE * _weight(left, budget.left // _STEPS_A_VALUE))
    elif type(left) is int and type(right) is int:
        return bool(number(left) == number(right))
    return bool(left == right)


def unequal(budget: StepBudget, left: Any, right: Any) -> bool:
    return not equal(budget, left, right)


def less(budget: StepBudget, left: Any, right: Any) -> bool:
    _comparable(budget, left, right)
    return bool(left < right)


def less_equal(budget: StepBudget, left: Any, right: Any) -> bool:
    _comparable(budget, left, right)
    return bool(left <= right)


def greater(budget: StepBudget, left: Any, right: Any) -> bool:
    _comparable(budget, left, right)
    return bool(left > right)


def greater_equal(budget: StepBudget, left: Any, right: Any) -> bool:
    _comparable(budget, left, right)
    return bool(left >= right)


def contains(budget: StepBudget, item: Any, container: Any) -> bool:
    kind = type(container)
    if kind is dict:
        return item in container if type(item) is str else False
    if kind is str:
        if type(item) is not str:
            raise Trouble(FormulaFailure.TYPE, f"{kind_name(item)} cannot occur in a text")
        budget.charge(cost(container) + cost(item))
        return item in container
    if kind in (list, tuple):
        return _among(budget, item, container)
    raise Trouble(FormulaFailure.TYPE, f"{kind_name(container)} contains nothing")


def lacks(budget: StepBudget, item: Any, container: Any) -> bool:
    return not contains(budget, item, container)


def same(budget: StepBudget, left: Any, right: Any) -> bool:
    """Return whether a value is null, true or false itself: for constants, of which Python's own `is` warns."""
    return left is right


def is_other(budget: StepBudget, left: Any, right: Any) -> bool:
    return left is not right


def item_of(container: Any, key: Any) -> Any:
    kind = type(container)
    if kind is dict:
        if type(key) is str:
            return container[key]
        raise Trouble(FormulaFailure.KEY, f"an object has no key {short_repr(key)}; keys are texts")
    if kind not in (list, tuple, str):
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(container)} has no items")
    if type(key) is not int or not -(1 << 63) < key < 1 << 63:
        raise Trouble(FormulaFailure.TYPE, f"{short_repr(key)} is not a position")
    return container[key]


def part_of(budget: StepBudget, container: Any, start: Any, stop: Any) -> Any:
    """Return `container[start:stop]`."""
    if type(container) not in (list, tuple, str):
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(container)} has no parts")
    for bound in (start, stop):
        if bound is not None and type(bound) is not int:
            raise Trouble(FormulaFailure.TYPE, f"{short_repr(bound)} is not a position")
    budget.charge(cost(container))
    return container[start:stop]


def _comparable(budget: StepBudget, left: Any, right: Any) -> None:
    kinds = {type(left), type(right)}
    if not (kinds <= NUMBERS or kinds == {str}):
        raise Trouble(FormulaFailure.TYPE, f"{kind_name(left)} and {kind_name(right)} have no order")
    if kinds == {str}:
        budget.charge(min(cost(left), cost(right)))
    elif int in kinds:
        number(left)
        number(right)


def _among(budget: StepBudget, item: Any, container: list[Any]) -> bool:
    budget.charge(len(container))
    if type(item) in _ORDERED or item is None:
        if type(item) is int:
            number(item)
        elif type(item) is str:
            budget.charge(len(container) * (len(item) // _CHARACTERS_A_STEP))
        return item in container
    return any(equal(budget, item, other) for other in container)


def cost(value: Any) -> int:
    kind = type(value)
    if kind is str:  # a wide text has up to four bytes a character
        return 1 + len(value) // (_CHARACTERS_A_STEP if value.isascii() else _WIDE_CHARACTERS_A_STEP)
    return 1 + len(value) if kind in SIZED else 1


def _weight(value: Any, most: int) -> int:
    """Return how many values a comparison may pass over. Stops counting past `most`."""
    weight, rest = 0, [value]
    while rest and weight <= most:
        item = rest.pop()
        weight += cost(item)
        if type(item) is dict:
            rest.extend(item.values())
        elif type(item) in (list, tuple):
            rest.extend(item)
        elif type(item) is int:
            number(item)
    return weight


def kind_name(value: Any) -> str:
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "an integer", float: "a number", str: "a text", list: "a list", dict: "an object"}
    return names.get(type(value), "a list" if type(value) is tuple else f"a {type(value).__name__}")


def short_repr(value: Any) -> str:
    if type(value) in (str, float, bool) or value is None:
        text = repr(value if type(value) is not str else value[:40])
        return text if len(text) <= 60 else f"{text[:57]}…"
    return str(value) if type(value) is int and -(10**20) < value < 10**20 else kind_name(value)

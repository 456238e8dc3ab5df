"""How long a value is as JSON: lists that share their items are short in memory, and are written out in full."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pramana.expr.formula.failures import FormulaFailure, Trouble

MAX_WEIGHT: Final = 4_000_000
"""Characters of JSON that a formula's value may have beyond those of the values that it was given."""
MAX_LEVELS: Final = 100
"""Lists and objects within each other in a formula's value: as many as the readers of JSON take."""
_SCALAR: Final = 8


class Weigher:
    """Weighs values: about the characters of their JSON. Lists and objects that occur again are looked at once.

    The values must live as long as the weigher. `most` is where weighing stops.
    """

    __slots__ = ("_known", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self._known: dict[int, tuple[int, int]] = {}

    def weigh(self, value: Any) -> int:
        """Return a value's weight. Raises Trouble where it is over `most`, or nested deeper than MAX_LEVELS."""
        weight, levels = self._measure(value, MAX_LEVELS)
        if weight > self.most:
            raise _too_long()
        if levels > MAX_LEVELS:
            raise _too_deep()
        return weight

    def _measure(self, value: Any, left: int) -> tuple[int, int]:
        """Return a value's weight and its levels."""
        kind = type(value)
        if kind is str:
            return len(value) + 2, 0
        if kind not in (list, tuple, dict):
            return _SCALAR + (value.bit_length() // 3 if kind is int else 0), 0
        known = self._known.get(id(value))
        if known is None:
            if left <= 0:
                raise _too_deep()
            known = self._known[id(value)] = self._measure_parts(value, left - 1)
        return known

    def _measure_parts(self, value: Any, left: int) -> tuple[int, int]:
        weight, deepest = 2, 0
        if type(value) is dict:
            weight += sum(len(key) + 4 if type(key) is str else _SCALAR for key in value)
            value = value.values()
        for part in value:
            more, levels = self._measure(part, left)
            weight += more + 1
            deepest = max(deepest, levels)
            if weight > self.most:
                raise _too_long()
        return weight, deepest + 1


def _too_long() -> Trouble:
    return Trouble(FormulaFailure.SIZE, f"the value is longer than {MAX_WEIGHT:,} characters of JSON")


def _too_deep() -> Trouble:
    return Trouble(FormulaFailure.SIZE, f"the value is nested deeper than {MAX_LEVELS} levels")


def check_weight(value: Any, given: tuple[Any, ...]) -> None:
    """Raise Trouble for a value that is more than MAX_WEIGHT longer than the values that it was made of."""
    try:
        Weigher(MAX_WEIGHT).weigh(value)
    except Trouble:
        Weigher(MAX_WEIGHT + weigh_given(given)).weigh(value)


def weigh_given(given: Iterable[Any]) -> int:
    """Return the weight of values that are there already, however long they are; 0 where one is nested too deeply."""
    unbounded = Weigher(1 << 62)
    try:
        return sum(unbounded.weigh(value) for value in given)
    except Trouble:
        return 0

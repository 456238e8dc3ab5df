"""How sure a comparison can be: intervals of shares, of paired differences, and a test of paired yes and no. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, exp, log, sqrt
from random import Random

RESAMPLES = 2000
"""Resamples of a bootstrap. The ends of a 95 % interval then vary by about 2 % of its width; more cost time only."""
LEVEL = 0.95
"""The coverage of intervals, 0 to 1. `_Z` belongs to it."""
_Z = 1.959963984540054
"""The standard normal's quantile at 0.975."""

Interval = tuple[float, float]


def wilson(part: int, whole: int) -> Interval | None:
    """Return Wilson's score interval of a share at 95 % (Wilson 1927); None of nothing.

    >>> [round(end, 4) for end in wilson(190, 200)]
    [0.9104, 0.9726]
    """
    if not whole:
        return None
    share, square = part / whole, _Z * _Z
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    reach = _Z * sqrt(share * (1 - share) / whole + square / (4 * whole * whole)) / (1 + square / whole)
    return (middle - reach if part else 0.0), (middle + reach if part < whole else 1.0)


def mcnemar(only_a: int, only_b: int) -> float:
    """Return the two-sided p of McNemar's exact test: that of a fair coin at the lines where only one said yes.

    >>> mcnemar(0, 0), mcnemar(1, 9)
    (1.0, 0.021484375)
    """
    thrown = only_a + only_b
    tail = sum(comb(thrown, number) for number in range(min(only_a, only_b) + 1))
    return min(1.0, 2 * tail / (1 << thrown))


def unseen(trials: int) -> float:
    """Return the largest share at which nothing is seen in so many trials with a chance of 5 % still.

    >>> round(unseen(200), 4)
    0.0149
    """
    return 1.0 - exp(log(0.05) / trials) if trials else 1.0


@dataclass(frozen=True, slots=True)
class Ratio:
    """A statistic of resampled groups: a sum over a sum, as indexes of the columns that are summed."""

    part: int
    whole: int

    def of(self, sums: Sequence[int]) -> float | None:
        return sums[self.part] / sums[self.whole] if sums[self.whole] else None


def bootstrap(
    rows: Sequence[Sequence[int]], statistics: Sequence[Callable[[Sequence[int]], float | None]], seed: int
) -> list[Interval | None]:
    """Return the percentile interval at 95 % of each statistic of the column sums, over resamples of the rows.

    A row is a group of lines that share calls, with what both versions made of it: whole rows are drawn, so lines stay
    paired. Columns are integers, and only `random()` is drawn, so a seed gives the same everywhere. None where some
    resample has no value.
    """
    if not rows:
        return [None] * len(statistics)
    draw = Random(seed).random
    count, columns = len(rows), list(zip(*rows, strict=True))
    drawn: list[list[float | None]] = [[] for _ in statistics]
    for _ in range(RESAMPLES):
        chosen = [int(draw() * count) for _ in range(count)]
        sums = [sum(map(column.__getitem__, chosen)) for column in columns]
        for values, statistic in zip(drawn, statistics, strict=True):
            values.append(statistic(sums))
    return [_percentiles(values) for values in drawn]


def _percentiles(values: Sequence[float | None]) -> Interval | None:
    known = sorted(value for value in values if value is not None)
    if len(known) < len(values):
        return None
    cut = int(len(known) * (1 - LEVEL) / 2)
    return known[cut], known[-1 - cut]

"""Points by where a value lies."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence


def band(value: float | None, cuts: Sequence[float], points: Sequence[int]) -> int:
    """Return the points of the band that holds `value`: each band includes its lower cut and not its upper one.

    `cuts` ascend, `points` has one entry more. A value that was not recorded counts 0: it is taken as normal.

    >>> [band(pulse, [90, 110], [2, 0, 3]) for pulse in (89.9, 90, 110)]
    [2, 0, 3]
    """
    return 0 if value is None else points[bisect_right(cuts, value)]


def above(value: float | None, limit: float, points: int = 1) -> int:
    """Return `points` where the value is above the limit; 0 also where it was not recorded."""
    return points if value is not None and value > limit else 0


def below(value: float | None, limit: float, points: int = 1) -> int:
    """Return `points` where the value is below the limit; 0 also where it was not recorded."""
    return points if value is not None and value < limit else 0


def reaches(value: float | None, limit: float, points: int = 1) -> int:
    """Return `points` where the value is the limit or above; 0 also where it was not recorded."""
    return points if value is not None and value >= limit else 0

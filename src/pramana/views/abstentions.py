"""Lines that the reader abstained from, by cause: *12 lines are not English: Spanish 9, German 3*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pramana.wording import plural

_OF_MANY = {
    "the line is not English": "are not English",
    "the line is in another script": "are in another script",
    "the line is a fragment without a verb": "are fragments without a verb",
    "the line is mostly symbols": "are mostly symbols",
    "the line has no words": "have no words",
}
"""The causes that the embedded reader names, and how they read of several lines."""


def merge_causes(reasons: Mapping[str, int]) -> dict[str, int]:
    """Return reasons with those of one cause as one, the most frequent first; what differs is counted.

    >>> merge_causes({"the line is not English: German": 3, "the line is not English: Spanish": 9, "no idea": 1})
    {'the line is not English: Spanish 9, German 3': 12, 'no idea': 1}
    """
    details: dict[str, Counter[str]] = {}
    for reason, count in reasons.items():
        cause = cause_of(reason)
        details.setdefault(cause, Counter())[reason.removeprefix(cause).removeprefix(": ")] += count
    merged = {_with_details(cause, found): found.total() for cause, found in details.items()}
    return dict(sorted(merged.items(), key=lambda item: (-item[1], item[0])))


def cause_of(reason: str) -> str:
    """Return a reason without its detail, where it is one of the embedded reader's; else as it is."""
    cause = reason.partition(": ")[0]
    return cause if cause in _OF_MANY else reason


def _with_details(cause: str, found: Counter[str]) -> str:
    named = sorted(((count, detail) for detail, count in found.items() if detail), key=lambda each: (-each[0], each[1]))
    return f"{cause}: {', '.join(f'{detail} {count:,}' for count, detail in named)}" if named else cause


def lines_in_words(count: int, reason: str) -> str:
    """Return why lines were left out, as a sentence.

    >>> lines_in_words(4, "the line is a fragment without a verb"), lines_in_words(2, "no idea")
    ('4 lines are fragments without a verb', '2 lines: no idea')
    """
    cause, separator, details = reason.partition(": ")
    if cause not in _OF_MANY:
        return f"{plural(count, 'line')}: {reason}"
    said = cause.removeprefix("the line ") if count == 1 else _OF_MANY[cause]
    return f"{plural(count, 'line')} {said}{separator}{details}"

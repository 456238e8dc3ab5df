"""How a line says less than a claim that it nearly says: only of the past, or with a word that limits it."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.claims.coverage import compare_claim
from pramana.claims.model import Aspect, Mismatch
from pramana.claims.writing import line_with_written_dates, with_written_dates
from pramana.language import EvidenceLine


def shortfalls(claim: str, line: EvidenceLine) -> Sequence[Mismatch]:
    """Return by what a line falls short of a claim, where it does by nothing else: time, and words that limit.

    >>> [each.stated for each in shortfalls("The pier is closed.", EvidenceLine("The pier was nominally closed."))]
    ['was nominally closed', 'nominally']
    >>> shortfalls("Bo closed the pier.", EvidenceLine("Ann nominally closed the pier."))
    ()
    """
    found = compare_claim(with_written_dates(claim), [line_with_written_dates(line)])
    differences = tuple(each for match in found.matches for each in match.differences)
    return differences if all(each.aspect in _LESS for each in differences) else ()


_LESS = frozenset({Aspect.TIME, Aspect.LIMIT})

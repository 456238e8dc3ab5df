"""Lines that speak against what other lines say: *the Board approved it*, and *the Board did not approve it*."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pramana.claims.coverage import compare_claim
from pramana.claims.model import Aspect, ClaimCheck, ClaimComparison, ClaimVerdict, Mismatch
from pramana.language import EvidenceLine, dates_of

Check = Callable[[str, Sequence[EvidenceLine]], ClaimCheck]
_OPPOSITE = {
    ClaimVerdict.SUPPORTED: ClaimVerdict.CONTRADICTED,
    ClaimVerdict.CONTRADICTED: ClaimVerdict.SUPPORTED,
}


def with_disagreement(found: ClaimCheck, lines: Sequence[EvidenceLine], check: Check) -> ClaimCheck:
    """Return a check as it is, or `unsure` with the lines of both sides where another line has the opposite verdict."""
    wanted = _OPPOSITE.get(found.verdict)
    if wanted is None or len(lines) < 2:
        return found
    against = tuple(
        place
        for place, line in enumerate(lines)
        if place not in found.lines and line.text and _verdict_of(found, lines, line, check) is wanted
    )
    if not against:
        return found
    said, denied = (found.lines, against) if found.is_supported else (against, found.lines)
    reason = (
        f"The lines disagree: “{_quoted_line(lines, said)}” says so, “{_quoted_line(lines, denied)}” says otherwise."
    )
    both = tuple(sorted({*found.lines, *against}))
    return replace(found, verdict=ClaimVerdict.UNSURE, reasons=(reason,), lines=both, opposing=tuple(sorted(denied)))


def _quoted_line(lines: Sequence[EvidenceLine], places: Sequence[int]) -> str:
    return lines[places[0]].text[:_LONGEST].strip() if places else ""


_LONGEST = 200
"""Characters of a line that a reason quotes."""


def _verdict_of(found: ClaimCheck, lines: Sequence[EvidenceLine], line: EvidenceLine, check: Check) -> ClaimVerdict:
    """Return what one line makes of a claim; that it denies it for a day only, counts as well, if no other is named."""
    alone = check(found.claim, [line])
    if alone.verdict is ClaimVerdict.UNSURE and not _is_dated_apart(lines, found.lines, line):
        leaning = _leaning(compare_claim(found.claim, [line]))
        return leaning or alone.verdict
    return alone.verdict


def _is_dated_apart(lines: Sequence[EvidenceLine], places: Sequence[int], line: EvidenceLine) -> bool:
    """Whether two lines are about other days: *on 3 May* and *on 4 May*."""
    here = dates_of(line.text)
    there = [date for place in places for date in dates_of(lines[place].text)]
    return bool(there) and not any(one.is_within(two) or two.is_within(one) for one in here for two in there)


def _leaning(there: ClaimComparison) -> ClaimVerdict | None:
    """Return what a line says of a claim but for the day that it adds to a denial; None where more differs."""
    if len(there.matches) != 1:
        return None
    rest = [each for each in there.matches[0].differences if not _is_day(each)]
    if len(rest) == len(there.matches[0].differences):
        return None
    if not rest:
        return ClaimVerdict.SUPPORTED
    denial = len(rest) == 1 and rest[0].aspect is Aspect.NEGATION and rest[0].opposed
    return ClaimVerdict.CONTRADICTED if denial else None


def _is_day(difference: Mismatch) -> bool:
    added = difference.aspect is Aspect.DETAIL and not difference.said
    return added and bool(dates_of(difference.stated))

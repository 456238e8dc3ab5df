"""The check of one claim by rules: deterministic, without a model."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from pramana.claims.coverage import (
    compare_claim,
    foreign_words,
    may_say,
    opposed_difference,
    values_in_writing,
    without_orders,
)
from pramana.claims.disagreement import with_disagreement
from pramana.claims.exchanges import misplacement
from pramana.claims.figures import other_figure
from pramana.claims.model import Aspect, ClaimCheck, ClaimComparison, ClaimVerdict
from pramana.claims.readings import stems_of, texts_of
from pramana.claims.rewording import rewordings
from pramana.claims.sayings import other_sayings, replaced_words
from pramana.claims.simpler import JOINTS, claim_parts, shorter_lines
from pramana.claims.standard import in_standard_words, line_in_standard_words
from pramana.claims.writing import line_with_written_dates, with_names_of, with_written_dates
from pramana.evidence import words
from pramana.language import NEGATIONS, EvidenceLine, negations, number_values, operator_words, stem, word_set

Evidence = Sequence[EvidenceLine | str]
"""Lines with their accepted links; a string is a line without links."""
_SHARED = 0.25
"""From what share of a claim's nouns, names, verbs and numbers on a line speaks of the same, whatever it says."""


def check(claim: str, evidence: Evidence) -> ClaimCheck:
    """Return whether evidence says a claim, by rules alone.

    `supported` and `contradicted` only where every word of the claim and of the matched clause is accounted for.

    >>> check("The map was stolen by Marsh.", ["Marsh stole the map."]).verdict.value
    'supported'
    >>> check("Marsh never stole the map.", ["Marsh stole the map."]).verdict.value
    'contradicted'
    >>> check("Lily stole the map.", ["Marsh stole the map."]).verdict.value
    'unsure'
    """
    lines = [EvidenceLine(line) if isinstance(line, str) else line for line in evidence]
    lines, ordered = without_orders([line_with_written_dates(line) for line in lines])
    if not claim.strip():
        return ClaimCheck(claim, ClaimVerdict.UNSURE, ("The claim is empty.",))
    written = with_names_of(with_written_dates(claim), lines)
    found = with_disagreement(_check_lines(written, lines, ordered), lines, _check_lines)
    found = _without_misplacement(found, written, lines)
    return found if written == claim else replace(found, claim=claim)


def _without_misplacement(found: ClaimCheck, claim: str, lines: Sequence[EvidenceLine]) -> ClaimCheck:
    """Return a check, unsure where the line that says the claim may have two of its words in each other's places."""
    for index in found.lines if found.is_supported else ():
        reason = misplacement(claim, lines[index].text)
        if reason:
            return ClaimCheck(claim, ClaimVerdict.UNSURE, (reason,), found.lines)
    return found


def _check_lines(claim: str, lines: Sequence[EvidenceLine], ordered: tuple[str, ...] = ()) -> ClaimCheck:
    """Return what lines make of a claim as a whole; `ordered` are reasons about lines that were left out."""
    found = compare_claim(claim, lines)
    if not found.reasons:
        return ClaimCheck(claim, ClaimVerdict.SUPPORTED, (), found.lines)
    reworded = None if found.is_foreign else _reworded_check(claim, lines)
    if reworded is not None:
        return reworded
    restated = _restated_check(claim, lines, found.strange)
    if restated is not None:
        return restated
    opposed = opposed_difference(claim, lines, found)
    if opposed is not None:
        difference, line = opposed
        return ClaimCheck(claim, ClaimVerdict.CONTRADICTED, (difference.sentence,), (line,))
    figure = other_figure(claim, lines, found)
    if figure is not None:
        verdict = ClaimVerdict.CONTRADICTED if figure.is_opposed else ClaimVerdict.UNSURE
        return ClaimCheck(claim, verdict, (*ordered, figure.reason), (figure.line,))
    missing = missing_content(claim, lines)
    if missing:
        return ClaimCheck(claim, ClaimVerdict.NOT_STATED, (*ordered, missing))
    reasons = tuple(reason[:1].upper() + reason[1:] for reason in found.reasons)
    return ClaimCheck(claim, ClaimVerdict.UNSURE, (*ordered, *reasons), nearest_lines(claim, lines, found))


def nearest_lines(claim: str, lines: Sequence[EvidenceLine], found: ClaimComparison) -> tuple[int, ...]:
    """Return the lines to show with a claim that none says: those of the nearest clauses, if these have its verb; else
    the one that shares most of its content, if it has a quarter of it. None where no clause was compared."""
    same = [match for match in found.matches if not any(each.aspect is Aspect.VERB for each in match.differences)]
    if len(same) == len(found.matches):
        return found.lines
    own = content_stems(claim)
    shares = [len(own & stems_of(line)) for line in lines]
    most = max(shares, default=0)
    nearest = [index for index, share in enumerate(shares) if share == most]
    of_clauses = [index for index in nearest if index in found.lines]
    return tuple(of_clauses or nearest[:1]) if own and most >= _SHARED * len(own) else ()


def _reworded_check(claim: str, lines: Sequence[EvidenceLine]) -> ClaimCheck | None:
    """Return what another way to say a claim decides about it, None where none does; support comes first."""
    ways = [(way, compare_claim(way.text, lines)) for way in rewordings(claim, lines)]
    held = [(way, found) for way, found in ways if not found.reasons]
    for way, found in held:
        if not way.opposed:
            return ClaimCheck(claim, ClaimVerdict.SUPPORTED, (), found.lines)
    for way, found in held:
        return ClaimCheck(claim, ClaimVerdict.CONTRADICTED, (f"It differs in {way.difference}.",), found.lines[:1])
    return None


def _restated_check(claim: str, lines: Sequence[EvidenceLine], strange: Sequence[str]) -> ClaimCheck | None:
    """Return that lines say a claim in standard words, in another fixed frame, or in a part; None where they do not.

    `strange` are words and numbers of the claim that no line was found to have.
    """
    if len(claim) > _LONGEST_RESTATED:
        return None
    standard = in_standard_words(claim)
    written = [line_in_standard_words(line) for line in lines]
    is_same = all(one is other for one, other in zip(lines, written, strict=True))
    if is_lost(standard, (lines,) if is_same else (lines, written), strange):
        return None
    for way in (standard, *other_sayings(standard)):
        own = content_stems(way)
        if foreign_words(way, written) or not own:
            continue
        for index, line in enumerate(written):
            if len(own & stems_of(line)) >= _NEARLY * len(own) and _is_said_in_part(way, line):
                return ClaimCheck(claim, ClaimVerdict.SUPPORTED, (), (index,))
        if way != claim and not (found := compare_claim(way, written)).reasons:
            return ClaimCheck(claim, ClaimVerdict.SUPPORTED, (), found.lines)
    parts = [_check_part(part, lines) for part in claim_parts(standard)]
    held = [each.lines for each in parts if each.is_supported]
    if parts and len(held) == len(parts) and len(set(held)) == 1:  # by one line: *the firm* of another is another
        return ClaimCheck(claim, ClaimVerdict.SUPPORTED, (), held[0])
    return None


def _is_said_in_part(way: str, line: EvidenceLine) -> bool:
    """Whether a line, or a sentence that follows from it, says a claim; no part has a word that the line lacks."""
    whole = compare_claim(way, [line])
    if not whole.reasons:
        return True
    if whole.strange or (negations(way) and not negations(line.text)):
        return False
    return any(not compare_claim(way, [each]).reasons for each in shorter_lines(line))


def is_lost(claim: str, writings: Sequence[Sequence[EvidenceLine]], strange: Sequence[str]) -> bool:
    """Whether a claim has a word, a number or a denial that its lines have in no form, and that no other frame of it
    lacks; `writings` are the lines as they are, and in standard words.

    Neither another way to say such a claim nor all of its parts can be said by its lines.
    """
    own = words(claim).forms
    absent = {form for form in map(str.casefold, strange) if form in own}
    lost = frozenset.intersection(*(_lost_content(claim, lines, absent) for lines in writings))
    return not lost <= _left_out()


def _lost_content(claim: str, lines: Sequence[EvidenceLine], absent: Collection[str]) -> frozenset[str]:
    lost = {form for form in absent if not may_say(form, lines)}
    lost |= values_in_writing(claim, lines) - {value for line in lines for value in _values_of(line)}
    if negations(claim) and not any(negations(line.text) for line in lines):
        lost |= NEGATIONS.intersection(operator_words(claim))
    return frozenset(lost)


@cache
def _left_out() -> frozenset[str]:
    """Return the words that another way to say a claim, or its parts together, may lack; numbers by their values."""
    numbers = (value for word in replaced_words() for value in number_values(word))
    return replaced_words() | JOINTS | frozenset(numbers)


@lru_cache(maxsize=4_096)
def _values_of(line: EvidenceLine) -> frozenset[str]:
    """Return the values of the numbers of a line, and of what its expressions mean."""
    return frozenset(value for text in texts_of(line) for value in number_values(text))


def _check_part(part: str, lines: Sequence[EvidenceLine]) -> ClaimCheck:
    found = compare_claim(part, lines)
    if not found.reasons:
        return ClaimCheck(part, ClaimVerdict.SUPPORTED, (), found.lines)
    return _restated_check(part, lines, found.strange) or ClaimCheck(part, ClaimVerdict.UNSURE)


_LONGEST_RESTATED = 300
"""Characters of a claim that is compared in other frames: a sentence of fifty words."""
_NEARLY = 0.5
"""The share of a claim's content from which parts of a line are compared with it: the rest may be in other words."""


def missing_content(claim: str, lines: Sequence[EvidenceLine]) -> str:
    """Return that no line speaks of the same as a claim, "" where one may.

    A line that has none of the claim's content may still say it in other words; one that lacks a name or a number of
    it does not, as these are not paraphrased.
    """
    held = [stems_of(line) for line in lines]
    own = content_stems(claim)
    share = max((len(own & each) / len(own) for each in held), default=0.0) if own else 0.0
    if not share:
        return "No line shares a word of its content."
    there = frozenset().union(*held)
    strange = [name for name in _names_in(claim) if stem(name.casefold()) not in there]
    if share < _SHARED:
        strange += sorted(number_values(claim) - {value for line in lines for value in _values_of(line)})
    if strange and share < _SHARED:
        return f"No line has {', '.join(strange)}, and none shares a quarter of its content."
    return ""


def _names_in(claim: str) -> list[str]:
    """Return the words of a claim with a capital, but for the first, which has one in any case."""
    return [word for word in _WORD.findall(claim)[1:] if word[0].isupper() and len(word) > 1]


def content_stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that say something by themselves."""
    return frozenset(stem(form) for form in words(text).forms if len(form) > 1 and form not in _COMMON)


_WORD = re.compile(r"[^\W\d_]+")
_COMMON = word_set("search/common") | word_set("claims/glue")

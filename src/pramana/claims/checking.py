"""The check of one claim by rules: deterministic, without a model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pramana.claims.coverage import compare_claim, opposed_difference
from pramana.claims.discrepancies import names_of, share_in
from pramana.claims.model import ClaimCheck, ClaimVerdict
from pramana.language import EvidenceLine, number_values

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
    if not claim.strip():
        return ClaimCheck(claim, ClaimVerdict.UNSURE, ("The claim is empty.",))
    found = compare_claim(claim, lines)
    if not found.reasons:
        return ClaimCheck(claim, ClaimVerdict.SUPPORTED, (), found.lines)
    opposed = opposed_difference(claim, lines, found)
    if opposed is not None:
        difference, line = opposed
        return ClaimCheck(claim, ClaimVerdict.CONTRADICTED, (f"It differs in {difference}.",), (line,))
    missing = missing_content(claim, lines)
    if missing:
        return ClaimCheck(claim, ClaimVerdict.NOT_STATED, (missing,))
    reasons = tuple(reason[:1].upper() + reason[1:] for reason in found.reasons)
    return ClaimCheck(claim, ClaimVerdict.UNSURE, reasons, found.lines)


def missing_content(claim: str, lines: Sequence[EvidenceLine]) -> str:
    """Return that no line speaks of the same as a claim, "" where one may.

    A line that has none of the claim's content may still say it in other words; one that lacks a name or a number of
    it does not, as these are not paraphrased.
    """
    texts = [text for line in lines for text in (line.text, *(each.means for each in line.references))]
    shares = [share_in(claim, [line.text]) for line in lines]
    if not max(shares, default=0.0):
        return "No line shares a word of its content."
    words = {word.casefold() for text in texts for word in _words(text)}
    strange = [name for name in names_of(claim) if name.casefold() not in words]
    strange += sorted(number_values(claim) - {value for text in texts for value in number_values(text)})
    if strange and max(shares) < _SHARED:
        return f"No line has {', '.join(strange)}, and none shares a quarter of its content."
    return ""


def _words(text: str) -> Iterable[str]:
    return (word.strip(".,;:!?\"'“”()") for word in text.split())

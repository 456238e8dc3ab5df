"""The lines of a text that may say a claim: those that share most of its rarer words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log

from pramana.claims.checking import Evidence, check, missing_content
from pramana.claims.identities import PassageLinks
from pramana.claims.model import ClaimCheck, ClaimVerdict
from pramana.evidence import words
from pramana.language import EvidenceLine, stem

NEAREST = 8
"""How many lines of a text are compared with a claim: more share only words that many lines have."""


class ClaimText:
    """A text that many claims are checked against: each with the lines that are nearest to it.

    Indices of lines are those of `lines`. Of plain lines pronouns and names are resolved by the text itself; lines with
    accepted links, as a workspace has them, mean what these say and nothing else.
    """

    def __init__(self, lines: Evidence) -> None:
        self._is_plain = all(isinstance(line, str) for line in lines)
        self.lines: tuple[EvidenceLine, ...] = tuple(
            EvidenceLine(line) if isinstance(line, str) else line for line in lines
        )
        self._places: dict[str, list[int]] = {}
        self._links = PassageLinks([line.text for line in self.lines])
        self._linked: dict[int, EvidenceLine] = {}
        for index, line in enumerate(self.lines):
            for key in _stems((line.text, *(each.means for each in line.references))):
                self._places.setdefault(key, []).append(index)

    def near(self, claim: str, most: int = NEAREST) -> tuple[int, ...]:
        """Return the indices of the lines that share most with a claim, the nearest first; none where none shares."""
        weights: dict[int, float] = {}
        for key in sorted(_stems((claim,))):
            held = self._places.get(key, ())
            for index in held:
                weights[index] = weights.get(index, 0.0) + log(1 + len(self.lines) / len(held))
        return tuple(sorted(weights, key=lambda index: (-weights[index], index))[:most])

    def having(self, stemmed: str) -> Sequence[int]:
        """Return the indices of the lines that have a word with a stem, in order."""
        return self._places.get(stemmed, ())

    def holding(self, phrases: Iterable[str]) -> tuple[int, ...]:
        """Return the indices of the lines that have the last word of each of some phrases, in order."""
        last = [stem(forms[-1]) for phrase in phrases if (forms := words(phrase).forms)]
        held = [set(self.having(each)) for each in last]
        return tuple(sorted(set.intersection(*held))) if held else ()

    def check(self, claim: str) -> ClaimCheck:
        """Return whether the text says a claim, by rules alone."""
        near = self.near(claim)
        found = check(claim, [self.lines[index] for index in near])
        if found.is_undecided and self._is_plain:
            linked = check(claim, [self._link(index) for index in near])
            found = found if linked.is_undecided else linked
        if found.verdict is ClaimVerdict.NOT_STATED and missing_content(claim, self.lines) == "":
            reason = "No single line shares enough of its content to be compared."
            return ClaimCheck(claim, ClaimVerdict.UNSURE, (reason,))
        return found.in_places(near)

    def _link(self, index: int) -> EvidenceLine:
        if index not in self._linked:
            self._linked[index] = self._links.line(index)
        return self._linked[index]


def _stems(texts: Iterable[str]) -> set[str]:
    return {stem(form) for text in texts for form in words(text).forms}


def check_all(claims: Sequence[str], lines: Evidence) -> list[ClaimCheck]:
    """Return whether a text says each of some claims, by rules alone, in their order."""
    text = ClaimText(lines)
    return [text.check(claim) for claim in claims]

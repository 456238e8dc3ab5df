"""What a check of a claim gives: a verdict, its reasons, the lines that decide it, and who decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pramana.language import Clause
from pramana.serialization import JsonRecord


class ClaimVerdict(StrEnum):
    """What evidence makes of a claim."""

    SUPPORTED = "supported"
    """The evidence says it: every word of the claim and of the matched clause is accounted for."""
    CONTRADICTED = "contradicted"
    """The evidence says it with exactly one operator or value opposed, everything else being accounted for."""
    NOT_STATED = "not_stated"
    """No line shares its content."""
    UNSURE = "unsure"
    """It could not be decided."""


class Decider(StrEnum):
    """Who decided about a claim."""

    RULES = "rules"
    MODEL = "model"
    PERSON = "person"


class Aspect(StrEnum):
    """In what a claim and a line differ."""

    NAME = "name"
    NUMBER = "number"
    DATE = "date"
    NEGATION = "negation"
    MODALITY = "modality"
    MARKER = "marker"
    ROLES = "roles"
    SPEAKER = "speaker"
    TIME = "time"
    DETAIL = "detail"
    LIMIT = "limit"
    VERB = "verb"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One difference between a clause of a claim and a clause of a line, with the words of both, "" for none.

    `opposed`: the two cannot both hold, if nothing else differs (*stole* and *never stole*, *three maps* and *four
    maps*).
    """

    aspect: Aspect
    said: str = ""
    stated: str = ""
    opposed: bool = False

    def __str__(self) -> str:
        """Return it as a phrase: `the number “four”, where the line has “three”`."""
        if self.aspect is Aspect.NEGATION:
            if self.said == self.stated:
                return f"a denial: “{self.said}” is denied in one of the two"
            return f"a denial: one of “{self.said}” and “{self.stated}” is denied, the other is not"
        if self.aspect is Aspect.SPEAKER:
            return "who says so: one of the two is somebody's words"
        if self.aspect is Aspect.MODALITY and self.said == self.stated:
            return f"how “{self.said}” is asserted: one of the two is what somebody said, found, wanted or tried"
        if self.aspect is Aspect.TIME:
            return f"time: the claim has “{self.said}”, and the line tells it as past: “{self.stated}”"
        if self.aspect is Aspect.ROLES and self.opposed:
            return f"who does it to whom: the line has the participants of “{self.said}” in each other's roles"
        if not self.said and self.stated:
            return f"the {self.aspect.value} “{self.stated}” of the line, which it leaves out"
        subject = f"the {self.aspect.value}" + (f" “{self.said}”" if self.said else "")
        return f"{subject}, where the line has “{self.stated}”" if self.stated else subject

    @property
    def sentence(self) -> str:
        """Why a line that differs in nothing else contradicts a claim."""
        if self.aspect in _SHOWN and self.said and self.stated:
            return f"The line says “{self.stated}”, not “{self.said}”."
        return f"It differs in {self}."


_SHOWN = frozenset({Aspect.NUMBER, Aspect.DATE, Aspect.MARKER, Aspect.VERB, Aspect.DETAIL})
"""Differences of which the words of both sides say all."""


@dataclass(frozen=True, slots=True)
class MatchedClause:
    """A clause of a line that is nearest to a clause of a claim: the line's index, and how the two differ."""

    line: int
    clause: Clause
    differences: tuple[Mismatch, ...]


@dataclass(frozen=True, slots=True)
class ClaimComparison:
    """A claim compared with lines: why they do not say it (() where they do), and the match of each of its clauses."""

    reasons: tuple[str, ...] = ()
    matches: tuple[MatchedClause, ...] = ()
    strange: tuple[str, ...] = ()
    """Words and numbers of the claim that no line holds."""
    is_foreign: bool = False
    """Whether one of these is a word that no rewording of the claim replaces."""

    @property
    def lines(self) -> tuple[int, ...]:
        return tuple(sorted({match.line for match in self.matches}))


@dataclass(frozen=True, slots=True)
class ClaimCheck(JsonRecord):
    """A claim with its verdict.

    `lines` are the indices (from 0) of the lines of the evidence that decide, none for `not_stated` and most of
    `unsure`. `reasons` are sentences, at least one where the verdict is not `supported`. `opposing` are those of
    `lines` that say otherwise, where others say the claim: the evidence disagrees.
    """

    claim: str
    verdict: ClaimVerdict
    reasons: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    decided_by: Decider = Decider.RULES
    opposing: tuple[int, ...] = ()

    @property
    def is_supported(self) -> bool:
        return self.verdict is ClaimVerdict.SUPPORTED

    @property
    def is_undecided(self) -> bool:
        """Whether rules left it open, by lines that do not disagree, and nobody decided: a model may judge it."""
        by_rules = self.decided_by is Decider.RULES and not self.opposing
        return by_rules and self.verdict in (ClaimVerdict.UNSURE, ClaimVerdict.NOT_STATED)

    def in_places(self, places: Sequence[int]) -> ClaimCheck:
        """Return it with the lines of another text: `places` are the indices there of the lines that were checked."""
        lines, opposing = (tuple(sorted(places[line] for line in held)) for held in (self.lines, self.opposing))
        return replace(self, lines=lines, opposing=opposing)

"""What a pronoun stands for, by rules: agreement, binding, then what speaks for one candidate over another."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import NamedTuple

from pramana.language import agreement
from pramana.language.agreement import agrees, asked_by
from pramana.language.binding import forbidden
from pramana.language.mentions import Line, Mention
from pramana.language.preferences import REASONS, WEIGHTS, Surroundings, score, signs

LINES = 3
"""Lines before the pronoun's that are looked at."""
MOST = 40
"""Candidates that are weighed, the nearest ones: bounds the work on lines that never end."""
FLOOR = 45
"""Decisions less sure than this are not made."""
MOST_AFTER = 8
"""Candidates behind the pronoun."""
LOWEST = -1_000
"""A score below this says that nothing near is meant."""
FADING = 2
"""What each pronoun in a chain costs of the certainty of the one before."""


class Place(NamedTuple):
    """A stretch of a line: `line` counts from 0, `start` and `end` in code points, `end` exclusive."""

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a pronoun stands for. `antecedent` is a name or a noun phrase, never a pronoun; `confidence` is 1 to 100.

    `reason` says in words what spoke for it.
    """

    antecedent: Place
    confidence: int
    reason: str


def resolve(
    lines: Sequence[str], pronoun: Place, candidates: Sequence[Place] | None = None, floor: int = FLOOR
) -> Resolution | None:
    """What the pronoun at `pronoun` stands for; None where it is no pronoun, nothing agrees, or nothing is sure enough.

    With `candidates`, one of them or none; without, any name or noun phrase of the line and the lines before it.

    >>> lines = ["Rama gave the bow to Lakshmana.", "He used it to kill Ravana."]
    >>> resolve(lines, Place(1, 0, 2)).antecedent
    Place(line=0, start=0, end=4)

    Raises IndexError for a line that is not there.
    """
    return Passage(lines).resolve(pronoun, candidates, floor)


@dataclass(frozen=True, slots=True)
class Option:
    """A mention that may be the antecedent, and the name or noun that it stands for: itself, unless it is a pronoun."""

    mention: Mention
    target: Mention
    ceiling: int

    @property
    def key(self) -> str:
        return key_of(self.target)


class Passage:
    """Lines of one text, read once, in which many pronouns are resolved."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._texts = lines
        self._lines: dict[int, Line] = {}
        self._mentions: dict[int, list[Mention]] = {}
        self._known: dict[tuple[int, int], Resolution | None] = {}
        self._read = 0

    def line(self, number: int) -> Line:
        if number not in self._lines:
            self._lines[number] = Line(number, self._texts[number])
        return self._lines[number]

    def mentions(self, number: int) -> list[Mention]:
        """The mentions of a line in order of place."""
        if number not in self._mentions:
            self._mentions[number] = sorted(self.line(number).mentions(), key=lambda found: (found.start, found.end))
        return self._mentions[number]

    def resolve(
        self, pronoun: Place, candidates: Sequence[Place] | None = None, floor: int = FLOOR
    ) -> Resolution | None:
        """See `resolve` of the module. Pronouns before this one are resolved first, each once."""
        mention = self.line(pronoun.line).mention(pronoun.start, pronoun.end)
        asked = asked_by(mention.text)
        if asked is None or mention.text.lower() not in agreement.THIRD:
            return None
        if candidates is not None:
            return self._choose(self._given(candidates), mention, floor)
        self._advance(mention.line)
        key = (mention.line, mention.start)
        if key not in self._known:  # no pronoun to the reader of the line: possible where tags are wrong
            self._known[key] = self._choose(self._options(mention), mention, 1)
        found = self._known[key]
        return found if found is not None and found.confidence >= floor else None

    def _given(self, candidates: Sequence[Place]) -> list[Option]:
        found = [self.line(place.line).mention(place.start, place.end) for place in candidates]
        return [Option(mention, mention, 100) for mention in found]

    def _advance(self, line: int) -> None:
        """Resolve every pronoun up to `line`, in order: what is known never depends on what was asked first."""
        while self._read <= line:
            for mention in self.mentions(self._read):
                if mention.pronoun and mention.text.lower() in agreement.THIRD:
                    self._known[mention.line, mention.start] = self._choose(self._options(mention), mention, 1)
            self._read += 1

    def _options(self, pronoun: Mention) -> list[Option]:
        """What stands near before the pronoun, and after it in its line; the nearest last."""
        found = [
            option
            for number in range(max(0, pronoun.line - LINES), pronoun.line + 1)
            for mention in self.mentions(number)
            if (option := self._option(mention)) is not None
        ]
        before = sum((option.mention.line, option.mention.start) < (pronoun.line, pronoun.start) for option in found)
        return found[max(0, before - MOST) : before + MOST_AFTER]

    def _option(self, mention: Mention) -> Option | None:
        if not mention.pronoun:
            return Option(mention, mention, 100)
        known = self._known.get((mention.line, mention.start))
        if known is None or known.confidence < FLOOR:
            return None
        place = known.antecedent
        target = self.line(place.line).mention(place.start, place.end)
        return Option(mention, target, known.confidence - FADING)

    def _choose(self, options: Sequence[Option], pronoun: Mention, floor: int) -> Resolution | None:
        asked = asked_by(pronoun.text)
        assert asked is not None
        allowed = [option for option in options if self._allowed(pronoun, option)]
        if pronoun.text.lower() in agreement.REFLEXIVE:
            allowed = self._local(pronoun, allowed)
        weighed = self.weigh(pronoun, allowed)
        best: dict[str, tuple[int, int]] = {}
        for index, (option, found) in enumerate(zip(allowed, weighed, strict=True)):
            best[option.key] = max(best.get(option.key, (-10_000, 0)), (score(found), index))
        if not best:
            return None
        ranked = sorted(best.values(), reverse=True)
        top, index = ranked[0]
        share = 1 / sum(exp((other - top) / 100) for other, _ in ranked)
        confidence = min(99, allowed[index].ceiling, round(100 * share))
        if confidence < max(floor, 1) or top < LOWEST:
            return None
        target = allowed[index].target
        return Resolution(Place(target.line, target.start, target.end), confidence, _reason(weighed[index]))

    def _allowed(self, pronoun: Mention, option: Option) -> bool:
        asked = asked_by(pronoun.text)
        if asked is None or not agrees(asked, option.target.traits):
            return False
        return not any(self._apart(pronoun, mention) for mention in (option.mention, option.target))

    def _local(self, pronoun: Mention, options: Sequence[Option]) -> list[Option]:
        """For a reflexive: the subjects of its own clause, else what stands before it in its line."""
        before = [o for o in options if o.mention.line == pronoun.line and o.mention.start < pronoun.start]
        clauses = self.line(pronoun.line).sentence.clauses
        subjects = {phrase.start for phrase in clauses[pronoun.clause].subjects} if pronoun.clause >= 0 else set()
        return [option for option in before if option.mention.start in subjects] or before

    def _apart(self, pronoun: Mention, mention: Mention) -> bool:
        return mention.line == pronoun.line and bool(forbidden(self.line(pronoun.line), pronoun, mention))

    def weigh(self, pronoun: Mention, options: Sequence[Option]) -> list[list[str]]:
        """The signs for and against each option."""
        asked = asked_by(pronoun.text)
        assert asked is not None
        if not options:
            return []
        first = min(pronoun.line - LINES, min(option.mention.line for option in options))
        last = max(pronoun.line, max(option.mention.line for option in options))
        named = [
            (mention.line, mention.start, key_of(mention))
            for number in range(max(0, first), last + 1)
            for mention in self.mentions(number)
            if mention.name and agrees(asked, mention.traits)
        ]
        lines = {number: self.line(number) for number in {pronoun.line} | {o.mention.line for o in options}}
        return [list(signs(lines, pronoun, o.mention, self._around(pronoun, o, named))) for o in options]

    def _around(self, pronoun: Mention, option: Option, named: Sequence[tuple[int, int, str]]) -> Surroundings:
        mention = option.mention
        ends = sorted([(mention.line, mention.start, ""), (pronoun.line, pronoun.start, "")])
        between = named[bisect_right(named, (*ends[0][:2], "\U0010ffff")) : bisect_left(named, ends[1])]
        rivals = {key for *_, key in between if key != option.key}
        count = sum(key == option.key for *_, key in named)
        repeated = any(key == option.key for *_, key in between)
        return Surroundings(len(rivals), count, self._words(mention, pronoun), repeated)

    def _words(self, one: Mention, other: Mention) -> int:
        """Words between two mentions, those of whole lines between left out."""
        if one.line == other.line:
            first, second = sorted([one, other], key=lambda mention: mention.start)
            return self.line(one.line).words(first.end, second.start)
        first, second = sorted([one, other], key=lambda mention: mention.line)
        after = self.line(first.line).words(first.end, len(self._texts[first.line]))
        return after + self.line(second.line).words(0, second.start)


def key_of(mention: Mention) -> str:
    """Mentions with one key are taken for the same: a name's last word, else the whole phrase."""
    words = mention.text.casefold().split()
    return words[-1] if mention.name and words else " ".join(words)


def _reason(found: list[str]) -> str:
    """The three weightiest signs in words."""
    speaking = sorted((sign for sign in found if sign in REASONS), key=lambda sign: (-WEIGHTS.get(sign, 0), sign))
    said = list(dict.fromkeys(REASONS[sign] for sign in speaking))[:3]
    return "; ".join(said) or "nothing else agrees"

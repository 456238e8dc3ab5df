"""A line's analysis, and what the rules for causes look up in it: what a signal depends on, where a span ends."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from pramana.language.causal_model import Span
from pramana.language.lexicon import SPEECH
from pramana.language.model import NOMINAL, Clause, ClauseKind, Sentence
from pramana.language.word_lists import word_set

REACH = 80
"""Tokens that a span may run on: it keeps the reading linear in the line."""
HANGING = {ClauseKind.INFINITIVE, ClauseKind.PARTICIPIAL}


@dataclass(slots=True)
class CausalReading:
    """A line's analysis with what the rules look up in it."""

    sentence: Sentence
    words: list[str] = field(init=False)
    starts: list[int] = field(init=False)
    clauses: list[Clause] = field(init=False)
    verbs: list[int] = field(init=False)
    openings: dict[int, Clause] = field(init=False)

    def __post_init__(self) -> None:
        self.words = [token.text.lower().replace("’", "'") for token in self.sentence.tokens]
        self.starts = [token.start for token in self.sentence.tokens]
        self.clauses = [clause for clause in self.sentence.clauses if clause.kind not in NOMINAL]
        self.verbs = [clause.verb_start for clause in self.clauses]
        self.openings = {self.start(clause): clause for clause in reversed(self.clauses)}

    def at(self, place: int) -> int:
        """The index of the first token at or after a place in the line."""
        return bisect_left(self.starts, place)

    def start(self, clause: Clause) -> int:
        """Where a clause begins: at its first subject before the verb, else at the verb."""
        if clause.kind in HANGING:
            return clause.verb_start
        before = [phrase.start for phrase in clause.subjects if phrase.start < clause.verb_start]
        start = min(before, default=clause.verb_start)
        return self._leftmost(start) if before and clause.kind is ClauseKind.MAIN else start

    def _leftmost(self, start: int) -> int:
        """The start of the phrase that ends in a subject: the words back to a mark, a joint or a verb."""
        index = bisect_left(self.verbs, start) - 1
        least = max(self.clauses[index].verb_end if index >= 0 else 0, self.starts[max(0, self.at(start) - 12)])
        place = first = self.at(start)
        while place > 0 and self.starts[place - 1] >= least and not self._bounds(place - 1):
            place -= 1
        return self.starts[place] if place < first and self.words[place] not in _OPENERS else start

    def _bounds(self, place: int) -> bool:
        """Whether a phrase cannot run over a token: a mark but a hyphen, a joint, the clock time of a dateline."""
        word = self.words[place]
        clock = word in {"hrs", "ist", "am", "pm"} or (":" in word and word[:1].isdigit())
        return clock or word in _JOINTS or not (wordy(word) or word == "-")

    def before(self, place: int) -> Clause | None:
        """The clause that a signal at `place` depends on: the last verb before it that is not itself dependent."""
        nearest = self.nearest(place)
        return (
            None
            if nearest is None
            else self.governor(nearest, "," in self.words[max(0, self.at(place) - 1) : self.at(place) + 1])
        )

    def around(self, place: int) -> Clause | None:
        """The clause whose verb group holds a place (*was so tired*), else the nearest before it."""
        index = bisect_left(self.verbs, place) - 1
        holds = index >= 0 and place < self.clauses[index].verb_end
        return self.clauses[index] if holds else self.nearest(place)

    def nearest(self, place: int) -> Clause | None:
        """The clause with the last verb before a place."""
        index = bisect_left(self.verbs, place) - 1
        while index >= 0 and (self.clauses[index].verb_end > place or self._outside(self.clauses[index], place)):
            index -= 1
        if index < 0 or self._broken(self.clauses[index].verb_end, place):
            return None
        return self.clauses[index]

    def standing(self, place: int) -> Clause | None:
        """The last main clause among the clauses of the four last verbs before a place."""
        index = bisect_left(self.verbs, place)
        before = self.clauses[max(0, index - 4) : index]
        return next(
            (clause for clause in reversed(before) if clause.kind is ClauseKind.MAIN and not clause.marker), None
        )

    def _outside(self, clause: Clause, place: int) -> bool:
        """Whether a quotation opens between a verb of saying and what is said of causes in it."""
        if clause.verb not in SPEECH:
            return False
        first, last = self.at(clause.verb_end), self.at(place)
        return last - first <= REACH and any(word in _QUOTES for word in self.words[first:last])

    def governor(self, clause: Clause, set_off: bool = False) -> Clause:
        """The clause that governs `clause`, up to an independent one; out of a relative clause after a comma."""
        for _ in range(4):
            hangs = clause.kind in HANGING or (set_off and clause.kind is ClauseKind.RELATIVE)
            if not hangs or clause.parent is None:
                break
            above = self.sentence.clauses[clause.parent]
            if above.verb_start > clause.verb_start or above.kind in NOMINAL:
                break
            clause = above
        return clause

    def after(self, place: int, end: int) -> Clause | None:
        """The first clause whose verb is in [place, end)."""
        index = bisect_left(self.verbs, place)
        return self.clauses[index] if index < len(self.clauses) and self.clauses[index].verb_end <= end else None

    def clause_from(self, index: int) -> Clause | None:
        """The clause that begins at a token; one that a comma or *when* … sets off before it is passed over."""
        limit = min(index + REACH, len(self.words))
        for place in range(index, limit):
            found = self.openings.get(self.starts[place])
            fresh = place - index < 3 or self.words[place - 1] == ","
            if found is not None and fresh and found.kind not in HANGING and found.marker not in _ASIDE:
                return found
            if self.words[place] in STOPS:
                break
        return None

    def _broken(self, start: int, end: int) -> bool:
        first, last = self.at(start), self.at(end)
        return last - first > REACH or any(word in STOPS for word in self.words[first:last])

    def trim(self, start: int, end: int) -> Span | None:
        """The span without blanks and marks at its ends; None where nothing is left."""
        first, last = self.at(start), bisect_left(self.starts, end)
        while first < last and not wordy(self.words[first]):
            first += 1
        while first < last and not wordy(self.words[last - 1]):
            last -= 1
        while last - first > 1 and self.words[last - 1] in _DANGLING:
            last -= 1
        tokens = self.sentence.tokens
        if first >= last:
            return None
        closing = self.words[last : last + 1] == [")"] and "(" in self.words[first:last]
        return tokens[first].start, tokens[last if closing else last - 1].end

    def stop(self, index: int) -> int:
        """Where what begins at a token ends: a place in the line."""
        limit = min(index + REACH, len(self.words))
        for place in range(index, limit):
            if self.words[place] in STOPS or (place > index and (self._ends_at_comma(place) or self._unquotes(place))):
                return self.starts[place]
        return self.starts[limit] if limit < len(self.words) else len(self.sentence.text)

    def _ends_at_comma(self, place: int) -> bool:
        """Whether a comma ends the words before it."""
        if self.words[place] != "," or place + 1 >= len(self.words):
            return False
        if self.words[place + 1] in _CUTTING:
            return True
        following = self.openings.get(self.starts[place + 1])
        return following is not None and following.kind in {ClauseKind.MAIN, ClauseKind.PARTICIPIAL}

    def _unquotes(self, place: int) -> bool:
        """Whether a quotation ends here and its speaker follows; or *but* joins another statement."""
        if self.words[place] == "but":
            return True
        following = self.sentence.tokens[place + 1 : place + 8] if self.words[place] in _CLOSING else ()
        return any(token.lemma in SPEECH for token in following)

    def is_denied(self, index: int) -> bool:
        """Whether the word before a token, or before an adverb there, denies it."""
        return any(word in _DENIALS for word in self.words[max(0, index - 2) : index])

    def verb_in(self, span: Span) -> Span | None:
        """The main verb of a span: the first finite one, else the first."""
        first, last = bisect_left(self.verbs, span[0]), bisect_right(self.verbs, span[1])
        inside = [clause for clause in self.clauses[first:last] if clause.verb_end <= span[1]]
        own = [clause for clause in inside if clause.kind not in {ClauseKind.RELATIVE, *HANGING}]
        chosen = next(iter([*own, *inside]), None)
        return None if chosen is None else place_of(chosen)


STOPS = frozenset({".", "!", "?", ";", "…", "--", "—"})
_JOINTS = word_set("causes/joints")
_OPENERS = word_set("causes/openers")
_ASIDE = word_set("causes/aside")
_DENIALS = word_set("causes/denials")
_CLOSING = frozenset({'"', "”", "''", "’’", "'", "’"})
_QUOTES = frozenset({"'", '"', "‘", "“", "''", "``"})
_CUTTING = word_set("causes/cutting")
_DANGLING = word_set("causes/dangling")


def wordy(word: str) -> bool:
    return any(character.isalnum() for character in word)


def place_of(clause: Clause) -> Span:
    return clause.verb_start, clause.verb_end


def piece(reading: CausalReading, first: int, last: int) -> Span:
    return reading.sentence.tokens[first].start, reading.sentence.tokens[last - 1].end


def comma(reading: CausalReading, index: int) -> int | None:
    """The comma after which the main clause begins."""
    for place in range(index, min(index + REACH, len(reading.words) - 1)):
        if reading.words[place] in STOPS:
            return None
        if reading.words[place] == ",":
            following = reading.after(reading.starts[place], len(reading.sentence.text))
            inside = reading.after(reading.starts[index], reading.starts[place])
            opens = following is not None and following.kind is ClauseKind.MAIN and following is not inside
            # 40 characters: an adverbial may precede the subject (*because of rain, in the end they …*), a clause not.
            if opens and following is not None and reading.start(following) - reading.starts[place] <= 40:
                return place
    return None

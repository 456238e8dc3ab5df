"""The position of a name, a noun phrase or a pronoun in its sentence, for the rules of reference."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from pramana.language import agreement
from pramana.language.agreement import Traits
from pramana.language.analysis import analyse_cached
from pramana.language.model import NOMINAL, Clause, ClauseKind, NounPhrase, Sentence, Token

SUBJECT, OBJECT, INDIRECT, OBLIQUE, POSSESSOR, INNER, FREE = (
    "subject", "object", "indirect", "oblique", "possessor", "inner", "free",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of a line that names someone or something.

    `role` is the role of the whole phrase around it, or `possessor` (*X's …*, *his …*), or `inner` (within the phrase).
    `outer` is the role of that phrase; `clause` an index into the line's clauses, -1 for none; `phrase` the span of
    the whole phrase; `place` counts the line's phrases from 0.
    """

    line: int
    start: int
    end: int
    text: str
    traits: Traits
    name: bool
    pronoun: bool
    role: str
    outer: str
    clause: int
    phrase: tuple[int, int]
    place: int


class AnalysedLine:
    """A line that has been read: its sentence, and lookups by place."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.sentence: Sentence = analyse_cached(text)
        self._starts = [phrase.start for phrase in self.sentence.noun_phrases]
        self._token_starts = [token.start for token in self.sentence.tokens]
        self._roles = _roles(self.sentence)
        clauses = enumerate(self.sentence.clauses)
        self._verbs = sorted((clause.verb_start, index) for index, clause in clauses if clause.kind not in NOMINAL)

    def mention(self, start: int, end: int) -> Mention:
        """The mention at [start, end), of whatever kind."""
        index = self._phrase_at(start, end)
        words = self._tokens(start, end)
        text = self.sentence.text[start:end]
        if index < 0 or not words:
            return self._bare(start, end, text, words)
        phrase = self.sentence.noun_phrases[index]
        outer, clause = self._roles.get(phrase.start, (FREE, -1))
        if clause < 0:
            clause = self._nearest_clause(phrase.start)
        role = self._position(phrase, start, end, outer, text)
        traits, name = self._traits_of(phrase, words, role, text)
        pronoun = agreement.asked_by(text) is not None
        return Mention(
            self.number, start, end, text, traits, name, pronoun, role, outer, clause, (phrase.start, phrase.end), index
        )

    def governed_by(self, mention: Mention, prepositions: frozenset[str]) -> bool:
        """Whether the word before the phrase is one of `prepositions`."""
        first = bisect_left(self._token_starts, mention.phrase[0])
        return first > 0 and self.sentence.tokens[first - 1].text.lower() in prepositions

    def after(self, start: int, most: int) -> tuple[Token, ...]:
        """The first tokens that begin at `start` or later."""
        first = bisect_left(self._token_starts, start)
        return self.sentence.tokens[first : first + most]

    def words(self, start: int, end: int) -> int:
        """How many words and marks begin in [start, end)."""
        return max(0, bisect_left(self._token_starts, end) - bisect_left(self._token_starts, start))

    def mentions(self) -> Iterator[Mention]:
        """Every phrase of the line, the names that possess one or are inside one, and possessive pronouns, in order."""
        for phrase in self.sentence.noun_phrases:
            yield self.mention(phrase.start, self._core_end(phrase))
            if phrase.possessor is not None:
                yield self.mention(*phrase.possessor)
            elif (
                self.sentence.tokens[phrase.first].text.lower() in agreement.POSSESSIVE
                and phrase.last > phrase.first + 1
            ):
                token = self.sentence.tokens[phrase.first]
                yield self.mention(token.start, token.end)
            yield from (self.mention(*span) for span in self._inner_names(phrase))

    def _core_end(self, phrase: NounPhrase) -> int:
        return self.sentence.tokens[phrase.head].end

    def _inner_names(self, phrase: NounPhrase) -> Iterator[tuple[int, int]]:
        """The names after the head: *the sister of Moishe Sternbuch*."""
        tokens, place = self.sentence.tokens, phrase.head + 1
        while place < phrase.last:
            first = place
            while place < phrase.last and tokens[place].tag == "NP0":
                place += 1
            if place > first:
                yield tokens[first].start, tokens[place - 1].end
            place += 1

    def _bare(self, start: int, end: int, text: str, words: tuple[Token, ...]) -> Mention:
        name = bool(words) and text[:1].isupper()
        asked = agreement.asked_by(text)
        told = asked or Traits(agreement.UNKNOWN, None)
        if asked is None and words:
            told = agreement.of_name(words, ()) if name else agreement.of_noun(words, words[-1])
        place = bisect_right(self._starts, start)
        role = POSSESSOR if text.lower() in agreement.POSSESSIVE else FREE
        clause = self._nearest_clause(start)
        return Mention(
            self.number, start, end, text, told, name, asked is not None, role, FREE, clause, (start, end), place
        )

    def _phrase_at(self, start: int, end: int) -> int:
        index = bisect_right(self._starts, start) - 1
        phrases = self.sentence.noun_phrases
        if index >= 0 and start < phrases[index].end:
            return index
        following = index + 1
        return following if following < len(phrases) and phrases[following].start < end else -1

    def _tokens(self, start: int, end: int) -> tuple[Token, ...]:
        tokens = self.sentence.tokens
        index = max(bisect_right(self._token_starts, start) - 1, 0)
        found = []
        while index < len(tokens) and tokens[index].start < end:
            if tokens[index].end > start:
                found.append(tokens[index])
            index += 1
        return tuple(found)

    def _position(self, phrase: NounPhrase, start: int, end: int, outer: str, text: str) -> str:
        if phrase.possessor is not None and start < phrase.possessor[1] and end > phrase.possessor[0]:
            return POSSESSOR
        head = self.sentence.tokens[phrase.head]
        if start <= head.start < end:
            return outer
        if text.lower() in agreement.POSSESSIVE:
            return POSSESSOR
        return INNER

    def _traits_of(self, phrase: NounPhrase, words: tuple[Token, ...], role: str, text: str) -> tuple[Traits, bool]:
        asked = agreement.asked_by(text)
        if asked is not None:
            return asked, False
        tokens = self.sentence.tokens
        if _is_name(words, words[0].start > 0 and words[0].start > tokens[phrase.first].start, phrase):
            return agreement.of_name(words, self._before(phrase, words[0].start)), True
        if role in {POSSESSOR, INNER}:
            return self._of_part(words)
        first = self._after_possessor(phrase)
        if phrase.kind == "number" or words[-1].tag == "CRD":
            return Traits(agreement.THING, None), False
        if phrase.kind != "name" and len(words) == 1 and text[:1].isupper() and phrase.head == first:
            noun = agreement.of_noun(words, words[-1])
            return (noun, False) if noun == Traits(agreement.PERSON, True) else (Traits(agreement.UNKNOWN, None), True)
        if phrase.kind != "name":
            return agreement.of_noun(tokens[first : phrase.head + 1], tokens[phrase.head]), False
        start = phrase.head
        while start > first and tokens[start - 1].tag != "AT0" and tokens[start - 1].text[:1].isupper():
            start -= 1
        own = tokens[start : phrase.head + 1]
        return agreement.of_name(own, tokens[first:start]), True

    def _of_part(self, words: tuple[Token, ...]) -> tuple[Traits, bool]:
        if any(word.tag == "NP0" for word in words):
            own = [word for word in words if word.tag == "NP0"]
            return agreement.of_name(own, [word for word in words if word.start < own[0].start]), True
        return agreement.of_noun(words, words[-1]), False

    def _after_possessor(self, phrase: NounPhrase) -> int:
        """The first word of a phrase behind its possessor: *Penny's other daughter*."""
        tokens, first = self.sentence.tokens, phrase.first
        if phrase.possessor is not None:
            while first < phrase.head and tokens[first].start < phrase.possessor[1]:
                first += 1
            first += first < phrase.head and tokens[first].tag == "POS"
        return first

    def _before(self, phrase: NounPhrase, start: int) -> tuple[Token, ...]:
        tokens = self.sentence.tokens
        return tuple(token for token in tokens[self._after_possessor(phrase) : phrase.head] if token.start < start)

    def _nearest_clause(self, start: int) -> int:
        """The clause of the last verb before `start`, else of the first verb after it."""
        if not self._verbs:
            return -1
        return self._verbs[max(0, bisect_right(self._verbs, (start, len(self.sentence.clauses))) - 1)][1]


def _is_name(words: tuple[Token, ...], inside: bool, phrase: NounPhrase) -> bool:
    """Capitals at both ends; at the start of a phrase one capital alone may be the sentence's own."""
    capital = all(word.text[:1].isupper() or word.tag == "NP0" for word in (words[0], words[-1]))
    known = words[0].text.lower() in agreement.MALE_NAMES | agreement.FEMALE_NAMES
    return (
        capital and words[0].tag not in {"AT0", "DPS"} and (inside or phrase.kind == "name" or len(words) > 1 or known)
    )


def _roles(sentence: Sentence) -> dict[int, tuple[str, int]]:
    """The role and clause of each phrase, by its start: the first clause that states it."""
    found: dict[int, tuple[str, int]] = {}
    verbal = [(index, clause) for index, clause in enumerate(sentence.clauses) if clause.kind not in NOMINAL]
    for index, clause in verbal:
        for role, phrase in _stated_phrases(clause):
            found.setdefault(phrase.start, (role, index))
    for index, clause in verbal:
        for phrase in clause.subjects:
            found.setdefault(phrase.start, (SUBJECT, index))
    for clause in sentence.clauses:
        if clause.kind is ClauseKind.APPOSITION:
            _appose(clause, found)
    return found


def _stated_phrases(clause: Clause) -> Iterator[tuple[str, NounPhrase]]:
    yield from ((SUBJECT, phrase) for phrase in (clause.subjects if clause.subject_from == "stated" else ()))
    yield from ((OBJECT, phrase) for phrase in clause.objects)
    yield from ((INDIRECT, phrase) for phrase in clause.indirect)
    yield from ((OBLIQUE, part.phrase) for part in clause.prepositions)


def _appose(clause: Clause, found: dict[int, tuple[str, int]]) -> None:
    for one in clause.subjects[:1]:
        for other in clause.objects:
            if one.start in found:
                found.setdefault(other.start, found[one.start])

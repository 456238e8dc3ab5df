"""A line as evidence, read: its clauses, the links of its pronouns and names, and which clause each word belongs to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile
from operator import itemgetter

from pramana.language.analysis import analyse_cached
from pramana.language.model import NOMINAL, Clause, Sentence, Token
from pramana.language.numbers import numbers_of

_ARTICLES = frozenset({"the", "a", "an"})
_ENDINGS = ("'s", "’s", "'", "’")


@dataclass(frozen=True, slots=True)
class LinkedExpression:
    """What an expression of a line means by an accepted link: line[start:end] names whom `means` names."""

    start: int
    end: int
    means: str


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """A line that a statement cites, with the accepted links of its pronouns and other names.

    `others` are names that an expression shares a word with and does not mean, or not surely: of two people called
    Carter, each for *Mr Carter*.
    """

    text: str
    references: tuple[LinkedExpression, ...] = ()
    others: tuple[LinkedExpression, ...] = ()


LONGEST_READ = 5_000
"""Characters of a line, or a statement, that are compared; the clauses of longer ones are not read."""


class ReadLine:
    """A line or a statement, analysed, with the words of its phrases and which clause each word belongs to."""

    def __init__(self, line: EvidenceLine) -> None:
        self.line = line
        self.sentence: Sentence = analyse_cached(line.text)
        self._spans: dict[tuple[int, int], frozenset[str]] = {}
        self._owners: dict[tuple[int, bool], int] = {}

    def words(self, start: int, end: int) -> frozenset[str]:
        """Return the words of a span as lemmas and as written, case-folded; without articles and numbers."""
        if (start, end) not in self._spans:
            first = bisect_left(self._content, start, key=itemgetter(0))
            inside = takewhile(lambda each: each[1] <= end, self._content[first:])
            self._spans[start, end] = frozenset(form for *_, forms in inside for form in forms)
        return self._spans[start, end]

    @cached_property
    def _content(self) -> tuple[tuple[int, int, tuple[str, str]], ...]:
        """The words but for articles and numbers, each with its place and its forms."""
        counted = [(number.start, number.end) for number in numbers_of(self.sentence.text) if number.value != "1"]
        return tuple(
            (token.start, token.end, (bare_form(token.text), token.lemma.casefold()))
            for token in self.sentence.tokens
            if is_word(token) and not any(first <= token.start and token.end <= last for first, last in counted)
        )

    def meanings(self, start: int, end: int) -> Iterable[LinkedExpression]:
        """Return the links of expressions within a span."""
        return (found for found in self.line.references if start <= found.start and found.end <= end)

    def is_kept_apart(self, start: int, end: int, name: str) -> bool:
        """Return whether an expression within a span does not mean, or not surely, whom a case-folded name names."""
        held = (each for each in self.line.others if start <= each.start and each.end <= end)
        return any(each.means.casefold() == name for each in held)

    def finite_tag(self, clause: Clause) -> str:
        """Return the tag of the first word of a clause's predicate, "" for a clause without a verb."""
        first = clause.predicate.split(" ")[0].casefold()
        ahead = [token for token in self.sentence.tokens if token.start <= clause.verb_start]
        return next((token.tag for token in reversed(ahead) if token.text.casefold() == first), "")

    def place_of(self, clause: Clause) -> int:
        """Return the index of a clause, or of the one with its verb that it was made from; -1 for none."""
        known = self._places.get(id(clause))
        if known is not None:
            return known
        if clause in self.sentence.clauses:
            return self.sentence.clauses.index(clause)
        spots = [(each.verb_start, each.kind) for each in self.sentence.clauses]
        spot = clause.verb_start, clause.kind
        return spots.index(spot) if spot in spots else -1

    @cached_property
    def _places(self) -> dict[int, int]:
        """The index of each clause by its identity; of two equal ones the first, as comparing all takes long."""
        return {id(each): self.sentence.clauses.index(each) for each in self.sentence.clauses}

    @cached_property
    def folded_words(self) -> tuple[str, ...]:
        """The texts of the tokens, case-folded."""
        return tuple(token.text.casefold() for token in self.sentence.tokens)

    def owner(self, token: Token, *, verbal: bool = False) -> int:
        """Return the index of the clause that a word belongs to, -1 without a clause; `verbal`: of one with a verb.

        The one with the shortest span around it, else the one whose verb is nearest.
        """
        key = token.start, verbal
        if key not in self._owners:
            self._owners[key] = self._owner(token.start, verbal)
        return self._owners[key]

    def _owner(self, place: int, verbal: bool) -> int:
        around = self._verbal_spans if verbal else self._clause_spans
        within = [(end - start, index) for (start, end), index, _ in around if start <= place < end]
        if within:
            return min(within)[1]
        far = [(min(abs(place - each.verb_start), abs(place - each.verb_end)), index) for _, index, each in around]
        return min(far, default=(0, -1))[1]

    @cached_property
    def _clause_spans(self) -> list[tuple[tuple[int, int], int, Clause]]:
        return [(span_of(each), index, each) for index, each in enumerate(self.sentence.clauses)]

    @cached_property
    def _verbal_spans(self) -> list[tuple[tuple[int, int], int, Clause]]:
        return [each for each in self._clause_spans if each[2].kind not in NOMINAL]


@lru_cache(maxsize=32_768)
def bare_form(text: str) -> str:
    """Return a word case-folded, without a possessive ending and without the full stop of an abbreviation (*Inc.*)."""
    folded = text.casefold()
    bare = next((folded.removesuffix(ending) for ending in _ENDINGS if folded.endswith(ending)), folded)
    return bare.rstrip(".") or bare


def is_word(token: Token) -> bool:
    """Return whether a token is a word that says something: no mark, no article, no possessive ending."""
    folded = token.text.casefold()
    return any(map(str.isalnum, folded)) and folded not in _ARTICLES and folded not in {"'s", "’s", "s'"}


def span_of(clause: Clause) -> tuple[int, int]:
    """Return where a clause begins and ends, its subject and the phrases before it among it where they are its own."""
    starts = [clause.verb_start, *(part.start for part in clause.prepositions)]
    if clause.subject_from == "stated":
        starts += [phrase.start for phrase in clause.subjects]
    ends = [clause.end, *(part.end for part in clause.prepositions), *(phrase.end for phrase in clause.objects)]
    return min(starts), max(ends)

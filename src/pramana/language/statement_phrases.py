"""Whether a participant of a statement is the one that a line names: by its words, or by what a link says it means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from pramana.language.analysis import tag_tokens
from pramana.language.comparison import analyse_cached
from pramana.language.model import Clause, NounPhrase, Sentence, Token
from pramana.language.numbers import number_values, numbers_of
from pramana.language.operators import PRIVATIVES

_ARTICLES = frozenset({"the", "a", "an"})
_KEPT = PRIVATIVES | {"but", "except", "or", "half"}
"""Words of a line's phrase without which it names another: *all but two sailors*, *the former president*."""
_ENDINGS = ("'s", "’s", "'", "’")


@dataclass(frozen=True, slots=True)
class LinkedExpression:
    """What an expression of a line means by an accepted link: line[start:end] names whom `means` names."""

    start: int
    end: int
    means: str


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """A line that a statement cites, with the accepted links of its pronouns and other names."""

    text: str
    references: tuple[LinkedExpression, ...] = ()


LONGEST = 5_000
"""Characters of a line, or a statement, that are compared; the clauses of longer ones are not read."""


class ReadLine:
    """A line or a statement, analysed, with the words of its phrases and which clause each word belongs to."""

    def __init__(self, line: EvidenceLine) -> None:
        self.line = line
        self.sentence: Sentence = analyse_cached(line.text)
        self._owners: dict[int, int] = {}

    def words(self, start: int, end: int) -> frozenset[str]:
        """Return the words of a span as lemmas and as written, case-folded; without articles and numbers."""
        return _words(self.sentence, start, end)

    def meanings(self, start: int, end: int) -> Iterable[LinkedExpression]:
        """Return the links of expressions within a span."""
        return (found for found in self.line.references if start <= found.start and found.end <= end)

    def owner(self, token: Token) -> int:
        """Return the index of the clause that a word belongs to, -1 without a clause.

        The one with the shortest span around it, else the one whose verb is nearest.
        """
        if token.start not in self._owners:
            self._owners[token.start] = self._owner(token.start)
        return self._owners[token.start]

    def _owner(self, place: int) -> int:
        clauses = self.sentence.clauses
        around = [(span_of(clause), index) for index, clause in enumerate(clauses)]
        within = [(end - start, index) for (start, end), index in around if start <= place < end]
        if within:
            return min(within)[1]
        far = [(min(abs(place - each.verb_start), abs(place - each.verb_end)), i) for i, each in enumerate(clauses)]
        return min(far, default=(0, -1))[1]


def _words(sentence: Sentence, start: int, end: int) -> frozenset[str]:
    counted = [
        (start + number.start, start + number.end)
        for number in numbers_of(sentence.text[start:end])
        if number.value != "1"
    ]
    return frozenset(
        word
        for token in sentence.tokens
        if start <= token.start and token.end <= end and is_word(token)
        if not any(first <= token.start and token.end <= last for first, last in counted)
        for word in {_stem(token.text), token.lemma.casefold()}
    )


def _stem(text: str) -> str:
    folded = text.casefold()
    return next((folded.removesuffix(ending) for ending in _ENDINGS if folded.endswith(ending)), folded)


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


def names_same(said: ReadLine, phrase: NounPhrase, line: ReadLine, other: NounPhrase) -> bool:
    """Return whether a phrase of a statement names what a phrase of a line names, dropping at most its modifiers.

    The head is the same, or a link says that the line's head means the statement's phrase. No word and no number is
    added, and none is dropped that changes what is meant (*former*, *alleged*).
    """
    words = said.words(phrase.start, phrase.end)
    held = line.words(other.start, other.end)
    head, named = _head(said, phrase), _head(line, other)
    references = list(line.meanings(other.start, other.end))
    spot = line.sentence.tokens[other.head]
    if any(_means(each, spot, said, phrase) for each in references):
        return True
    linked = frozenset(word for each in references for word in words_of(each.means))
    numbers = number_values(said.sentence.text[phrase.start : phrase.end])
    counted = number_values(line.sentence.text[other.start : other.end])
    dropped = (held & _KEPT) - words
    return bool(head & named) and not _strange(said, phrase, held | linked) and numbers <= counted and not dropped


def _head(line: ReadLine, phrase: NounPhrase) -> frozenset[str]:
    token = line.sentence.tokens[phrase.head]
    return frozenset({_stem(token.text), token.lemma.casefold()})


def _strange(said: ReadLine, phrase: NounPhrase, held: frozenset[str]) -> bool:
    """Whether a phrase has a word that is not among those that are held."""
    return any(
        held.isdisjoint({_stem(token.text), token.lemma.casefold()})
        for token in said.sentence.tokens[phrase.first : phrase.last]
        if is_word(token) and said.words(token.start, token.end)
    )


def _means(reference: LinkedExpression, spot: Token, said: ReadLine, phrase: NounPhrase) -> bool:
    """Whether an expression that covers the head of a line's phrase means what a statement's phrase names."""
    if not (reference.start <= spot.start and spot.end <= reference.end):
        return False
    counted = number_values(said.sentence.text[phrase.start : phrase.end]) <= number_values(reference.means)
    head = not _head(said, phrase).isdisjoint(_head_of(reference.means))
    return head and counted and not _strange(said, phrase, words_of(reference.means))


def _head_of(name: str) -> frozenset[str]:
    """Return the head of a name in its forms: the last word before *of* or another preposition."""
    tokens = [token for token in tag_tokens(name) if is_word(token)]
    before = list(takewhile(lambda token: token.tag not in {"PRF", "PRP"}, tokens))
    return frozenset(form for token in before[-1:] for form in (_stem(token.text), token.lemma.casefold()))


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """Return the words of a name as lemmas and as written, case-folded, without articles."""
    return frozenset(
        word for token in tag_tokens(text) if is_word(token) for word in {_stem(token.text), token.lemma.casefold()}
    )


def same_among(said: ReadLine, phrases: Sequence[NounPhrase], line: ReadLine, others: Sequence[NounPhrase]) -> bool:
    """Return whether each phrase of a statement names one of the line's."""
    return all(any(names_same(said, phrase, line, other) for other in others) for phrase in phrases)

"""Whether a participant of a statement is the one that a line names: by its words, or by what a link says it means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from pramana.language import (
    PRIVATIVES,
    LinkedExpression,
    NounPhrase,
    ReadLine,
    Token,
    bare_form,
    is_word,
    number_values,
    tag_tokens,
)

_KEPT = PRIVATIVES | {"but", "except", "or", "half"}
"""Words of a line's phrase without which it names another: *all but two sailors*, *the former president*."""


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
    return frozenset({bare_form(token.text), token.lemma.casefold()})


def _strange(said: ReadLine, phrase: NounPhrase, held: frozenset[str]) -> bool:
    """Whether a phrase has a word that is not among those that are held."""
    return any(
        held.isdisjoint({bare_form(token.text), token.lemma.casefold()})
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
    return frozenset(form for token in before[-1:] for form in (bare_form(token.text), token.lemma.casefold()))


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """Return the words of a name as lemmas and as written, case-folded, without articles."""
    return frozenset(
        word for token in tag_tokens(text) if is_word(token) for word in {bare_form(token.text), token.lemma.casefold()}
    )


def same_among(said: ReadLine, phrases: Sequence[NounPhrase], line: ReadLine, others: Sequence[NounPhrase]) -> bool:
    """Return whether each phrase of a statement names one of the line's."""
    return all(any(names_same(said, phrase, line, other) for other in others) for phrase in phrases)

"""Names as written, and how much of a statement's content lines share: what is looked at before claims are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pramana.language import PRONOUNS, SUBORDINATORS, Sentence, Token, analyse_cached

_ACRONYM = 4
"""A word in capitals of up to so many letters is an acronym: *SO* is neither *so* nor *So*."""


def names_of(text: str) -> tuple[str, ...]:
    """Return the words of a text that are written as names, in order, the first word included where it is one."""
    return tuple(dict.fromkeys(token.text for token in _names(analyse_cached(text))))


def _names(sentence: Sentence) -> Iterator[Token]:
    shouted = sentence.text.isupper()
    for place, token in enumerate(sentence.tokens):
        acronym = len(token.text) > 1 and token.text.isupper() and not shouted  # SO, US: names, whatever the word
        if not token.text[:1].isupper() or (token.text.casefold() in _NO_NAMES and not acronym):
            continue
        begins = place == 0 or sentence.tokens[place - 1].text in _OPENING
        if token.tag == "NP0" or acronym or not begins:
            yield token


_NO_NAMES = PRONOUNS | SUBORDINATORS | frozenset(("the", "a", "an", "no", "i"))
_OPENING = frozenset(('"', "“", "'", "‘", ".", "!", "?", ":", "(", "``"))


def has_word(word: str, line: str) -> bool:
    """Return whether a line has a word as a name is written: in the same case, or in capitals where all the line is.

    >>> has_word("SO", "So they left."), has_word("SO", "SO left."), has_word("Ray", "ANN RAY LEAVES")
    (False, True, True)
    """
    return any(_is_written(word, token.text, shouted=line.isupper()) for token in analyse_cached(line).tokens)


def _is_written(word: str, there: str, *, shouted: bool) -> bool:
    if word == there:
        return True
    if word.casefold() != there.casefold() or there.islower():
        return False
    return shouted or not (word.isupper() and 1 < len(word) <= _ACRONYM)


RESTATED = 0.5
"""From what share of its words in a line on a statement restates it: *Marsh stole the map with a borrowed hammer* has
0.6 of *Marsh stole the map*; nine in ten descriptions that a model gave of A Christmas Carol have less."""


def share_in(statement: str, lines: Sequence[str]) -> float:
    """Return what share of the nouns, names, verbs and numbers of a statement some lines have, 0 to 1; 0 for none.

    >>> share_in("Marsh stole the map at night.", ["Marsh stole the map."])
    0.75
    """
    said = _content_of(analyse_cached(statement).tokens)
    return (
        len(said & _content_of(token for line in lines for token in analyse_cached(line).tokens)) / len(said)
        if said
        else 0.0
    )


def _content_of(tokens: Iterable[Token]) -> frozenset[str]:
    """Return the lemmas of the nouns, names, verbs and numbers among some tokens."""
    kinds = ("NN", "NP", "VV", "CRD", "ORD")
    return frozenset(token.lemma.casefold() for token in tokens if token.tag.startswith(kinds))

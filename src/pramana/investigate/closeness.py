"""How near a word of a question is to a word by which a graph calls something: a cost, 0 for the same word.

The lists are those by which claims and lines are compared; none was written for a graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import inf

from pramana.language import kindred_verbs, lemma_of, spelled_singular, stem, word_forms, word_list, word_table

SAME, FORM, EQUAL, KIN, NEAR = 0.0, 0.1, 0.5, 1.0, 1.5
"""Costs of words. SAME: the word or its inflection. FORM: derived from it (*captaincy*). EQUAL: it says the same
(*purchase* for *buy*). KIN: a kind of it, or a verb for the same kind of event. NEAR: it belongs to the same matter."""
UNRELATED = inf


@lru_cache(maxsize=65_536)
def word_cost(asked: str, named: str) -> float:
    """Return what it costs to take one word for another, UNRELATED where nothing says that they are alike.

    >>> word_cost("buys", "buy"), word_cost("purchased", "buy"), word_cost("apple", "buy")
    (0.0, 0.5, inf)
    """
    one, two = _forms(asked), _forms(named)
    if one & two:
        return SAME
    if stem(asked) == stem(named):
        return FORM
    if _rows(one, "equal") & _rows(two, "equal") or _rows(one, "alike") & _rows(two, "alike"):
        return EQUAL
    if _narrow(one, two) or _narrow(two, one) or _are_kindred(asked, named):
        return KIN
    return NEAR if _rows(one, "near") & _rows(two, "near") else UNRELATED


@lru_cache(maxsize=1_024)
def alike_words(word: str) -> Mapping[str, float]:
    """Return the words that a word may be taken for, itself among them, each with its cost.

    >>> alike_words("purchased")["buy"]
    0.5
    """
    forms = _forms(word)
    found = dict.fromkeys(sorted(forms), SAME)
    for name, cost in (("equal", EQUAL), ("alike", EQUAL), ("near", NEAR)):
        for row in sorted(_rows(forms, name)):
            for other in _lists(name)[row]:
                found.setdefault(other.casefold(), cost)
    return found


def words_cost(asked: Sequence[str], named: Sequence[str]) -> float:
    """Return what it costs to take each of some words for one of others; UNRELATED where one is like none of them."""
    return sum((min((word_cost(word, other) for other in named), default=UNRELATED) for word in asked), 0.0)


def phrase_of(first: str, second: str) -> str:
    """Return two words as one, where a list has them so: *looks after* is `look_after`; "" elsewhere.

    >>> phrase_of("looks", "after"), phrase_of("looks", "green")
    ('look_after', '')
    """
    found = (f"{form}_{second}" for form in sorted(_forms(first)))
    return next((each for each in found if any(each in _index(name) for name in ("alike", "equal", "near"))), "")


def merge_phrases(words: Sequence[str]) -> list[str]:
    """Return words with those that a list has as one phrase joined.

    >>> merge_phrases(["looks", "after", "it"])
    ['look_after', 'it']
    """
    found: list[str] = []
    for word in words:
        phrase = phrase_of(found[-1], word) if found else ""
        found[-1:] = [phrase] if phrase else [*found[-1:], word]
    return found


@lru_cache(maxsize=16_384)
def _forms(word: str) -> frozenset[str]:
    low = word.casefold()
    if "_" in low:
        return frozenset((low,))
    return word_forms(low) | {spelled_singular(low), low}


def _are_kindred(asked: str, named: str) -> bool:
    one, two = (lemma_of(word, "VVB").replace("_", " ") for word in (asked, named))
    return two in kindred_verbs(one)


def _rows(forms: Iterable[str], name: str) -> set[int]:
    return {row for form in forms for row in _index(name).get(form, ())}


def _narrow(narrow: frozenset[str], wide: frozenset[str]) -> bool:
    """Whether a word is a kind of another one."""
    return bool(_rows(narrow, "narrow") & _rows(wide, "wide"))


@cache
def _index(name: str) -> Mapping[str, frozenset[int]]:
    """Return the rows of a list in which each word occurs."""
    found: dict[str, set[int]] = {}
    for number, words in enumerate(_lists(name)):
        for word in words:
            found.setdefault(word.casefold(), set()).add(number)
    return {word: frozenset(rows) for word, rows in found.items()}


@cache
def _lists(name: str) -> list[list[str]]:
    broader = [entry.split() for entry in word_list("claims/broader_words")]
    match name:
        case "equal":
            kinds = [words.split() for words in word_table("investigation/kinds").values()]
            return [*(entry.split() for entry in word_list("claims/equal_words")), *kinds]
        case "alike":
            return [entry.split() for entry in word_list("investigation/alike")]
        case "narrow":
            return [row[:1] for row in broader]
        case "wide":
            return [row[1:] for row in broader]
        case _:
            return [entry.split() for entry in word_list("questions/related_words")]

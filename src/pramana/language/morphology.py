"""Forms of English words: singular, stem, and what a word can be a form of.

There are two ways to a singular and two to a stem, since they are used for different comparisons. `singular` and `stem`
know irregular forms, and compare the words of two texts. `spelled_singular` and `word_forms` go by spelling and by the
tagger's lemmas, and compare a question with the names in a graph, which are often not English words. On words of
running text they disagree: *houses* is *house* for `singular` and *hous* for `spelled_singular`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pramana.language.tagging import lemma_of
from pramana.language.word_lists import word_list, word_set

_IRREGULAR = {
    form: base for entry in word_list("morphology/irregular") for base, *forms in [entry.split()] for form in forms
}
_PLURAL_NOUNS = word_set("morphology/plural_nouns")
_SUFFIXES = word_list("morphology/suffixes")
_SHORTEST_STEM = {"ed": 3, "ing": 3, "ly": 3, "er": 4}
"""How many letters a suffix must leave; four, where nothing is said: *bed*, *wing* and *fly* keep theirs."""
_BRITISH = re.compile(r"(?<=[a-z]{3})our")
"""*colour* and *color* have one stem, *four* and *hour* keep their letters."""


@lru_cache(maxsize=65_536)
def singular(form: str) -> str:
    """Return a folded word without the mark of its plural. Other scripts stay as they are.

    >>> [singular(word) for word in ("ghosts", "children", "parties", "boxes", "glass", "christmas")]
    ['ghost', 'child', 'party', 'box', 'glass', 'christmas']
    """
    if not form.isascii() or len(form) < 4 or not form.isalpha():
        return form
    if form in _PLURAL_NOUNS:
        return _IRREGULAR[form]
    if form.endswith("ies") and len(form) > 4:
        return form[:-3] + "y"
    if form.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return form[:-2]
    return form[:-1] if form.endswith("s") and not form.endswith(("ss", "us", "is", "as")) else form


def spelled_singular(word: str) -> str:
    """Return a folded word without the ending of a plural, by its spelling alone.

    >>> [spelled_singular(word) for word in ("cities", "buses", "status", "children")]
    ['city', 'bus', 'statu', 'children']
    """
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


_PLURAL_ENDINGS = (
    *(("s", ""), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("sses", "ss"), ("ies", "y")),
    *(("ves", "f"), ("ves", "fe"), ("men", "man"), ("children", "child")),
)


def names_one_of(word: str, nouns: frozenset[str]) -> bool:
    """Return whether a folded word is one of `nouns`, or a plural of one: the list decides what its singular is.

    >>> names_one_of("housewives", frozenset({"housewife"})), names_one_of("glass", frozenset({"glas"}))
    (True, True)
    """
    return word in nouns or any(
        word.endswith(plural) and word[: -len(plural)] + single in nouns for plural, single in _PLURAL_ENDINGS
    )


@lru_cache(maxsize=65_536)
def stem(form: str) -> str:
    """Return the stem of a folded English word; words of other scripts and numbers stay as they are.

    Rough on purpose: stems are compared, never shown.

    >>> stem("gave") == stem("giving") == stem("gives"), stem("celebrates") == stem("celebration")
    (True, True)
    """
    if not form.isascii() or len(form) < 3 or not form.isalpha():
        return form
    form = _BRITISH.sub("or", singular(_IRREGULAR.get(form, form)))
    form = _IRREGULAR.get(form, form)
    for _ in range(2):
        form = _without_suffix(form)
    form = form.removesuffix("e") if len(form) > 3 else form
    form = form.removesuffix("at") if len(form) > 6 else form  # illustrated, illustration
    if len(form) > 3 and form[-1] == form[-2] and form[-1] not in "aeiouls":
        form = form[:-1]
    return form[:-1] + "i" if form.endswith("y") and len(form) > 3 else form


def _without_suffix(form: str) -> str:
    for suffix in _SUFFIXES:
        if form.endswith(suffix) and len(form) - len(suffix) >= _SHORTEST_STEM.get(suffix, 4):
            return form[: -len(suffix)]
    return form


_VERBAL = ("VVZ", "VVD", "VVN", "VVG", "VVI", "NN2", "NN1")
_SHORTEST, _LONGEST = 3, 40


@lru_cache(maxsize=4096)
def word_forms(word: str, tag: str = "") -> frozenset[str]:
    """Return what a word may be a form of: itself, its lemmas, and what is left without its endings.

    `tag` (C5) is given for words of a text: of an irregular past only the lemma counts, for *found* is not *founded*.

    >>> sorted(word_forms("supplier") & word_forms("supplies")), word_forms("found", "VVD") & word_forms("founded")
    (['suppl', 'supply'], frozenset())
    """
    low = word.casefold()
    if len(low) > _LONGEST:
        return frozenset((low,))  # not a word of the language; to analyse it would take seconds
    if tag in ("VVD", "VVN") and not low.endswith("ed"):
        lemma = lemma_of(low, tag).casefold()
        return frozenset({lemma} | ({low} if lemma[:2] == low[:2] and lemma[:3] == low[:3] else set()))
    lemmas = {lemma_of(low, each).casefold() for each in _VERBAL}
    return frozenset(each for each in {low} | lemmas | _without_ending(low) if len(each) >= _SHORTEST)


_ENDINGS = (
    ("iers", ("y", "")),
    ("ier", ("y", "")),
    ("ies", ("y", "")),
    ("ied", ("y", "")),
    ("ers", ("", "e")),
    ("ors", ("", "e")),
    ("er", ("", "e")),
    ("or", ("", "e")),
    ("ed", ("", "e")),
    ("ing", ("", "e")),
    ("ions", ("", "e")),
    ("ion", ("", "e")),
    ("es", ("", "e")),
    ("s", ("",)),
)


def _without_ending(word: str) -> set[str]:
    """Return a word without the first ending that it has: *founder*, *founded*, *founding* are of *found*."""
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            base = word[: -len(ending)]
            double = {base[:-1]} if len(base) > _SHORTEST and base[-1] == base[-2] and ending[0] in "ei" else set()
            return {base + each for each in instead} | double
    return set()

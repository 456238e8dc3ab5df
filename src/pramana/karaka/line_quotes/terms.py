"""The words of a question that a line may share, and how near the words of a line are to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pramana.language import analyse_cached, plain_question, stem, tidy, word_list, word_set

RELATED = 0.6
"""How near a related word is, 0–1, beside 1 for the same stem: *fee* and *charge*."""
DERIVED = 0.7
"""How near a word of the same root is: *inspect* and *inspector*."""
_ROOT = 5
"""Letters that two words of one root share, at least, and two thirds of the longer: *plant* is not *plan*."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_MARKED = re.compile(
    r"\b(?P<verb>\w+)(?= (?P<marker>with|without|before|after|against|during|instead of)"
    r"(?: (?:the|a|an|his|her|its|their|any))? (?P<noun>[\w'’]+))",
    re.IGNORECASE,
)
"""It looks ahead, so that of *after the accident without a hammer* both nouns are found."""
_NUMBERS = word_set("numbers/small") | word_set("numbers/tens")
_EMPTY = word_set("search/common") | word_set("answers/glue") | word_set("questions/empty_words")


@dataclass(frozen=True, slots=True)
class QuestionTerm:
    """A word of a question by its stem. `named`: it is a name or a number. `verb`: it is one of its verbs. `marked`: it
    is the noun behind a preposition that changes what is asked: *with a key*, *before the war*. Of several words that
    mean something together the stem is `turn_down`: *Who turned it down?* has no term *turn*."""

    stem: str
    named: bool
    verb: bool
    marked: bool = False

    @property
    def lead(self) -> str:
        """The stem that the term is weighed by: the first of a phrase."""
        return self.stem.split("_")[0]


@lru_cache(maxsize=1_024)
def question_terms(question: str) -> tuple[QuestionTerm, ...]:
    """Return the words of a question that claim something, each once, in order."""
    text = plain_question(tidy(question))
    verbs = {stem(group.lemma.lower()) for group in analyse_cached(text).verb_groups}
    marked = {_bare(match["noun"]) for match in _MARKED.finditer(text) if not _is_phrasal(match)}
    found: dict[str, QuestionTerm] = {}
    for place, match in enumerate(_WORD.finditer(text)):
        form = _bare(match[0])
        if form not in _EMPTY and len(form) > 1:
            named = form.isdigit() or form in _NUMBERS or (place > 0 and match[0][0].isupper())
            found.setdefault(stem(form), QuestionTerm(stem(form), named, stem(form) in verbs, form in marked))
    for phrase in _phrases_in(stems_of_text(text)):
        for part in phrase.split("_"):
            found.pop(part, None)
        found[phrase] = QuestionTerm(phrase, named=False, verb=True)
    return tuple(found.values())


_BETWEEN = 2
"""Words that may be between the parts of a phrase: *turn the offer down*."""


def is_empty_word(each: str) -> bool:
    """Return whether a word or its stem claims nothing: *the*, *of*, *did*."""
    return each in _EMPTY or each in _empty_stems()


@cache
def _empty_stems() -> frozenset[str]:
    return frozenset(map(stem, _EMPTY))


def _phrases_in(stems: Sequence[str]) -> list[str]:
    """Return the phrases of the word lists in a text, the longer ones first; no word belongs to two of them."""
    found: list[tuple[str, set[int]]] = []
    for start, first in enumerate(stems):
        for phrase in _phrases().get(first, ()):
            places = [start]
            for part in phrase[1:]:
                ahead = range(places[-1] + 1, min(places[-1] + _BETWEEN + 2, len(stems)))
                places += [place for place in ahead if stems[place] == part][:1]
            if len(places) == len(phrase):
                found.append(("_".join(phrase), set(places)))
    taken, kept = set[int](), list[str]()
    for name, held in sorted(found, key=lambda each: -len(each[1])):
        if taken.isdisjoint(held):
            taken |= held
            kept.append(name)
    return kept


@cache
def _phrases() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the phrases of several words by their first stem, the longest first."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for name in _related_stems():
        parts = tuple(name.split("_"))
        if len(parts) > 1:
            found.setdefault(parts[0], set()).add(parts)
    return {first: tuple(sorted(phrases, key=lambda each: (-len(each), each))) for first, phrases in found.items()}


def words_with(question: str, stems: Iterable[str]) -> list[str]:
    """Return the words of a question that have one of some stems, as it has them, each once."""
    wanted = set(stems)
    return list(dict.fromkeys(match[0] for match in _WORD.finditer(question) if stem(_bare(match[0])) in wanted))


def _is_phrasal(match: re.Match[str]) -> bool:
    """Whether a preposition belongs to the verb before it: *looked after the accounts*."""
    return f"{stem(match['verb'].lower())} {match['marker'].lower()}" in _phrasal_verbs()


@cache
def _phrasal_verbs() -> frozenset[str]:
    verbs = [word.split("_") for group in word_list("questions/like_verbs") for word in group.split() if "_" in word]
    return frozenset(f"{stem(parts[0])} {' '.join(parts[1:])}" for parts in verbs)


@lru_cache(maxsize=16_384)
def stems_of_text(text: str) -> tuple[str, ...]:
    """Return the stems of all words of a text, in order."""
    return tuple(stem(_bare(word)) for word in _WORD.findall(text))


def _bare(word: str) -> str:
    return word.lower().replace("’", "'").removesuffix("'s")


@lru_cache(maxsize=65_536)
def stem_nearness(one: str, other: str) -> float:
    """Return how near two stems are, 0–1: 1 for the same, 0 where nothing relates them."""
    if one == other:
        return 1.0
    if other in _related_stems().get(one, ()):
        return RELATED
    return DERIVED if "_" not in one + other and _same_root(one, other) else 0.0


def is_near_word(one: str, other: str) -> bool:
    """Return whether anything relates two stems."""
    return stem_nearness(one, other) > 0


def _same_root(one: str, other: str) -> bool:
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= _ROOT and shared >= 0.65 * max(len(one), len(other))


@cache
def _related_stems() -> dict[str, frozenset[str]]:
    """Return for each stem those of the words that may speak of the same matter."""
    found: dict[str, set[str]] = {}
    lists = (word_list("questions/related_words"), word_list("questions/like_verbs"), word_list("questions/like_nouns"))
    for group in (*lists[0], *lists[1], *lists[2], *word_list("verbs/families")):
        stems = {"_".join(map(stem, word.split("_"))) for word in group.split()}
        for each in stems:
            found.setdefault(each, set()).update(stems - {each})
    return {each: frozenset(others) for each, others in found.items()}


@lru_cache(maxsize=8_192)
def near_terms(terms: tuple[QuestionTerm, ...], text: str) -> tuple[float, ...]:
    """Return how near the nearest word of a text is to each word of a question, 0–1."""
    held = _held_stems(text)
    return tuple(max((stem_nearness(term.stem, each) for each in held), default=0.0) for term in terms)


@lru_cache(maxsize=8_192)
def _held_stems(text: str) -> frozenset[str]:
    stems = stems_of_text(text)
    return frozenset((*stems, *_phrases_in(stems)))


def best_of(*parts: tuple[float, Sequence[float]]) -> list[float]:
    """Return the greatest weighted value at each place: `parts` are weights with values of one length."""
    return [max(weight * values[at] for weight, values in parts) for at in range(len(parts[0][1]))]


def coverage(values: Iterable[float], weights: Sequence[float]) -> float:
    """Return how much of a question is held, 0–1, each word by its weight."""
    total = sum(weights)
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / total if total else 0.0

"""Which names are compared: all pairs that share a blocking key, and no others. Near linear in the number of names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from pramana.events import told_by_place
from pramana.karaka.passes.clusters import Pair, pair
from pramana.karaka.passes.inflection import case_stem, case_stems
from pramana.karaka.passes.name_words import NICKNAMES
from pramana.karaka.passes.pairs import LEAST_VARIANT, consonants, is_variant, sound_alike
from pramana.karaka.passes.profiles import Profile
from pramana.retrieval import Matrix, VectorIndex

Embed = Callable[[Sequence[str]], Matrix]
"""Turns texts into quantised vectors, one a row."""

MOST_PAIRED = 16
"""In a block of more names than this, each is compared with the first alone: they are spelled alike anyhow."""
MOST_BEARERS = 64
"""A shorter name with more bearers than this tells nobody apart."""
MOST_VARIANTS = 2
_MOST_NEIGHBOURS = 64
"""More words than this that are alike but for the letter left out are no slips of one another."""


def same_form_pairs(known: Mapping[str, Profile]) -> list[Pair]:
    """Return the pairs of names with the same words, or alike as a whole, sorted."""
    blocks: dict[Hashable, list[str]] = defaultdict(list)
    for profile in known.values():
        if told_by_place(profile.name) and not profile.reading.words:
            continue  # *his nephew* and *this man* here and there are not known to be one
        if profile.reading.words:
            blocks[profile.reading.words].append(profile.id)
        if not profile.bare:
            blocks[profile.reading.whole].append(profile.id)
    return sorted({one for block in blocks.values() for one in _pairs(sorted(block))})


def _pairs(block: Sequence[str]) -> Iterable[Pair]:
    if len(block) <= MOST_PAIRED:
        return combinations(block, 2)
    return ((block[0], other) for other in block[1:])


class Bearers:
    """Looks up which longer names a shorter one may abbreviate."""

    def __init__(self, known: Mapping[str, Profile]) -> None:
        self._blocks: dict[Hashable, list[Profile]] = defaultdict(list)
        for profile in known.values():
            for key in _longer_keys(profile.reading.words):
                self._blocks[key].append(profile)

    def of(self, short: Profile) -> Sequence[Profile]:
        """Return all names that share their ends with `short`, by id; itself among them."""
        words = short.reading.words
        if not words:
            return ()
        found = {each.id: each for key in _keys(words) for each in self._blocks.get(key, ())}
        return [found[entity] for entity in sorted(found)]


def reordered_pairs(known: Mapping[str, Profile]) -> list[Pair]:
    """Return the pairs of names with the same words in another order, or but for case endings, sorted."""
    blocks: dict[Hashable, list[str]] = defaultdict(list)
    for profile in known.values():
        if profile.reading.words:
            blocks[tuple(sorted(case_stems(profile.reading.words)))].append(profile.id)
    return sorted({one for block in blocks.values() if len(block) > 1 for one in _pairs(sorted(block))})


def _keys(words: Sequence[str]) -> Iterator[Hashable]:
    """Yield the keys under which longer forms of a name are found."""
    first, last = _formal(words[0]), _formal(words[-1])
    if len(words) == 1:
        yield first
        return
    yield first, words[-1]  # both ends of a longer name
    yield first, words[1], "first"
    yield words[-2], last, "last"


def _longer_keys(words: Sequence[str]) -> Iterator[Hashable]:
    if len(words) == 1:
        yield _formal(words[0])
    elif words:
        first, last = _formal(words[0]), words[-1]
        ends: list[Hashable] = [first, _formal(last), (first, last), (words[0][0], last)]
        if len(words) > 2:
            inner = _formal(words[-2])  # the first of two surnames
            ends += [inner, (first, words[1], "first"), (words[-2], _formal(last), "last"), (words[-3], inner, "last")]
        yield from dict.fromkeys(ends)


def _formal(word: str) -> str:
    return NICKNAMES.get(word, case_stem(word))


def variant_pairs(known: Mapping[str, Profile]) -> list[Pair]:
    """Return the pairs of proper names that are alike but for one letter of one longer word, sorted.

    A name with more than MOST_VARIANTS such neighbours has none of them: these are names, not slips.
    """
    by_words: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for profile in known.values():
        if profile.reading.words:
            by_words[profile.reading.words].append(profile.id)
    variants = _variants({word for words in by_words for word in words if len(word) >= LEAST_VARIANT})
    near = {words: [other for other in _with_variants(words, variants) if other in by_words] for words in by_words}
    found: set[Pair] = set()
    for words, others in near.items():
        for other in others:
            if max(len(others), len(near[other])) <= MOST_VARIANTS:
                found.update(pair(a, b) for a in by_words[words][:MOST_PAIRED] for b in by_words[other][:MOST_PAIRED])
    return sorted(found)


def _with_variants(words: tuple[str, ...], variants: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    for at, word in enumerate(words):
        for variant in variants.get(word, ()):
            yield (*words[:at], variant, *words[at + 1 :])


def _variants(vocabulary: set[str]) -> dict[str, list[str]]:
    """Map each word to its variants. Two words one edit apart share a form with one letter left out."""
    blocks: dict[str, list[str]] = defaultdict(list)
    for word in sorted(vocabulary):
        for form in {word, *(word[:at] + word[at + 1 :] for at in range(len(word))), f"~{consonants(word)}"}:
            blocks[form].append(word)
    found: dict[str, set[str]] = defaultdict(set)
    for block in blocks.values():
        if 1 < len(block) <= _MOST_NEIGHBOURS:
            for one, other in combinations(block, 2):
                if is_variant(one, other, alone=False) or sound_alike(one, other):
                    found[one].add(other)
                    found[other].add(one)
    return {word: sorted(others) for word, others in found.items()}


def similar_pairs(known: Mapping[str, Profile], embed: Embed, least: float = 0.85) -> dict[Pair, float]:
    """Return every pair of proper names that share a word and whose vectors have a cosine of at least `least`.

    These are the candidates of a model that judges pairs; rules need none of them. A word that more than
    MOST_BEARERS names share makes no block.
    """
    named = [profile for profile in known.values() if profile.reading.words]
    blocks: dict[str, list[int]] = defaultdict(list)
    for row, profile in enumerate(named):
        for word in dict.fromkeys(profile.reading.words):
            blocks[word].append(row)
    shared = [rows for rows in blocks.values() if 1 < len(rows) <= MOST_BEARERS]
    found = VectorIndex(embed([profile.name for profile in named])).pairs(shared, least) if shared else {}
    return dict(sorted((pair(named[a].id, named[b].id), cosine) for (a, b), cosine in found.items()))

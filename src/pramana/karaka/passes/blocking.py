"""Which names are compared: those that share a key, and no others. Near linear in the number of names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from pramana.karaka.passes.clusters import Pair, pair
from pramana.karaka.passes.name_keys import asked_keys, form_keys, turned_key, variant_keys, words_key
from pramana.karaka.passes.names import NameIndex
from pramana.karaka.passes.profiles import Profile
from pramana.karaka.passes.spelling import is_variant, sound_alike
from pramana.retrieval import Matrix, VectorIndex

Embed = Callable[[Sequence[str]], Matrix]
"""Turns texts into quantised vectors, one a row."""

MOST_PAIRED = 16
"""In a block of more names than this, each is compared with the first alone: they are spelled alike anyhow."""
MOST_BEARERS = 64
"""A shorter name with more bearers than this tells nobody apart."""
MOST_VARIANTS = 2


def same_form_pairs(profile: Profile, names: NameIndex) -> set[Pair]:
    """Return the pairs of a name with those of the same words, or alike as a whole."""
    return {both for key in form_keys(profile) for both in _pairs_with(profile.id, names.having(key))}


def reordered_pairs(profile: Profile, names: NameIndex) -> set[Pair]:
    """Return the pairs of a name with those of the same words in another order, or but for case endings."""
    words = profile.reading.words
    return set(_pairs_with(profile.id, names.having(turned_key(words)))) if words else set()


def _pairs_with(entity: str, block: Sequence[str]) -> Iterator[Pair]:
    if len(block) <= MOST_PAIRED or entity == block[0]:
        return (pair(entity, other) for other in block if other != entity)
    return iter([pair(block[0], entity)])


def bearers_of(short: Profile, names: NameIndex) -> Sequence[Profile]:
    """Return the names that share their ends with `short`, by id, itself among them; of too many, some too many."""
    keys = asked_keys(short)
    found = sorted({each for key in keys for each in names.having(key, MOST_BEARERS + 1)})
    return [names[entity] for entity in found[: MOST_BEARERS + 1]]


class Spellings:
    """Which proper names are alike but for one letter of one longer word."""

    def __init__(self, names: NameIndex) -> None:
        self._names = names
        self._near: dict[tuple[str, ...], set[tuple[str, ...]]] = {}

    def pairs(self, profile: Profile) -> set[Pair]:
        """Return the pairs of a name with those that are spelled nearly so.

        A name with more than MOST_VARIANTS such neighbours has none of them: these are names, not slips.
        """
        near = self._nearly(profile.reading.words)
        if not 0 < len(near) <= MOST_VARIANTS or profile.id not in self._alike(profile.reading.words):
            return set()
        others = [each for each in near if len(self._nearly(each)) <= MOST_VARIANTS]
        return {pair(profile.id, other) for each in others for other in self._alike(each)}

    def _alike(self, words: tuple[str, ...]) -> Sequence[str]:
        return self._names.having(words_key(words), MOST_PAIRED)

    def _nearly(self, words: tuple[str, ...]) -> set[tuple[str, ...]]:
        """Return the words of other names that are the same but for one, which is another spelling of that."""
        if words not in self._near:
            keys = variant_keys(words)
            found = {self._names[each].reading.words for key in keys for each in self._names.having(key)}
            self._near[words] = {other for other in found if _is_one_variant(words, other)}
        return self._near[words]


def _is_one_variant(words: Sequence[str], others: Sequence[str]) -> bool:
    differing = [(one, other) for one, other in zip(words, others, strict=False) if one != other]
    if len(words) != len(others) or len(differing) != 1:
        return False
    return is_variant(*differing[0], alone=False) or sound_alike(*differing[0])


def similar_pairs(known: NameIndex, embed: Embed, least: float = 0.85) -> dict[Pair, float]:
    """Return every pair of proper names that share a word and whose vectors have a cosine of at least `least`.

    These are the candidates of a model that judges pairs; rules need none of them. A word that more than
    MOST_BEARERS names share makes no block.
    """
    named = [known[entity] for entity in known if known[entity].reading.words]
    blocks: dict[str, list[int]] = defaultdict(list)
    for row, profile in enumerate(named):
        for word in dict.fromkeys(profile.reading.words):
            blocks[word].append(row)
    shared = [rows for rows in blocks.values() if 1 < len(rows) <= MOST_BEARERS]
    found = VectorIndex(embed([profile.name for profile in named])).pairs(shared, least) if shared else {}
    return dict(sorted((pair(named[a].id, named[b].id), cosine) for (a, b), cosine in found.items()))

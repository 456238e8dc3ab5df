"""The keys by which names are compared: only those that share one are, so that the time is near linear.

Whatever is decided of a name is read of the names that have its keys. So a name that changes reaches those that ask for
one of its keys, whether they found anything under it or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.events import told_by_place
from pramana.karaka.passes.inflection import case_stem, case_stems
from pramana.karaka.passes.name_words import NICKNAMES
from pramana.karaka.passes.profiles import Profile
from pramana.karaka.passes.spelling import LEAST_VARIANT, consonants

Key = tuple[str | int, ...]
"""What it is, and of what."""
RARE = 3
"""A name that occurs in at most this many documents shows that they have a subject in common."""


def shared_keys(profile: Profile) -> list[Key]:
    """Return the keys under which others find a name."""
    words, whole = profile.reading.words, profile.reading.whole
    found = [*form_keys(profile), ("called", whole), *_ends(whole)]
    found += (("long", *key) for key in _longer_keys(words))
    found += variant_keys(words)
    found += (("word", word) for word in words)
    if words:
        found.append(turned_key(words))
    if is_rare(profile):
        found += (("rare", doc_id) for doc_id in profile.first)
    return list(dict.fromkeys(found))


def asked_keys(profile: Profile) -> list[Key]:
    """Return the keys under which a name looks for longer names that it may abbreviate."""
    return [("long", *key) for key in dict.fromkeys(_short_keys(profile.reading.words))]


def form_keys(profile: Profile) -> list[Key]:
    """Return the keys of names with the same words, or alike as a whole."""
    words = profile.reading.words
    if told_by_place(profile.name) and not words:
        return []  # *his nephew* and *this man* here and there are not known to be one
    found: list[Key] = [words_key(words)] if words else []
    return found if profile.bare else [*found, ("whole", profile.reading.whole)]


def words_key(words: Sequence[str]) -> Key:
    """Return the key of names with these words."""
    return "words", *words


def turned_key(words: Sequence[str]) -> Key:
    """Return the key of names with the same words in another order, or but for case endings."""
    return "turned", *sorted(case_stems(words))


def variant_keys(words: Sequence[str]) -> list[Key]:
    """Return the keys that names share of which one word is another spelling: of two words one edit apart both have a
    form with one letter left out, and words that sound alike have the same consonants."""
    return [
        ("variant", at, form, *words[:at], "", *words[at + 1 :])
        for at, word in enumerate(words)
        if len(word) >= LEAST_VARIANT
        for form in sorted({word, *(word[:cut] + word[cut + 1 :] for cut in range(len(word))), f"~{consonants(word)}"})
    ]


def is_rare(profile: Profile) -> bool:
    """Return whether the documents that have a name have a subject in common."""
    return profile.bare and bool(profile.reading.words) and 1 < len(profile.first) <= RARE


def _ends(whole: str) -> list[Key]:
    """Return the keys of the first and the last word of what somebody is called."""
    words = whole.split() or [""]
    return [("begins", words[0]), ("ends", words[-1])]


def _short_keys(words: Sequence[str]) -> Iterator[Key]:
    """Yield the keys under which longer forms of a name are found."""
    if not words:
        return
    first, last = formal(words[0]), formal(words[-1])
    if len(words) == 1:
        yield (first,)
        return
    yield first, words[-1]  # both ends of a longer name
    yield first, words[1], "first"
    yield words[-2], last, "last"


def _longer_keys(words: Sequence[str]) -> Iterator[Key]:
    if len(words) == 1:
        yield (formal(words[0]),)
    elif words:
        first, last = formal(words[0]), words[-1]
        ends: list[Key] = [(first,), (formal(last),), (first, last), (words[0][0], last)]
        if len(words) > 2:
            inner = formal(words[-2])  # the first of two surnames
            ends += [(inner,), (first, words[1], "first")]
            ends += [(words[-2], formal(last), "last"), (words[-3], inner, "last")]
        yield from dict.fromkeys(ends)


def formal(word: str) -> str:
    """Return the formal word for a nickname, and of other words the stem."""
    return NICKNAMES.get(word, case_stem(word))

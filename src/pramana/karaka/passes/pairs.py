"""What speaks for two names being one entity, and what forbids it. Each pair by itself, in either order alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pramana.events import told_by_place
from pramana.karaka.passes.containment import contained_name
from pramana.karaka.passes.inflection import case_stems
from pramana.karaka.passes.model import PairFinding
from pramana.karaka.passes.name_reading import NameReading
from pramana.karaka.passes.name_words import (
    ADJECTIVES,
    FEMALE_NAMES,
    GIVEN_NAME_TITLES,
    KIN,
    MALE_NAMES,
    MODIFIERS,
    NO_SURNAMES,
    NOBLE_TITLES,
    ROYAL_TITLES,
)
from pramana.karaka.passes.profiles import Profile
from pramana.karaka.passes.spelling import is_variant, same_given, sound_alike
from pramana.language import tag_tokens

SAME_SUBJECT = 3
"""*The Spirit* is *the spirit* of at most so many lines before; *Father* of another chapter is another father."""
LONGEST_ACRONYM = 5
"""*NOW* of one document need not be *Now* of another; *SCROOGE* is *Scrooge*."""
TRANSCRIBED = 70
"""How sure it is, 1 to 100, that two names of a document that sound alike are one."""


def conflict(one: Profile, other: Profile) -> str | None:
    """Return why two names cannot be one entity, None where nothing forbids it."""
    problem = _kinds_conflict(one, other)
    a, b = one.reading, other.reading
    if problem or not a.words or not b.words:
        return problem
    return _titles_conflict(a, b) or _numbers_conflict(a, b) or _given_names_conflict(a, b)


def _kinds_conflict(one: Profile, other: Profile) -> str | None:
    kinds = sorted((one.kind, other.kind))
    if "" in kinds or kinds[0] == kinds[1]:
        return None
    if kinds == ["organisation", "person"] and not (one.reading.gender or other.reading.gender):
        return None  # companies speak, too
    return f"one is of the kind {kinds[0]}, the other {kinds[1]}"


def rivals(one: Profile, other: Profile) -> str | None:
    """Return why two bearers of one shorter name are two: what `conflict` says, or that their last names differ."""
    a, b = one.reading.words, other.reading.words
    if len(a) > 1 and len(b) > 1 and a[-1] != b[-1]:
        return "their last names differ"
    return conflict(one, other)


def _titles_conflict(one: NameReading, other: NameReading) -> str | None:
    if one.gender and other.gender and one.gender != other.gender:
        return "their titles or given names differ in gender"
    if {"mrs", "miss"} <= {*one.titles, *other.titles}:
        return "one is Mrs., the other Miss"
    if one.offices and other.offices and not one.offices & other.offices:
        return "their titles differ"
    return None


def _numbers_conflict(one: NameReading, other: NameReading) -> str | None:
    if one.numerals and other.numerals and one.numerals != other.numerals:
        return "their numerals differ"
    both_full = len(one.words) > 1 and len(other.words) > 1
    if one.generation != other.generation and (both_full or (one.generation and other.generation)):
        return "one is the junior, the other is not"
    if one.age and other.age and one.age != other.age:
        return "one is the old, the other the young"
    if one.company and other.company and one.company != other.company:
        return "their forms of company differ"
    if one.region and other.region and one.region != other.region:
        return "they lie in different regions"
    return None


def _given_names_conflict(one: NameReading, other: NameReading) -> str | None:
    a, b = one.words, other.words
    if len(a) < 2 or len(b) < 2 or a[-1] != b[-1]:
        return None
    if _ends_with(a, b) or _ends_with(b, a):  # *García Márquez*, *bin Talal*
        return None
    alike = len(a) == len(b) and all(one == other or sound_alike(one, other) for one, other in zip(a, b, strict=True))
    return None if alike or _within(a[:-1], b[:-1]) or _within(b[:-1], a[:-1]) else "their given names differ"


def _ends_with(long: Sequence[str], short: Sequence[str]) -> bool:
    return tuple(long[-len(short) :]) == tuple(short)


def _within(short: Sequence[str], long: Sequence[str]) -> bool:
    """Return whether the given names `short` agree with `long`: the first with the first, the others in order."""
    if not short or not long or not same_given(short[0], long[0]):
        return False
    rest = iter(long[1:])
    return all(any(same_given(word, candidate) for candidate in rest) for word in short[1:])


def same_form(one: Profile, other: Profile) -> PairFinding | None:
    """Judge two names with one spelling but for case, marks, hyphens, dots, possessives and determiners."""
    if conflict(one, other):
        return None
    a, b = one.reading, other.reading
    if a.words and a.words == b.words and _extras(a) - set(a.adjectives) == _extras(b) - set(b.adjectives):
        return _same_words(one, other)
    if a.whole == b.whole and not one.bare and not other.bare and _one_subject(one, other):
        return PairFinding(f"{_quoted_names(one, other)} are alike but for case and determiner", 90)
    return None


def inflected_form(one: Profile, other: Profile) -> PairFinding | None:
    """Judge two names of one document that differ in case endings alone (*Анна Иванова*, *Анну Иванову*).

    Two agents are two: an agent is in the nominative.
    """
    a, b = one.reading, other.reading
    both_act = one.agent and other.agent
    if a.words == b.words or case_stems(a.words) != case_stems(b.words) or both_act or conflict(one, other):
        return None
    if not one.first.keys() & other.first.keys():
        return None
    return PairFinding(f"{_quoted_names(one, other)} are forms of one name but for case endings", 80)


def turned_round(one: Profile, other: Profile) -> PairFinding | None:
    """Judge two names of one document of the same words, one with the family name first: *Zhang Wei*, *Wei Zhang*."""
    a, b = one.reading.words, other.reading.words
    turned = len(a) == len(b) > 1 and a != b and any(a == (*b[at:], *b[:at]) for at in range(1, len(b)))
    if not turned or not one.first.keys() & other.first.keys() or _apart_but_for_words(one, other):
        return None
    return PairFinding(f"{_quoted_names(one, other)} have the same words, family name first and last", 80)


def _one_subject(one: Profile, other: Profile) -> bool:
    """Return whether two common nouns are close enough to mean one thing; longer ones may be anywhere in a document."""
    longer = " " in one.reading.whole and bool(one.first.keys() & other.first.keys())
    return longer or one.near(other, SAME_SUBJECT)


def _same_words(one: Profile, other: Profile) -> PairFinding | None:
    """Judge names of the same words and titles. Another adjective needs a name of a person, in one document if bare."""
    together = bool(one.first.keys() & other.first.keys())
    if not together and any(told_by_place(each.name) for each in (one, other)):
        return None
    if set(one.reading.adjectives) == set(other.reading.adjectives):
        shouted = one.name.isupper() != other.name.isupper() and len(one.reading.words[0]) <= LONGEST_ACRONYM
        return None if shouted and not together else PairFinding(f"{_quoted_names(one, other)} are spelled alike", 99)
    full = len(one.reading.words) > 1 and one.reading.words[0] in MALE_NAMES | FEMALE_NAMES
    person = len(one.reading.words) > 1 or "person" in {one.kind, other.kind}
    if full or (together and person and (one.bare or other.bare)):
        return PairFinding(f"{_quoted_names(one, other)} are alike but for an adjective", 93)
    if together and not (one.located or other.located) and all(map(_is_described, (one, other))):
        return PairFinding(f"{_quoted_names(one, other)} are alike but for what one is called besides", 76)
    return None


def _is_described(name: Profile) -> bool:
    """Return whether the words in front of a name may be left out: *its rival Fabrikam*, not *northern Italy*."""
    front = name.reading.adjectives
    return not front or set(front) <= ADJECTIVES or _is_noun(front[-1])


@lru_cache(maxsize=4096)  # few words stand in front of names, each of them often
def _is_noun(word: str) -> bool:
    return tag_tokens(f"the {word}")[-1].tag.startswith("NN")


def fits(short: Profile, long: Profile) -> PairFinding | None:
    """Judge whether `short` can be a shorter form of `long`, had nobody else that name."""
    if not _says_less(short.reading, long.reading) or conflict(short, long):
        return None
    a, b = short.reading, long.reading
    if a.words == b.words:
        return _fits_same_words(short, long)
    return _fits_person(short, long) or contained_name(short, long)


def _fits_person(short: Profile, long: Profile) -> PairFinding | None:
    """Judge names of which one is known to be a person's, in any document."""
    a, b = short.reading, long.reading
    if "person" not in {short.kind, long.kind} or {short.kind, long.kind} - {"person", ""}:
        return None
    thing = b.words[0] in MODIFIERS and max(short.human, long.human) < 2  # *Air France said so* makes nobody of France
    if b.words[-1] in NO_SURNAMES or thing or _differ_by_article(short, long):
        return None
    if len(a.words) == 1:
        return _fits_one_word(short, long)
    if a.words[-1] == b.words[-1] and _within(a.words[:-1], b.words[:-1]):
        return PairFinding(f"{_quoted_names(short, long)} agree in last name and in given names or initials", 88)
    return None


def _differ_by_article(short: Profile, long: Profile) -> bool:
    """Return whether only the shorter name has an article: *der Koch* is not *Peter Koch*, *the Smith* not John."""
    return short.articled and not long.articled and not short.reading.titles and not short.reading.adjectives


def _fits_same_words(short: Profile, long: Profile) -> PairFinding | None:
    a, b = short.reading, long.reading
    if b.region and not a.region:
        return PairFinding(f"{long.name!r} is {short.name!r} with what it lies in", 86)
    if b.company and not a.company:
        return PairFinding(f"{short.name!r} is {long.name!r} without its form of company", 90)
    if "person" not in {short.kind, long.kind}:
        return None
    if b.numerals != a.numerals or b.generation != a.generation:
        return PairFinding(f"{short.name!r} is {long.name!r} without its number", 75) if short.bare else None
    return PairFinding(f"{short.name!r} is {long.name!r} without its title", 92)


def _fits_one_word(short: Profile, long: Profile) -> PairFinding | None:
    word, words = short.reading.words[0], long.reading.words
    noble = set(short.reading.titles) & NOBLE_TITLES
    royal = set(short.reading.titles) & ROYAL_TITLES
    if word == words[-1] and not royal and noble <= set(long.reading.titles):
        return PairFinding(f"{short.name!r} is the last name of {long.name!r}", 88)
    if KIN & {*short.reading.adjectives, *short.reading.titles} or royal - set(long.reading.titles):
        return None
    if same_given(word, words[0]) and len(word) > 1 and set(short.reading.titles) <= GIVEN_NAME_TITLES:
        return PairFinding(f"{short.name!r} is the given name of {long.name!r}", 82)
    return None


def may_be_given(words: Sequence[str], long: Profile) -> bool:
    """Return whether given names that precede a last name somewhere can be those of `long`."""
    given = long.reading.words[:-1]
    return not given or _within(words, given) or _within(given, words) or same_given(words[-1], given[0])


def _says_less(short: NameReading, long: NameReading) -> bool:
    """Return whether `short` says no more than `long`, and less by words, titles, adjectives, numerals or company."""
    if len(short.words) != len(long.words):
        return 0 < len(short.words) < len(long.words) and not set(short.numerals) - set(long.numerals)
    if short.words != long.words:  # initials against names
        return sum(map(len, short.words)) < sum(map(len, long.words))
    return _extras(short) - set(short.adjectives) < _extras(long) - set(long.adjectives)


def _extras(reading: NameReading) -> frozenset[str]:
    single = (reading.generation, reading.company, reading.region)
    return frozenset((*reading.titles, *reading.adjectives, *reading.numerals, *single)) - {""}


def differ_by_adjective(one: Profile, other: Profile) -> bool:
    """Return whether two names of one word differ only in the words in front: *old Scrooge*."""
    a, b = one.reading, other.reading
    return len(a.words) == 1 and a.words == b.words and set(a.adjectives) != set(b.adjectives)


def is_given_name(short: Profile, long: Profile) -> bool:
    """Return whether `short` calls `long` by the given name alone."""
    words = short.reading.words
    return len(words) == 1 and words[0] != long.reading.words[-1]


def spelling_variant(one: Profile, other: Profile) -> PairFinding | None:
    """Judge two longer proper names that differ in one letter of one word (or two that changed places).

    Names without a given name must share a document: a reader would take *Hanson* there for a slip of *Hansen*.
    """
    a, b = one.reading.words, other.reading.words
    differing = [(x, y) for x, y in zip(a, b, strict=False) if x != y]
    if len(a) != len(b) or len(differing) != 1 or one.reading.titles != other.reading.titles:
        return None
    if _apart_but_for_words(one, other):
        return None
    if not is_variant(*differing[0], alone=len(a) == 1):
        return _transcription(one, other, *differing[0])
    full = len(a) > 1 and len(a[0]) > 1 and "person" in {one.kind, other.kind}
    if not full and not one.first.keys() & other.first.keys():
        return None
    return PairFinding(f"{_quoted_names(one, other)} differ in one letter", 80)


def _transcription(one: Profile, other: Profile, word: str, variant: str) -> PairFinding | None:
    """Judge two names of one document that differ in a word that sounds alike, and share another one."""
    if len(one.reading.words) == 1 or not one.first.keys() & other.first.keys() or not sound_alike(word, variant):
        return None
    return PairFinding(f"{_quoted_names(one, other)} sound alike", TRANSCRIBED)


def _apart_but_for_words(one: Profile, other: Profile) -> bool:
    a, b = one.reading, other.reading
    return bool(
        _kinds_conflict(one, other) or _titles_conflict(a, b) or _numbers_conflict(a, b) or a.numerals != b.numerals
    )


def _quoted_names(one: Profile, other: Profile) -> str:
    first, second = sorted((one.name, other.name))
    return f"{first!r} and {second!r}"

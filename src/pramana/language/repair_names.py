"""Repairs beside names: a name that the tagger takes for an adjective, and a verb behind a name for a noun."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language.tag_sets import BE_TAGS, BREAKS, FINITE, NOUNS, VERBS, Rule, may_be, on_tags
from pramana.language.tagging import is_english_word

OF_PEOPLES = ("ish", "an", "ese", "ch", "ic")
"""Ends of adjectives for peoples: *the German Chancellor*, *the French Navy*."""
_OF_SCHOOLS = "ist"
_OPENS_OBJECT = frozenset({"AT0", "DPS", "PNP", "DT0"})


@on_tags({"AJ0"}, cased=True)
def _name_as_adjective(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*It was Krug, not Vera*, *Ivo Lind told Bo*: a word that no dictionary has, where a name is expected."""
    word = words[index]
    if tags[index] != "AJ0" or not index or not _is_capital(word) or word.endswith((*OF_PEOPLES, _OF_SCHOOLS)):
        return None
    if is_english_word(word) or is_english_word(word.lower()):
        return None
    ends = tags[index - 1] == "NP0" and tags[index + 1 : index + 2] and tags[index + 1] in FINITE
    return "NP0" if ends or (tags[index - 1] in BE_TAGS | {"XX0"} and may_be(word, "NP0")) else None


@on_tags({"VVZ"}, cased=True)
def _name_as_verb(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*Harbour Works rents 12 barges*: a form with a capital between a name and a verb is the name's."""
    if tags[index] != "VVZ" or not index or not _is_capital(words[index]) or not _is_capital(words[index - 1]):
        return None
    behind = words[index + 1] if index + 1 < len(words) else ""
    verbal = behind.islower() and (tags[index + 1] in FINITE or tags[index + 1] == "NN2")
    return "NN2" if verbal and tags[index - 1] in NOUNS and _may_be_third_person(behind) else None


@on_tags({"NN2"}, cased=True)
def _verb_of_name(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*Fjord Logistics rents Quay 1*, *Krug lives in Hull.*: a plural form behind a name and before an object is the
    verb, where its clause has no other: *Fjord Logistics reports were late* has one."""
    if tags[index] != "NN2" or not index or not words[index].islower() or not _ends_name(words, tags, index - 1):
        return None
    if index + 1 == len(words) or not _may_be_third_person(words[index]) or _has_verb(words, tags, index):
        return None
    return "VVZ" if _opens_object(words, tags, index + 1) or _is_all(words, tags, index) else None


def _may_be_third_person(word: str) -> bool:
    """Whether a word may be a verb's third person: the corpus has it as one, or its singular as a verb (*rents*)."""
    stems = (word.removesuffix("s"), word.removesuffix("es"))
    return may_be(word, "VVZ") or any(
        may_be(each, "VVI") or may_be(each, "VVB") for each in stems if is_english_word(each)
    )


def _is_capital(word: str) -> bool:
    return word[:1].isupper() and word[1:].islower()


def _ends_name(words: Sequence[str], tags: Sequence[str], index: int) -> bool:
    """Whether a word is the last of a name: of several words with a capital, or one that no dictionary has."""
    if not words[index][:1].isupper() or tags[index] not in NOUNS:
        return False
    return (index > 0 and words[index - 1][:1].isupper()) or not is_english_word(words[index].lower())


def _has_verb(words: Sequence[str], tags: Sequence[str], index: int) -> bool:
    """Whether the clause around a word has a verb; one right behind *and* has its subject from here."""
    for place in range(index + 1, len(tags)):
        joined = tags[place] == "CJC" and not FINITE.isdisjoint(tags[place + 1 : place + 2])
        if joined or tags[place] in BREAKS - {"CJC"}:
            break
        if tags[place] in VERBS:
            return True
    for place in range(index - 1, -1, -1):
        if tags[place] in BREAKS:
            break
        if tags[place] in VERBS:
            return True
    return False


def _opens_object(words: Sequence[str], tags: Sequence[str], index: int) -> bool:
    """Whether an object begins at a place: *the quay*, *Quay 1*, *12 barges*; *2019* alone is none."""
    if tags[index] in _OPENS_OBJECT or (words[index][:1].isupper() and tags[index] in NOUNS):
        return True
    return tags[index] == "CRD" and tags[index + 1 : index + 2] in (["NN2"], ["NN1"], ["NN0"], ["AJ0"])


def _is_all(words: Sequence[str], tags: Sequence[str], index: int) -> bool:
    """Whether a line ends like a sentence, has no other verb at all, and goes on with a place or a time."""
    alone = words[-1] == "." and VERBS.isdisjoint(tags) and tags[index + 1] in {"PRP", "AV0", "AVP"}
    return alone and not any(tag in {"NN2", "PNQ"} for tag in tags[:index])


NAMES_FIRST: tuple[Rule, ...] = (_name_as_adjective, _name_as_verb)
VERBS_OF_NAMES: tuple[Rule, ...] = (_verb_of_name,)

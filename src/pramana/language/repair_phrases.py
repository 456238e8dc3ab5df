"""Repairs of tags within noun phrases and in lines that are notes: *in drinking water*, *Fixed a crash*."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language.repair_names import OF_PEOPLES
from pramana.language.tag_sets import BREAKS, FINITE, NOUNS, VERBS, Rule, on_tags, on_words
from pramana.language.tagging import is_english_word
from pramana.language.word_lists import word_set

_COMPOUNDS = word_set("grammar/compound_gerunds")
_TITLES = frozenset("Mr Mrs Miss Ms Dr Sir".split())
_PLACED_BY_NOUN = frozenset("room rooms list lists pool pools".split())
"""*a hospital waiting room*: nobody waits rooms, while a man may be drinking water."""
_NOTED = word_set("grammar/noted_actions")
_AGROUND = frozenset("aground ashore aboard adrift afloat ablaze astray overboard offline online".split())
"""Adverbs behind a verb that the tagger takes for its object."""
_LEARNING = ("stud", "teach", "taught", "learn", "practis", "practic")
"""Beginnings of forms of *study*, *teach*, *learn* and *practise*."""
_BEFORE_NOUNS = frozenset("savings sports goods customs arms rights operations communications earnings".split())
_BEFORE_OBJECT = frozenset({"AT0", "DPS", "PNP", "DT0"})


@on_tags({"VVG"})
def _compound_gerund(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*in drinking water*, *the steering committee*: a form in -ing that is part of its noun."""
    if tags[index] != "VVG" or index + 1 == len(words) or f"{words[index]} {words[index + 1]}" not in _COMPOUNDS:
        return None
    if index and words[index + 1] in _PLACED_BY_NOUN and tags[index - 1] == "NN1":
        return "NN1"
    return "AJ0" if not index or tags[index - 1] in {"PRP", "PRF", "CJC", "AT0", "AJ0", "DPS", "CRD", "PUN"} else None


@on_words({"still"})
def _still_life(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*his still life paintings*: a kind of picture."""
    follower = words[index + 1] if index + 1 < len(words) else ""
    return "AJ0" if words[index] == "still" and follower in {"life", "lifes"} and index else None


@on_words(_AGROUND)
def _aground(words: Sequence[str], tags: list[str], index: int) -> str | None:
    placed = words[index] in _AGROUND and tags[index] in NOUNS | {"AJ0"} and index
    return "AV0" if placed and tags[index - 1] in VERBS | {"AVP"} else None


@on_tags({"NN1", "AJ0"})
def _verb_behind_modal(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*must not sublet the premises*: a word that the tagger takes for a noun, between a modal verb and an object."""
    if tags[index] not in {"NN1", "AJ0"} or index + 1 == len(tags) or tags[index + 1] not in _BEFORE_OBJECT:
        return None
    left = index - 1
    while left >= 0 and tags[left] in {"XX0", "AV0"}:
        left -= 1
    return "VVI" if left >= 0 and tags[left] == "VM0" else None


@on_tags({"NN2"})
def _starring(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*James Woods stars as Panzram*: a name, a form in -s and *as*, in a line without a verb."""
    if tags[index] != "NN2" or index + 1 >= len(words) or words[index + 1] != "as" or not index:
        return None
    alone = tags[index - 1] == "NP0" and VERBS.isdisjoint(tags)
    return "VVZ" if alone else None


@on_tags({"NN1"})
def _unknown_adjective(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*his precisionist still life*: a word that is in no dictionary, between an article and adjectives."""
    if tags[index] != "NN1" or not 0 < index < len(tags) - 2 or tags[index - 1] not in {"AT0", "DPS"}:
        return None
    adjective = tags[index + 1] == "AJ0" and tags[index + 2] in NOUNS
    return "AJ0" if adjective and not is_english_word(words[index]) else None


@on_tags({"AJ0", "VVB", "VVN", "NN1"}, cased=True)
def _joined_name(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*Lock and Bowden published the novel*: what *and* joins to a name, with a capital, is one."""
    if tags[index] not in {"AJ0", "VVB", "VVN", "NN1"} or index < 2 or not words[index][:1].isupper():
        return None
    joined = tags[index - 1] == "CJC" and tags[index - 2] == "NP0" and words[index - 2][:1].isupper()
    verb = index + 1 < len(tags) and tags[index + 1] in FINITE | {"VVN"}
    return "NP0" if joined and verb else None


@on_tags({"VVG"})
def _field_of_study(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*studied painting with Davis*: what is learnt, not an act."""
    if tags[index] != "VVG" or not index or not words[index - 1].startswith(_LEARNING):
        return None
    follower = tags[index + 1] if index + 1 < len(tags) else "PUN"
    return "NN1" if follower in {"PRP", "PUN", "CJC"} else None


@on_tags({"VVN"})
def _lone_participle(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*The patient, a man of 54, presented with pain.*: behind a description, the only verb of a sentence is finite."""
    if tags[index] != "VVN" or index < 4 or words[index - 1] != "," or words[-1] != ".":
        return None
    fenced = "," in words[: index - 1] and tags[list(words).index(",") + 1] in {"AT0", "DPS"}
    return "VVD" if fenced and VERBS.isdisjoint(tags[:index]) and FINITE.isdisjoint(tags[index:]) else None


@on_tags({"AJ0"}, cased=True)
def _capital_adjective(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*the architect Winifred Bale*, *our insurers, Castle Mutual, …*: parts of names that look like adjectives."""
    word = words[index]
    if tags[index] != "AJ0" or not index or not word[:1].isupper() or not word[1:].islower():
        return None
    after = words[index + 1] if index + 1 < len(words) else ""
    ends = words[index - 1][:1].isupper() and tags[index - 1] in NOUNS and tags[index + 1 : index + 2] == ["PUN"]
    begins = after[:1].isupper() and not is_english_word(word.lower()) and not word.endswith(OF_PEOPLES)
    return "NP0" if ends or begins else None


@on_words({form.casefold() for title in _TITLES for form in (title, f"{title}.")}, cased=True)
def _name_behind_title(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*Mr Denis Ormerod*: a first name that looks like a verb or a noun, between a title and another name."""
    name, surname = (*words[index + 1 : index + 3], "", "")[:2]
    titled = words[index].rstrip(".") in _TITLES and name[1:].islower()
    if titled and name[:1].isupper() and surname[:1].isupper():
        tags[index + 1] = "NP0"
        return tags[index]
    return None


@on_tags({"VVD", "VVN"}, cased=True)
def _naming_participle(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*a man called Gorman would take it*: behind an indefinite noun, with a name and another verb."""
    if words[index] not in {"named", "called", "nicknamed"} or tags[index] not in {"VVD", "VVN"} or index < 2:
        return None
    named = words[index + 1 : index + 2] and words[index + 1][:1].isupper() and tags[index - 1] in NOUNS
    indefinite = {"a", "an", "A", "An"}.isdisjoint(words[max(0, index - 4) : index - 1])
    return "VVN" if named and not indefinite and not FINITE.isdisjoint((*tags[:index], *tags[index + 1 :])) else None


@on_tags({"VVB"})
def _plural_compound(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*the savings account at the bank*: a plural that is only found before its noun."""
    compound = tags[index] == "VVB" and index > 1 and words[index - 1] in _BEFORE_NOUNS
    return "NN1" if compound and tags[index - 2] in {"AT0", "DPS", "AJ0"} else None


@on_words(_NOTED)
def _noted_action(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*Fixed a crash when the file is empty*, *Added support for X*: lists of what was done leave out who did it."""
    if index or len(words) < 3 or words[0] not in _NOTED or tags[0] not in {"VVN", "VVD", "AJ0"}:
        return None
    fronted = "," in words and any(tag in FINITE for tag in tags[list(words).index(",") :])
    begins = tags[1] in NOUNS | _BEFORE_OBJECT | {"AJ0", "CRD", "PUQ"}
    main = next((tag for tag in tags[1:] if tag in FINITE or tag in BREAKS - {"PUN", "PUQ"}), "")
    return "VVD" if begins and not fronted and main not in FINITE else None


PHRASE_RULES: tuple[Rule, ...] = (
    _compound_gerund,
    _still_life,
    _aground,
    _verb_behind_modal,
    _starring,
    _unknown_adjective,
    _field_of_study,
    _plural_compound,
    _lone_participle,
    _noted_action,
)
CASED_PHRASE_RULES: tuple[Rule, ...] = (_joined_name, _capital_adjective, _name_behind_title)
LATE_PHRASE_RULES: tuple[Rule, ...] = (_naming_participle,)
"""Rules that see past forms and participles as they were decided; like those before, they see capitals."""

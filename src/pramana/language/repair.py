"""Repairs of what the tagger confuses: past tense and participle, noun and verb, *that* and *that*.

Each rule looks at a tag and its near neighbours; together they run in one pass over the line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pramana.language import lexicon as lex
from pramana.language.repair_clauses import CLAUSE_RULES
from pramana.language.repair_names import NAMES_FIRST, VERBS_OF_NAMES
from pramana.language.repair_participles import finite_ahead, past_or_participle
from pramana.language.repair_phrases import CASED_PHRASE_RULES, LATE_PHRASE_RULES, PHRASE_RULES
from pramana.language.repair_verbs import VERB_RULES
from pramana.language.tag_sets import (
    ADVERBS,
    BREAKS,
    CONTRACTED,
    FINITE,
    NOUNS,
    VERBS,
    Rule,
    may_be,
    on_tags,
    on_words,
    tag_before,
)
from pramana.language.tagging import lemma_of, possible_tags
from pramana.language.word_lists import word_set

_MONTH_DAY = lex.SEASONS_AND_DAYS

_FIRMS = word_set("grammar/firms")
_CLOCK = frozenset("am pm a.m. p.m. o'clock".split())
_FIXED = {
    **dict.fromkeys((",", ".", ";", ":", "!", "?", "--", "...", "…"), "PUN"),
    **dict.fromkeys(("(", "[", "{"), "PUL"),
    **dict.fromkeys((")", "]", "}"), "PUR"),
    **dict.fromkeys(("not", "n't"), "XX0"),
    **dict.fromkeys((*sorted(lex.CURRENCY_SIGNS), "#"), "CRD"),
    '"': "PUQ",
    "link": "NP0",
    "according": "PRP",
}
_LOOKED_UP = frozenset(
    (*_FIXED, *CONTRACTED, *_CLOCK, *_FIRMS, *(firm.removesuffix(".") for firm in _FIRMS), "ca", "wo", "sha", "many")
) | {"several", "few", "both", "last"}
"""Words that `_fixed_tag` decides about."""
_AFTER_A_VERB = frozenset({"AT0", "DPS", "PRP", "AV0", "AVP", "PNP", "CJS"})


def repair(words: Sequence[str], tags: Sequence[str]) -> list[str]:
    """The tags of `words`, repaired. Words are as the tagger saw them; lengths are equal."""
    lower = [word.lower() for word in words]
    spots: dict[str, list[int]] = {}
    for index, word in enumerate(lower):
        if word in _WATCHED:
            spots.setdefault(word, []).append(index)
    repaired = list(tags)
    present = set(repaired)
    for rule in _RULES:
        if rule.tags.isdisjoint(present) and rule.words.isdisjoint(spots):
            continue
        is_changed = False
        for index in _places(rule, repaired, spots):
            new = rule.new_tag(words if rule.cased else lower, repaired, index)
            if new is not None:
                repaired[index] = new
                is_changed = True
        if is_changed:
            present = set(repaired)
    return repaired


def _places(rule: Rule, tags: Sequence[str], spots: Mapping[str, list[int]]) -> list[int]:
    """Return the places that a rule looks at, in order; `spots` are places by word."""
    if rule.words:
        return sorted(place for word in rule.words.intersection(spots) for place in spots[word])
    return [place for place, tag in enumerate(tags) if tag in rule.tags]


@on_words(_LOOKED_UP)
def _fixed_tag(words: Sequence[str], tags: list[str], index: int) -> str | None:
    word = words[index]
    if word in _FIXED:
        return _FIXED[word]
    if word in CONTRACTED:
        return CONTRACTED[word]
    if word in {"ca", "wo", "sha"} and words[index + 1 : index + 2] == ["n't"]:
        return "VM0"
    if word in _CLOCK and index and tags[index - 1] == "CRD":
        return "NN1"
    if word in {"many", "several", "few"} and tags[index] == "AV0":
        return "DT0"
    if word == "both" and _pairs_names(words, tags, index):
        return "AV0"
    if word == "last" and index + 1 < len(words) and words[index + 1] in lex.TIME_NOUNS:
        return "ORD"
    is_firm = (word in _FIRMS and len(word) > 3) or (f"{word}." in _FIRMS and tags[index - 1 : index] == ["NP0"])
    return "NP0" if is_firm else None


def _pairs_names(words: Sequence[str], tags: Sequence[str], index: int) -> bool:
    """Whether *both* precedes two that are joined, and does not belong to the first: *both Ann and Bo*."""
    if tags[index + 1 : index + 2] not in (["NP0"], ["AT0"], ["DPS"]) or "and" not in words[index + 2 : index + 9]:
        return False
    end = words.index("and", index + 2)
    return not any(tag.startswith("V") for tag in tags[index + 1 : end])


@on_words({"longer"})
def _no_longer(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*He no longer works here*: an adverb of two words, and a verb."""
    if words[index] != "longer" or not index or words[index - 1] != "no" or index + 1 == len(words):
        return None
    if words[index + 1] == "than" or tags[index + 1] not in VERBS | {"NN2", "AJ0", "AT0", "PRP", "AV0"}:
        return None
    tags[index - 1] = "AV0"
    if tags[index + 1] == "NN2" and "VVZ" in possible_tags(words[index + 1]):
        tags[index + 1] = "VVZ"
    return "AV0"


@on_words({"lay"})
def _lay(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*Inside lay a map*, *The map lay there*: the past of *lie*."""
    if words[index] != "lay" or tags[index] != "VVB" or not index:
        return None
    return "VVD" if tags[index - 1] in {"AV0", "AVP", "NN1", "NP0"} else None


@on_tags(VERBS | NOUNS)
def _marks(words: Sequence[str], tags: list[str], index: int) -> str | None:
    word = words[index]
    if (
        tags[index] in VERBS | NOUNS
        and not (word[:1].isalnum() or any(map(str.isalnum, word)))
        and word not in {"%", "&"}
    ):
        return "PUN"
    return None


@on_words({"'s"})
def _clitic_s(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*'s* before a noun phrase belongs to it; before a determiner, an adverb or a participle it is *is* or *has*."""
    if words[index] != "'s" or index == 0:
        return None
    follower = tags[index + 1] if index + 1 < len(tags) else ""
    if tags[index - 1] in {"PNP", "EX0", "DTQ", "PNQ", "AVQ"}:
        return "VHZ" if follower in {"VBN", "VVN", "VHN"} and words[index + 1] in {"got", "been"} else "VBZ"
    if follower in {"AT0", "XX0", "PNP", "DPS", "VVG", "TO0"}:
        return "VBZ"
    if tags[index - 1] in NOUNS and follower in NOUNS | {"AJ0", "AJS", "CRD", "ORD", "AJC"}:
        return "POS"
    return None if tags[index] in VERBS | {"POS"} else "POS"  # *Ivo Lind's and Bo's*


@on_tags({"VVB", "VVZ", "VVI", "VVN", "VVD"})
def _bare_verb_is_noun(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """After a determiner, a possessive or an adjective a finite verb form is a noun."""
    if tags[index] not in {"VVB", "VVZ", "VVI", "VVN", "VVD"} or index == 0:
        return None
    left = tags[index - 1]
    if tags[index] in {"VVN", "VVD"}:
        ends = index + 1 == len(tags) or tags[index + 1] in {"PUN", "PRP", "PRF"}
        return "NN1" if words[index - 1] in {"a", "an"} and ends else None
    if left in {"AT0", "DPS", "POS"} or (left == "AJ0" and index > 1 and tags[index - 2] in {"AT0", "DPS", "POS"}):
        return "NN2" if tags[index] == "VVZ" else "NN1"
    return None


@on_tags({"VVB", "VVI"})
def _noun_in_list(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*rain, and snow, and hail, and sleet could …*: a bare verb form among nouns is one of them."""
    if tags[index] not in {"VVB", "VVI"} or index < 2 or tags[index - 1] != "CJC":
        return None
    follower = tags[index + 1] if index + 1 < len(tags) else ""
    back = index - 3 if tags[index - 2] == "PUN" and index > 2 else index - 2
    listed = tags[back] in {"NN1", "NN2", "NN0"} and follower in {"PUN", "CJC"} and _finite_ahead_in_list(tags, index)
    return "NN1" if listed and may_be(words[index], "NN1") else None


def _finite_ahead_in_list(tags: Sequence[str], index: int) -> bool:
    for position in range(index + 1, min(index + 10, len(tags))):
        if tags[position] in FINITE:
            return True
        if tags[position] not in {"PUN", "CJC", "AT0", "AJ0", "NN1", "NN2", "NN0"}:
            return False
    return False


@on_tags({"VVB", "NN1", "VVD"})
def _infinitive(words: Sequence[str], tags: list[str], index: int) -> str | None:
    if tags[index] in {"VVB", "NN1", "VVD"} and index > 0 and tags[index - 1] == "TO0":
        return "VVI"
    if tags[index] == "VVB" and (left := tag_before(tags, index)) >= 0 and tags[left] == "VM0":
        return "VVI"
    return None


@on_words({"to"})
def _to(words: Sequence[str], tags: list[str], index: int) -> str | None:
    if words[index] != "to" or index + 1 >= len(tags):
        return None
    follower = tags[index + 1]
    if follower in {"AT0", "DPS", "NP0", "PNP", "DT0", "NN2", "AJ0", "CRD"}:
        return "PRP"
    return "TO0" if follower in {"VVI", "VBI", "VHI", "VDI"} else None


@on_tags({"NN1", "NN2"})
def _noun_after_subject(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """A noun form right after *he*, *she*, *they*, *who* is a verb."""
    if (
        tags[index] not in {"NN1", "NN2"}
        or index == 0
        or words[index - 1] not in {"he", "she", "they", "we", "i", "who"}
    ):
        return None
    follower = tags[index + 1] if index + 1 < len(tags) else ""
    if follower in {"AT0", "DPS", "PNP", "PRP", "NP0", "AV0", "AVP"}:
        return "VVZ" if tags[index] == "NN2" else "VVB"
    return None


@on_tags({"AV0"})
def _adjective(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*no better answer*: a word between a determiner and a noun is an adjective."""
    if tags[index] != "AV0" or not 0 < index < len(tags) - 1:
        return None
    return "AJ0" if tags[index - 1] in {"AT0", "DPS"} and tags[index + 1] in {"NN1", "NN2"} else None


@on_words({"using"})
def _using(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*opened the door using a key*: right after a noun *using* is a preposition."""
    return "PRP" if words[index] == "using" and index and tags[index - 1] in NOUNS else None


@on_tags({"NN1", "NN2", "AJ0"})
def _lost_verb(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """In a stretch without a verb, a noun form in a verb's position that can be a verb is a verb."""
    verb = _verb_form(words, tags, index) if index else None
    return None if verb is None or _verb_near(tags, index) else verb


def _verb_form(words: Sequence[str], tags: list[str], index: int) -> str | None:
    left = tag_before(tags, index, frozenset({"AV0"}))
    follower = tags[index + 1] if index + 1 < len(tags) else "PUN"
    if tags[index] == "AJ0":
        stands = left >= 0 and tags[left] in {"NP0", "NN1", "NN2"} and follower in _AFTER_A_VERB | {"PUN"}
        stands = stands or (words[index - 1] == "," and follower == "PUN" and not VERBS.intersection(tags[:60]))
        return "VVD" if stands and may_be(words[index], "VVD") else None
    plural = tags[index] == "NN1" and left >= 0 and (tags[left] in {"NN2", "CRD"} or words[left] == "people")
    single = tags[index] == "NN2" and left >= 0 and tags[left] in {"NP0", "NN1"}
    if plural and follower in _AFTER_A_VERB and may_be(words[index], "VVB"):
        return "VVB"
    if single and follower == "PUN" and lemma_of(words[index], "VVZ") in lex.SPEECH:
        return "VVZ"
    return "VVZ" if single and follower in _AFTER_A_VERB - {"PRP"} and may_be(words[index], "VVZ") else None


def _verb_near(tags: Sequence[str], index: int) -> bool:
    for step, stop in ((1, min(index + 30, len(tags))), (-1, max(index - 30, -1))):
        for position in range(index, stop, step):
            if tags[position] in VERBS:
                return True
            if tags[position] in BREAKS - {"CJC"}:
                break
    return False


@on_tags({"VVB", "VVI", "VVD", "VVN", "AJ0"}, cased=True)
def _first_name(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """A capitalised first word before another one is not a verb where a finite verb follows."""
    if index or tags[0] not in {"VVB", "VVI", "VVD", "VVN", "AJ0"} or len(words) < 3:
        return None
    return "NP0" if words[1][:1].isupper() and words[1] != "I" and finite_ahead(tags, 1) else None


@on_tags({"NN1"})
def _gauge(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*to* with a noun form and then a pronoun, a possessive or a question word: an infinitive."""
    if tags[index] != "NN1" or index == 0 or words[index - 1] != "to" or index + 1 >= len(tags):
        return None
    verbal = tags[index + 1] in {"DPS", "PNP"} and may_be(words[index], "VVI")
    follows = verbal or tags[index + 1] == "AVQ"
    if follows:
        tags[index - 1] = "TO0"
    return "VVI" if follows else None


@on_words({"that"})
def _that(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*that* after a noun and before a verb is a relative; before a noun phrase with a verb it joins clauses."""
    if words[index] != "that":
        return None
    follower = tags[index + 1] if index + 1 < len(tags) else ""
    left = tags[index - 1] if index else ""
    if left in NOUNS | {"PNI"} and (follower in FINITE or follower in ADVERBS):
        return "PNQ"
    if left in {"PUN", "CJC"} and follower in FINITE:  # *If you see a spot, that means …*
        return "DT0"
    if follower in {"AT0", "PNP", "DPS", "EX0", "NN2", "NN0", "NP0"}:
        return "CJT"
    if words[index + 1 : index + 3] == ["up", "to"] and left in VERBS:  # *determined that up to 30 homes …*
        return "CJT"
    return "DT0" if left in {"PRP", "PRF"} else None


@on_tags({"VVN", "VVZ"})
def _denied_report(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*The government dismissed reports that …*: a verb and its object, not a participle and a verb."""
    if _reports(words, tags, index + 1) and tags[index] == "VVN" and lemma_of(words[index], "VVD") in lex.DENIALS:
        return "VVD"
    return "NN2" if _reports(words, tags, index) and index and tags[index - 1] == "VVD" else None


def _reports(words: Sequence[str], tags: Sequence[str], index: int) -> bool:
    if index + 1 >= len(words) or tags[index] != "VVZ" or words[index + 1].lower() not in {"that", "of"}:
        return False
    return lemma_of(words[index], "NN2") in lex.CONTENT_NOUNS


@on_tags(VERBS, cased=True)
def _day_or_month(words: Sequence[str], tags: list[str], index: int) -> str | None:
    if tags[index] in VERBS and words[index].lower() in _MONTH_DAY and words[index][:1].isupper() and index:
        return "NP0" if tags[index - 1] in {"PRP", "CRD", "DT0", "ORD"} else None
    return None


@on_tags({"VVB", "VVI", "VVD", "VVN", "VVG", "AVP"}, cased=True)
def _capital_inside(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """A capitalised word inside the line that the tagger reads as a verb is a name; *Aris* is not a form in -ing."""
    word = words[index]
    if tags[index] == "VVG" and word[:1].isupper() and not word.lower().endswith(("ing", "in'", "in")):
        return "NP0"
    if (
        tags[index] in {"VVB", "VVI", "VVD", "VVN", "VVG", "AVP"}
        and index
        and word[:1].isupper()
        and word[1:].islower()
    ):
        starts = tags[index - 1] in {"PUQ", "PUN", "PUL"}
        return None if starts else "NP0"
    return None


_RULES: tuple[Rule, ...] = (
    _fixed_tag,
    _no_longer,
    _lay,
    _marks,
    _clitic_s,
    _day_or_month,
    _capital_inside,
    *NAMES_FIRST,
    _that,
    _to,
    _bare_verb_is_noun,
    _noun_in_list,
    _infinitive,
    _gauge,
    _adjective,
    _using,
    _noun_after_subject,
    *VERB_RULES,
    *CLAUSE_RULES,
    _lost_verb,
    *VERBS_OF_NAMES,
    _first_name,
    *PHRASE_RULES,
    *CASED_PHRASE_RULES,
    past_or_participle,
    *LATE_PHRASE_RULES,
    _denied_report,
)
_WATCHED = frozenset[str]().union(*(rule.words for rule in _RULES))
"""Words that a rule looks at."""

"""Repairs of past tense and participle: one form of most verbs, which the tagger confuses."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.tag_sets import BE_TAGS, BREAKS, FINITE, HAVE_TAGS, INVERTING, NOUNS, VERBS, on_tags, tag_before
from pramana.language.tagging import lemma_of
from pramana.language.word_lists import word_set

_SUBJECTS = word_set("grammar/subjects")
_RELATIVES = frozenset({"CJT", "DTQ", "PNQ"})


_AFTER_REDUCED = word_set("grammar/after_reduced")


def _auxiliary_before(words: Sequence[str], tags: list[str], index: int) -> bool:
    left = tag_before(tags, index)
    if left >= 0 and tags[left] in BE_TAGS | HAVE_TAGS:
        return True
    if left > 0 and words[left] in lex.NOMINATIVE | {"it", "you"} and tags[left - 1] in BE_TAGS | HAVE_TAGS:
        if tags[left - 1] == "VHD" and (left == 1 or tags[left - 2] in {"PUN", "PUQ", "CJC"}):
            return words[left - 1] == "had"  # *Had he known …*
        return left > 1 and words[left - 2] in INVERTING  # *Never had he seen …*
    if _behind_fronted_had(words, tags, index):
        return True
    return left >= 0 and words[left] in {"got", "get", "gets", "getting"} and tags[index] == "VVN"


_IN_PHRASE = frozenset({"AT0", "DT0", "DPS", "AJ0", "CRD", "ORD", "NN0", "NN1", "NN2", "NP0", "POS", "PRF"})
_WOULD = frozenset({"would", "could", "might", "should", "'d", "’d"})


def _behind_fronted_had(words: Sequence[str], tags: Sequence[str], index: int) -> bool:
    """*Had the old pump worked, Ann would have stayed*; *Ann would have stayed had the pump worked*."""
    first = index - 1
    while first > 0 and tags[first] in _IN_PHRASE:
        first -= 1
    if first < 0 or first == index - 1 or words[first] != "had" or tags[index] not in {"VVD", "VVN"}:
        return False
    if first == 0 or tags[first - 1] in {"PUN", "PUQ", "CJC"}:
        return not _WOULD.isdisjoint(words[index:])
    return tags[first - 1] in {"VVN", "VBN"} and not _WOULD.isdisjoint(words[:first])


def _conjoined_participle(words: Sequence[str], tags: list[str], index: int) -> bool:
    """*was seen and heard*: the second verb leans on the first one's auxiliary."""
    left = tag_before(tags, index)
    if left < 1 or tags[left] != "CJC":
        return False
    first = tag_before(tags, left)
    return first >= 0 and tags[first] == "VVN" and first == left - 1


def _subject_before(words: Sequence[str], tags: list[str], index: int) -> bool:
    left = tag_before(tags, index)
    return left >= 0 and (
        words[left] in lex.NOMINATIVE or (tags[left] == "PNQ") or words[left] in {"which", "it", "that"}
    )


def finite_ahead(tags: Sequence[str], index: int) -> bool:
    """Does a finite verb follow before the clause can have ended?"""
    for position in range(index + 1, min(index + 30, len(tags))):
        if tags[position] in BREAKS:
            return False
        if tags[position] in FINITE:
            return True
    return False


def _finite_behind(tags: Sequence[str], index: int) -> bool:
    for position in range(index - 1, max(index - 30, -1), -1):
        if tags[position] in BREAKS:
            return False
        if tags[position] in FINITE:
            return True
    return False


def _leans_on_passive(tags: Sequence[str], index: int) -> bool:
    """*had been soaked in water, and cut by flints, and stung by nettles*: joined to a participle of *be*."""
    if tags[tag_before(tags, index)] != "CJC":
        return False
    for position in range(index - 2, max(index - 40, 0), -1):
        if tags[position] in FINITE | {"CJS", "CJT"}:
            return False
        if tags[position] == "VVN" and tags[position - 1] in BE_TAGS:
            return True
    return False


def _governed_behind(tags: Sequence[str], index: int) -> bool:
    """Whether a preposition governs the noun at a place: it is not a subject."""
    for position in range(index - 1, max(index - 6, -1), -1):
        if tags[position] in {"PRP", "PRF", "VVG"}:
            return any(tag in FINITE for tag in tags[max(0, position - 40) : position])
        if tags[position] not in NOUNS | {"AT0", "DPS", "DT0", "AJ0", "CRD", "POS"}:
            return False
    return False


def _relative_behind(tags: Sequence[str], index: int, relatives: frozenset[str]) -> bool:
    """*the space that this ride occupied*: a relative word, then a noun phrase without a verb."""
    for position in range(index - 1, max(index - 5, 0), -1):
        if tags[position] in relatives:
            return tags[position - 1] in NOUNS | {"PRP", "PUN"}
        if tags[position] not in NOUNS | {"AT0", "DPS", "DT0", "AJ0", "CRD", "POS"}:
            return False
    return False


def _verb_behind(tags: Sequence[str], index: int) -> int:
    """The verb to which *and* joins another: of *tried to see the extent and determined*, not the infinitive."""
    for position in range(index - 1, max(index - 16, -1), -1):
        if tags[position] in VERBS and "TO0" not in tags[max(0, position - 2) : position]:
            return position
        if tags[position] in {"CJS", "CJT"}:
            return -1
    return -1


@on_tags({"VVD", "VVN"})
def past_or_participle(words: Sequence[str], tags: list[str], index: int) -> str | None:
    tag = tags[index]
    if tag in {"VVD", "VVN"} and index and tags[index - 1] in NOUNS and _in_description(words, tags, index):
        return "VVN"
    if tag == "VVD":
        return _past_to_participle(words, tags, index)
    if tag == "VVN":
        return _participle_to_past(words, tags, index)
    return None


def _past_to_participle(words: Sequence[str], tags: list[str], index: int) -> str | None:
    if _auxiliary_before(words, tags, index) or _conjoined_participle(words, tags, index):
        return "VVN"
    follower = words[index + 1] if index + 1 < len(words) else ""
    left = tags[index - 1] if index else ""
    reducible = left in NOUNS | {"PNI"} and words[index].endswith("ed") and not _finite_behind(tags, index)
    if reducible and follower in _AFTER_REDUCED and finite_ahead(tags, index):
        return "VVN"
    if follower == "by" and left in NOUNS and _finite_behind(tags, index):
        return "VVN"
    if follower == "by" and tag_before(tags, index) >= 0 and _leans_on_passive(tags, index):
        return "VVN"
    agent = follower == "by" and tags[index + 2 : index + 3] not in ([], ["CRD"])
    if agent and left in NOUNS and words[index].endswith("ed") and _governed_behind(tags, index - 1):
        return "VVN"  # *said so on Monday, following an investigation sparked by a complaint*
    if left in NOUNS and words[index].endswith("ed") and _in_setting(words, tags, index):
        return "VVN"
    return None


def _in_setting(words: Sequence[str], tags: Sequence[str], index: int) -> bool:
    """*In a report published on Monday, inspectors criticised it*: of a noun in front of the clause."""
    opens = index - 2
    while opens > 0 and tags[opens] == "AJ0":
        opens -= 1
    fronted = opens > 0 and tags[opens] in {"AT0", "DPS"} and tags[opens - 1] == "PRP"
    if not fronted or (opens > 1 and tags[opens - 2] != "PUN") or tags[index + 1 : index + 2] != ["PRP"]:
        return False
    comma = list(words).index(",", index) if "," in words[index:] else len(words)
    return tags[comma + 1 : comma + 2] not in ([], ["CJC"]) and not (FINITE | {"VVN"}).isdisjoint(tags[comma:])


def _in_description(words: Sequence[str], tags: Sequence[str], index: int) -> bool:
    """*The clock, a bracket clock made in 1690, was sold*: a description between commas has no finite verb."""
    opens, closes = _comma(words, tags, index, -1), _comma(words, tags, index, 1)
    if (
        opens < 1
        or closes < 0
        or tags[index + 1] not in {"PRP", "AVP"}
        or lemma_of(words[index], "VVD") in lex.INTRANSITIVE
    ):
        return False
    described = tags[opens - 1] in NOUNS and words[opens - 1] not in lex.TIME_NOUNS and tags[opens + 1] == "AT0"
    behind = tags[closes + 1 : closes + 2]
    governed = "PRP" in tags[max(0, opens - 4) : opens]  # *In the town, a bomb found in May, …*
    return described and not governed and bool(behind) and behind[0] in BE_TAGS | HAVE_TAGS | {"VM0"}


def _comma(words: Sequence[str], tags: Sequence[str], index: int, step: int) -> int:
    """The place of the next comma on one side, -1 where a verb, *and*, or another mark comes first, or none is near."""
    place = index + step
    while 0 <= place < len(words) and abs(place - index) < _DESCRIBED:
        if words[place] == ",":
            return place
        if tags[place] in VERBS | {"PUN", "CJC", "CJS", "CJT"}:
            return -1
        place += step
    return -1


_DESCRIBED = 9
"""Tokens from a participle to the comma on either side of its description, at most."""


def _participle_to_past(words: Sequence[str], tags: list[str], index: int) -> str | None:
    if _auxiliary_before(words, tags, index) or _conjoined_participle(words, tags, index):
        return None
    if _subject_before(words, tags, index):
        return "VVD"
    left = tag_before(tags, index)
    follower = words[index + 1] if index + 1 < len(words) else ""
    if left < 0 or follower == "by" or (tags[left] in NOUNS and left == index - 1 and _in_setting(words, tags, index)):
        return None
    ends = index + 1 < len(tags) and tags[index + 1] in FINITE  # *the house where the Smiths lived was old*
    if tags[left] in NOUNS and _relative_behind(tags, left, _RELATIVES | {"AVQ"} if ends else _RELATIVES):
        return "VVD"
    if tags[left] == "CJC" and (verb := _verb_behind(tags, left)) >= 0:
        return "VVD" if tags[verb] == "VVD" else None
    if tags[left] in {"VVD", "VVZ"} and left == index - 1:
        return "VVD"
    if lemma_of(words[index], "VVN") in lex.NEVER_PASSIVE:
        return "VVD"
    subject = tags[left] in NOUNS | {"PNI", "CRD"} or (tags[left] == "DT0" and words[left] in _SUBJECTS)
    if subject and not _finite_behind(tags, index) and not finite_ahead(tags, index):
        return "VVD"
    return None

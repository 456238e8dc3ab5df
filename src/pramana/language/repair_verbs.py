"""Repairs of verbs that the tagger takes for nouns or adjectives, by the words right beside them."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.tag_sets import BE_TAGS, CONTRACTED, FINITE, may_be, on_tags, on_words, tag_before
from pramana.language.tagging import lemma_of

_OBJECTS = frozenset("him them me us everyone everybody nobody himself herself themselves".split())
"""Pronouns that follow a verb and never an adjective."""
_RULED = frozenset("prohibited permitted forbidden banned required notified".split())
_HOLDING = frozenset("have get need want take give know learn say earn offer".split())
_CAUSING = lex.PERCEPTION | {"make", "let", "help"}
_NEXT = frozenset("next same following other previous day year week".split())
"""*went to base the next day*: a time, no object."""


@on_tags({"AJ0"})
def past_before_pronoun(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*The idea that he might leave frightened her*: an adjective form before an object pronoun is a past tense."""
    if tags[index] != "AJ0" or not 0 < index < len(tags) - 1 or not words[index].endswith("ed"):
        return None
    object_ = words[index + 1] in _OBJECTS or (words[index + 1] == "her" and tags[index + 1] == "PNP")
    left = tag_before(tags, index)
    return "VVD" if object_ and left >= 0 and tags[left] not in BE_TAGS and may_be(words[index], "VVD") else None


@on_tags({"NN1", "AJ0"})
def infinitive_of_modal(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*The board would collapse.*: a noun form between a modal verb and the end of its clause is the verb."""
    if tags[index] not in {"NN1", "AJ0"} or index == 0:
        return None
    modal = index - 2 if tags[index - 1] == "XX0" else index - 1
    if modal < 1 or not (tags[modal] == "VM0" or words[modal] in CONTRACTED):
        return None
    follower = tags[index + 1] if index + 1 < len(tags) else "PUN"
    ends = follower in {"PUN", "AT0", "DPS", "PNP", "PRP", "CJS", "CJC", "AVP", "TO0"}
    verbal = may_be(words[index], "VVI") or may_be(words[index], "VVB")
    return "VVI" if ends and verbal else None


@on_tags({"NN1"})
def infinitive_of_to(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*is threatening to collapse the process*: a noun form between *to* and an article is the verb."""
    if tags[index] != "NN1" or index == 0 or words[index - 1] != "to" or index + 2 >= len(tags):
        return None
    verbal = may_be(words[index], "VVI") or may_be(words[index], "VVB")
    if tags[index + 1] != "AT0" or words[index + 2] in _NEXT or not verbal:
        return None
    tags[index - 1] = "TO0"
    return "VVI"


@on_words({"left"})
def past_of_name(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*Ivo Lind left on Tuesday*: right behind a name, and before the end or a preposition, *left* is a verb."""
    if words[index] != "left" or tags[index] not in {"AV0", "AJ0"} or not index or tags[index - 1] != "NP0":
        return None
    ends = index + 1 == len(tags) or tags[index + 1] in {"PUN", "PUQ", "PRP", "CJC", "CJS", "AT0", "AVP"}
    return "VVD" if ends else None


@on_tags({"AJ0", "NN1"})
def past_of_pronoun(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*The reason he left is unknown*: an adjective or noun form between a subject pronoun and a verb is a verb."""
    if tags[index] not in {"AJ0", "NN1"} or not 0 < index < len(tags) - 1:
        return None
    subject = words[index - 1] in lex.NOMINATIVE and words[index - 1] != "it"
    return "VVD" if subject and tags[index + 1] in FINITE | {"VVN"} and may_be(words[index], "VVD") else None


@on_tags({"AJ0", "NN1"})
def perceived_action(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*was heard barking*, *heard something rustling*: a form in *-ing* behind a verb of perception is a verb."""
    if tags[index] not in {"AJ0", "NN1"} or index < 2 or not words[index].endswith("ing"):
        return None
    left = index - 1 if tags[index - 1] in {"VVN", "VVD"} else index - 2
    between = left == index - 1 or tags[index - 1] in {"PNI", "PNP"}
    seen = between and tags[left] in {"VVN", "VVD", "VVI"} and lemma_of(words[left], tags[left]) in lex.PERCEPTION
    direct = seen and left == index - 1 and not (tags[left] == "VVN" and index > 1 and tags[index - 2] in BE_TAGS)
    return "VVG" if seen and not direct and may_be(words[index], "VVG") else None


@on_tags({"NN1"})
def seen_action(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*saw him hand Mrs Toller a letter*: a noun form between an object pronoun and an object is a bare verb."""
    if tags[index] != "NN1" or index < 2 or index + 1 >= len(tags) or words[index - 1] not in _OBJECTS:
        return None
    left = tags[index - 2]
    seen = left in {"VVN", "VVD", "VVI", "VVB", "VVZ"} and lemma_of(words[index - 2], left) in _CAUSING
    object_ = tags[index + 1] in {"AT0", "DPS", "NP0", "PNP"}
    return "VVI" if seen and object_ and (may_be(words[index], "VVI") or may_be(words[index], "VVB")) else None


@on_tags({"AJ0"})
def passive_by(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*was surprised by the reviews*, *is prohibited*: an adjective form that is a passive."""
    if tags[index] != "AJ0" or index == 0 or not words[index].endswith("ed") or not may_be(words[index], "VVN"):
        return None
    left = tag_before(tags, index)
    after = words[index + 1 : index + 2]
    passive = after == ["by"] or (after in ([], ["."], [","], ["in"]) and words[index] in _RULED)
    return "VVN" if left >= 0 and tags[left] in BE_TAGS and passive else None


@on_tags({"AJ0"})
def progressive(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*He is demanding claims*: one person is not claims, so the form in -ing is the verb."""
    if tags[index] != "AJ0" or not words[index].endswith("ing") or tags[index + 1 : index + 2] != ["NN2"]:
        return None
    left = tag_before(tags, index)
    single = left > 0 and words[left] in {"is", "was"} and words[left - 1] in {"he", "she"}
    return "VVG" if single and may_be(words[index], "VVG") else None


@on_words({"most", "more", "enough", "much", "less"})
def amount(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*took most of the town*, *can't get enough*, *has more on that*: an amount that is an object."""
    if words[index] not in {"most", "more", "enough", "much", "less"} or tags[index] != "AV0" or not index:
        return None
    follower = tags[index + 1] if index + 1 < len(tags) else "PUN"
    if follower == "PRF":
        return "DT0"
    held = tags[index - 1] in {"VHZ", "VHB", "VHD", "VHI", "VVI", "VVD", "VVZ", "VVB"}
    had = held and lemma_of(words[index - 1], tags[index - 1]) in _HOLDING
    return "DT0" if had and follower in {"PUN", "PRP", "CJC", "TO0"} else None


@on_tags({"AV0", "VVB", "VVI"})
def other_noun(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*any other shop*; and *of clutter*, which is not a verb."""
    if words[index] == "other" and tags[index] == "AV0" and tags[index + 1 : index + 2] in (["NN1"], ["NN2"]):
        return "AJ0"
    return "NN1" if tags[index] in {"VVB", "VVI"} and index and tags[index - 1] == "PRF" else None


@on_tags({"NN2"})
def third_person_before_to(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*The WWF hopes to save it*: a plural form between a name and an infinitive is a verb, if no other is there."""
    if tags[index] != "NN2" or index == 0 or index + 2 >= len(tags) or tags[index + 1] != "TO0":
        return None
    subject = tags[index - 1] in {"NP0", "NN1"} and not any(tag in FINITE for tag in tags[max(0, index - 12) : index])
    free = not any(tag in FINITE for tag in tags[index + 2 : index + 8])
    return "VVZ" if subject and free and may_be(words[index], "VVZ") else None


@on_tags({"NN2"})
def report_of_noun(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*Their release states this is due to rain*: a plural form of a verb of saying before a clause is the verb."""
    if tags[index] != "NN2" or index == 0 or index + 3 >= len(tags) or tags[index - 1] not in {"NN1", "NP0"}:
        return None
    if tags[index + 1] not in {"DT0", "AT0", "PNP", "NP0", "DPS", "CJT"} or words[index + 1] == "of":
        return None
    close = any(tag in FINITE for tag in tags[index + 2 : index + 6]) and "PUN" not in tags[index + 1 : index + 4]
    spoken = close and may_be(words[index], "VVZ") and lemma_of(words[index], "VVZ") in lex.SPEECH
    return "VVZ" if spoken and not any(tag in FINITE for tag in tags[max(0, index - 8) : index]) else None


@on_words({"for"})
def for_before_pronoun(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*the cost for her was low*: before an object pronoun *for* joins no clause."""
    if words[index] != "for" or tags[index] != "CJS" or index + 1 >= len(tags):
        return None
    return "PRP" if tags[index + 1] == "PNP" and words[index + 1] in lex.OBJECTIVE | {"her"} else None


@on_tags({"AJ0"})
def hearsay(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*It is estimated that …*: an adjective form between *be* and *that* is a passive."""
    if tags[index] != "AJ0" or index == 0 or tags[index - 1] not in BE_TAGS or tags[index + 1 : index + 2] != ["CJT"]:
        return None
    return "VVN" if may_be(words[index], "VVN") and lemma_of(words[index], "VVN") in lex.COMPLEMENT_TAKERS else None


@on_tags({"VVI"})
def present_of_pronoun(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*I assume you mean the bridge*: behind a verb of thinking and a subject pronoun a bare form is its present."""
    if tags[index] != "VVI" or index < 2 or words[index - 1] not in {"i", "you", "we", "they"}:
        return None
    matrix = index - 2
    thought = tags[matrix] in {"VVB", "VVD", "VVZ"} and lemma_of(words[matrix], tags[matrix]) in _THINKING
    return "VVB" if thought else None


_THINKING = lex.COMPLEMENT_TAKERS - lex.PERCEPTION
VERB_RULES = (
    present_of_pronoun,
    hearsay,
    for_before_pronoun,
    report_of_noun,
    third_person_before_to,
    past_before_pronoun,
    infinitive_of_modal,
    infinitive_of_to,
    past_of_name,
    past_of_pronoun,
    perceived_action,
    seen_action,
    passive_by,
    progressive,
    amount,
    other_noun,
)

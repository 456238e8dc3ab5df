"""Repairs of words that open a clause or end one: verbs that look like nouns, *that* as a determiner, orders."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import lexicon as lex
from pramana.language.tag_sets import FINITE, NOUNS, VERBS, Rule, may_be, on_tags, on_words
from pramana.language.tagging import lemma_of

_TIMES = lex.TIME_NOUNS | {"time"}
_SPEAKING = lex.SPEECH | {"assume", "suppose", "pretend"}
_USE = frozenset("make makes made making".split())
_PAST_ALONE = frozenset({"AJ0", "NN1"})
_ENDS = frozenset({"", "PUN", "PRP", "CJC", "CJS", "TO0", "PUQ"})
"""Tags behind a time that is not the subject of a verb."""


@on_tags({"NN1"})
def _unchanged_past(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*In August the dam burst, and …*: a past like its noun ends a clause that has no other verb."""
    if tags[index] != "NN1" or index < 2 or not may_be(words[index], "VVD") or words[index].endswith("ed"):
        return None
    begins = tags[index - 1] in _PAST_ALONE and tags[index - 2] == "AT0"
    if not begins or lemma_of(words[index], "VVD") != words[index] or not _closes(words, tags, index):
        return None
    tags[index - 1] = "NN1"
    return "VVD"


def _closes(words: Sequence[str], tags: Sequence[str], index: int) -> bool:
    """Whether a mark ends the clause at `index`, which has no verb before it: a full stop, or another clause."""
    opens = index
    while opens > 0 and tags[opens - 1] not in VERBS | {"PUN", "PUQ", "CJC"}:
        opens -= 1
    if opens and tags[opens - 1] in VERBS:
        return False
    joined = tags[opens] in {"CJS", "AVQ"}
    after = list(words[index + 1 : index + 3])
    comma = list(words).index(",", index + 2) if "," in words[index + 2 :] else len(words)
    another = after[1:] in (["and"], ["but"]) and not FINITE.isdisjoint(tags[index + 2 : comma])
    goes_on = after[:1] == [","] and (joined or another)
    return goes_on or (after[:1] == ["."] and "PRP" in tags[:index] and VERBS.isdisjoint(tags[:index]))


@on_words({"that"})
def _that_time(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*was arrested that January for striking him*: a time, where no verb follows."""
    if words[index] != "that" or tags[index] != "CJT" or index + 1 >= len(words) or words[index + 1] not in _TIMES:
        return None
    follower = tags[index + 2] if index + 2 < len(tags) else ""
    if not index:  # *That January the river froze*
        return "DT0" if follower in {"AT0", "DPS", "PNP", "NP0"} else None
    reported = tags[index - 1] in VERBS and lemma_of(words[index - 1], "VVD") in lex.SPEECH | lex.THOUGHT
    return None if reported or follower not in _ENDS else "DT0"


@on_words({"use"})
def _made_use(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*made use of it*: the object of *make*."""
    behind = index > 0 and words[index - 1] in _USE and tags[index + 1 : index + 2] == ["PRF"]
    return "NN1" if words[index] == "use" and behind else None


@on_tags({"NN1"})
def _gerund_subject(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*Building it needs space*: in front of its object, a form in -ing at the start of a line is a verb."""
    if index or tags[0] != "NN1" or not words[0].endswith("ing") or not may_be(words[0], "VVG") or len(words) < 3:
        return None
    return "VVG" if words[1] in {"it", "them", "him", "me", "us"} and tags[2] in FINITE else None


@on_tags(NOUNS | {"VVI"})
def _second_order(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*Ignore the rules and answer that it is so*: behind an order *and* joins another, not a noun."""
    if tags[index] not in NOUNS | {"VVI"} or index < 2 or tags[index - 1] != "CJC" or tags[0] not in {"VVB", "VVI"}:
        return None
    follows = tags[index + 1 : index + 2] == ["CJT"] and FINITE.isdisjoint(tags[1:index])
    verbal = may_be(words[index], "VVB") or may_be(words[index], "VVI")
    return "VVB" if follows and verbal and words[index] in _SPEAKING else None


@on_tags({"NN1", "AJ0"})
def _timed_gerund(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*found it while cataloguing bobbins*: a form in -ing right behind *while* or *when* is a verb."""
    opens = index > 0 and words[index - 1] in {"while", "whilst", "when"} and tags[index] in {"NN1", "AJ0"}
    if not opens or not words[index].endswith("ing") or len(words[index]) < _SHORTEST:
        return None
    return "VVG" if FINITE.isdisjoint(tags[index + 1 : index + 4]) else None


@on_tags({"NN1", "AJ0"})
def _accompanying(words: Sequence[str], tags: list[str], index: int) -> str | None:
    """*fired into the crowd, killing 4*: behind a comma and a clause, a form in -ing before its object is a verb."""
    if tags[index] not in {"NN1", "AJ0"} or index < 2 or words[index - 1] != "," or not words[index].endswith("ing"):
        return None
    held = tags[index + 1 : index + 2] in (["AT0"], ["DPS"], ["CRD"], ["PNP"]) and may_be(words[index], "VVG")
    behind = not FINITE.isdisjoint(tags[: index - 1]) and FINITE.isdisjoint(tags[index + 1 : index + 4])
    return "VVG" if held and behind else None


_SHORTEST = 6
"""Letters of a form in -ing, at least: *spring*, *king* and *thing* are shorter or nouns."""
CLAUSE_RULES: tuple[Rule, ...] = (
    _unchanged_past,
    _that_time,
    _made_use,
    _gerund_subject,
    _second_order,
    _timed_gerund,
    _accompanying,
)

"""The small words of questions in people's own words: what is left out, what says *all*, which verbs are light."""

from __future__ import annotations

import re

from pramana.investigate.terms import PREPOSITIONS
from pramana.language import word_forms, word_set

AUX = r"is|are|was|were|be|been|being|am|has|have|had|having|do|does|did|can|could|will|would|may|might"
"""Auxiliaries, as alternatives of a pattern."""
NUMBER_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten"
HOLDING = word_set("investigation/holding")
"""Verbs of having room: *carry*."""
_LIGHT = word_set("investigation/light")
_WHOLES = word_set("investigation/wholes")
_SHORT = (
    (re.compile(r"\b(who|what|where|when|which|how|there|it|that|he|she)['’]s\b", re.I), r"\1 is"),
    (re.compile(r"\b(who|what|where|when|which|how|there|they|we|you)['’]re\b", re.I), r"\1 are"),
    (re.compile(r"\b(who|what|where|when|which|how)['’]d\b", re.I), r"\1 did"),
    (re.compile(r"\b(who|what|which|they|we|you|i)['’]ve\b", re.I), r"\1 have"),
    (re.compile(r"\bcan['’]?t\b|\bcannot\b", re.I), "can not"),
    (re.compile(r"\bwon['’]t\b", re.I), "will not"),
    (re.compile(r"(\w)n['’]t\b", re.I), r"\1 not"),
)
_FRAMES = re.compile(
    r"^(?:(?:and|so|ok|okay|well|hi|hello|hey|now),? )?(?:(?:can|could|would) you (?:please )?(?:tell|show|give) me "
    r"|(?:please )?tell me |please |(?:i (?:want|would like|need) to know|i wonder|any idea|do (?:you|we) know) )"
    r"(?=(?:who|what|which|where|when|how|why|if)\b)",
    re.IGNORECASE,
)
_KNOWN = re.compile(r"\b(?:do|did) (?:you|we) (?:know|think)\b(?! about| of)(?: that)?", re.IGNORECASE)
_ANYBODY = re.compile(
    r"\b(?:would|could|can|may|might|do|did) (?:i|we|one|you) (?:find|see|get|meet|buy|look at|visit)\b", re.IGNORECASE
)
"""*Where would I find X?* asks where X is."""
_IN_CHARGE = re.compile(r"\b(?:in charge of|responsible for) (?=(?:the )?\w+ing\b)", re.IGNORECASE)
_HERE = re.compile(
    r"\b(?:in|of|from) (?:the|this|your|our) (?:whole |entire )?(?:knowledge )?(?:graph|data|dataset|database)\b",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    r"\b(?:our|us|we|my|your|please|exactly|directly|actually|currently|ever|yet|still|single|also|just|together|now"
    r"|at the moment|so far)\b"
)
_INSIDE = re.compile(r"\b(?:have|has|had|with) (@\d+) in (?:it|them)\b")
_NOBODY = re.compile(r"\bno[ -]one\b|\bnone of us\b", re.IGNORECASE)
_TOTALS = re.compile(r"\b(?:(?:all )?put together|all together|altogether|in total|in all(?! the)|overall|combined)\b")


def plain_speech(question: str) -> str:
    """Return a question without contractions, and without what is only said to be polite.

    >>> plain_speech("Who's the captain?"), plain_speech("Could you tell me which ship isn't on any route?")
    ('Who is the captain?', 'which ship is not on any route?')
    """
    text = question.strip()
    for pattern, full in _SHORT:
        text = pattern.sub(full, text)
    text = _NOBODY.sub("nobody", _HERE.sub("", _FRAMES.sub("", text)))
    return " ".join(_KNOWN.sub(" ", text).split())


def impersonal(question: str) -> str:
    """Return a question about what things are, where it asks what anybody can see of them.

    >>> impersonal("Where would I find the ladder?"), impersonal("Who is in charge of running it?")
    ('Where is the ladder?', 'Who is running it?')
    """
    return _IN_CHARGE.sub("", _ANYBODY.sub("is", question))


def without_wholes(text: str) -> tuple[str, bool]:
    """Return a marked text without words for the whole graph (*in the fleet*) and without those that change nothing;
    and whether it asks for all taken together (*put together*)."""
    total = _TOTALS.search(text) is not None
    text = _INSIDE.sub(r"contain \1", text)
    text = _DROPPED.sub(" ", _TOTALS.sub(" ", text))
    wholes = "|".join(sorted(_WHOLES))
    text = re.sub(rf"\b(?:in|on|of|from|at|within) (?:the |this |whole |entire )*(?:{wholes})\b", " ", text)
    text = re.sub(r"\b(which|what|who|one|any|all|many) of (?:the|these|those)?\b", r"\1", text)
    return " ".join(text.split()), total


def is_light(word: str) -> bool:
    """Whether a verb says no more than that two things have to do with each other."""
    return not _LIGHT.isdisjoint(word_forms(word)) or word in ("done", "had", "ran")


NEUTRAL = frozenset(("on", "of", "for", "at", "in", "with", "to", "by", "from", "aboard", "through", ""))
"""Prepositions that a free reading passes over where one relation joins two types."""

__all__ = [
    "AUX",
    "HOLDING",
    "NEUTRAL",
    "NUMBER_WORDS",
    "PREPOSITIONS",
    "impersonal",
    "is_light",
    "plain_speech",
    "without_wholes",
]

"""Who tells what of whom: whether a cue is told of the writer's own company, here and now, and as a fact.

A value is taken from a sentence in which a person of the writer's company, the cue, and a word that the seed wants
beside it meet. Names, places, other people, other times and places, and what is only supposed tell nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from pramana.anot.cue_words import word_pattern
from pramana.language import analyse, word_list

_BREAK = re.compile(r"[;:]\s|,?\s\b(?:but|though|although|yet|until)\s|,\s(?:and|so)\s", re.IGNORECASE)
"""Where what is supposed ends, and what happened may begin: *I wish I could, but it swelled*."""
_SENSED = re.compile(
    r"\b(?:could|would)\s+(?:feel|see|hear|hardly|barely|not\b)|\b(?:could|would|can|won)(?:n't|'t|not)\b"
    r"|\bcan (?:confirm|tell|prove|attest|say|only)\b",
    re.IGNORECASE,
)
"""*I could feel it swell* did happen, and so did *I couldn't breathe*."""
_INSTEAD = re.compile(r"\binstead of (?:[\w'-]+ ){0,4}$", re.IGNORECASE)
"""*instead of hives we got cake*: what follows did not happen; *real milk instead of oat milk* supposes nothing."""
_DENIED_AFTER = re.compile(r"^[^.;:]{0,60}\b(?:never did|did not|didn't|wasn't needed|was not needed)\b", re.IGNORECASE)
_DENIED_WHOLE = re.compile(
    r"\b(?:not once|never once|no one in|nobody in|none of (?:us|them)|not a single|not even an?|zero|in one piece|"
    r"without (?:so much as|a single|any|incident)|(?:reaction|hive|symptom|worry)[- ]free|in perfect health|"
    r"(?:perfectly|absolutely|totally|completely) fine|no worse for wear|nothing to do with|unrelated|"
    r"(?:wasn't|isn't|not) (?:because of |from |due to )?(?:the|their|this) (?:food|meal|dinner|restaurant|kitchen))\b"
    r"|\bnot (?:the|their) [\w -]+[.!]?$",
    re.IGNORECASE,
)
_CAUSE = re.compile(r"\b(?:because|since|as|after|when|while)\b", re.IGNORECASE)
"""What follows tells of who was at fault, not of who had the reaction: *because somebody used the same knife*."""
_AT_HAND = re.compile(
    r"^[^.;:,]{0,40}\b(?:on (?:me|us|him|her|hand|standby|site)|at (?:hand|the ready)|behind the (?:bar|counter|till)|"
    r"in (?:my|her|his|our|the) (?:bag|purse|pocket|kitchen|drawer|glove)|just in case|training|policy|protocol)\b",
    re.IGNORECASE,
)
"""*an EpiPen behind the bar* is at hand."""
_AFTER_CUE = re.compile(r"^\s+(?:nurse|doctor|clinic|technician|chart|parking|street|sign)\b", re.IGNORECASE)
"""*an ER nurse* is a person."""
_WISH = re.compile(r"ing\s+to\s+(?!the\b|my\b|something\b)[a-z]+\b", re.IGNORECASE)
"""*itching to leave* is a wish, *a reaction to something* is none."""
_NAMED = re.compile(r"^,?\s+(?:the|a|an|is|was|has|does)\b")
"""After a capitalised cue at the beginning: *Hives, the honey café, does …* is a name."""
_FIRST = re.compile(r"\b(?:I|me|myself|we|us|ourselves)\b|\bI'(?:m|ve|d|ll)\b")
_ELLIPTIC = ("VVD", "VVN", "VHD", "VBD", "VDD")
"""Tags of a verb in the past; *Got* alone is tagged as a participle. Reviews leave *I* out at the beginning: *Told
them twice*, *Had a reaction*."""
_HEAD = 60
"""Code points that are enough to tag the first word."""
_TWO = 3
"""So many words may occur between *my* and the person: *my poor little girl*."""


@cache
def _phrases(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of any of these words, the longest first; `*` means more letters."""
    either = "|".join(word_pattern(each) for each in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)


@cache
def _company() -> re.Pattern[str]:
    """Return the pattern of persons, and parts of them, that *my* and *our* make the writer's company."""
    people = (
        word_list("accounts/near_people"),
        word_list("names/kin"),
        word_list("people/men"),
        word_list("people/women"),
    )
    words = {each for listed in (*people, word_list("accounts/body")) for each in listed}
    nouns = "|".join(re.escape(each) for each in sorted(words, key=len, reverse=True))
    own = rf"(?:my|our|his|her)\s+(?:[\w-]+\s+){{0,{_TWO}}}?(?:{nouns}|[\w-]+-year-old)\b"
    bare = rf"(?:^|,\s|:\s)(?:\w+\s)?(?:{'|'.join(map(re.escape, word_list('accounts/body')))})[\s,]"
    return re.compile(rf"\b{own}|{bare}", re.IGNORECASE)


@cache
def _beyond() -> re.Pattern[str]:
    """Return the pattern of words that end with a place right before a cue."""
    return re.compile(
        rf"(?:{_phrases(word_list('accounts/place_words')).pattern})\s+(?:the\s+)?(?:\w+\s)?$", re.IGNORECASE
    )


@cache
def _carrying() -> re.Pattern[str]:
    """Return the pattern of words that say right before a cue that somebody has it along."""
    near = rf"(?:{_phrases(word_list('accounts/carried')).pattern})\s+(?:[\w-]+\s+){{0,3}}$"
    listed = rf"(?:{_phrases(word_list('accounts/packed')).pattern})\s+(?:[\w-]+,?\s+){{0,8}}$"
    return re.compile(f"{near}|{listed}", re.IGNORECASE)


@cache
def _other_establishment() -> re.Pattern[str]:
    """Return the pattern of another place to eat: *a steakhouse in Tulsa*, *the bakery next door*."""
    nouns = "|".join(map(word_pattern, word_list("accounts/establishments")))
    other = r"(?:a|an|another|some|other|different|previous|that|their|our usual|my usual)"
    after = r"(?:down|across|around|next|near|we|I|on|in|where|that|which)"
    away = rf"(?<!\bis )(?<!\bwas )\bthe\s+(?:[\w-]+\s+){{1,2}}?(?:{nouns})\s+{after}\b"
    return re.compile(rf"\b{other}\s+(?:[\w-]+\s+){{0,2}}?(?:{nouns})\b(?! like this)|{away}", re.IGNORECASE)


def is_ours(sentence: str, end: int) -> bool:
    """Return whether a sentence tells a cue that ends there of the writer or of somebody of the writer's company."""
    fault = _CAUSE.search(sentence, end)
    if _phrases(word_list("accounts/others")).search(sentence[: fault.start()] if fault else sentence):
        return False
    told = _FIRST.search(sentence) or _company().search(sentence)
    return bool(told or _phrases(word_list("accounts/nicknames")).search(sentence) or _is_elliptic(sentence))


def _is_elliptic(sentence: str) -> bool:
    """Return whether a sentence begins with its verb: the subject that is left out is the writer."""
    tokens = analyse(sentence.lstrip()[:_HEAD]).tokens
    return bool(tokens) and tokens[0].tag in _ELLIPTIC


def is_name_or_place(sentence: str, start: int, end: int, lowercase: bool) -> bool:
    """Return whether a cue is a part of a name, or of where something is. `lowercase`: the seed writes it so."""
    before, after = sentence[:start], sentence[end:]
    if _AFTER_CUE.match(after) or _WISH.match(sentence[max(start, end - 3) :]) or _beyond().search(before):
        return True
    if not lowercase or not sentence[start].isupper():
        return False
    return bool(before.strip(" \"'(")) or bool(_NAMED.match(after))


def is_here_and_now(sentence: str) -> bool:
    """Return whether a sentence puts nothing into another time or another place."""
    found = (_phrases(word_list("accounts/past")), _phrases(word_list("accounts/elsewhere")), _other_establishment())
    return not any(pattern.search(sentence) for pattern in found)


def is_supposed(sentence: str, start: int) -> bool:
    """Return whether the part of a sentence that holds a cue is supposed, wished or nearly so."""
    if _INSTEAD.search(sentence[:start]):
        return True
    breaks = [found.end() for found in _BREAK.finditer(sentence)]
    begin = max((at for at in breaks if at <= start), default=0)
    end = min((at for at in breaks if at > start), default=len(sentence))
    return bool(_phrases(word_list("accounts/supposed")).search(_SENSED.sub(" ", sentence[begin:end])))


def is_sensed(sentence: str, start: int) -> bool:
    """Return whether *could* before a cue only says that it was felt or seen: *I could feel it swell*."""
    return bool(_SENSED.search(sentence, 0, start))


def is_denied(sentence: str, end: int) -> bool:
    """Return whether words behind a cue, or over the whole sentence, deny it."""
    return bool(_DENIED_AFTER.match(sentence[end:]) or _DENIED_WHOLE.search(sentence))


def is_carried(sentence: str, start: int, end: int) -> bool:
    """Return whether the words before a cue say that it is at hand, not that it was used."""
    return bool(_AT_HAND.match(sentence[end:]) or _carrying().search(sentence[:start]))


def has_any(text: str, words: Iterable[str]) -> bool:
    """Return whether a text has one of these words (`*` for more letters)."""
    listed = tuple(words)
    return bool(listed) and bool(_phrases(listed).search(text))

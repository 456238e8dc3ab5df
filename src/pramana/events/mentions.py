"""The words of a line that name a participant, and words that name none."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pramana.events.model import Role
from pramana.language import NounPhrase, Sentence, name_start, word_set

MAX_MENTION = 14
"""Tokens in a mention; of longer phrases the part up to the head is taken."""
_OPEN_ADVERBS = word_set("mentions/open_adverbs")
_SPOKEN_TO = word_set("people/second")
_SPOKEN = re.compile(r"[\"“”«»„‘?!]|\b(?:I|me|my|mine|we|us|our)\b")
_SECTION = re.compile(r"\d+(?:\.\d+){2,}\.?|[A-Za-z]?\W*")
"""*8.3.2*, a lone letter, stray marks."""
_REFERENCE = re.compile(r"(?:\([^\s()]{1,6}\)){1,3}")
"""*(b)* in *Rule 12(b)*, without a blank before it."""
_LONGEST_TITLE = 60
"""Characters from the end of a phrase to the mark that closes its quotation, at most: *the film "Eyes | Wide Shut"*."""


def mention_of(sentence: Sentence, phrase: NounPhrase) -> str:
    """Return the words of a phrase: its name where it has one, cut behind its head where it is long."""
    tokens, text = sentence.tokens, sentence.text
    name = name_start(tokens, phrase)
    first, last = phrase.first if name is None else name, phrase.last
    if name is None and last - first > MAX_MENTION:
        first, last = max(first, phrase.head + 1 - MAX_MENTION), phrase.head + 1
    start, end = tokens[first].start, tokens[last - 1].end
    return text[start : _whole_end(text, start, end)]


def _whole_end(text: str, start: int, end: int) -> int:
    """Where a mention ends with the rest of the title, or of the reference, that it cuts."""
    reference = _REFERENCE.match(text, end)
    if reference is not None:
        return reference.end()
    for opening, closing in (('"', '"'), ("“", "”")):
        words = text[start:end]
        cut = words.count('"') % 2 if opening == closing else words.count(opening) > words.count(closing)
        close = text.find(closing, end, end + _LONGEST_TITLE) if cut else -1
        if close >= 0 and opening not in text[end:close]:
            return close + 1
    return end


def is_list_mark(sentence: Sentence, phrase: NounPhrase) -> bool:
    """Return whether a phrase only numbers what follows: *1) return the map, 2) leave*."""
    text = sentence.text
    if phrase.kind != "number" or not phrase.text.isdecimal() or text[phrase.end : phrase.end + 1] != ")":
        return False
    return text.count("(", 0, phrase.start) <= text.count(")", 0, phrase.start)


def named_participants(roles: Mapping[Role, Sequence[str]], text: str, context: Sequence[str]) -> dict[Role, list[str]]:
    """Return the mentions that name something: no bare adverbs, section numbers or marks, and nobody's *you*.

    In speech *you* is somebody who can be found. Speech is told by quotation marks, questions and calls, and by words
    of whoever speaks (*I*, *my*), in the line or before it.
    """
    spoken = any(_SPOKEN.search(line) for line in (text, *context))
    kept = {role: [each for each in listed if _names_something(each, spoken)] for role, listed in roles.items()}
    return {role: listed for role, listed in kept.items() if listed}


def _names_something(mention: str, spoken: bool) -> bool:
    word = mention.casefold()
    if word in _OPEN_ADVERBS or (word in _SPOKEN_TO and not spoken):
        return False
    return word == "i" or not _SECTION.fullmatch(mention)

"""What a word means, as a line defines it: *“firn” means …*, *firn is old snow*, *the humidity, that is, …*."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pramana.karaka.line_answers.expressions import Span
from pramana.language import AnswerKind, AskedQuestion, ReadLine

_QUOTE = "[\"“”‘’'*_]?"
_MEANS = (
    r"(?:,? (?:here|in this \w+),?)? "
    r"(?:means?|meant|refers? to|denotes?|stands? for|is (?:the name|a term|short) (?:of|for)) "
)
_THAT_IS = r",? ?(?:that is(?: to say)?|i\.e\.|in other words),? "
_OR = r", (?:or|also called|known as) "
_BESIDE = r"(?:,|,?[\"”’]) (?=(?:an?|the|any) )"
_KNOWN_AS = r", (?:in|by|through) which "
_IS = r" (?:is|are|was|were) (?=\w)"
_END = re.compile(r"(?:;| – | — |, (?:but|while|whereas|and (?:is|are|was|were|he|she|it|they))\b|[.!]$|[.!][\"”])")
_COMMA = re.compile(r"[,;.]")
_APPOSED_END = re.compile(r"(?:[;.]|, (?=\w+ed\b|\w+s\b|was\b|were\b|is\b|had\b|has\b|sold\b)|,$)")
_LEAST = 2
"""Letters of a word that is defined, at least."""


def definitions(asked: AskedQuestion, line: ReadLine) -> Iterator[Span]:
    """Yield the words of a line that define what a question with *what* asks for, the plainest form alone."""
    term = re.sub(r"^(?:the|an?|any) ", "", asked.statement.strip(" \"“”'"), flags=re.IGNORECASE).strip(" \"“”'")
    if (
        asked.kind is not AnswerKind.IDENTITY
        or asked.noun != "what"
        or len(term) < _LEAST
        or re.search(r"['’]s\b", term)
    ):
        return
    named = rf"(?<![\w-]){_QUOTE}{re.escape(term)}{_QUOTE}"
    text = line.line.text
    called = re.search(rf"\b(?:known as|called|named) {named}{_KNOWN_AS}", text, re.IGNORECASE)
    if called is not None:
        yield _trim(text, text.rindex(", ", 0, called.end()) + 2, len(text))
        return
    for joint, end in ((_MEANS, _END), (_THAT_IS, _END), (_IS, _END), (_BESIDE, _APPOSED_END), (_OR, _COMMA)):
        match = re.search(named + joint, text, re.IGNORECASE)
        if match is not None and _defines(line, match.end(), is_verb=joint is _IS, subject=match.start()):
            stop = end.search(text, match.end())
            yield _trim(text, match.end(), stop.start() if stop else len(text))
            return


def _defines(line: ReadLine, start: int, *, is_verb: bool, subject: int) -> bool:
    """Whether a noun phrase begins there; behind *is* none of an amount, and of a subject that begins its clause."""
    if not is_verb:
        return True
    before = line.line.text[:subject].rstrip()
    begins = not before or before.endswith((",", ";", ":", "“", '"')) or before.lower() in {"the", "a", "an"}
    return begins and _has_noun(line, start)


def _has_noun(line: ReadLine, start: int) -> bool:
    """Whether a noun with its article and adjectives begins there: *old snow*, not *31 kilometres long*."""
    for token in [token for token in line.sentence.tokens if token.start >= start][:_WORDS]:
        if token.tag.startswith("NN"):
            return True
        if not token.tag.startswith(("AT0", "DT0", "AJ", "AV0")):
            return False
    return False


_WORDS = 5
"""Words from *is* to the noun of a definition: *is a very old kind …*."""


def _trim(text: str, start: int, end: int) -> Span:
    while end > start and text[end - 1] in ' .,;:"”':
        end -= 1
    return start, end

"""Blocks cut into lines: one sentence, one line. `sentencex` finds the boundaries; a few general rules fix them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from itertools import pairwise
from unicodedata import category

import sentencex  # type: ignore[import-untyped]

from pramana.documents.blocks import Block, Range, fold
from pramana.documents.script import language
from pramana.language import other_language_code, word_list

LONGEST_LINE = 2_000
"""Code points. A longer sentence is cut after a clause, else at white space, else where the bound falls."""

LONGEST_QUOTATION = 400
"""Code points. Quoted speech stays in one line with the words that say who speaks, unless the line would be longer."""

LONGEST_SPEECH = 120
"""Code points. Speech that is a sentence by itself, nobody being said to speak it, is cut from here on."""

_OPENING = "\"'“‘«„‚([_*"
_CLOSERS = "\"'”’»)]_*」』）】"
_CLOSING = re.escape(_CLOSERS)
_QUOTES = re.compile("[\"“”„«»]|(?<!\\w)['‘]|['’](?!\\w)")
_MARKER = re.compile(r"\A(?:[-*+•‣◦▪●]|\(?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[A-Za-z]|[ivxIVX]{1,5})[.)])\s")
_SPEECH = re.compile("[\"'“‘«](?:(?![.,;!?…–—-][\"'”’»] ).)*[\"'”’»]$")
_ASKED_OR_CRIED = re.compile(rf"[!?…][{_CLOSING}]*\s*$")
_STOPPED = re.compile(rf"[。！？．।॥؟۔։።၊။៖។][{_CLOSING}]*$")
_START = re.compile(rf"[{re.escape(_OPENING)}\-–—]*([^\W\d_])")
_DANGLING = re.compile(rf"(?<=\s)[{re.escape(_OPENING)}]+\s*$")
_REPORTS = re.compile("と|って")
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_BEFORE_MAY = "in|by|of|from|until|till|since|before|after|during|last|next|this|early|mid|late"
# Three that sentencex passes over: a sentence that a bracket closes, one before a month's name (it sees a date), and
# *in May. James paid* (it thinks of an abbreviation).
_MISSED = re.compile(
    rf"(?<=[a-z]{{3}})[.!?][)\]]\s+(?=[\"'“‘(]?[A-Z])|(?<=[a-z]{{2}})[.!?]\s+(?=(?:{_MONTH})\b)"
    rf"|(?:\d|\b(?:{_BEFORE_MAY}))[ -]May\.\s+(?=[\"'“‘(]?[A-Z])"
)
# A full stop that ends no sentence: before a number, after an hour, and before small letters after a unit.
_ABBREVIATIONS = "|".join(word_list("sentences/before_numbers"))
_BEFORE_NUMBER = re.compile(rf"\b(?:{_ABBREVIATIONS})\.\s*$", re.IGNORECASE)
_NUMBER = re.compile(r"[\[(]?\d")
_HOUR = re.compile(r"\d\s?[ap]\.m\.\s*$", re.IGNORECASE)
_WEEKDAY_OR_ZONE = re.compile(
    rf"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|(?:{_MONTH})\b|[A-Z]{{2,4}}T\b|GMT\b|UTC\b"
)
_UNIT = re.compile(r"\d\s?[a-z]{0,4}\.\s*$")
"""*5 kg. were lost*, *den 3. mai*."""
_CITED = re.compile(r"\[\d[\d,;\s–-]*\]\s*$")
"""*Moreau et al. [4] proposed*: a reference by number ends no sentence that goes on in small letters."""
_COUNTED = re.compile(r"(?:[:;,]|\b(?:and|or))\s+\(?\d{1,2}[.)]\s*$")
"""*The questions are: 1. What is …, and 2. Can we …*: the number belongs to what follows."""
_ONLY_MARKER = re.compile(r"\s*[\[(]?(?:\d{1,3}(?:\.\d{1,3}){0,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]\]?\s*")
_CLAUSE = re.compile(r"[;:,)\]—–।、，；：]\s*|--\s*|\s-\s")


def sentences(source: str, block: Block, divided: Set[str] = frozenset()) -> Iterator[tuple[str, Range]]:
    """Yield the sentences of a block, each with its place in the source. None of them is blank."""
    folded = fold(source, block, divided)
    for start, end in spans(folded.text):
        yield folded.text[start:end], (folded.place(start), folded.place(end - 1) + 1)


def spans(text: str) -> Iterator[Range]:
    """Yield where the sentences of folded text are, in order; together they hold all that is not white space."""
    code = language(text)
    if code == "en":
        code = other_language_code(text)
    for start, end in _between(text, _cuts(text, code)):
        sentence = text[start:end]
        if end - start <= (LONGEST_SPEECH if _SPEECH.match(sentence) else LONGEST_QUOTATION):
            yield start, end
            continue
        # Without its quotation marks, a speech is cut like any other text.
        for first, last in _between(sentence, _cuts(sentence, code, _QUOTES.sub(" ", sentence))):
            yield from _bounded_pieces(text, start + first, start + last)


def _cuts(text: str, code: str, shown: str | None = None) -> list[int]:
    """Return where sentences begin, but for the first, in order. `shown` is the text as sentencex is to see it."""
    shown = _MARKER.sub(lambda number: " " * len(number[0]), shown or text)  # else nothing in an item is cut
    found = {int(boundary["start_index"]) for boundary in sentencex.get_sentence_boundaries(code, shown)}
    found.update(match.end() for match in _MISSED.finditer(text))
    cuts: list[int] = []
    gathered = False  # does what stands since the last cut hold a word?
    for start, end in pairwise([0, *sorted(found), len(text)]):
        holds_words = any(character.isalnum() for character in text[start:end])
        cut = _before_dangling(text, start)
        parted = gathered and holds_words and _parts(text, cut)
        if parted and not _ONLY_MARKER.fullmatch(text, cuts[-1] if cuts else 0, cut):
            cuts.append(cut)
        gathered = gathered or holds_words
    return cuts


def _parts(text: str, cut: int) -> bool:
    """Return whether a sentence really ends before text[cut] and another begins there."""
    before, after = text[max(0, cut - 12) : cut], text[cut : cut + 12].lstrip()
    if not before[-1].isspace() and not text[cut].isspace():
        return _STOPPED.search(before) is not None and not _REPORTS.match(after)
    if _BEFORE_NUMBER.search(before) and _NUMBER.match(after):
        return False
    if _COUNTED.search(before) or (_CITED.search(before) and after[:1].islower()):
        return False
    if _HOUR.search(before) and _WEEKDAY_OR_ZONE.match(text[cut : cut + 12].lstrip()):
        return False
    start = _START.match(after)
    return not (start and start[1].islower() and (_ASKED_OR_CRIED.search(before) or _UNIT.search(before)))


def _before_dangling(text: str, cut: int) -> int:
    """Return the cut moved to before a quotation mark that opens what follows."""
    dangling = _DANGLING.search(text[max(0, cut - 12) : cut])
    return cut - len(dangling[0]) if dangling else cut


def _between(text: str, cuts: list[int]) -> Iterator[Range]:
    """Yield the stretches between cuts, without the white space around them."""
    for start, end in pairwise([0, *cuts, len(text)]):
        stretch = text[start:end]
        if kept := stretch.strip():
            first = start + len(stretch) - len(stretch.lstrip())
            yield first, first + len(kept)


def _bounded_pieces(text: str, start: int, end: int) -> Iterator[Range]:
    """Yield text[start:end] in pieces of at most LONGEST_LINE, cut at the latest place of the best kind."""
    while end - start > LONGEST_LINE:
        cut = _best_cut(text, start)
        stop = cut - (len(text[start:cut]) - len(text[start:cut].rstrip()))
        yield start, stop
        start = cut
    yield start, end


def _best_cut(text: str, start: int) -> int:
    """Return a place in the second half of the longest line: after a clause, at a space, between graphemes."""
    bound = start + LONGEST_LINE
    clauses = [match.end() for match in _CLAUSE.finditer(text, start + LONGEST_LINE // 2, bound)]
    if clauses:
        return clauses[-1]
    space = text.rfind(" ", start + LONGEST_LINE // 2, bound)
    if space > 0:
        return space + 1
    while bound > start + LONGEST_LINE // 2 and (
        category(text[bound])[0] == "M" or "\u200d" in text[bound - 1 : bound + 1]
    ):
        bound -= 1
    return bound

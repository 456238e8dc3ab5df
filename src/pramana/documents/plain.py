"""Plain text cut into blocks: paragraphs, headings, list items, fields. Hard wraps are told from meant line ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice, pairwise

from pramana.documents.blocks import Block, Range

LONGEST_WRAP = 120
"""Text whose lines are longer than this is not hard-wrapped: each of its lines is a paragraph."""

LONGEST_BLOCK = 10_000
"""Code points. A longer paragraph is cut, after a sentence if it can be: hostile text costs sentencex time squared."""

_ROW = re.compile(r"[^\n\r\v\f\x85\u2028\u2029]+")
_BULLET = re.compile(r"(?:[-*+•‣◦▪●]|\(?(?:\d{1,3}|[a-z])[.)])[ \t]+\S")
_SECTION = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.? +[A-Z]")
_FIELD = re.compile(r"[A-Z][\w '-]{0,30}: +\S")
_ENDS_SENTENCE = re.compile(r"[.!?:;…。！？।॥؟۔][\"'”’»)\]_*]{0,3}$")
_OPEN_END = re.compile(r"[,;\-–—]$")
_GUTENBERG = re.compile(r"^\*\*\* ?(START|END) OF .{1,200}?\*\*\*[ \t\r]*$", re.MULTILINE)
_TABULAR = re.compile(r"\S(?: {3}|\t)")
_SENTENCE = re.compile(r"(?<=[a-z]{3})[.!?][\"'”’)]*\s+(?=[\"'“‘]?[A-Z])|[。！？।]")
_FEWEST_SENTENCES = 3
_MEANT = 0.55
"""The share of line ends that end a sentence from which all were meant; of wrapped prose 0.2."""
_MEANT_IN_BLOCK = 0.8
"""The same where the layout parts paragraphs: of a paragraph of short sentences in a narrow column it may be 0.6."""
_SAMPLE = 5_000
_LONG_GROUP = 200
"""Rows. Text without blank lines, such as a PDF's, is cut into blocks from here on where a sentence ends."""


@dataclass(frozen=True, slots=True)
class PhysicalLine:
    """A physical line without the white space around it: source[start:end], `indent` characters in."""

    start: int
    end: int
    indent: int
    text: str

    @property
    def width(self) -> int:
        return self.indent + len(self.text)


def rows(source: str, start: int, end: int) -> Iterator[PhysicalLine | None]:
    """Yield the physical lines of source[start:end] that are not blank, and None for each gap of blank ones."""
    previous_end = start
    for match in _ROW.finditer(source, start, end):
        text = match[0].strip()
        if not text:
            continue
        if _blank_between(source, previous_end, match.start()):
            yield None
        indent = len(match[0]) - len(match[0].lstrip())
        first = match.start() + indent
        yield PhysicalLine(first, first + len(text), indent, text)
        previous_end = match.end()


def _blank_between(source: str, start: int, end: int) -> bool:
    gap = source[start:end].replace("\r\n", "\n")
    return len(gap) > 1 and sum(character in "\n\r\v\x85\u2028\u2029" for character in gap) > 1


def blocks(source: str, *, laid_out: bool = False) -> Iterator[Block]:
    """Yield the blocks of plain text, in order. Each is one range of the source.

    `laid_out`: blank lines part the paragraphs, as the layout of their pages says, so that other line ends are wraps,
    however wide the lines are; all but those between list items, fields and columns, and behind half-empty lines.
    """
    start, end = body(source)
    width = _usual_width(source, start, end)
    group: list[PhysicalLine] = []
    for row in rows(source, start, end):
        if row is None:
            yield from _paragraphs(source, group, width, laid_out=laid_out)
            group = []
        else:
            group.append(row)
            if len(group) >= (_LONG_GROUP if _ENDS_SENTENCE.search(row.text) else 100 * _LONG_GROUP):
                yield from _paragraphs(source, group, width, laid_out=laid_out)
                group = []
    yield from _paragraphs(source, group, width, laid_out=laid_out)


def unwrapped_blocks(source: str) -> Iterator[Block]:
    """Yield the blocks of text that is not hard-wrapped: each line one, but that sentences may run over several."""
    first: PhysicalLine | None = None
    for row, following in pairwise(chain(rows(source, 0, len(source)), [None, None])):
        if row is None:
            continue
        first = first or row
        if following is None or not _goes_on(following) or _ENDS_SENTENCE.search(row.text):
            yield from bounded_blocks(source, first.start, row.end)
            first = None


def body(source: str) -> Range:
    """Return where the work itself is: between the marker lines of Project Gutenberg, if both are there."""
    markers = {match[1]: match for match in reversed(list(_GUTENBERG.finditer(source)))}
    first, last = markers.get("START"), markers.get("END")
    if first is None or last is None or last.start() < first.end():
        return 0, len(source)
    return first.end(), last.start()


def _usual_width(source: str, start: int, end: int) -> int:
    """Return the width that nine of ten lines keep within."""
    widths = sorted(row.width for row in islice(rows(source, start, end), _SAMPLE) if row is not None)
    return widths[len(widths) * 9 // 10] if widths else 0


def _paragraphs(source: str, group: list[PhysicalLine], usual: int, *, laid_out: bool) -> Iterator[Block]:
    if not group:
        return
    widest = max(row.width for row in group)
    width = widest if widest > usual // 2 else usual  # a stanza or an address has no wrap of its own to measure
    first = group[0]
    meant = _is_sentence_a_line(group, _MEANT_IN_BLOCK if laid_out else _MEANT)
    for row, following in zip(group, [*group[1:], None], strict=True):
        if (
            following is None
            or (not laid_out and max(usual, row.width, following.width) > LONGEST_WRAP)
            or (meant and not _goes_on(following))
            or _breaks(row, following, width)
        ):
            yield from bounded_blocks(source, first.start, row.end)
            first = following or first


def _is_sentence_a_line(group: list[PhysicalLine], share: float) -> bool:
    """Return whether a paragraph's line ends were meant, since nearly all of them end a sentence.

    Of wrapped prose about one line end in five does; a heading above, or a line that goes on, changes nothing.
    """
    ends = sum(_ENDS_SENTENCE.search(row.text) is not None for row in group)
    return ends >= _FEWEST_SENTENCES and ends >= share * len(group)


def _breaks(row: PhysicalLine, following: PhysicalLine, width: int) -> bool:
    """Return whether the line end after `row` was meant."""
    ends = _ENDS_SENTENCE.search(row.text) is not None
    if _BULLET.match(following.text) and (ends or _BULLET.match(row.text)):
        return True
    if _FIELD.match(row.text) and _FIELD.match(following.text):
        return True
    if _TABULAR.search(row.text) or _SECTION.match(following.text):
        return True
    if following.indent > row.indent + 1 and ends:
        return True
    return _falls_short(row, following, width)


def _falls_short(row: PhysicalLine, following: PhysicalLine, width: int) -> bool:
    """Return whether the next line's first word would have had ample room, and does not go on with the sentence."""
    first_word = following.text.split(maxsplit=1)[0]
    ample = row.width + 1 + len(first_word) <= width // 2
    return ample and not _goes_on(following) and not _OPEN_END.search(row.text)


def _goes_on(row: PhysicalLine) -> bool:
    """Return whether the line starts in lower case, so not with a sentence."""
    return row.text.lstrip("\"'“‘([_")[:1].islower()


def bounded_blocks(source: str, start: int, end: int) -> Iterator[Block]:
    """Yield source[start:end] as one block, or as several: cut after a sentence, else at a space, else anywhere."""
    while end - start > LONGEST_BLOCK:
        half, bound = start + LONGEST_BLOCK // 2, start + LONGEST_BLOCK
        stops = [match.end() for match in _SENTENCE.finditer(source, half, bound)]
        space = source.rfind(" ", half, bound)
        cut = stops[-1] if stops else space + 1 if space > 0 else bound
        yield ((start, cut),)
        start = cut
    yield ((start, end),)

"""What the places and sizes of a page's rows say: which are heads, feet and notes, and where paragraphs end.

Rows come in the order in which they are read. Distances are measured in line pitches, that is from one base line of the
page's text to the next.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low

from pramana.documents.running_heads import running_heads


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row of a page: its text, its commonest font size, and the height of its base line above the page's lower edge.

    Sizes and heights are in points.
    """

    text: str
    size: float
    height: float


_EDGE_GAP = 1.6
"""A head or a foot is at least so many line pitches from the text: paragraphs are 1 to 1.5 apart in common layouts."""
_EDGE_ROWS = 2
"""A head or a foot has at most two rows: a title, and a page number."""
_LONGEST_EDGE = 100
"""And at most so many characters a row: a line of a book has about 80, of a page of one column somewhat more."""
_BLOCK_GAP = 1.25
"""Paragraphs are at least so many line pitches apart where a gap parts them; base lines are rounded to 0.1 points."""
_HEADING = 1.08
"""A heading is at least so much larger than the rows beside it: 11 points beside 10."""
NOTE_SIZE = 0.93
"""A note is set at most this large, beside the text: 9 points beside 10, which rounding may make 9.3."""
_NOTE_START = re.compile(r"[*†‡§¶]|(\d{1,2})(?:\D|$)")
_ENDED = re.compile(r"[.!?:][\"'”’)\]]*\s*$")


@dataclass(frozen=True, slots=True)
class _Page:
    """The rows of a page in the order of reading, of which the first `heads` and the last `feet` are at its edges."""

    rows: list[PageRow]
    heads: int
    feet: int
    pitch: float

    def without(self, first: int, last: int) -> _Page:
        """Return the page without so many first and last rows."""
        rows = self.rows[first : len(self.rows) - last]
        return _Page(rows, max(self.heads - first, 0), max(self.feet - last, 0), self.pitch)

    @property
    def body(self) -> list[PageRow]:
        return self.rows[self.heads : len(self.rows) - self.feet]


def begins_note(text: str) -> bool:
    """Whether a row begins as a footnote does: with a mark or a number."""
    return _NOTE_START.match(text.strip()) is not None


def texts_of_pages(pages: Sequence[Sequence[PageRow]]) -> list[str]:
    """Return the text of each page: a blank line between blocks, no running heads, no marks of footnotes.

    A head, a foot or a note that is text stays, as a block of its own outside of the sentence that it interrupts:
    *…patterns are* / *1Lindqvist et al. show it.* / *brittle and spurious* would be read as one sentence otherwise.
    """
    laid_out = [_page(rows) for rows in pages]
    heads = running_heads([[row.text for row in page.rows] for page in laid_out])
    kept = [page.without(*counts) for page, counts in zip(laid_out, heads, strict=True)]
    over = [False, *(_goes_over(one.body, other.body) for one, other in pairwise(kept)), False]
    return [_text(page, *around) for page, around in zip(kept, pairwise(over), strict=True)]


def _page(rows: Sequence[PageRow]) -> _Page:
    rows = [row for row in rows if row.text.strip()]
    steps = [step for one, other in pairwise(rows) if (step := one.height - other.height) > 1]
    pitch = median_low(steps) if steps else 0.0
    head = _edge(rows, pitch, upper=True)
    rest = [row for row in rows if row not in head]
    usual = _usual_size(rest)
    foot = [row for row in _edge(rest, pitch, upper=False) if not _is_note(row, usual)]
    body = [row for row in rest if row not in foot]
    return _Page([*head, *body, *foot], len(head), len(foot), pitch)


def _edge(rows: Sequence[PageRow], pitch: float, *, upper: bool) -> list[PageRow]:
    """Return the rows at the upper or lower edge that an empty band across the whole page parts from the text."""
    heights = sorted({row.height for row in rows}, reverse=upper)
    gap = next(
        (
            place
            for place, pair in enumerate(pairwise(heights))
            if pitch and abs(pair[0] - pair[1]) >= _EDGE_GAP * pitch
        ),
        None,
    )
    if gap is None:
        return []
    outside = set(heights[: gap + 1])
    found = [row for row in rows if row.height in outside]
    return found if len(found) <= _EDGE_ROWS and all(len(row.text) <= _LONGEST_EDGE for row in found) else []


def _goes_over(rows: Sequence[PageRow], after: Sequence[PageRow]) -> bool:
    """Whether a sentence begins on one page and ends on the next: slides without full stops are no such pages."""
    return bool(rows and after) and not _ENDED.search(rows[-1].text) and after[0].text.strip()[:1].islower()


def _text(page: _Page, begun: bool, goes_on: bool) -> str:
    """Return the text of a page; its first sentence may have begun before, its last may go over."""
    lines = _body_lines(page.body, page.pitch)
    rows = [row.text.strip() for row in page.rows]
    if page.heads:
        ended = next((place + 1 for place, line in enumerate(lines) if _ENDED.search(line)), len(lines)) if begun else 0
        lines[ended:ended] = ["", *rows[: page.heads], ""]
    if page.feet:
        foot = rows[len(rows) - page.feet :]
        lines = _before_open_sentence(lines, foot) if goes_on else [*lines, "", *foot, ""]
    return "\n".join(lines)


def _body_lines(rows: list[PageRow], pitch: float) -> list[str]:
    """Return the lines of a page's text, blocks apart, notes before the sentences that they interrupt."""
    body, notes = _notes_apart(rows)
    lines: list[str] = []
    for at in range(len(body) + 1):
        for note in notes.get(at, ()):
            lines = _before_open_sentence(lines, note)
        if at < len(body):
            lines += [""] * _begins_block(body, at, pitch)
            lines.append(body[at].text.strip())
    marks = {
        begun[1] for each in notes.values() for note in each for line in note if (begun := _NOTE_START.match(line))
    }
    return without_marks(lines, marks)


def _notes_apart(rows: list[PageRow]) -> tuple[list[PageRow], dict[int, list[list[str]]]]:
    """Return the rows that are no notes, and the lines of each note by the number of these rows above it."""
    usual = _usual_size(rows)
    body: list[PageRow] = []
    notes: dict[int, list[list[str]]] = {}
    at = 0
    while at < len(rows):
        length = _note_length(rows, usual, at)
        if length:
            notes.setdefault(len(body), []).append([row.text.strip() for row in rows[at : at + length]])
        else:
            body.append(rows[at])
        at += length or 1
    return body, notes


def _usual_size(rows: Sequence[PageRow]) -> float:
    letters = Counter[float]()
    for row in rows:
        letters[row.size] += len(row.text)
    return max(letters, key=lambda size: letters[size], default=0.0)


def _is_note(row: PageRow, usual: float) -> bool:
    return row.size <= NOTE_SIZE * usual and begins_note(row.text) and any(map(str.isalpha, row.text))


def _note_length(rows: list[PageRow], usual: float, at: int) -> int:
    """Return how many rows the note has that begins at a row, 0 where none does."""
    if not _is_note(rows[at], usual):
        return 0
    return next((row for row in range(at, len(rows)) if rows[row].size > NOTE_SIZE * usual), len(rows)) - at


def _before_open_sentence(lines: list[str], put: list[str]) -> list[str]:
    """Return lines with others put before their last sentence if that goes on; behind them where no sentence ended."""
    ended = next((place + 1 for place in reversed(range(len(lines))) if _ENDED.search(lines[place])), len(lines))
    return [*lines[:ended], "", *put, "", *lines[ended:]]


def _begins_block(rows: list[PageRow], at: int, pitch: float) -> bool:
    """Whether a row begins a paragraph, a heading or the text behind one: by a gap above it, or another size."""
    row, above = rows[at], rows[at - 1] if at else None
    if above is None or (row.text.strip()[:1].islower() and not _ENDED.search(above.text)):
        return False
    if max(row.size, above.size) >= _HEADING * min(row.size, above.size) > 0:
        return True
    gaps = [_gap(rows, place) for place in (at - 1, at, at + 1)]
    usual = min([gap for gap in (gaps[0], gaps[2]) if gap > 0] or [pitch])
    return gaps[1] >= _BLOCK_GAP * usual > 0


def _gap(rows: list[PageRow], at: int) -> float:
    """Return how far a row is below the one before, in points; 0 where it is not below it: another column begins."""
    return max(rows[at - 1].height - rows[at].height, 0.0) if 0 < at < len(rows) else 0.0


_NOTE = re.compile(r"(\d{1,2}) ?(?=[A-Z“\"‘])")
"""A footnote as PDFium gives it: the number, small and raised on the page, then the note: *1The log of the vessel*."""
_MARK = re.compile(
    r"(?:(?<=[^\W\d_A-Z]{3})|(?<=[^\W\d_A-Z]{2}[.!?,;”\"’])|(?<=[^\W\d_A-Z][.!?,;][”\"’]))"
    r"(\d{1,2})(?=[\s.,;:)]|$)"
)
"""The mark of a note behind a word or its punctuation: *Corvo.1*, *vessel2*. Small letters, so that *MP3* and
*ASN.1* are none."""


def without_marks(lines: list[str], notes: Set[str | None]) -> list[str]:
    """Return lines without the marks of footnotes: *in Corvo.1 The radar* is two sentences. The notes stay.

    A number is a mark only if it is one of `notes`, or a line of the lower half of the page begins with it, as its note
    does.
    """
    lower = lines[len(lines) // 2 :]
    known = {*notes, *(begun[1] for line in lower if (begun := _NOTE.match(line)))}
    marked = [_MARK.sub(lambda found: "" if found[1] in known else found[0], line) for line in lines]
    return [_NOTE.sub(r"\1 ", line, count=1) if _NOTE.match(line) and marked != lines else line for line in marked]

"""PDF to the text of its pages, by PDFium. Offsets of lines count in this text. It runs in the sandbox."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from contextlib import closing
from threading import Lock
from typing import TYPE_CHECKING

from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extractOne

from pramana.documents.dating import day_of
from pramana.documents.loader import Loader, Page, Unusable, known_date
from pramana.documents.sandbox import MOST_TEXT

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage

_PDFIUM = Lock()
"""PDFium may be used by one thread at a time."""

# A hyphen at a line end is reported as one character, without the line end. Ligatures are single code points.
_WRITTEN_OUT = str.maketrans(
    {"\x02": "-\n", "\ufffe": "-\n", "\x00": "", "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi"}
    | {"\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}
)


def page_texts(body: bytes) -> list[Page]:
    """Return the text of each page: ligatures written out, a line end also after a hyphen, no running heads.

    The last entry is the date at which the document was created, by its metadata.

    Raises Unusable.
    """
    import pypdfium2  # in the sandbox only
    from pypdfium2.raw import FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY

    with _PDFIUM:
        try:
            with closing(pypdfium2.PdfDocument(body)) as document:
                created = document.get_metadata_value("CreationDate")
                pages = without_running_heads(list(_pages(document)))
                return [*map(without_note_marks, pages), *known_date(day_of(created))]
        except pypdfium2.PdfiumError as error:
            if getattr(error, "err_code", None) in (FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY):
                raise Unusable("encrypted: it needs a password") from None
            raise Unusable("broken: PDFium cannot read it") from None


def _pages(document: PdfDocument) -> Iterator[str]:
    total = 0
    for number in range(len(document)):
        with closing(document[number]) as page, closing(page.get_textpage()) as textpage:
            text: str = _page_text(textpage)
        total += len(text)
        if total > MOST_TEXT:
            raise Unusable(f"too large: more than {MOST_TEXT} characters of text")
        yield text.translate(_WRITTEN_OUT)


def _page_text(textpage: PdfTextPage) -> str:
    rows = textpage.get_text_bounded().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return notes_before_sentences(rows, _row_sizes(textpage))


def _row_sizes(textpage: PdfTextPage) -> dict[str, float]:
    """Return the commonest font size of each row of a page, by its text; of equal rows that of the last."""
    from pypdfium2.raw import FPDFText_GetFontSize, FPDFText_GetUnicode

    found: dict[str, float] = {}
    row, sizes = "", Counter[float]()
    count = textpage.count_chars()
    for index in range(count + 1):
        character = chr(FPDFText_GetUnicode(textpage, index)) if index < count else "\n"
        if character not in "\r\n":
            row += character
            sizes[round(FPDFText_GetFontSize(textpage, index), 1)] += not character.isspace()
        elif row:
            found[row.strip()] = sizes.most_common(1)[0][0]
            row, sizes = "", Counter()
    return found


_SMALL = 0.93
"""A note is set at most this large, beside the text: 9 points beside 10, which rounding may make 9.3."""
_NOTE_START = re.compile(r"[*†‡§¶]|(\d{1,2})(?:\D|$)")
_ENDED = re.compile(r"[.!?:][\"'”’)\]]*\s*$")


def notes_before_sentences(rows: list[str], sizes: Mapping[str, float]) -> str:
    """Return a page's rows as text, its footnotes put before the sentences that they interrupt, as blocks of their own.

    A footnote is set smaller than most of the page, and begins with its mark. *…patterns are* / *1Lindqvist et al. show
    it.* / *brittle and spurious* would be read as one sentence otherwise, or as a false one.
    """
    of_row = [sizes.get(row.strip(), 0.0) for row in rows]
    letters = Counter[float]()
    for row, size in zip(rows, of_row, strict=True):
        letters[size] += len(row)
    body = max(letters, key=lambda size: letters[size], default=0.0)
    small = [0 < size <= _SMALL * body for size in of_row]
    kept: list[str] = []
    notes: set[str] = set()
    at = 0
    while at < len(rows):
        length = _note_length(rows, small, at)
        if length:
            kept = _put_before(kept, rows[at : at + length])
            notes.update(begun[1] for row in rows[at : at + length] if (begun := _NOTE_START.match(row)) and begun[1])
        else:
            kept.append(rows[at])
        at += length or 1
    return _without_marks("\n".join(kept), notes)


def _note_length(rows: list[str], small: list[bool], at: int) -> int:
    """Return how many rows the note has that begins at a row, 0 where none does."""
    if not small[at] or not _NOTE_START.match(rows[at].strip()):
        return 0
    return next((row for row in range(at, len(rows)) if not small[row]), len(rows)) - at


def _put_before(kept: list[str], note: list[str]) -> list[str]:
    """Return rows with a note before their last sentence, if that goes on; behind them where no sentence has ended."""
    ended = next((row + 1 for row in reversed(range(len(kept))) if _ENDED.search(kept[row])), len(kept))
    return [*kept[:ended], "", *note, "", *kept[ended:]]


_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"\W*(?:[Pp](?:age|\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of)\s*\d{1,4})?\W*")
_FEWEST_PAGES = 3
_FEWEST_COUNTED = 2
_LONGEST_HEAD = 80
"""Characters of a running head, at most: a line of text of a book has about as many."""
_FEWEST_TEXTS = 3
_AROUND_HEAD = " .,:;|·•–—-"
_MISREAD = 85.0
"""Likeness (0 to 100) of two spellings of one head: *THE ANNALS OP HARBORODGH* has two wrong letters of 24, and 91."""


def without_running_heads(pages: list[str]) -> list[str]:
    """Return the pages without the first and last lines that are page numbers or running heads.

    A running head occurs on half the pages, differing in numbers only, and the lines beside it differ: where the
    pages repeat as wholes, their first line is text like all others. On two pages only a line that counts them is one.
    """
    if len(pages) < _FEWEST_COUNTED:
        return pages
    rows = [page.strip().split("\n") for page in pages]
    for at in (0, -1):
        if _drop_heads(rows, at, begun=False):
            _drop_heads(rows, at, begun=True)  # a head and a page number may be at the same edge
    return ["\n".join(page).strip("\n") for page in rows]


def _drop_heads(rows: list[list[str]], at: int, *, begun: bool) -> bool:
    """Take the running heads of one edge off, and return whether there was one."""
    many = len(rows) >= _FEWEST_PAGES
    heads = _running_heads(rows, at) if many else _same(rows, at) if begun else _counting(rows, at)
    dropped = [page for page in rows if page[at].strip() in heads or (many and _is_page_number(page[at]))]
    for page in dropped:
        if len(page) > 1:
            del page[at]
        else:
            page[at] = ""
    return bool(dropped)


def _is_page_number(line: str) -> bool:
    return _PAGE_NUMBER.fullmatch(line.strip()) is not None


def _same(rows: list[list[str]], at: int) -> set[str]:
    """Return the first or last line where all pages have the same, and it is short."""
    lines = {page[at].strip() for page in rows}
    return lines if len(lines) == 1 and max(map(len, lines)) <= _LONGEST_HEAD else set()


def _counting(rows: list[list[str]], at: int) -> set[str]:
    """Return the first or last lines where they are alike but for a last number that counts the pages."""
    lines = [page[at].strip() for page in rows]
    numbers = [_NUMBER.findall(line)[-1:] for line in lines]
    if len({_NUMBER.sub("0", line) for line in lines}) > 1 or not all(numbers):
        return set()
    counts = [int(found[0]) for found in numbers]
    return set(lines) if counts == list(range(counts[0], counts[0] + len(rows))) else set()


_NOTE = re.compile(r"^(\d{1,2}) ?(?=[A-Z“\"‘])", re.MULTILINE)
"""A footnote as PDFium gives it: the number, small and raised on the page, then the note: *1The log of the vessel*."""
_MARK = re.compile(r"(?:(?<=[^\W\d_A-Z]{3})|(?<=[^\W\d_A-Z]{2}[.!?,;”\"]))(\d{1,2})(?=[\s.,;:)]|$)", re.MULTILINE)
"""The mark of a note behind a word or its punctuation: *Corvo.1*, *vessel2*. Small letters, so that *MP3* and
*ASN.1* are none."""


def without_note_marks(page: str) -> str:
    """Return a page without the marks of its footnotes: *in Corvo.1 The radar* is two sentences. The notes stay.

    A number is a mark only where a line of the lower half of the page begins with it, as its note does.
    """
    lines = page.split("\n")
    notes = set(_NOTE.findall("\n".join(lines[len(lines) // 2 :])))
    marked = _without_marks(page, notes)
    return _NOTE.sub(r"\1 ", marked) if marked != page else page


def _without_marks(text: str, notes: Set[str]) -> str:
    return _MARK.sub(lambda found: "" if found[1] in notes else found[0], text)


def _running_heads(rows: list[list[str]], at: int) -> set[str]:
    """Return the lines at the first or the last place of the pages that are running heads."""
    lines: defaultdict[str, list[str]] = defaultdict(list)
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for page, key in zip(rows, _head_keys([page[at] for page in rows]), strict=True):
        lines[key].append(page[at].strip())
        beside[key].add(_NUMBER.sub("0", "\n".join(page[1:] if at == 0 else page[:-1])))
    often = max(len(rows), 2 * _FEWEST_PAGES)
    heads = [key for key in lines if key and len(lines[key]) * 2 >= often and len(beside[key]) >= _FEWEST_TEXTS]
    return {line for key in heads for line in lines[key] if line}


def _head_keys(lines: list[str]) -> list[str]:
    """Return what lines have in common as running heads: their words without numbers, one spelling for all of them.

    A scanned head is misread on some pages: one that nearly equals a head that occurs twice counts as that one.
    """
    keys = [_NUMBER.sub("", line).strip(_AROUND_HEAD).casefold() for line in lines]
    twice = [key for key, count in Counter(keys).items() if count > 1 and key and len(key) <= _LONGEST_HEAD]
    alike = {key: extractOne(key, twice, scorer=ratio, score_cutoff=_MISREAD) for key in {*keys} - {*twice} if key}
    return [found[0] if (found := alike.get(key)) else key for key in keys]


PLUGIN = Loader((".pdf",), page_texts, version=4, paged=True, sandboxed=True)

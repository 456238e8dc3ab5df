"""PDF to the text of its pages, by PDFium. Offsets of lines count in this text. It runs in the sandbox."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from threading import Lock
from typing import TYPE_CHECKING

from pramana.documents.dating import day_of
from pramana.documents.loader import Loader, Page, Unusable, known_date
from pramana.documents.sandbox import MOST_TEXT

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

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
            text: str = textpage.get_text_bounded()
        total += len(text)
        if total > MOST_TEXT:
            raise Unusable(f"too large: more than {MOST_TEXT} characters of text")
        yield text.replace("\r\n", "\n").replace("\r", "\n").translate(_WRITTEN_OUT)


_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"\W*(?:[Pp](?:age|\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of)\s*\d{1,4})?\W*")
_FEWEST_PAGES = 3
_FEWEST_COUNTED = 2
_LONGEST_HEAD = 80
"""Characters of a running head, at most: a line of text of a book has about as many."""
_FEWEST_TEXTS = 3


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
    marked = _MARK.sub(lambda found: "" if found[1] in notes else found[0], page)
    return _NOTE.sub(r"\1 ", marked) if marked != page else page


def _running_heads(rows: list[list[str]], at: int) -> set[str]:
    """Return the lines at the first or the last place of the pages that are running heads."""
    lines: defaultdict[str, list[str]] = defaultdict(list)
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for page in rows:
        line = page[at].strip()
        key = _NUMBER.sub("0", line)
        lines[key].append(line)
        beside[key].add(_NUMBER.sub("0", "\n".join(page[1:] if at == 0 else page[:-1])))
    often = max(len(rows), 2 * _FEWEST_PAGES)
    heads = [key for key in lines if len(lines[key]) * 2 >= often and len(beside[key]) >= _FEWEST_TEXTS]
    return {line for key in heads for line in lines[key] if line}


PLUGIN = Loader((".pdf",), page_texts, version=3, paged=True, sandboxed=True)

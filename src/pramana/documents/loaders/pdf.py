"""PDF to the text of its pages, by PDFium. Offsets of lines count in this text. It runs in the sandbox."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from ctypes import c_double
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from pramana.documents.dating import day_of
from pramana.documents.loader import Loader, Page, Unusable, known_date
from pramana.documents.page_layout import NOTE_SIZE, PageRow, begins_note, texts_of_pages
from pramana.documents.plain import blocks
from pramana.documents.sandbox import MOST_TEXT

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage

_PDFIUM = Lock()
"""PDFium may be used by one thread at a time."""

_ROW_ENDS = {"\r": "", "\n": "", "\x02": "-", "\ufffe": "-"}
"""What ends a row, with what is written for it: a hyphen at a line end is one character, without the line end."""
_WRITTEN_OUT = str.maketrans(
    {"\x00": "", "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi"}
    | {"\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st"}
)


_SHORTEST_NOTE = 10
"""Characters; fewer at the beginning of a row are a number that is set small, such as that of a verse."""


def page_texts(body: bytes) -> list[Page]:
    """Return the text of each page: ligatures written out, blocks apart, no running heads.

    The last entry is the date at which the document was created, by its metadata.

    Raises Unusable.
    """
    import pypdfium2  # in the sandbox only
    from pypdfium2.raw import FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY

    with _PDFIUM:
        try:
            with closing(pypdfium2.PdfDocument(body)) as document:
                created = document.get_metadata_value("CreationDate")
                return [*texts_of_pages(list(_pages(document))), *known_date(day_of(created))]
        except pypdfium2.PdfiumError as error:
            if getattr(error, "err_code", None) in (FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY):
                raise Unusable("encrypted: it needs a password") from None
            raise Unusable("broken: PDFium cannot read it") from None


def _pages(document: PdfDocument) -> Iterator[list[PageRow]]:
    total = 0
    for number in range(len(document)):
        with closing(document[number]) as page, closing(page.get_textpage()) as textpage:
            total += textpage.count_chars()
            if total > MOST_TEXT:
                raise Unusable(f"too large: more than {MOST_TEXT} characters of text")
            yield list(_rows(textpage))


def _rows(textpage: PdfTextPage) -> Iterator[PageRow]:
    """Yield the rows of a page in the order of its content, which is that of reading where the maker took care."""
    from pypdfium2.raw import FPDFText_GetFontSize, FPDFText_GetUnicode

    count = textpage.count_chars()
    row = _OpenRow()
    for index in range(count + 1):
        character = chr(FPDFText_GetUnicode(textpage, index)) if index < count else "\n"
        if character in _ROW_ENDS:
            yield from row.rows(_ROW_ENDS[character])
            row = _OpenRow()
        elif character.isspace():
            row.text.append(character)
        else:
            size = round(FPDFText_GetFontSize(textpage, index), 1)
            if row.is_note_before(size):
                yield from row.rows()
                row = _OpenRow()
            row.add(character, size, _height(textpage, index))


class _OpenRow:
    """A row while its characters are read."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self._sizes = Counter[float]()
        self._heights = Counter[float]()

    def add(self, character: str, size: float, height: float) -> None:
        """Add a character that can be seen."""
        self.text.append(character)
        self._sizes[size] += 1
        self._heights[height] += 1

    def is_note_before(self, size: float) -> bool:
        """Whether the row is a footnote, and the text of another column goes on behind it, in its own size."""
        small = self._sizes.most_common(1)[0][0] if self._sizes.total() >= _SHORTEST_NOTE else size
        return small < NOTE_SIZE * size and begins_note("".join(self.text))

    def rows(self, end: str = "") -> Iterator[PageRow]:
        """Yield the row, if it has anything that can be seen."""
        if self._sizes:
            text = ("".join(self.text) + end).translate(_WRITTEN_OUT)
            yield PageRow(text, self._sizes.most_common(1)[0][0], self._heights.most_common(1)[0][0])


def _height(textpage: PdfTextPage, index: int) -> float:
    """Return how high the base line of a character is on its page, in points."""
    from pypdfium2.raw import FPDFText_GetCharOrigin

    x, y = c_double(), c_double()
    FPDFText_GetCharOrigin(textpage, index, x, y)
    return round(y.value, 1)


PLUGIN = Loader((".pdf",), page_texts, partial(blocks, laid_out=True), version=5, paged=True, sandboxed=True)

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
                return [*without_running_heads(list(_pages(document))), *known_date(day_of(created))]
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
_FEWEST_TEXTS = 3


def without_running_heads(pages: list[str]) -> list[str]:
    """Return the pages without the first and last lines that are page numbers or running heads.

    A running head occurs on half the pages, differing in numbers only, and the lines beside it differ: where the
    pages repeat as wholes, their first line is text like all others. On fewer than three pages nothing can be told.
    """
    if len(pages) < _FEWEST_PAGES:
        return pages
    rows = [page.strip().split("\n") for page in pages]
    for at in (0, -1):
        heads = _running_heads(rows, at)
        for page in rows:
            line = page[at].strip()
            if line in heads or _PAGE_NUMBER.fullmatch(line):
                page[at] = ""
    return ["\n".join(page).strip("\n") for page in rows]


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


PLUGIN = Loader((".pdf",), page_texts, version=2, paged=True, sandboxed=True)

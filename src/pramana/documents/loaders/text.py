"""Plain text: paragraphs by empty lines, headings and verse by their shape."""

from __future__ import annotations

from pramana.documents.dating import header_date
from pramana.documents.decode import decode
from pramana.documents.loader import Loader, Page, known_date


def _pages(body: bytes) -> list[Page]:
    text = decode(body)
    return [text, *known_date(header_date(text))]


PLUGIN = Loader((".txt", ".text"), _pages, is_text=True)

"""Files to documents: which loader reads what, and how its lines get their places."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from pramana.canonical import digest_bytes
from pramana.documents import html, markdown, plain
from pramana.documents.blocks import Block, divided_words
from pramana.documents.decode import Undecodable, declared_encoding, decode
from pramana.documents.model import Line, LoadedDocument
from pramana.documents.sandbox import Unusable, texts_apart
from pramana.documents.sentences import sentences
from pramana.errors import DocumentError

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Loader:
    """One way to read. `pages` turns bytes into texts, one a page; `blocks` cuts the text of them all.

    `name` ends in a version, to be raised when the lines that it makes change.
    """

    name: str
    most_bytes: int
    pages: Callable[[bytes], list[str]]
    blocks: Callable[[str], Iterator[Block]]
    paged: bool = False


def _decoded(body: bytes) -> list[str]:
    return [decode(body)]


def _html_text(body: bytes) -> list[str]:
    return [html.plain_text(decode(body, declared_encoding(body)))]


def _pdf_pages(body: bytes) -> list[str]:
    return texts_apart("pdf", body)


_TEXT = Loader("text-1", 256 * MIB, _decoded, plain.blocks)
_MARKDOWN = Loader("markdown-1", 256 * MIB, _decoded, markdown.blocks)
_HTML = Loader("html-1", 32 * MIB, _html_text, plain.unwrapped)
_PDF = Loader("pdf-1", 256 * MIB, _pdf_pages, plain.blocks, paged=True)

LOADERS: dict[str, Loader] = {
    ".txt": _TEXT,
    ".text": _TEXT,
    ".md": _MARKDOWN,
    ".markdown": _MARKDOWN,
    ".html": _HTML,
    ".htm": _HTML,
    ".xhtml": _HTML,
    ".pdf": _PDF,
}
"""By the file name's suffix, in lower case."""


def read_document(path: str | Path, doc_id: str) -> LoadedDocument:
    """Read one file into lines. `sha` is of the very bytes that were read.

    Raises DocumentError: empty, binary, undecodable, encrypted, unreadable, too large, or of an unsupported type.
    """
    path = Path(path)
    loader = loader_of(path)
    body = _bytes(path, loader)
    sha, pages = digest_bytes(body), _texts(path, loader, body)
    del body  # a large file is not held twice
    return LoadedDocument(doc_id, sha, loader.name, tuple(_lines(loader, pages)))


def read_source(path: str | Path) -> tuple[str, ...]:
    """Return the texts that the offsets of a file's lines count in: one, or one a page. Raises DocumentError."""
    path = Path(path)
    loader = loader_of(path)
    return tuple(_texts(path, loader, _bytes(path, loader)))


def said(path: str | Path) -> str:
    """Return a path as text that can be printed and stored: bytes that are no UTF-8 are written \\xNN."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def loader_of(path: Path) -> Loader:
    """Return the loader for a file of this name. Raises DocumentError where there is none."""
    loader = LOADERS.get(path.suffix.lower())
    if loader is None:
        kinds = " ".join(LOADERS)
        raise DocumentError(said(path), f"unsupported type {path.suffix or '(none)'}; what can be read: {kinds}")
    return loader


def check_size(path: Path, size: int) -> None:
    """Raise DocumentError if a file of so many bytes is empty or too large for its loader."""
    most = loader_of(path).most_bytes
    if size == 0:
        raise DocumentError(said(path), "empty")
    if size > most:
        raise DocumentError(said(path), f"too large: {size} bytes, the most is {most}")


def _bytes(path: Path, loader: Loader) -> bytes:
    try:
        check_size(path, path.stat().st_size)
        with path.open("rb") as file:
            body = file.read(loader.most_bytes + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    check_size(path, len(body))  # it may have grown, or be a device
    return body


def unreadable(path: Path, error: OSError) -> DocumentError:
    """Return the error for a file that the system does not let us read."""
    return DocumentError(said(path), f"unreadable: {error.strerror or type(error).__name__}")


def _texts(path: Path, loader: Loader, body: bytes) -> list[str]:
    try:
        pages = loader.pages(body)
    except (Undecodable, Unusable) as error:
        raise DocumentError(said(path), str(error)) from None
    except html.TooDeep:
        raise DocumentError(said(path), f"elements nested deeper than {html.DEEPEST}") from None
    if not any(page.strip() for page in pages):
        raise DocumentError(said(path), "empty: no text on its pages; are they scans?" if loader.paged else "empty")
    return pages


def _lines(loader: Loader, pages: list[str]) -> Iterator[Line]:
    text = "\n".join(pages)
    starts = [0, *accumulate(len(page) + 1 for page in pages[:-1])]
    divided = divided_words(text)
    number = 0
    for block in loader.blocks(text):
        for sentence, (start, end) in sentences(text, block, divided):
            number += 1
            page = bisect_right(starts, start) - 1
            first, last = starts[page], starts[page] + len(pages[page])
            yield Line(number, sentence, start - first, min(end, last) - first, page + 1 if loader.paged else None)

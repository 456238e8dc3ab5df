"""Files to documents: which loader reads what, and how its lines get their places."""

from __future__ import annotations

import codecs
import os
import re
import stat
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import IO

from pramana.canonical import digest_bytes
from pramana.documents.blocks import divided_words
from pramana.documents.dating import common_date, day_of
from pramana.documents.decode import Undecodable, decode
from pramana.documents.loader import LOADERS, DocumentDate, Loader, Part, Unusable, document_suffixes, loader_names
from pramana.documents.model import Line, LoadedDocument
from pramana.documents.sandbox import texts_apart
from pramana.documents.sentences import sentences
from pramana.errors import DocumentError

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
NEITHER = "neither a file nor a folder"


def read_document(path: str | Path, doc_id: str, encoding: str = "") -> LoadedDocument:
    """Read one file into lines. `sha` is of the very bytes that were read. `encoding` is a text's, "" to find out.

    Raises DocumentError: empty, binary, undecodable, encrypted, unreadable, too large, or of an unsupported type.
    """
    path = Path(path)
    name = loader_of(path)
    loader = LOADERS[name]
    body = _bytes(path, loader)
    sha = digest_bytes(body)
    made_by = f"{name}-{loader.version}"
    if encoding and loader.is_text:
        body, made_by = _in_utf8(path, body, encoding), f"{made_by} {encoding}"
    pages, dated = _texts(path, name, body)
    del body  # a large file is not held twice
    return LoadedDocument(doc_id, sha, made_by, tuple(_lines(loader, pages)), dated)


def _in_utf8(path: Path, body: bytes, encoding: str) -> bytes:
    try:
        return codecs.BOM_UTF8 + decode(body, encoding).encode("utf-8", "surrogatepass")
    except Undecodable as error:
        raise DocumentError(printable_path(path), str(error)) from None


def read_text(text: str, doc_id: str) -> LoadedDocument:
    """Return a text that is at hand as a document; one without any words has no lines."""
    loader = LOADERS["text"]
    return LoadedDocument(
        doc_id, digest_bytes(text.encode()), f"text-{loader.version}", tuple(_lines(loader, [Part(text, "")]))
    )


def read_source(path: str | Path) -> tuple[str, ...]:
    """Return the texts that the offsets of a file's lines count in: one, or one a page. Raises DocumentError."""
    path = Path(path)
    name = loader_of(path)
    return tuple(part.text for part in _texts(path, name, _bytes(path, LOADERS[name]))[0])


def printable_path(path: str | Path) -> str:
    """Return a path as text that can be printed and stored: control characters, and bytes that are not UTF-8, as \\xNN.

    A line end in a name would break the line that cites it.
    """
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", os.fsencode(path).decode("utf-8", "backslashreplace"))


def loader_of(path: Path) -> str:
    """Return the name of the loader for a file of this name. Raises DocumentError where there is none."""
    name = loader_names().get(path.suffix.lower())
    if name is None:
        kinds = " ".join(document_suffixes())
        raise DocumentError(
            printable_path(path), f"unsupported type {path.suffix or '(none)'}; what can be read: {kinds}"
        )
    return name


def check_size(path: Path, size: int) -> None:
    """Raise DocumentError if a file of so many bytes is empty or too large for its loader."""
    most = LOADERS[loader_of(path)].most_bytes
    if size == 0:
        raise DocumentError(printable_path(path), "empty")
    if size > most:
        raise DocumentError(printable_path(path), f"too large: {size} bytes, the most is {most}")


@contextmanager
def open_document(path: Path) -> Iterator[IO[bytes]]:
    """Open a regular file whose size its loader allows. Raises DocumentError, for what fails while it is open too.

    A pipe or a device could keep its reader waiting for ever, and may have taken a file's place since it was found.
    """
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise DocumentError(printable_path(path), NEITHER)
            check_size(path, status.st_size)
            yield file
    except OSError as error:
        raise unreadable(path, error) from None
    except ValueError:  # a NUL
        raise DocumentError(printable_path(path), "unreadable: not a usable path") from None


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _bytes(path: Path, loader: Loader) -> bytes:
    with open_document(path) as file:
        body = file.read(loader.most_bytes + 1)
    check_size(path, len(body))  # it may have grown
    return body


def unreadable(path: Path, error: OSError) -> DocumentError:
    """Return the error for a file that the system does not let us read."""
    return DocumentError(printable_path(path), f"unreadable: {error.strerror or type(error).__name__}")


def _texts(path: Path, name: str, body: bytes) -> tuple[list[Part], str]:
    """Return the parts of a file, and its date."""
    loader = LOADERS[name]
    try:
        pages = texts_apart(name, body) if loader.sandboxed else list(loader.pages(body))
    except (Undecodable, Unusable) as error:
        raise DocumentError(printable_path(path), str(error)) from None
    dates = [page.edtf for page in pages if isinstance(page, DocumentDate)]
    texts = [page for page in pages if not isinstance(page, DocumentDate)]
    parts = [_part(page, f"page {number}" if loader.paged else "") for number, page in enumerate(texts, 1)]
    if not any(part.text.strip() for part in parts):
        raise DocumentError(
            printable_path(path), "empty: no text on its pages; are they scans?" if loader.paged else "empty"
        )
    return parts, common_date(map(day_of, dates))


def _part(page: str | Part, place: str) -> Part:
    """Return a page as a part; `place` is that of a page without one. A place is one line of text."""
    if isinstance(page, str):
        return Part(valid_text(page), place)
    return Part(valid_text(page.text), " ".join(valid_text(page.place).split()))


def valid_text(text: str) -> str:
    """Return a text that UTF-8 can hold: two halves of a surrogate pair are joined, one alone becomes U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _lines(loader: Loader, parts: list[Part]) -> Iterator[Line]:
    text = "\n".join([part.text for part in parts])
    starts = [0, *accumulate(len(part.text) + 1 for part in parts[:-1])]
    divided = divided_words(text)
    number = 0
    for block in loader.blocks(text):
        for sentence, (start, end) in sentences(text, block, divided):
            number += 1
            page = bisect_right(starts, start) - 1
            first, last = starts[page], starts[page] + len(parts[page].text)
            counted = page + 1 if loader.paged else None
            yield Line(number, sentence, start - first, min(end, last) - first, counted, parts[page].place)

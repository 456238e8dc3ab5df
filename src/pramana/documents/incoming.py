"""Documents from everywhere, as files: those of the web are fetched, given ones are written for the time of reading."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import normalize

from pramana.canonical import digest_bytes
from pramana.documents.decode import Undecodable, checked_encoding
from pramana.documents.finding import find_documents, in_order
from pramana.documents.loader import Unusable
from pramana.documents.loading import check_size, loader_of, printable_path, read_document
from pramana.documents.model import FoundDocument, FoundFiles, Loaded, LoadedDocument
from pramana.documents.sources import GivenDocument, Source, flat_sources
from pramana.documents.web import WebReader
from pramana.documents.web_address import is_public, web_url
from pramana.errors import DocumentError


def load_and_refine_documents(source: Source, allow_private: bool = False, encoding: str = "") -> Loaded:
    """Read all documents of a folder, a file, an address of the web, or several of them: one sentence, one line.

    Also a mapping doc_id → texts of the lines. What cannot be used is named in `refused`; the rest goes on.
    """
    with incoming_documents(source, allow_private, encoding) as found:
        documents: list[LoadedDocument] = []
        refused = list(found.refused)
        for entry in found.documents:
            try:
                documents.append(read_document(entry.path, entry.doc_id, entry.encoding))
            except DocumentError as error:
                refused.append(DocumentError(entry.origin or error.path, error.reason))
    return Loaded(tuple(documents), in_order(refused), found.skipped)


@contextmanager
def incoming_documents(source: Source, allow_private: bool = False, encoding: str = "") -> Iterator[FoundFiles]:
    """Find all documents of `source`; fetch those of the web, which are files until the end. Parse none.

    What cannot be used is named in `refused`. `allow_private` lets addresses of this machine and of private networks
    be fetched. `encoding` is that of all texts among them but pages of the web, which say it themselves; "" to find
    out. Raises InputError for an unknown one. Pages are fetched one after the other, in order of their addresses.
    """
    named = flat_sources(source)
    encoding = checked_encoding(encoding) if encoding else ""
    found = find_documents(named)
    if encoding:
        found = replace(found, documents=tuple(replace(each, encoding=encoding) for each in found.documents))
    others = [each for each in named if not isinstance(each, Path)]
    if not others:
        yield found
        return
    with TemporaryDirectory(prefix="pramana-") as folder:
        held = _HeldDocuments(Path(folder), {each.doc_id for each in found.documents})
        for given in others:
            if isinstance(given, GivenDocument):
                held.put(given, given.name, encoding=encoding)
        reader = WebReader((lambda _: True) if allow_private else is_public)
        for address in sorted({each for each in others if isinstance(each, str)}):
            held.fetch(reader, address)
        yield replace(
            found,
            documents=tuple(sorted([*found.documents, *held.documents], key=lambda each: each.doc_id)),
            refused=in_order([*found.refused, *held.refused]),
        )


class _HeldDocuments:
    """Documents written to a folder of their own while they are read."""

    def __init__(self, folder: Path, taken: set[str]) -> None:
        self.documents: list[FoundDocument] = []
        self.refused: list[DocumentError] = []
        self._folder = folder
        self._taken = taken

    def put(self, given: GivenDocument, place: str, suffix: str = "", encoding: str = "") -> None:
        """Hold a document; `place` names it where it is refused. `suffix` of its loader, "" for that of its name."""
        doc_id = normalize("NFC", printable_path(given.name))
        path = self._folder / f"{len(self.documents)}{suffix or Path(given.name).suffix}"
        try:
            if doc_id in self._taken:
                raise DocumentError(printable_path(place), f"another document is called {doc_id}")
            loader_of(path)
            check_size(path, len(given.body))
        except DocumentError as error:
            self.refused.append(DocumentError(printable_path(place), error.reason))
            return
        self._taken.add(doc_id)
        path.write_bytes(given.body)
        self.documents.append(FoundDocument(doc_id, path, digest_bytes(given.body), given.origin, encoding))

    def fetch(self, reader: WebReader, address: str) -> None:
        """Hold the page at an address, called by it without scheme."""
        try:
            page = reader.fetch(address)
            url = web_url(address)
        except (Unusable, Undecodable) as error:
            self.refused.append(DocumentError(printable_path(address), str(error)))
            return
        name = str(url).partition("://")[2].removesuffix("/")
        self.put(GivenDocument(name, page.body, str(url)), address, page.suffix)

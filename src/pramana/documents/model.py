"""What loading returns: documents made of lines, the files that could not be used, and what was passed over."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pramana.errors import DocumentError


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of a document, and its place in the source.

    `number` counts from 1 through the document. `start` and `end` (exclusive) are code points of the source: of the
    decoded file, of the plain text of an HTML page, of one page of a PDF or one part of another file. `page` counts
    from 1, None where there are no pages. `place` names the part as the file's readers do (*page 3*, *sheet Data,
    row 4*, *00:01:05*), "" where the file has no parts. `text` is source[start:end] with white space folded; a sentence
    that runs on into the next part ends, for `end`, where its part does.
    """

    number: int
    text: str
    start: int
    end: int
    page: int | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class LoadedDocument:
    """One document. `sha` is the content hash of the file's bytes, `loader` names the loader and its version, and
    the encoding that somebody named.

    `date` is when it was written, in EDTF: a day, a month or a year; "" where nothing says so.
    """

    doc_id: str
    sha: str
    loader: str
    lines: tuple[Line, ...]
    date: str = ""


@dataclass(frozen=True, slots=True)
class FoundDocument:
    """A file that looks like a document, not yet parsed.

    `origin` is where it came from, "" for a file of its own. `encoding` is that of its text as somebody named it, ""
    where the file says so itself or is in UTF-8.
    """

    doc_id: str
    path: Path
    sha: str
    origin: str = ""
    encoding: str = ""


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file of a folder that is not looked into. `reason` in one phrase: "type .odt", "a link"."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """What a search found. `documents` in order of doc_id, `refused` and `skipped` in order of path."""

    documents: tuple[FoundDocument, ...]
    refused: tuple[DocumentError, ...]
    skipped: tuple[SkippedFile, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Loaded(Mapping[str, list[str]]):
    """Documents in order of doc_id; also a mapping from doc_id to the texts of its lines, in the same order.

    `refused` holds one error for each file that cannot be used, in order of path. `skipped` names the files of
    folders that are no documents by their names, and the links.
    """

    documents: tuple[LoadedDocument, ...]
    refused: tuple[DocumentError, ...]
    skipped: tuple[SkippedFile, ...]

    def __getitem__(self, doc_id: str) -> list[str]:
        at = bisect_left(self.documents, doc_id, key=lambda document: document.doc_id)
        if at == len(self.documents) or self.documents[at].doc_id != doc_id:
            raise KeyError(doc_id)
        return [line.text for line in self.documents[at].lines]

    def __iter__(self) -> Iterator[str]:
        return (document.doc_id for document in self.documents)

    def __len__(self) -> int:
        return len(self.documents)

"""The agent's documents: looked up by line, by words and by quotes. Nothing else is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any

from pramana.canonical import digest
from pramana.errors import DocumentError, UnknownName
from pramana.evidence import Evidence, words
from pramana.igg.budgeting import Room, tokens_of, visible_line
from pramana.igg.quotes import Quotes
from pramana.igg.sources import ContextDocument, read_sources
from pramana.language import QuotedPassage
from pramana.retrieval import TextIndex

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""The boundaries inside a camelCase word: `parseJSONText` is `parse JSON Text`."""


_NUMBERED = re.compile(r"^\s*\d+\|\s?")
"""A line number as it is shown, which models copy along with the text."""


@dataclass(frozen=True, slots=True)
class ContextLine:
    """One line of the context. `number` counts from 1 in its document."""

    document: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.number}| {visible_line(self.text)}"


@dataclass(frozen=True, slots=True)
class Page:
    """The part of a context that is shown at once. `whole`: all of it; otherwise `left` describes what was left out."""

    text: str
    tokens: int
    whole: bool
    left: str = ""


class RunContext:
    """The documents of one run. They are read once; queries never access the disk."""

    def __init__(
        self, documents: tuple[ContextDocument, ...], refused: tuple[DocumentError, ...] = (), skipped: int = 0
    ) -> None:
        self._documents = {document.id: document for document in documents}
        self.refused = refused
        self.skipped = skipped

    @classmethod
    def of(cls, context_data: Any, root: Path | None = None) -> RunContext:
        """Read context data: see `read_sources`. Raises InputError if it cannot be used."""
        sources = read_sources(context_data, root)
        return cls(sources.documents, sources.refused, sources.skipped)

    @property
    def documents(self) -> Mapping[str, ContextDocument]:
        """The documents by id, in the given order."""
        return self._documents

    @cached_property
    def hash(self) -> str:
        """The content hash of all documents, with their names."""
        return digest([[document.id, list(document.lines)] for document in self._documents.values()])

    @cached_property
    def tokens(self) -> int:
        """An estimate of the tokens that all documents have as a page."""
        return sum(tokens_of(_head(document)) + sum(map(_cost, _lines(document))) for document in self._document_list())

    def document(self, name: str) -> ContextDocument:
        """Return a document by its id, or by the end of its path if that is unique. Raises UnknownName."""
        if name in self._documents:
            return self._documents[name]
        ending = [document for document in self._document_list() if document.id.endswith(f"/{name}")]
        if name and len(ending) == 1:
            return ending[0]
        raise UnknownName("document", name[:200], list(self._documents))

    def lines(self, doc: str, first: int = 1, last: int | None = None) -> list[ContextLine]:
        """Return the lines from `first` to `last` (from 1, inclusive; None: to the end). Raises UnknownName."""
        document = self.document(doc)
        begin = max(first, 1)
        some = document.lines[begin - 1 : len(document.lines) if last is None else max(last, 0)]
        return [ContextLine(document.id, number, text) for number, text in enumerate(some, begin)]

    def files(self, pattern: str = "*") -> list[tuple[str, int]]:
        """Return the ids that match a pattern (`*`, `?`, `[abc]`; `*` also matches `/`), each with its line count."""
        some = (document for document in self._document_list() if fnmatchcase(document.id, pattern))
        return [(document.id, len(document.lines)) for document in some]

    def search(self, text: str, limit: int = 10) -> list[ContextLine]:
        """Return the lines that share most words with a text, the best first. The parts of `camelCase` words count."""
        return self._index.nearest(_spread(text), limit)

    def align(self, quote: str, doc: str | None = None) -> Evidence | None:
        """Return the place of a quote in one document or, with the best grade, in all; None if it is not found."""
        try:
            among = self._document_list() if doc is None else [self.document(doc)]
        except UnknownName:
            return None
        quotes = self._quotes_of(among, doc)
        return quotes.find(quote) or (quotes.find(bare) if (bare := _NUMBERED.sub("", quote)) != quote else None)

    def passage(self, quote: str, place: Evidence) -> QuotedPassage | None:
        """Return the words of the text that a quote matched at the place that `align` found, with all their lines."""
        lines = self.document(place.doc_id).lines[place.line_number - 1 :]
        line = lines[0]
        if place.end < max(words(line).ends, default=0):
            return QuotedPassage(line, place.start, place.end)
        found = words(place.quote).forms
        bare = _NUMBERED.sub("", quote)
        asked = words(bare if words(bare).forms[:1] == found[:1] else quote).forms
        return _over_lines(lines, place, len(asked) - len(found))

    def page(self, tokens: int) -> Page:
        """Return the whole context if it fits; otherwise a list of the documents and the first lines."""
        return self._whole_page if self.tokens <= tokens else self._beginning(tokens)

    @cached_property
    def _whole_page(self) -> Page:
        room = Room(self.tokens)
        for document in self._document_list():
            room.add(_head(document))
            for line in _lines(document):
                room.add(str(line))
        return Page(room.text, room.used, True)

    def _beginning(self, tokens: int) -> Page:
        """Return a list of the documents, in at most a third of the budget, and the first lines in the rest."""
        documents = self._document_list()
        room = Room(max(tokens // 3, 1))
        some = documents if len(documents) > 1 else []
        listed = room.add_all(f"- {visible_line(document.id)} ({len(document.lines):,} lines)" for document in some)
        room = room.with_limit(tokens)
        shown = 0
        for document in documents:
            if not room.add(_head(document)):
                break
            added = room.add_all(map(str, _lines(document)))
            shown += added
            if added < len(document.lines):
                break
        total = sum(len(document.lines) for document in documents)
        left = f"{total - shown:,} of {total:,} lines" + (
            f" and the names of {len(documents) - listed:,} of {len(documents):,} documents"
            if listed < len(some)
            else ""
        )
        return Page(room.text, room.used, False, left)

    def _document_list(self) -> list[ContextDocument]:
        return list(self._documents.values())

    def _quotes_of(self, among: list[ContextDocument], doc: str | None) -> Quotes:
        if doc not in self._quotes:
            self._quotes[doc] = Quotes(among)
        return self._quotes[doc]

    @cached_property
    def _quotes(self) -> dict[str | None, Quotes]:
        return {}

    @cached_property
    def _index(self) -> TextIndex[ContextLine]:
        return TextIndex((line, _spread(line.text)) for document in self._document_list() for line in _lines(document))


def _over_lines(lines: Sequence[str], place: Evidence, more: int) -> QuotedPassage:
    """Return a place extended by a number of words of the following lines."""
    text, end = lines[0], place.end
    for line in lines[1:]:
        if more <= 0:
            break
        ends = words(line).ends[:more]
        end = len(text) + 1 + ends[-1] if ends else end
        text, more = f"{text}\n{line}", more - len(ends)
    return QuotedPassage(text, place.start, end)


def _spread(text: str) -> str:
    """Return a text followed by the parts of its `camelCase` words."""
    if not _CAMEL.search(text):
        return text
    parts = " ".join(_CAMEL.sub(" ", word) for word in text.split() if _CAMEL.search(word))
    return f"{text} {parts}"


def _lines(document: ContextDocument) -> Iterator[ContextLine]:
    return (ContextLine(document.id, number, text) for number, text in enumerate(document.lines, 1))


def _head(document: ContextDocument) -> str:
    return f"### {visible_line(document.id)} ({len(document.lines):,} lines)"


def _cost(line: ContextLine) -> int:
    return tokens_of(str(line))

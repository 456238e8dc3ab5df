"""The lines of a workspace's documents, read when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pramana.karaka.passes.view import lines_of
from pramana.store import Database


class StoredLines(Mapping[tuple[str, int], str]):
    """The lines of a workspace's documents; the last documents stay in memory."""

    def __init__(self, database: Database, most: int = 8) -> None:
        self._database, self._most = database, most
        self._documents: dict[str, Mapping[tuple[str, int], str]] = {}

    def document(self, doc_id: str) -> Mapping[tuple[str, int], str]:
        """Return the lines of a document, in order."""
        if doc_id not in self._documents:
            if len(self._documents) >= self._most:
                del self._documents[next(iter(self._documents))]
            self._documents[doc_id] = lines_of(self._database, doc_id)
        return self._documents[doc_id]

    def by_number(self, doc_id: str) -> dict[int, str]:
        """Return the lines of a document by their numbers, in order."""
        return {number: text for (_, number), text in self.document(doc_id).items()}

    def __getitem__(self, place: tuple[str, int]) -> str:
        return self.document(place[0])[place]

    def __iter__(self) -> Iterator[tuple[str, int]]:
        raise NotImplementedError("lines are read by their places")

    def __len__(self) -> int:
        raise NotImplementedError("lines are read by their places")

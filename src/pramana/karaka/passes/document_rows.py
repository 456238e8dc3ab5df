"""What passes keep of each document, as rows under keys, and which of these changed when.

A reader makes the rows of a document from that document, from which names are one, and from what it notes besides.
What is decided under a key follows from the rows of all documents under it, so only keys whose rows changed are decided
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from pramana.canonical import digest
from pramana.karaka.passes.block_store import FREQUENT_ROWS, ROW_SCHEMA, BlockState
from pramana.karaka.passes.blocks import Blocks
from pramana.karaka.passes.documents import ReadDocument
from pramana.karaka.passes.scopes import document_groups
from pramana.karaka.passes.stored_names import SENSES, read_documents
from pramana.store import Database, pack

ReadRows = Callable[[ReadDocument], Mapping[int, str]]
"""Returns the rows of a document: a body by the number of its key."""
_UNDER = """
    SELECT document, body FROM document_row INDEXED BY document_row_by_item WHERE reader = ? AND item = ?
    ORDER BY document
"""
"""SQLite goes over all rows of a reader otherwise, since these come in the order that is asked for."""


class DocumentRows:
    """The rows of one reader."""

    def __init__(self, database: Database, reader: str) -> None:
        database.add(ROW_SCHEMA)
        self._database, self._reader = database, reader

    def replace(self, doc_id: str, rows: Mapping[int, str]) -> dict[int, list[str]]:
        """Replace the rows of a document. Returns the keys whose row changed, with the bodies of before and now."""
        sql = "SELECT item, body FROM document_row WHERE reader = ? AND document = ?"
        before: dict[int, str] = dict(self._database.all(sql, (self._reader, doc_id)))
        other = [item for item in sorted({*before, *rows}) if before.get(item) != rows.get(item)]
        gone = [(self._reader, doc_id, item) for item in other if item in before]
        sql = "DELETE FROM document_row WHERE reader = ? AND document = ? AND item = ?"
        self._database.executemany(sql, gone)
        fresh = [(self._reader, doc_id, item, pack(FREQUENT_ROWS, rows[item])) for item in other if item in rows]
        sql = "INSERT INTO document_row (reader, document, item, packed) VALUES (?, ?, ?, ?)"
        self._database.executemany(sql, fresh)
        return {item: [held[item] for held in (before, rows) if item in held] for item in other}

    def under(self, item: int) -> list[tuple[str, str]]:
        """Return the rows under a key as (document, body), in order of documents."""
        return self._database.all(_UNDER, (self._reader, item))

    def of(self, doc_id: str, item: int) -> str | None:
        """Return the row of a document under a key, None where it has none."""
        sql = "SELECT body FROM document_row WHERE reader = ? AND document = ? AND item = ?"
        row = self._database.one(sql, (self._reader, doc_id, item))
        return None if row is None else str(row[0])

    def items(self, doc_ids: Iterable[str]) -> set[int]:
        """Return the keys under which some documents have rows."""
        sql = "SELECT item FROM document_row WHERE reader = ? AND document = ?"
        return {item for doc_id in doc_ids for (item,) in self._database.all(sql, (self._reader, doc_id))}

    def clear(self) -> None:
        """Remove all rows, and those that the reader notes beside (`READER/…`): they are of other code, or rules."""
        sql = "DELETE FROM document_row WHERE reader = ? OR reader >= ? AND reader < ?"
        self._database.execute(sql, (self._reader, f"{self._reader}/", f"{self._reader}0"))

    def __iter__(self) -> Iterator[int]:
        """Yield all keys, in order."""
        sql = "SELECT DISTINCT item FROM document_row WHERE reader = ? ORDER BY item"
        return (item for (item,) in self._database.all(sql, (self._reader,)))


class RowReader:
    """Keeps the rows of one reader up to date, for the pass `name`.

    `basis` says what else the rows follow from, beside documents and the pass's code: rules, say.
    """

    def __init__(self, blocks: Blocks, name: str, reader: str, read: ReadRows, basis: str = "") -> None:
        self._blocks, self._store, self._graph = blocks, blocks.store, blocks.graph
        self._reader, self._read, self._basis = reader, read, digest([blocks.code_of(name), basis])
        self.rows = DocumentRows(blocks.database, reader)

    def update(
        self,
        more: Callable[[BlockState], Iterable[str]] = lambda _: (),
        related: Callable[[str], Iterable[int]] = lambda _: (),
    ) -> None:
        """Read the documents again whose lines or senses changed, and those that `more` returns.

        `related` returns the keys that are decided again where a row with some body comes or goes.
        """
        state, last = self._store.state(self._reader, self._basis), self._graph.last_change()
        if state is not None and (state.change, state.epoch) == (last, self._store.epoch):
            return
        with self._blocks.database.transaction():
            if state is None:
                self.rows.clear()
            there = self._graph.documents()
            doc_ids = there if state is None else sorted({*changed_documents(self._blocks, state), *more(state)})
            changed: dict[int, list[str]] = {}
            known = set(there)
            for doc_id in doc_ids:
                if doc_id not in known:
                    changed |= self.rows.replace(doc_id, {})
            for group in document_groups(self._blocks.database, [each for each in doc_ids if each in known]):
                for document in read_documents(self._blocks.database, group, SENSES):
                    for item, bodies in self.rows.replace(document.doc_id, self._read(document)).items():
                        changed.setdefault(item, []).extend(bodies)
            items = {*changed, *(item for bodies in changed.values() for body in bodies for item in related(body))}
            if state is None:
                self._store.log([])
            elif doc_ids:
                read = ((f"{self._reader}/read", doc_id) for doc_id in doc_ids)
                self._store.log([*((self._reader, item) for item in sorted(items)), *read])
            self._store.settle(self._reader, last, self._basis)

    def documents_since(self, state: BlockState | None) -> tuple[str, ...] | None:
        """Return the documents that were read again since a pass has ended, None for all."""
        if state is None:
            return None
        there = set(self._graph.documents())
        read = self._store.changed_items(f"{self._reader}/read", state.epoch)
        return tuple(each for each in read if each in there)

    def items_since(self, name: str, state: BlockState | None, more: frozenset[str]) -> list[int]:
        """Return the keys that the pass `name` decides again, in order: all for None.

        Where a line is read again, what rested on it is gone: other documents that it rested on show that.
        """
        if state is None:
            return sorted(self.rows)
        own = [doc_id for doc_id, writer, _ in self._graph.changes(state.change) if writer == f"pass/{name}"]
        changed = self._store.changed_items(self._reader, state.epoch)
        return sorted({*map(int, changed), *map(int, more), *self.rows.items(own)})


def changed_documents(blocks: Blocks, since: BlockState) -> set[str]:
    """Return the documents whose lines or senses changed, those that are gone among them."""
    writers = {f"pass/{each}" for each in blocks.parting}
    changes = blocks.graph.changes(since.change)
    return {doc_id for doc_id, writer, _ in changes if writer in writers or not writer.startswith("pass/")}

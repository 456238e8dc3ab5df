"""Documents out again, with all that rests on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from pramana.app.importing import import_names, import_path
from pramana.app.ingest import document_path
from pramana.app.workspace import WorkspaceResources
from pramana.documents import Shelf
from pramana.errors import UnknownName
from pramana.graph import SqliteGraph
from pramana.karaka import LINES_STEP, forget_blocks, forget_decided, forget_traversals, remove_document
from pramana.llm import Responses
from pramana.retrieval import PassageIndex
from pramana.store import Database
from pramana.trace import path_part


class Remover:
    """Takes documents out of a workspace."""

    def __init__(self, workspace: WorkspaceResources) -> None:
        self._database = workspace.database
        self._graph = workspace.graph
        self._shelf = workspace.shelf
        self._index = workspace.line_search.index
        self._ledger = workspace.ledger

    def remove(self, doc_ids: Sequence[str], purge: bool) -> list[str]:
        """Take documents and imported graphs out; `purge` deletes what is stored of them. Returns their ids, sorted."""
        imported = import_names(self._graph)
        known = [*self._shelf.ids(), *imported]
        for doc_id in doc_ids:
            if doc_id not in known:
                what = "document or imported graph" if imported else "document"
                raise UnknownName(what, doc_id, known)
        named = sorted(set(doc_ids))
        manifest = {"documents": named, "purge": purge, "graph": self._graph.hash()}
        with self._database.transaction(), self._ledger.running("remove", manifest) as run:
            before = set(self._graph.names()) if purge else set[str]()
            for doc_id in named:
                take_document(self._graph, self._shelf, self._index, doc_id)
            if purge:
                self._purge(named, before)
            run.result = {"graph_hash": self._graph.hash()}
        if purge:
            self._database.vacuum()
        return named

    def _purge(self, doc_ids: Sequence[str], names: Set[str]) -> None:
        """Delete every stored state of documents, what was recorded of them, and all responses that no step uses then.

        Among these are answers that came just before a process was killed: nothing tells whose text they quote. What
        passes recorded of a name goes with it, if no other document has the name; `names` are those from before.
        """
        from pramana.investigate import ProfileStore  # most of what it imports is for investigations alone

        read_by = self._burn(doc_ids)
        gone = GoneNames(names, set(self._graph.names()))
        for run in self._ledger.numbers("pass"):
            self._ledger.forget_where(run, gone.are_in)
        self._redact_replies(doc_ids, min(read_by, default=0))
        forget_traversals(self._database)
        forget_decided(self._database)
        forget_blocks(self._database)
        ProfileStore(self._database).clear()
        Responses(self._database).keep_only(requests_of(self._database))

    def _burn(self, doc_ids: Sequence[str]) -> set[int]:
        """Delete the stored states of documents and what was recorded of them; return the runs that had stored them."""
        read_by = set()
        for doc_id in doc_ids:
            for kind, path in (("ingest", document_path(doc_id)), ("import", import_path(doc_id))):
                for run in self._ledger.numbers(kind):
                    for step in self._ledger.steps(run, path):
                        self._shelf.burn(str(step.body["body"]))
                        read_by.add(run)
            self._ledger.forget(path_part(doc_id))
        return read_by

    def _redact_replies(self, doc_ids: Sequence[str], since: int) -> None:
        """Delete the replies that were made from lines of these documents, and investigations. The questions stay.

        An investigation may have looked at the whole graph, so that its record may name anything in it.
        """
        from pramana.investigate import KIND as INVESTIGATE

        purged = {"purged": sorted(doc_ids)}
        for run in self._ledger.numbers("ask"):
            steps = [step for step in self._ledger.steps(run) if step.kind == LINES_STEP]
            if any(doc_id in doc_ids for step in steps for doc_id, _ in step.body["lines"]):
                self._ledger.redact(run, purged)
        for run in self._ledger.numbers(INVESTIGATE):
            if run > since:
                self._ledger.redact(run, purged)


_WORD = re.compile(r"\w+")


class GoneNames:
    """Names that no document has any more, found again in text by a word that only they have, or by the whole name."""

    def __init__(self, before: Set[str], now: Set[str]) -> None:
        left = {word for name in now for word in _words(name)}
        gone = before - now
        self._words = {word for name in gone for word in _words(name)} - left
        self._names = [name for name in gone if self._words.isdisjoint(_words(name))]

    def are_in(self, text: str) -> bool:
        """Whether one of the names is in a text."""
        folded = text.casefold()
        return not self._words.isdisjoint(_words(folded)) or any(name in folded for name in self._names)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def requests_of(database: Database) -> Iterator[str]:
    """Yield the requests that the calls of all runs made. SQLite reads the steps: there may be millions."""
    sql = (
        "SELECT json_extract(exchange.value, '$.request') "
        "FROM step, json_each(step.body, '$.exchanges') AS exchange WHERE step.kind = 'call'"
    )
    yield from (request for (request,) in database.execute(sql))


def take_document(graph: SqliteGraph, shelf: Shelf, index: PassageIndex, doc_id: str) -> None:
    """Take a document and all that rests on it out of the graph, the index and the shelf."""
    remove_document(graph, doc_id)
    index.remove(doc_id)
    shelf.take(doc_id)

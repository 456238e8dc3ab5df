"""Documents out again, with all that rests on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.app.importing import import_names, import_path
from pramana.app.workspace import WorkspaceResources
from pramana.documents import Shelf
from pramana.errors import UnknownName
from pramana.graph import SqliteGraph
from pramana.karaka import LINES_STEP, forget_traversals, remove_document
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
                raise UnknownName("document or imported graph" if imported else "document", doc_id, known)
        named = sorted(set(doc_ids))
        manifest = {"documents": named, "purge": purge, "graph": self._graph.hash()}
        with self._database.transaction(), self._ledger.running("remove", manifest) as run:
            for doc_id in named:
                take_document(self._graph, self._shelf, self._index, doc_id)
            if purge:
                self._purge(named)
            run.result = {"graph_hash": self._graph.hash()}
        if purge:
            self._database.vacuum()
        return named

    def _purge(self, doc_ids: Sequence[str]) -> None:
        """Delete every stored state of documents, what was recorded of them, and all responses that no step uses then.

        Among these are answers that came just before a process was killed: nothing tells whose text they quote.
        """
        for doc_id in doc_ids:
            for kind, path in (("ingest", document_path(doc_id)), ("import", import_path(doc_id))):
                for run in self._ledger.numbers(kind):
                    for step in self._ledger.steps(run, path):
                        self._shelf.burn(str(step.body["body"]))
            self._ledger.forget(path_part(doc_id))
        self._redact_replies(set(doc_ids))
        forget_traversals(self._database)
        Responses(self._database).keep_only(requests_of(self._database))

    def _redact_replies(self, doc_ids: set[str]) -> None:
        """Delete the replies that were made from lines of these documents. The questions stay."""
        for run in self._ledger.numbers("ask"):
            steps = [step for step in self._ledger.steps(run) if step.kind == LINES_STEP]
            if any(doc_id in doc_ids for step in steps for doc_id, _ in step.body["lines"]):
                self._ledger.redact(run, {"purged": sorted(doc_ids)})


def document_path(doc_id: str) -> str:
    """Return the place of a run's step about a document."""
    return f"{path_part(doc_id)}/document"


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

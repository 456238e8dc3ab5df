"""An ingest from files to graph: documents are shelved first, then their lines are read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

from pramana import version
from pramana.app.passes import Passes
from pramana.app.progress import AnsweredLines, WorkProgress
from pramana.app.reading_pool import reading_pool
from pramana.app.workspace import WorkspaceResources
from pramana.documents import FoundDocument, FoundFiles, LoadedDocument, Shelf, read_document
from pramana.errors import BudgetExceeded, DocumentError
from pramana.graph import SqliteGraph
from pramana.karaka import LineOutcome, LineReader, ReadingMover, index_for_questions, shelve_nodes
from pramana.llm import JobProgress, Spending
from pramana.retrieval import PassageIndex
from pramana.store import Database
from pramana.trace import Ledger, OpenRun, RunStatus, Trail, path_part
from pramana.views import Estimate, IngestReport, RefusedFile

Shelve = Callable[[int], list[str]]
"""From a run to the ids of the documents that it put on the shelf."""
CHAIN = ("ingest", "import", "remove", "decision", "pass")
"""The kinds of run that change the graph: each builds on those before it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an ingest: lines done of `total`, the last one's outcome, and the report so far.

    `outcome` is None where a model answered and no line was accepted since. Of the lines a model has read `generated`
    and judged `judged`; both are 0 for the embedded model. `jobs` are those of a batch API, None for direct calls.
    `following` is the progress of other work, None while lines are read: of loading documents before, of a pass after.
    """

    done: int
    total: int
    outcome: LineOutcome | None
    report: IngestReport
    generated: int = 0
    judged: int = 0
    jobs: JobProgress | None = None
    following: WorkProgress | None = None


Observe = Callable[[Progress], None]


class Shelving:
    """Puts loaded documents on the shelf, into the index, and their lines into the graph as Document nodes."""

    def __init__(self, database: Database, graph: SqliteGraph, reader: LineReader) -> None:
        self._database = database
        self._graph = graph
        self._shelf = Shelf(database)
        self._index = PassageIndex(database, self._shelf)
        self._ledger = Ledger(database)
        self._mover = ReadingMover(graph, self._ledger, reader)

    def put(self, run: int, document: LoadedDocument, origin: str) -> None:
        """Shelve a document in the place of its earlier state, in one transaction.

        Lines that are as before keep their readings, also where they have another number now.
        """
        with self._database.transaction():
            before = self._shelf.get(document.doc_id)
            if before is not None and not document.date:
                document = replace(document, date=before.date)  # what was once known of it
            body = self._shelf.keep(document)
            if before is None or before.body != body:
                kept = [] if before is None else self._mover.take(document)
                if before is not None:
                    self._index.remove(document.doc_id)
                self._shelf.put(document, origin)
                self._index.add(document.doc_id)
                shelve_nodes(self._graph, document.doc_id, body, [line.text for line in document.lines])
                self._mover.put_back(run, kept)
            elif before.date != document.date:
                self._shelf.redate(document.doc_id, document.date)
            trail = Trail(document_path(document.doc_id))
            loaded = {"sha": document.sha, "loader": document.loader, "body": body, "lines": len(document.lines)}
            loaded |= {"date": document.date} if document.date else {}
            trail.record("document", loaded)
            self._ledger.write(run, trail)


def _deleted_files(shelf: Shelf, folders: Sequence[Path]) -> list[str]:
    """Return the documents that came from a file in one of these folders, and whose file was deleted since.

    None of a folder that is gone itself: a drive that is not mounted does not empty a workspace.
    """
    below = tuple(f"{folder.resolve()}{os.sep}" for folder in folders if folder.is_dir())
    return [
        document.doc_id
        for document in (shelf.all() if below else ())
        if document.origin.startswith(below) and not Path(document.origin).exists()
    ]


def document_path(doc_id: str) -> str:
    """Return the place of a run's step about a document."""
    return f"{path_part(doc_id)}/document"


def origin_of(document: FoundDocument) -> str:
    """Return the place that a document comes from, however it was named."""
    return document.origin or str(document.path.resolve())


class Ingestion:
    """One ingest into a workspace that this process holds."""

    def __init__(self, workspace: WorkspaceResources, sources: Sequence[object] = ()) -> None:
        """`sources` are what was named: a document from a folder among them, whose file is gone, is reported."""
        self._ws = workspace
        folders = [Path(each) for each in sources if isinstance(each, str | Path) and Path(each).is_dir()]
        self._report = IngestReport(deleted_files=_deleted_files(workspace.shelf, folders))
        self._before = workspace.gateway.spending.copy()
        self._began = perf_counter()

    def select(
        self, found: FoundFiles, replace: bool, date: str = "", observe: Observe | None = None
    ) -> tuple[list[FoundDocument], Shelve]:
        """Return the documents that are to be read, and what puts them on the shelf, for `run`.

        `date` is when all of them were written, "" to take what their files say.
        """
        self._name_refused(found)
        todo = [document for document in found.documents if self._is_open(document, replace, date)]

        def shelve(run: int) -> list[str]:
            shelved = []
            for number, each in enumerate(todo):
                self._tell_loading(number, len(todo), observe)
                if self._shelve(run, each, date):
                    shelved.append(each.doc_id)
            self._tell_loading(len(todo), len(todo), observe)
            return shelved

        return todo, shelve

    def _tell_loading(self, done: int, total: int, observe: Observe | None) -> None:
        if observe is not None:
            loading = WorkProgress("loading", "documents", done, total, 0, {})
            observe(Progress(0, 0, None, self._report, following=loading))

    async def read_again(
        self, documents: Sequence[tuple[LoadedDocument, str]], observe: Observe | None
    ) -> IngestReport:
        """Read documents whose text the workspace holds, each given with its origin."""
        loaded = [document for document, _ in documents]

        def shelve(run: int) -> list[str]:
            shelving = Shelving(self._ws.database, self._ws.graph, self._ws.reader)
            for document, origin in documents:
                shelving.put(run, document, origin)
            return [document.doc_id for document in loaded]

        return await self.run(loaded, shelve, observe)

    async def run(
        self,
        documents: Sequence[FoundDocument | LoadedDocument],
        shelve: Shelve,
        observe: Observe | None,
    ) -> IngestReport:
        """Read documents in one run, where there are any."""
        if documents:
            with self._ws.ledger.running("ingest", self._manifest(documents), CHAIN) as run:
                self._report.run = run.id
                run.tell = lambda: self._complete_report(run)
                doc_ids = shelve(run.id)
                self._report.documents = len(doc_ids)
                try:
                    observer = self._observer(doc_ids, observe)
                    async with reading_pool(self._ws) as pool:
                        ahead = self._ws.batches_ahead if pool is None else pool.ahead
                        elsewhere = None if pool is None else pool.read
                        await self._ws.reader.read(run.id, doc_ids, ahead, observer, elsewhere=elsewhere)
                except BudgetExceeded as error:
                    run.stopped_by = str(error)
                finally:
                    self._ws.gateway.observe_answers = self._ws.gateway.observe_jobs = None
                run.left_out = self._report.left_out
        self._report.graph_hash = self._ws.graph.hash()
        self._report.seconds = perf_counter() - self._began
        return self._report

    def _name_refused(self, found: FoundFiles) -> None:
        self._report.skipped_files += found.skipped
        self._report.refused_documents += [RefusedFile(error.path, error.reason) for error in found.refused]

    def _is_open(self, document: FoundDocument, replace: bool, date: str = "") -> bool:
        """Return whether there is anything to do for a document, and name it where it may not be touched."""
        shelved = self._ws.shelf.get(document.doc_id)
        if shelved is None:
            return True
        redated = bool(date) and shelved.date != date
        recoded = bool(document.encoding) and not shelved.loader.endswith(f" {document.encoding}")
        known = shelved.sha == document.sha and not redated and not recoded
        if known and shelved.read_under == self._ws.reader.configuration:
            self._report.unchanged_documents += 1
            return False
        elsewhere = shelved.sha != document.sha and shelved.origin not in ("", origin_of(document))
        if elsewhere and not replace:
            reason = (
                f"the workspace holds another document called {document.doc_id!r}, from {shelved.origin}; "
                "ingest a folder above both, or pass --replace"
            )
            self._report.refused_documents.append(RefusedFile(str(document.path), reason))
            return False
        return True

    def _manifest(self, documents: Sequence[FoundDocument | LoadedDocument]) -> dict[str, Any]:
        return {
            "documents": [[document.doc_id, document.sha] for document in documents],
            "configuration": self._ws.reader.configuration,
            "identity": self._ws.reader.identity,
            "engine": self._ws.engine(),
            "version": version.__version__,
        }

    def _shelve(self, run: int, document: FoundDocument, date: str) -> bool:
        """Shelve a document unless this run has done so before; name it where it cannot be read."""
        shelved = self._ws.shelf.get(document.doc_id)
        done = self._ws.ledger.recorded_steps(run).get(document_path(document.doc_id))
        if shelved is not None and done is not None and done.body["body"] == shelved.body:
            return True
        try:
            loaded = read_document(document.path, document.doc_id, document.encoding)
        except DocumentError as error:
            self._report.refused_documents.append(RefusedFile(document.origin or error.path, error.reason))
            return False
        dated = replace(loaded, date=date) if date else loaded
        Shelving(self._ws.database, self._ws.graph, self._ws.reader).put(run, dated, origin_of(document))
        return True

    def _observer(self, doc_ids: Sequence[str], observe: Observe | None) -> Callable[[LineOutcome], None]:
        shelved = [self._ws.shelf.get(doc_id) for doc_id in doc_ids]
        total = sum(document.lines for document in shelved if document is not None)

        answered = AnsweredLines(lambda: tell(None))
        jobs: list[JobProgress] = []

        def tell(outcome: LineOutcome | None) -> None:
            if observe is not None:
                self._report.spending = self._spending()
                done, heard = self._report.lines.total(), (len(answered.generated), len(answered.judged))
                observe(Progress(done, total, outcome, self._report, *heard, jobs[0] if jobs else None))

        def note_jobs(progress: JobProgress) -> None:
            jobs[:] = [progress]
            tell(None)

        def note(outcome: LineOutcome) -> None:
            self._report.observe(outcome)
            tell(outcome)

        if observe is not None and self._ws.reader.asks_model:
            self._ws.gateway.observe_answers, self._ws.gateway.observe_jobs = answered.hear, note_jobs
        return note

    def _spending(self) -> dict[str, Any]:
        return self._ws.gateway.spending.since(self._before).as_json()

    def _complete_report(self, run: OpenRun) -> dict[str, Any]:
        """Complete the report, and return it as the run's result."""
        self._report.status, self._report.stopped_by = run.status, run.stopped_by
        self._report.spending = self._spending()
        self._report.seconds = perf_counter() - self._began
        self._report.graph_hash = self._ws.graph.hash()
        return self._report.as_json()

    async def estimate(self, found: FoundFiles) -> Estimate:
        """Load the documents, and rehearse a sample of reading them. Nothing is written."""
        from pramana.app.rehearsal import rehearse  # only where it is wanted

        self._name_refused(found)
        todo = [document for document in found.documents if self._is_open(document, True)]
        done = {document.doc_id for document in found.documents} - {document.doc_id for document in todo}
        loaded = list(self._load(todo))
        unread, unchanged = self._ws.reader.lines_to_read([(item.doc_id, item.lines) for item in loaded])
        unchanged += sum(len(self._ws.shelf.texts(doc_id)) for doc_id in done)
        spent, sampled = await rehearse(self._ws, unread, _read_and_follow)
        scale = Fraction(len(unread), sampled or 1)
        return Estimate(
            documents=len(loaded),
            refused_documents=tuple(self._report.refused_documents),
            skipped_files=tuple(self._report.skipped_files),
            policy=self._ws.config.gsv.policy,
            lines=len(unread),
            unchanged_lines=unchanged,
            calls=round(spent.calls * scale),
            prompt_tokens=round(spent.prompt_tokens * scale),
            completion_tokens=round(spent.completion_tokens * scale),
            money=None if spent.money is None else round(spent.money * scale),
            model=self._ws.reader.model,
        )

    def _load(self, documents: Sequence[FoundDocument]) -> Iterator[LoadedDocument]:
        for document in documents:
            try:
                yield read_document(document.path, document.doc_id, document.encoding)
            except DocumentError as error:
                self._report.refused_documents.append(RefusedFile(document.origin or error.path, error.reason))


async def follow_up(
    workspace: WorkspaceResources, report: IngestReport, before: Spending, observe: Observe | None = None
) -> IngestReport:
    """Run the passes that are on after lines were read, and complete the report. `before` is what was spent before."""
    if report.status not in (RunStatus.DONE, RunStatus.PARTIAL):
        return report
    began, lines = perf_counter(), report.lines.total()

    def note(progress: WorkProgress) -> None:
        if observe is not None:
            observe(Progress(lines, lines, None, report, following=progress))

    try:
        report.passes = await Passes(workspace).run(observe=note if observe is not None else None)
    except BudgetExceeded as error:
        report.status, report.stopped_by = RunStatus.STOPPED, str(error)
    spent = workspace.gateway.spending.since(before)
    report.passes_calls = spent.calls - report.spending.get("calls", 0)
    report.spending = spent.as_json()
    report.passes_seconds = perf_counter() - began
    report.graph_hash = workspace.graph.hash()
    index_for_questions(workspace.graph)
    return report


async def _read_and_follow(workspace: WorkspaceResources, documents: Sequence[LoadedDocument]) -> None:
    """Read documents whose text is at hand, and run the passes that are on."""
    report = await Ingestion(workspace).read_again([(document, "") for document in documents], None)
    await follow_up(workspace, report, Spending())


async def estimate(workspace: WorkspaceResources, found: FoundFiles) -> Estimate:
    """Say what an ingest of these would take. Nothing is written."""
    return await Ingestion(workspace).estimate(found)

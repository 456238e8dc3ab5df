"""Documents in, a graph out: every line is read by GSV and accepted, in document order, one transaction a batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pramana.canonical import digest
from pramana.documents import Line, Shelf, ShelvedLine
from pramana.errors import ConnectionFailed, SchemaViolation
from pramana.events import Extraction, Participant, depends_on_date
from pramana.graph import SqliteGraph
from pramana.gsv import GSVResult, GSVRetryEngine, GSVSettings, GSVTask
from pramana.karaka.batches import line_batches
from pramana.karaka.hints import line_hints
from pramana.karaka.ptools import KRIYA_EXTRACTION
from pramana.karaka.schema import ENTITY_TYPES
from pramana.karaka.tasks import Verification, reading_task
from pramana.karaka.writer import (
    LineItem,
    StoredKriya,
    document_slot,
    document_unit,
    line_slot,
    line_unit,
    stored_kriyas,
)
from pramana.llm import Gateway, PromptBook, map_in_order
from pramana.store import Database
from pramana.trace import Ledger, Step, Trail, path_part

MOST_UNANSWERED = 30
"""After this many consecutive lines without an answer, of several batches, the server is considered unreachable. One
batch alone may hold a line that the server cannot answer, and fails as a whole."""
CONTEXT_LINES = 2
"""How many of the lines before a line a model is shown."""


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """What became of one line.

    `status` is `verified`, `checked`, `empty` (read, and it states no action), `refused`, `abstained`, `failed` (no
    answer came; the next run tries again) or `unchanged` (read before under the same configuration). `error` names
    the exception where code refused what judges had accepted. `left_out` describes what of an accepted reading
    is not stored, and why: participants that the line excludes, or that nothing connects with the event.
    `unused_hints` says so of hints at mentions.
    """

    doc_id: str
    line_number: int
    status: str
    reason: str = ""
    kriyas: int = 0
    error: str = ""
    left_out: tuple[str, ...] = ()
    unused_hints: tuple[str, ...] = ()


Observer = Callable[[LineOutcome], None]


@dataclass(frozen=True, slots=True)
class _LineBatch:
    """Consecutive lines of one document. `keys` are those of their units; `number` counts in the document from 1."""

    number: int
    items: tuple[LineItem, ...]
    keys: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"{path_part(self.items[0].doc_id)}/batch/{self.number}"


@dataclass(slots=True)
class _BatchReading:
    """What reading a batch gave. Empty where nothing in it had to be read."""

    results: Sequence[GSVResult]
    trails: Sequence[Trail]
    batch_trail: Trail


class LineReader:
    """Reads the lines of shelved documents into the graph, within one run."""

    def __init__(
        self,
        database: Database,
        graph: SqliteGraph,
        gateway: Gateway,
        book: PromptBook,
        settings: GSVSettings,
        engine: str,
        verification: Verification = "faults",
        related: bool = True,
        kinds: Sequence[str] = ENTITY_TYPES,
    ) -> None:
        """`engine` hashes the code that decides: with it, another version of Pramana is another configuration.

        `related` says whether participants outside the seven kārakas are stored; `kinds` are those that a model may say
        of names.
        """
        self._database = database
        self._graph = graph
        self._shelf = Shelf(database)
        self._ledger = Ledger(database)
        self._gateway = gateway
        self._gsv = GSVRetryEngine(gateway, settings)
        self._task = reading_task(book, verification, kinds)
        self._settings = settings
        self._shared = self._gsv.shares_calls(self._task)
        self._unanswered = 0
        self._related = related
        self._kinds = tuple(kinds)
        self.lines_read = 0
        """How many lines were read so far, whatever became of them."""
        self.identity = {**reading_identity(gateway, self._task, settings, engine), "related": related}
        if self.asks_model:
            self.identity["kinds"] = list(kinds)
        """All but the text that decides what a line becomes, as JSON."""
        self.configuration = digest(self.identity)

    async def read(
        self,
        run: int,
        doc_ids: Sequence[str],
        ahead: int,
        observe: Observer,
        recorded: Mapping[str, Step] | None = None,
    ) -> None:
        """Read every line of the documents that this configuration has not read yet, and mark those read to the end.

        Up to `ahead` batches are under way at once; lines are accepted in the order of `doc_ids` and their lines.
        A document with a line at which no answer came is not marked: the next ingest comes back to it. In a replay
        `recorded` holds what the run recorded: lines at which it never arrived are left alone.
        """
        batches = [batch for doc_id in doc_ids for batch in self._batches(doc_id, recorded)]
        failed: set[str] = set()

        def note(outcome: LineOutcome) -> None:
            if outcome.status == "failed":
                failed.add(outcome.doc_id)
            observe(outcome)

        def accept(batch: _LineBatch, reading: _BatchReading) -> None:
            self._accept_batch(run, batch, reading, note)

        await map_in_order(partial(self._read_batch, recorded=recorded or {}), batches, accept, ahead)
        for doc_id in doc_ids:
            if doc_id not in failed:
                self._shelf.mark_read(doc_id, self.configuration)

    @property
    def model(self) -> str:
        """The name of the model that reads lines."""
        return str(self._gateway.identity(KRIYA_EXTRACTION)["model"])

    @property
    def asks_model(self) -> bool:
        """Whether a real model reads lines, not the embedded one."""
        return self._gateway.judges(KRIYA_EXTRACTION)

    def lines_to_read(self, documents: Sequence[tuple[str, Sequence[Line]]]) -> tuple[list[tuple[str, Line]], int]:
        """Return the lines of documents, shelved or not, that are to be read, and how many others there are."""
        found: list[tuple[str, Line]] = []
        for doc_id, lines in documents:
            shelved = self._shelf.get(doc_id)
            items = line_items([ShelvedLine(doc_id, line) for line in lines], shelved.date if shelved else "")
            unread = {item.line_number for batch in self._line_batches(items) for item in self._unread(batch)}
            found += [(doc_id, line) for line in lines if line.number in unread]
        return found, sum(len(lines) for _, lines in documents) - len(found)

    def _batches(self, doc_id: str, recorded: Mapping[str, Step] | None) -> Iterator[_LineBatch]:
        shelved = self._shelf.get(doc_id)
        for batch in self._line_batches(line_items(self._shelf.lines(doc_id), shelved.date if shelved else "")):
            if recorded is None or line_path(batch.items[0]) in recorded or not self._unread(batch):
                yield batch

    def _line_batches(self, items: Sequence[LineItem]) -> Iterator[_LineBatch]:
        for number, part in enumerate(line_batches(items, self._settings.lines_per_batch), 1):
            yield _LineBatch(number, part, self._keys(part))

    def _keys(self, part: Sequence[LineItem]) -> tuple[str, ...]:
        """Return the keys of a batch's lines: where they share calls, all of its text decides each of them."""
        if not self._shared:
            return tuple(digest([self.configuration, item.text, list(item.context), *_date_of(item)]) for item in part)
        together = [list(part[0].context), [item.text for item in part]]
        return tuple(digest([self.configuration, place, together, *_date_of(item)]) for place, item in enumerate(part))

    def _unread(self, batch: _LineBatch) -> list[LineItem]:
        return [item for item, key in zip(batch.items, batch.keys, strict=True) if not self._is_read(item, key)]

    def _is_read(self, item: LineItem, key: str) -> bool:
        return self._graph.key_of(line_slot(item.doc_id, item.line_number)) == key

    async def _read_batch(self, batch: _LineBatch, recorded: Mapping[str, Step]) -> _BatchReading:
        if not self._unread(batch):
            return _BatchReading((), (), Trail())
        trails = [Trail(line_path(item), recorded=recorded) for item in batch.items]
        batch_trail = Trail(batch.path, recorded=recorded)
        results = await self._gsv.run(self._task, batch.items, trails.__getitem__, batch_trail)
        return _BatchReading(results, trails, batch_trail)

    def _accept_batch(self, run: int, batch: _LineBatch, reading: _BatchReading, observe: Observer) -> None:
        """Accept a batch as a whole, so that a run that is killed has arrived at whole batches only."""
        outcomes = [LineOutcome(item.doc_id, item.line_number, "unchanged") for item in batch.items]
        if reading.results:
            with self._database.transaction():
                self._ledger.clear(run, reading.batch_trail.path)
                self._ledger.write(run, reading.batch_trail)
                for index, (item, key) in enumerate(zip(batch.items, batch.keys, strict=True)):
                    if not self._is_read(item, key):
                        outcomes[index] = self._accept(run, item, key, reading.results[index])
                        self._write(run, outcomes[index], reading.results[index], reading.trails[index])
        for outcome in outcomes:
            self.lines_read += outcome.status != "unchanged"
            observe(outcome)
        failed = self._unanswered
        self._unanswered = failed + len(outcomes) if _all_failed(outcomes) else 0
        if failed and self._unanswered >= MOST_UNANSWERED:
            raise ConnectionFailed(
                f"No answer came for {self._unanswered} lines in a row, so the run was stopped. The last: "
                f"{outcomes[-1].reason} Run the same command again to resume it."
            )

    def _write(self, run: int, outcome: LineOutcome, result: GSVResult, trail: Trail) -> None:
        calls = [result.calls.numerator, result.calls.denominator]
        body = {"status": outcome.status, "reason": outcome.reason, "kriyas": outcome.kriyas, "calls": calls}
        more: dict[str, Any] = {"error": outcome.error} if outcome.error else {}
        if outcome.left_out:
            more["left_out"] = list(outcome.left_out)
        if outcome.unused_hints:
            more["unused_hints"] = list(outcome.unused_hints)
        trail.record("outcome", {**body, "attempts": result.attempts, "agreed": result.agreed, **more})
        self._ledger.clear(run, trail.path)
        self._ledger.write(run, trail)

    def _accept(self, run: int, item: LineItem, key: str, result: GSVResult) -> LineOutcome:
        """Put an accepted extraction into the graph in the place of what stood there; take that out if refused.

        A line at which no answer came keeps what an earlier run accepted. What passes put on another reading of the
        line goes with that: it would keep its Kriyās as they were.
        """
        where = (item.doc_id, item.line_number)
        slot = line_slot(*where)
        if result.status == "failed":
            return LineOutcome(*where, "failed", result.reason)
        if result.golden_candidate is None:
            self._graph.drop([slot])
            return LineOutcome(*where, result.status, result.reason)
        extraction = Extraction.model_validate(result.golden_candidate.data)
        self._graph.drop([each for each in self._graph.slots_resting_on(*where) if each.startswith("pass/")])
        try:
            origin = (run, line_path(item))
            stored = stored_kriyas(item.text, extraction, related=self._related)
            hints = line_hints(item.line_number, item.text, extraction, _participants(stored), self._kinds)
            self._graph.put(line_unit(item, stored, key, result.status, origin, hints))
        except SchemaViolation as violation:
            self._graph.drop([slot])
            return LineOutcome(*where, "refused", str(violation), error=type(violation).__name__)
        count = sum(each.is_stored for each in stored)
        left_out = tuple(dict.fromkeys([*result.left_out, *(told for each in stored for told in each.left_out)]))
        status = result.status if count else "empty"
        return LineOutcome(*where, status, result.reason, count, left_out=left_out, unused_hints=hints.unused)


def _participants(stored: Sequence[StoredKriya]) -> list[Participant]:
    return [one for each in stored if each.is_stored for one in each.participants]


def _all_failed(outcomes: Sequence[LineOutcome]) -> bool:
    return all(outcome.status == "failed" for outcome in outcomes)


def shelve_nodes(graph: SqliteGraph, doc_id: str, body: str, lines: Sequence[str]) -> None:
    """Put the lines of a document, whose hash together is `body`, into the graph as Document nodes."""
    graph.put(document_unit(doc_id, body, lines))


def remove_document(graph: SqliteGraph, doc_id: str) -> None:
    """Take every fact that rests on a document out of the graph."""
    graph.drop([*graph.slots_resting_on(doc_id), document_slot(doc_id)])


def line_items(lines: Sequence[ShelvedLine], document_date: str = "") -> list[LineItem]:
    """Return the lines of a document as items to be read, each with the lines before it.

    Only lines that name a relative time get the date of the document: where it changes, others stay as they are.
    """
    texts = [shelved.line.text for shelved in lines]
    return [
        LineItem(
            shelved.doc_id,
            shelved.line.number,
            texts[index],
            tuple(texts[max(0, index - CONTEXT_LINES) : index]),
            document_date if document_date and depends_on_date(texts[index]) else "",
        )
        for index, shelved in enumerate(lines)
    ]


def _date_of(item: LineItem) -> list[str]:
    """Return what the date of its document adds to a line's key: nothing where the line does not need it."""
    return [item.document_date] if item.document_date else []


def line_path(item: LineItem) -> str:
    """Return the place of a line in a run: `rama.txt/line/7`."""
    return f"{path_part(item.doc_id)}/line/{item.line_number}"


def reading_identity(
    gateway: Gateway, task: GSVTask[LineItem, Extraction], settings: GSVSettings, engine: str
) -> dict[str, Any]:
    """Return all but the text that decides what a line becomes, as JSON."""
    alone = (task.generate, task.score, task.verify)
    ptools = (*alone, task.batch_generate, task.batch_score, task.batch_verify)
    asked = {ptool.name: gateway.identity(ptool) for ptool in ptools if ptool is not None}
    return {"ptools": asked, "gsv": settings.model_dump(mode="json"), "engine": engine, "context": CONTEXT_LINES}

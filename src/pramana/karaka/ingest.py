"""Documents in, a graph out: every line is read by GSV and accepted, in document order, one transaction a batch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pramana.canonical import digest
from pramana.documents import Line, Shelf, ShelvedLine
from pramana.errors import ConnectionFailed, SchemaViolation
from pramana.events import Extraction, depends_on_date
from pramana.graph import SqliteGraph, StoredUnit, Unit
from pramana.gsv import GSVSettings, GSVTask
from pramana.karaka.batches import line_batches
from pramana.karaka.ptools import KRIYA_EXTRACTION
from pramana.karaka.reading import (
    BatchReader,
    LineBatch,
    LineOutcome,
    PreparedBatch,
    PreparedLine,
    ReadBatch,
    line_path,
    refused_by,
)
from pramana.karaka.schema import ENTITY_TYPES
from pramana.karaka.tasks import Verification
from pramana.karaka.writer import LineItem, document_slot, document_unit, line_slot
from pramana.llm import Gateway, PromptBook, Ptool, map_in_order
from pramana.store import Database
from pramana.trace import Ledger, Step, Trail

MOST_UNANSWERED = 30
"""After this many consecutive lines without an answer, of several batches, the server is considered unreachable. One
batch alone may hold a line that the server cannot answer, and fails as a whole."""
CONTEXT_LINES = 2
"""How many of the lines before a line a model is shown."""


Observer = Callable[[LineOutcome], None]


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
        self.batch_reader = BatchReader(gateway, book, settings, verification, related, kinds)
        self._settings = settings
        self._unanswered = 0
        self.lines_read = 0
        """How many lines were read so far, whatever became of them."""
        self.identity = {**reading_identity(gateway, self.batch_reader.task, settings, engine), "related": related}
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
        elsewhere: ReadBatch | None = None,
    ) -> None:
        """Read every line of the documents that this configuration has not read yet, and mark those read to the end.

        Up to `ahead` batches are under way at once; lines are accepted in the order of `doc_ids` and their lines.
        A document with a line at which no answer came is not marked: the next ingest comes back to it. In a replay
        `recorded` holds what the run recorded: lines at which it never arrived are left alone. `elsewhere` reads
        batches in the place of this process; what it returns is accepted here, so that the graph is the same.
        """
        batches = (batch for doc_id in doc_ids for batch in self._batches(doc_id, recorded))
        failed: set[str] = set()

        def note(outcome: LineOutcome) -> None:
            if outcome.status == "failed":
                failed.add(outcome.doc_id)
            observe(outcome)

        def accept(batch: LineBatch, reading: PreparedBatch) -> None:
            self._accept_batch(run, batch, reading, note)

        read = partial(self.batch_reader.read, recorded=recorded) if elsewhere is None else elsewhere
        await map_in_order(partial(read, run), batches, accept, ahead)
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

    @property
    def asks_any_model(self) -> bool:
        """Whether a real model takes part in reading: one that reads lines, scores or verifies."""
        return any(self._gateway.judges(ptool) for ptool in asked_ptools(self.batch_reader.task))

    def lines_to_read(self, documents: Sequence[tuple[str, Sequence[Line]]]) -> tuple[list[tuple[str, Line]], int]:
        """Return the lines of documents, shelved or not, that are to be read, and how many others there are."""
        found: list[tuple[str, Line]] = []
        for doc_id, lines in documents:
            shelved = self._shelf.get(doc_id)
            items = line_items([ShelvedLine(doc_id, line) for line in lines], shelved.date if shelved else "")
            known = Counter(unit.key for _, unit in self._graph.units_resting_on(doc_id))
            for line, (_, key) in zip(lines, self.keys_of(items), strict=True):
                if not known[key]:
                    found.append((doc_id, line))
                known[key] -= known[key] > 0
        return found, sum(len(lines) for _, lines in documents) - len(found)

    def _batches(self, doc_id: str, recorded: Mapping[str, Step] | None) -> Iterator[LineBatch]:
        shelved = self._shelf.get(doc_id)
        for batch in self._line_batches(line_items(self._shelf.lines(doc_id), shelved.date if shelved else "")):
            todo = self._to_read(batch)
            if recorded is None or not todo.items or any(line_path(item) in recorded for item in todo.items):
                yield todo

    def _line_batches(self, items: Sequence[LineItem]) -> Iterator[LineBatch]:
        for number, part in enumerate(line_batches(items, self._settings.lines_per_batch), 1):
            yield LineBatch(part[0].doc_id, number, part, self._keys(part))

    def keys_of(self, items: Sequence[LineItem]) -> list[tuple[LineItem, str]]:
        """Return all lines of a document with the keys that their units have, or will have."""
        batches = self._line_batches(items)
        return [pair for batch in batches for pair in zip(batch.items, batch.keys, strict=True)]

    def unit_again(self, item: LineItem, before: StoredUnit, data: Any) -> Unit:
        """Return the unit of a reading that was accepted as `data` when the line had another number."""
        return self.batch_reader.unit_again(item, before, data)

    def _to_read(self, batch: LineBatch) -> LineBatch:
        """Return a batch without what was read before; where its lines share calls, whole unless all of it was."""
        unread = [pair for pair in zip(batch.items, batch.keys, strict=True) if not self._is_read(*pair)]
        if unread and self.batch_reader.shares_calls:
            return batch
        items, keys = tuple(item for item, _ in unread), tuple(key for _, key in unread)
        open_lines = {item.line_number for item in items}
        unchanged = (item.line_number for item in batch.items if item.line_number not in open_lines)
        return replace(batch, items=items, keys=keys, unchanged=tuple(unchanged))

    def _keys(self, part: Sequence[LineItem]) -> tuple[str, ...]:
        """Return the keys of a batch's lines: where they share calls, all of its text decides each of them."""
        if not self.batch_reader.shares_calls:
            return tuple(digest([self.configuration, item.text, list(item.context), *_date_of(item)]) for item in part)
        together = [list(part[0].context), [item.text for item in part]]
        return tuple(digest([self.configuration, place, together, *_date_of(item)]) for place, item in enumerate(part))

    def _is_read(self, item: LineItem, key: str) -> bool:
        return self._graph.key_of(line_slot(item.doc_id, item.line_number)) == key

    def _accept_batch(self, run: int, batch: LineBatch, reading: PreparedBatch, observe: Observer) -> None:
        """Accept a batch as a whole, so that a run that is killed has arrived at whole batches only."""
        outcomes = [LineOutcome(batch.doc_id, number, "unchanged") for number in batch.unchanged]
        if reading.lines:
            with self._database.transaction():
                self._ledger.clear(run, reading.trail.path)
                for item, key, found in zip(batch.items, batch.keys, reading.lines, strict=True):
                    if self._is_read(item, key):
                        outcomes.append(LineOutcome(item.doc_id, item.line_number, "unchanged"))
                    else:
                        outcomes.append(self._accept(item, found))
                        self._ledger.clear(run, found.trail.path)
                        reading.trail.take(_with_outcome(found, outcomes[-1]))
                self._ledger.write(run, reading.trail)
        outcomes.sort(key=lambda outcome: outcome.line_number)
        if reading.spending is not None:
            self._gateway.spending.add(reading.spending)
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

    def _accept(self, item: LineItem, reading: PreparedLine) -> LineOutcome:
        """Put an accepted reading into the graph in the place of what stood there; take that out if refused.

        A line at which no answer came keeps what an earlier run accepted. What passes put on another reading of the
        line goes with that: it would keep its Kriyās as they were.
        """
        where = (item.doc_id, item.line_number)
        slot = line_slot(*where)
        if reading.outcome.status == "failed":
            return reading.outcome
        if reading.unit is None:
            self._graph.drop([slot])
            return reading.outcome
        resting = [each for each in self._graph.slots_resting_on(*where) if each.startswith("pass/")]
        if resting:
            self._graph.drop(resting)
        try:
            self._graph.put(reading.unit)
        except SchemaViolation as violation:
            self._graph.drop([slot])
            return refused_by(violation, *where)
        return reading.outcome


def _with_outcome(reading: PreparedLine, outcome: LineOutcome) -> Trail:
    """Return what was recorded of a line, with what became of it."""
    body = {"status": outcome.status, "reason": outcome.reason, "kriyas": outcome.kriyas}
    more: dict[str, Any] = {"error": outcome.error} if outcome.error else {}
    if outcome.left_out:
        more["left_out"] = list(outcome.left_out)
    if outcome.unused_hints:
        more["unused_hints"] = list(outcome.unused_hints)
    reading.trail.record("outcome", {**body, **reading.effort, **more})
    return reading.trail


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


def reading_identity(
    gateway: Gateway, task: GSVTask[LineItem, Extraction], settings: GSVSettings, engine: str
) -> dict[str, Any]:
    """Return all but the text that decides what a line becomes, as JSON."""
    asked = {ptool.name: gateway.identity(ptool) for ptool in asked_ptools(task)}
    return {"ptools": asked, "gsv": settings.model_dump(mode="json"), "engine": engine, "context": CONTEXT_LINES}


def asked_ptools(task: GSVTask[LineItem, Extraction]) -> list[Ptool[Any, Any]]:
    """Return the ptools that reading asks."""
    alone = (task.generate, task.score, task.verify)
    ptools = (*alone, task.batch_generate, task.batch_score, task.batch_verify)
    return [ptool for ptool in ptools if ptool is not None]

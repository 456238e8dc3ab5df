"""Reading batches of lines: models asked, answers checked, units prepared. Nothing is written, so any process can."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pramana.errors import SchemaViolation
from pramana.events import Extraction, Participant
from pramana.graph import StoredUnit, Unit
from pramana.gsv import GSVResult, GSVRetryEngine, GSVSettings
from pramana.karaka.hints import LineHints, line_hints
from pramana.karaka.schema import ENTITY_TYPES
from pramana.karaka.tasks import Verification, reading_task
from pramana.karaka.writer import LineItem, StoredKriya, line_unit, stored_kriyas
from pramana.llm import Gateway, PromptBook, Spending
from pramana.trace import Step, Trail, path_part


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


@dataclass(frozen=True, slots=True)
class LineBatch:
    """Consecutive lines of one document. `number` counts in the document from 1.

    `items` are to be read; `keys` are those of their units. `unchanged` are the numbers of lines that were read before.
    """

    doc_id: str
    number: int
    items: tuple[LineItem, ...]
    keys: tuple[str, ...]
    unchanged: tuple[int, ...] = ()

    @property
    def path(self) -> str:
        return f"{path_part(self.doc_id)}/batch/{self.number}"


@dataclass(frozen=True, slots=True)
class PreparedLine:
    """What reading one line gave: what becomes of it, the unit for the graph (None: none was accepted), what was
    recorded, and what it took, as a part of the record."""

    outcome: LineOutcome
    unit: Unit | None
    trail: Trail
    effort: Mapping[str, object]


@dataclass(slots=True)
class PreparedBatch:
    """What reading a batch gave. Empty where nothing in it had to be read.

    `spending` is what it cost where another process read it.
    """

    lines: Sequence[PreparedLine] = ()
    trail: Trail = field(default_factory=Trail)
    spending: Spending | None = None


ReadBatch = Callable[[int, LineBatch], Awaitable[PreparedBatch]]
"""From the number of a run and a batch to its reading."""


class BatchReader:
    """Reads batches of lines through a gateway."""

    def __init__(
        self,
        gateway: Gateway,
        book: PromptBook,
        settings: GSVSettings,
        verification: Verification = "faults",
        related: bool = True,
        kinds: Sequence[str] = ENTITY_TYPES,
    ) -> None:
        """See LineReader."""
        self.gateway = gateway
        self._gsv = GSVRetryEngine(gateway, settings)
        self.task = reading_task(book, verification, kinds)
        self._related = related
        self._kinds = tuple(kinds)
        self.shares_calls = self._gsv.shares_calls(self.task)

    async def read(self, run: int, batch: LineBatch, recorded: Mapping[str, Step] | None = None) -> PreparedBatch:
        """Read the lines of a batch that are to be read. `recorded` holds the steps of the run that is replayed."""
        if not batch.items:
            return PreparedBatch()
        recorded = recorded or {}
        trails = [Trail(line_path(item), recorded=recorded) for item in batch.items]
        batch_trail = Trail(batch.path, recorded=recorded)
        results = await self._gsv.run(self.task, batch.items, trails.__getitem__, batch_trail)
        lines = zip(batch.items, batch.keys, results, trails, strict=True)
        return PreparedBatch([self._line_reading(run, *each) for each in lines], batch_trail)

    def _line_reading(self, run: int, item: LineItem, key: str, result: GSVResult, trail: Trail) -> PreparedLine:
        calls = [result.calls.numerator, result.calls.denominator]
        effort = {"calls": calls, "attempts": result.attempts, "agreed": result.agreed}
        where = (item.doc_id, item.line_number)
        if result.golden_candidate is None:
            return PreparedLine(LineOutcome(*where, result.status, result.reason), None, trail, effort)
        try:
            stored, hints = self._stored_reading(item, result.golden_candidate.data)
            unit = line_unit(item, stored, key, result.status, (run, line_path(item)), hints)
        except SchemaViolation as violation:
            return PreparedLine(refused_by(violation, *where), None, trail, effort)
        count = sum(each.is_stored for each in stored)
        left_out = tuple(dict.fromkeys([*result.left_out, *(told for each in stored for told in each.left_out)]))
        status = result.status if count else "empty"
        outcome = LineOutcome(*where, status, result.reason, count, left_out=left_out, unused_hints=hints.unused)
        return PreparedLine(outcome, unit, trail, effort)

    def unit_again(self, item: LineItem, before: StoredUnit, data: Any) -> Unit:
        """Return the unit of a reading that was accepted as `data` when the line had another number."""
        stored, hints = self._stored_reading(item, data)
        return line_unit(item, stored, before.key, before.verdict, before.origin, hints)

    def _stored_reading(self, item: LineItem, data: Any) -> tuple[list[StoredKriya], LineHints]:
        extraction = Extraction.model_validate(data)
        stored = stored_kriyas(item.text, extraction, related=self._related)
        return stored, line_hints(item.line_number, item.text, extraction, _participants(stored), self._kinds)


def refused_by(violation: SchemaViolation, doc_id: str, line_number: int) -> LineOutcome:
    """Return the outcome of a line whose accepted reading the graph's schema refuses."""
    return LineOutcome(doc_id, line_number, "refused", str(violation), error=type(violation).__name__)


def _participants(stored: Sequence[StoredKriya]) -> list[Participant]:
    return [one for each in stored if each.is_stored for one in each.participants]


def line_path(item: LineItem) -> str:
    """Return the place of a line in a run: `rama.txt/line/7`."""
    return f"{path_part(item.doc_id)}/line/{item.line_number}"

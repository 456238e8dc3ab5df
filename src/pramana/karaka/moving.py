"""A document that changed: a line whose text, context and batch are as before keeps its reading, wherever it is now.

Only the unit is made anew, for the line's new number, from what the ledger holds of the reading.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pramana.documents import LoadedDocument, ShelvedLine
from pramana.graph import SqliteGraph, StoredUnit
from pramana.karaka.ingest import LineReader, line_items
from pramana.karaka.reading import line_path
from pramana.karaka.writer import LineItem, document_slot, line_slot
from pramana.trace import Ledger, Trail


@dataclass(frozen=True, slots=True)
class KeptReading:
    """A line of the new state whose reading is known: its unit as it is in the graph, and what was recorded of it."""

    item: LineItem
    unit: StoredUnit
    outcome: dict[str, Any]
    accepted: Any

    @property
    def in_place(self) -> bool:
        return self.unit.slot == line_slot(self.item.doc_id, self.item.line_number)


class ReadingMover:
    """Keeps the readings of a document's lines while its text is replaced."""

    def __init__(self, graph: SqliteGraph, ledger: Ledger, reader: LineReader) -> None:
        self._graph = graph
        self._ledger = ledger
        self._reader = reader

    def take(self, document: LoadedDocument) -> list[KeptReading]:
        """Take all that rests on a document out of the graph, but for lines that stay where they are.

        `document` is its new state. Returns what is to be put back: equal lines are matched in their order.
        """
        known: defaultdict[str, deque[StoredUnit]] = defaultdict(deque)
        for unit in line_units(self._graph, document.doc_id):
            known[unit.key].append(unit)
        items = line_items([ShelvedLine(document.doc_id, line) for line in document.lines], document.date)
        kept = [
            found
            for item, key in self._reader.keys_of(items)
            if known[key] and (found := self._kept_reading(item, known[key].popleft())) is not None
        ]
        staying = {each.unit.slot for each in kept if each.in_place}
        resting = [slot for slot in self._graph.slots_resting_on(document.doc_id) if slot not in staying]
        self._graph.drop([*resting, document_slot(document.doc_id)])
        return kept

    def put_back(self, run: int, kept: Sequence[KeptReading]) -> None:
        """Put readings into the graph at their new lines, and record for `run` what became of these."""
        trail = Trail()
        for each in kept:
            if not each.in_place:
                self._graph.put(self._reader.unit_again(each.item, each.unit, each.accepted))
            trail.at(line_path(each.item)).record("outcome", each.outcome)
        self._ledger.write(run, trail)

    def _kept_reading(self, item: LineItem, unit: StoredUnit) -> KeptReading | None:
        """Return the reading that a unit came from, None where the ledger does not have it any more."""
        if unit.origin is None:
            return None
        run, path = unit.origin
        step = self._ledger.recorded_steps(run).get(path)
        accepted = next((one for one in self._ledger.proposals(run, path) if one.verdict.accepted), None)
        if step is None or step.kind != "outcome" or accepted is None:
            return None
        return KeptReading(item, unit, {**step.body, "read_as": path}, accepted.body)


def line_units(graph: SqliteGraph, doc_id: str) -> list[StoredUnit]:
    """Return the units of a document's lines, in the order of the lines."""
    return [
        unit
        for line, unit in graph.units_resting_on(doc_id)
        if line is not None and unit.slot == line_slot(doc_id, line)
    ]

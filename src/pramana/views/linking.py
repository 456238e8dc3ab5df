"""Entities of a workspace and the entries of a knowledge base: what is linked, what was refused, what people named."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.evidence import Evidence
from pramana.karaka import LINKS
from pramana.serialization import JsonRecord
from pramana.trace import RunStatus
from pramana.views.stores import Stores

ENTRY = "kb_id"
_LINKED = "SELECT node.id, value FROM property JOIN node ON node.key = property.node WHERE name = ?"
_PROPOSED = "SELECT path, body, reason FROM proposal WHERE run = ? AND path >= ? AND path < ? ORDER BY path"


@dataclass(frozen=True, slots=True)
class EntryView(JsonRecord):
    """An entry of a knowledge base that an entity is linked to, under all its names, with a mention of each.

    `label` and `description` are the entry's own words, "" where no proposal is recorded.
    """

    entry: str
    label: str
    description: str
    entities: tuple[str, ...]
    verdict: str
    reason: str
    confidence: int
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Unlinked(JsonRecord):
    """An entity that some entry may be, and that was linked to none; or two that may be one, as `entities`."""

    entities: tuple[str, ...]
    reason: str


class EntryReader:
    """Reads the links of one workspace. Writes nothing."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    def all(self) -> list[EntryView]:
        """Return every link, by the id of the first of its entities."""
        return self._views(self._stores.database.all(_LINKED, (ENTRY,)))

    def of(self, ids: Iterable[str]) -> list[EntryView]:
        """Return the links of some entities."""
        rows = [row for id_ in ids for row in self._stores.database.all(f"{_LINKED} AND node.id = ?", (ENTRY, id_))]
        return self._views(rows)

    def _views(self, rows: Sequence[tuple[Any, ...]]) -> list[EntryView]:
        found: dict[tuple[str, str], list[str]] = {}
        for entity, value in sorted(rows):
            _, origin = self._stores.graph.property_origin(entity, ENTRY)
            found.setdefault((json.loads(value), origin[1] if origin else entity), []).append(entity)
        return sorted(
            (self._view(entry, several) for (entry, _), several in found.items()), key=lambda one: one.entities
        )

    def refused_links(self) -> list[Unlinked]:
        """Return what the last finished run was not sure of, in the order of its record."""
        last = self._last()
        if last is None:
            return []
        below = f"pass/{LINKS}/asked/"
        rows = self._stores.database.all(_PROPOSED, (last, below, f"{below}\U0010ffff"))
        return list(
            _unlinked_entries(
                [(json.loads(body), reason) for path, body, reason in rows if "/asked/" not in path[len(below) :]]
            )
        )

    def failures(self) -> list[str]:
        """Return why the last finished run got no answer about some names, each reason once."""
        last = self._last()
        steps = () if last is None else self._stores.ledger.steps(last, f"pass/{LINKS}/asked")
        return list(
            dict.fromkeys(
                str(step.body["failed"]) for step in steps if "failed" in step.body and step.kind == "looked up"
            )
        )

    def _last(self) -> int | None:
        """Return the last finished run, None if it undid everything or there was none."""
        ended = [
            run
            for run in self._stores.ledger.runs("pass")
            if run.manifest["pass"] == LINKS and run.status in (RunStatus.DONE, RunStatus.PARTIAL)
        ]
        return ended[-1].id if ended and not ended[-1].manifest.get("undo") else None

    def _view(self, entry: str, entities: list[str]) -> EntryView:
        verdict, origin = self._stores.graph.property_origin(entities[0], ENTRY)
        evidence = tuple(item for entity in entities for item in self._stores.graph.property_evidence(entity, ENTRY))
        body, reason = self._proposal_of(origin)
        told = (body.get("label", ""), body.get("description", ""))
        return EntryView(entry, *told, tuple(entities), verdict, reason, body.get("confidence", 0), evidence)

    def _proposal_of(self, origin: tuple[int, str] | None) -> tuple[dict[str, Any], str]:
        """Return what was proposed, and what was said of it."""
        if origin is None:
            return {}, ""
        row = self._stores.database.one("SELECT body, reason FROM proposal WHERE run = ? AND path = ?", origin)
        return ({}, "") if row is None else (json.loads(row[0]), row[1])


def _unlinked_entries(proposals: list[tuple[dict[str, Any], str]]) -> Iterator[Unlinked]:
    for body, reason in proposals:
        if "entity" in body:
            yield Unlinked((body["entity"],), reason)
        elif "source" in body:
            yield Unlinked((body["source"], body["target"]), reason)

"""Events by blocks: the links within a document, and those between the Kriyās of one verb and one participant."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from pydantic import TypeAdapter

from pramana.karaka.passes.block_decision import BlockDecision
from pramana.karaka.passes.block_store import GROUPS, BlockState, key_number
from pramana.karaka.passes.blocks import Blocks
from pramana.karaka.passes.document_rows import RowReader
from pramana.karaka.passes.documents import ReadDocument
from pramana.karaka.passes.events import links_within, told_events
from pramana.karaka.passes.model import EntityDecision, Link, PassView
from pramana.karaka.passes.restated import ToldEvent, are_compared, group_links
from pramana.karaka.passes.view import events_in, mentions_in
from pramana.language import kindred_verbs

PASS, READER = "events", "told"
_WITHIN, _TOLD = "within", "told"
_LINKS = TypeAdapter(list[Link])
MOST_HELD = 20_000
"""Told events in memory at a time, some 20 MB."""


def decide(
    blocks: Blocks, decisions: tuple[EntityDecision, ...], state: BlockState | None, more: frozenset[str]
) -> BlockDecision:
    """Return the links of documents that changed, and of each verb and participant that these tell of or told of."""
    told = _EventRows(blocks, decisions)
    told.update()
    items = told.reader.items_since(PASS, state, more)
    owned = {str(item): told.links(item) for item in items}
    documents = told.reader.documents_since(state)
    return BlockDecision(owned, len(blocks.graph.documents()), documents=documents, by_document=True)


class _EventRows:
    """Which Kriyās tell of which verb with which participant, kept up to date."""

    def __init__(self, blocks: Blocks, decisions: tuple[EntityDecision, ...]) -> None:
        self._blocks, self._links = blocks, blocks.links(decisions)
        self._names = blocks.names()
        self.reader = RowReader(blocks, PASS, READER, self._rows_of)
        self._held: dict[str, ToldEvent] = {}

    def update(self) -> None:
        """Read the documents again that changed, and those that name somebody who is another one now."""
        self.reader.update(self._renamed_documents, _keys_of_kin)

    def links(self, item: int) -> Sequence[Link]:
        """Return the links of a block."""
        rows = [(doc_id, json.loads(body)) for doc_id, body in self.reader.rows.under(item)]
        if not rows or rows[0][1][0] == _WITHIN:
            return [link for _, (_, links) in rows for link in _LINKS.validate_python(links)]
        _, (_, verb, entity, _) = rows[0]
        near = [key_number((_TOLD, other, entity)) for other in kindred_verbs(verb) if other > verb]
        rows += [(doc_id, json.loads(body)) for each in near for doc_id, body in self.reader.rows.under(each)]
        if not are_compared(_counts(rows)):
            return []
        return list(group_links(self._events([kriya for _, (*_, kriyas) in rows for kriya in kriyas])))

    def _renamed_documents(self, state: BlockState) -> Iterable[str]:
        moved = self._blocks.store.changed_items(GROUPS, state.epoch)
        return {doc_id for entity in moved for doc_id in self._names.documents_with(entity)}

    def _rows_of(self, document: ReadDocument) -> dict[int, str]:
        view = document.view()
        told = told_events(view, self._links.representative)
        kriyas: dict[tuple[str, str], list[str]] = {}
        for each in told:
            for entity in sorted(each.everyone & each.named):
                kriyas.setdefault((each.event.verb, entity), []).append(each.event.kriya)
        rows = {key_number((_TOLD, *key)): _json([_TOLD, *key, found]) for key, found in kriyas.items()}
        within = list(links_within(view, told))
        if within:
            rows[key_number((_WITHIN, document.doc_id))] = _json([_WITHIN, _LINKS.dump_python(within, mode="json")])
        return rows

    def _events(self, kriyas: Sequence[str]) -> list[ToldEvent]:
        missing = sorted({*kriyas} - self._held.keys())
        if len(self._held) > MOST_HELD:
            self._held.clear()
            missing = sorted({*kriyas})
        if missing:
            database = self._blocks.database
            view = PassView({}, tuple(mentions_in(database, missing)), events_in(database, missing))
            self._held |= {each.event.kriya: each for each in told_events(view, self._links.representative)}
        return [self._held[kriya] for kriya in kriyas]


def _counts(rows: Iterable[tuple[str, list[object]]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for doc_id, body in rows:
        kriyas = body[-1]
        found[doc_id] += len(kriyas) if isinstance(kriyas, list) else 0
    return found


def _keys_of_kin(body: str) -> Iterable[int]:
    """Return the keys of related verbs: their groups have the Kriyās of this one, too."""
    kind, *told = json.loads(body)
    if kind == _TOLD:
        verb, entity, _ = told
        yield from (key_number((_TOLD, other, entity)) for other in kindred_verbs(verb) if other < verb)


def _json(body: object) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))

"""Sources by blocks: the Kriyās that links between events join, where one of their documents or links changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from pramana.graph import relation_code
from pramana.karaka.passes.block_decision import BlockDecision
from pramana.karaka.passes.block_store import BlockState
from pramana.karaka.passes.blocks import Blocks
from pramana.karaka.passes.copies import SourceTexts
from pramana.karaka.passes.model import EntityDecision, SourceCount
from pramana.karaka.passes.sources import counted_sources
from pramana.karaka.passes.stored_lines import StoredLines
from pramana.karaka.passes.view import events_in
from pramana.karaka.schema import IS_SAME_AS, KRIYA
from pramana.store import Database

PASS = "pass/sources"
_LINKED = """
    SELECT DISTINCT one.id, other.id FROM source CROSS JOIN premise ON premise.source = source.id
    CROSS JOIN unit_fact ON unit_fact.unit = premise.unit AND unit_fact.kind = 1
    CROSS JOIN edge ON edge.key = unit_fact.fact
    CROSS JOIN node one ON one.key = edge.source CROSS JOIN node other ON other.key = edge.target
    WHERE source.doc_id IN (SELECT value FROM json_each(?)) AND edge.relation_code = ? AND one.type = ?
"""
"""The links between Kriyās that rest on some documents. CROSS JOIN keeps its order: documents come first."""


def decide(
    blocks: Blocks, _: tuple[EntityDecision, ...], state: BlockState | None, more: frozenset[str]
) -> BlockDecision:
    """Return the sources of all Kriyās of documents that changed, or of which links to others changed."""
    there = blocks.graph.documents()
    writers = {"pass/events", PASS}
    changes = blocks.graph.changes(0 if state is None else state.change)
    touched = {doc_id for doc_id, writer, _ in changes if writer in writers or not writer.startswith("pass/")}
    documents = [each for each in there if each in touched]
    texts = SourceTexts(StoredLines(blocks.database).by_number)
    owned: dict[str, Sequence[SourceCount]] = dict.fromkeys(_owners(blocks, documents), ())
    owned |= dict.fromkeys(more, ())
    for group in _groups(blocks, [*linked_kriyas(blocks.database, documents), *owned]):
        found = {each.kriya: (each,) for each in counted_sources(texts, events_in(blocks.database, group))}
        owned |= {kriya: found.get(kriya, ()) for kriya in group}
    return BlockDecision(owned, len(there), documents=None if state is None else tuple(documents), by_document=True)


def _owners(blocks: Blocks, documents: Iterable[str]) -> set[str]:
    """Return the Kriyās of which numbers of sources rest on some documents."""
    slots = {slot for doc_id in documents for slot in blocks.graph.slots_resting_on(doc_id)}
    return blocks.store.owners_of(PASS, {slot for slot in slots if slot.startswith(f"{PASS}/")})


def linked_kriyas(database: Database, documents: Sequence[str]) -> set[str]:
    """Return the Kriyās with links to others that rest on some documents."""
    rows = database.all(_LINKED, (json.dumps(documents), relation_code(IS_SAME_AS), KRIYA))
    return {kriya for row in rows for kriya in row}


def _groups(blocks: Blocks, kriyas: Iterable[str]) -> list[list[str]]:
    """Return the groups of Kriyās that tell of one event and of which one is among `kriyas`."""
    found: list[list[str]] = []
    seen: set[str] = set()
    for start in sorted({*kriyas}):
        group: set[str] = set()
        frontier = [] if start in seen else [start]
        while frontier:
            here = frontier.pop()
            if here not in group:
                group.add(here)
                graph = blocks.graph
                frontier += [edge.target for edge in graph.edges_from(here, IS_SAME_AS)]
                frontier += [edge.source for edge in graph.edges_to(here, IS_SAME_AS)]
        seen |= group
        if len(group) > 1:
            found.append(sorted(group))
    return found

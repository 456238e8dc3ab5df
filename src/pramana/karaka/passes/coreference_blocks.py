"""Coreference by blocks: the pronouns of a document, and each description wherever it occurs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from pydantic import TypeAdapter

from pramana.events import has_possessive
from pramana.karaka.passes.apposed import apposed_links
from pramana.karaka.passes.block_decision import BlockDecision
from pramana.karaka.passes.block_store import GROUPS, NAMES, BlockState, key_number
from pramana.karaka.passes.blocks import Blocks
from pramana.karaka.passes.coreference import grouped_names, references_of
from pramana.karaka.passes.descriptions import DefiniteReference, definite_links
from pramana.karaka.passes.document_rows import DocumentRows, RowReader
from pramana.karaka.passes.documents import ReadDocument
from pramana.karaka.passes.model import EntityDecision, Link

PASS, READER = "coreference", "references"
_DOCUMENT, _ENTITY, _HINTS = "document", "entity", "hints"
_LINKS, _REFERENCE = TypeAdapter(list[Link]), TypeAdapter(DefiniteReference)


def decide(
    blocks: Blocks, decisions: tuple[EntityDecision, ...], state: BlockState | None, more: frozenset[str]
) -> BlockDecision | None:
    """Return the links of documents that changed, and of the descriptions in them.

    None where a reading said whom expressions mean, or where people keep entities apart: what a link joins then depends
    on other links.
    """
    if any(each.kind == "split" and not each.places for each in decisions):
        return None
    references = _References(blocks, decisions)
    references.update()
    if references.have_hints():
        return None
    documents = references.reader.documents_since(state)
    items = {*references.reader.items_since(PASS, state, more), *references.items_of(_changed_names(blocks, state))}
    items |= references.reader.rows.items(documents or ())  # a link is held to all lines of the documents of its ends
    owned = {str(item): references.links(item) for item in sorted(items)}
    return BlockDecision(owned, len(blocks.graph.documents()), documents=documents, by_document=True)


def _changed_names(blocks: Blocks, state: BlockState | None) -> list[str]:
    return [] if state is None else blocks.store.changed_items(NAMES, state.epoch)


class _References:
    """Whom the expressions of each document mean, kept up to date, with what this rests on."""

    def __init__(self, blocks: Blocks, decisions: tuple[EntityDecision, ...]) -> None:
        self._blocks, self._links = blocks, blocks.links(decisions)
        self._names = blocks.names()
        self.reader = RowReader(blocks, PASS, READER, self._rows_of)
        self._asked = DocumentRows(blocks.database, f"{READER}/asked")
        self._groups = DocumentRows(blocks.database, f"{READER}/groups")

    def update(self) -> None:
        """Read the documents again that changed, and those whose names came, went, or are others now."""
        self.reader.update(self._resting_on_others)

    def have_hints(self) -> bool:
        """Return whether a reading said whom some expression means."""
        return bool(self.reader.rows.under(key_number((_HINTS,))))

    def items_of(self, entities: Iterable[str]) -> set[int]:
        """Return the keys of those of some names that are called something in an apposition."""
        keys = {key_number((_ENTITY, entity)) for entity in entities}
        return {key for key in keys if any(json.loads(body)[3] for _, body in self.reader.rows.under(key))}

    def links(self, item: int) -> Sequence[Link]:
        """Return the links of a block: all of a document but those of descriptions, or that of a description."""
        rows = [json.loads(body) for _, body in self.reader.rows.under(item)]
        if not rows or rows[0][0] != _ENTITY:
            return [link for kind, links in rows if kind == _DOCUMENT for link in _LINKS.validate_python(links)]
        entity = rows[0][1]
        owned, apposed = ([link for row in rows for link in _LINKS.validate_python(row[at])] for at in (2, 3))
        if apposed and len(self._names.documents_with(entity, 2)) != 1:
            apposed = []
        if owned or apposed:
            return [*owned, *apposed]
        references = [_REFERENCE.validate_python(row[4]) for row in rows if row[4] is not None]
        return list(definite_links([references]))

    def _rows_of(self, document: ReadDocument) -> dict[int, str]:
        if not document.mentions:
            self._asked.replace(document.doc_id, {})
            self._groups.replace(document.doc_id, {})
            return {}
        one = self._links.representative
        found = references_of(document, _HeldNames(self._names.holds), one)
        fitting = {*found.one_sort}
        apposed: dict[str, list[Link]] = {}
        for link in apposed_links(document.view()):
            if (link.source_evidence, link.target_evidence) in fitting and one(link.source) != one(link.target):
                apposed.setdefault(link.source, []).append(link)
        owned: dict[str, list[Link]] = {}
        for link in found.owned:
            owned.setdefault(link.source, []).append(link)
        definite = {each.entity: each for each in found.definite}
        described = {each.entity for each in document.mentions if not each.pronoun and has_possessive(each.name)}
        rows = {}
        for entity in sorted({*definite, *apposed, *owned, *described}):
            links = [_LINKS.dump_python(held.get(entity, []), mode="json") for held in (owned, apposed)]
            each = _REFERENCE.dump_python(definite[entity], mode="json") if entity in definite else None
            rows[key_number((_ENTITY, entity))] = _json([_ENTITY, entity, *links, each])
        sure = [*found.pronouns, *found.identities]
        if sure:
            rows[key_number((_DOCUMENT, document.doc_id))] = _json([_DOCUMENT, _LINKS.dump_python(sure, mode="json")])
        if any(mention.means for mention in document.mentions):
            rows[key_number((_HINTS,))] = _json([_HINTS])
        asked = {**dict.fromkeys(found.known, "1"), **dict.fromkeys(found.unknown, "0")}
        self._asked.replace(document.doc_id, {_asked_key(name): known for name, known in asked.items()})
        self._groups.replace(document.doc_id, {_GROUPED: _json([found.known, found.groups])})
        return rows

    def _resting_on_others(self, since: BlockState) -> set[str]:
        """Return the documents that looked for a name that came or went, and those whose groups of names are others."""
        found: set[str] = set()
        for name in self._blocks.store.changed_items(NAMES, since.epoch):
            held = "1" if self._names.holds(name) else "0"
            found.update(doc_id for doc_id, body in self._asked.under(_asked_key(name)) if body != held)
        moved = self._blocks.store.changed_items(GROUPS, since.epoch)
        near = {doc_id for entity in moved for doc_id in self._names.documents_with(entity)}
        near |= {doc_id for entity in moved for doc_id, _ in self._asked.under(_asked_key(entity))}
        return found | {doc_id for doc_id in near - found if not self._is_grouped_so(doc_id)}

    def _is_grouped_so(self, doc_id: str) -> bool:
        """Return whether the names of a document are one as they were when it was read."""
        body = self._groups.of(doc_id, _GROUPED)
        if body is None:
            return False
        known, groups = json.loads(body)
        now = grouped_names({*self._names.names_in([doc_id]), *known}, self._links.representative)
        return bool([list(each) for each in now] == groups)


class _HeldNames:
    """The names of a graph, looked up one by one."""

    def __init__(self, holds: Callable[[str], bool]) -> None:
        self._holds = holds

    def __contains__(self, name: object) -> bool:
        return self._holds(str(name))


_GROUPED = key_number(("groups",))


def _asked_key(name: str) -> int:
    return key_number(("asked", name))


def _json(body: object) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))

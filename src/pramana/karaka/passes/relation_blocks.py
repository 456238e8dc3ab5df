"""Relations by blocks: a block is a relation between two entities. Which events give it is kept by documents."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from pydantic import TypeAdapter

from pramana.canonical import digest
from pramana.karaka.passes.block_decision import BlockDecision
from pramana.karaka.passes.block_store import NAMES, BlockState, key_number
from pramana.karaka.passes.blocks import Blocks
from pramana.karaka.passes.document_rows import DocumentRows, RowReader, changed_documents
from pramana.karaka.passes.documents import ReadDocument
from pramana.karaka.passes.model import EntityDecision, IdentityLink, PassView, RelationProposal
from pramana.karaka.passes.relation_rules import RelationRule, written_rules
from pramana.karaka.passes.relations import EntityNames, NamedEntity, derived_relations, merged_alike, refusal_body
from pramana.karaka.passes.view import identities_of, type_of, with_verdicts
from pramana.karaka.schema import ENTITY
from pramana.karaka.senses import SENSE_OF
from pramana.store import Database

PASS, READER = "relations", "derived"
FOLLOWED = frozenset(("pass/homonyms", "pass/resolution", "pass/coreference", "pass/types"))
_RELATION, _REFUSED = "relation", "refused"
_PROPOSALS = TypeAdapter(list[RelationProposal])
_ENTITIES = """
    SELECT DISTINCT node.id FROM source CROSS JOIN premise ON premise.source = source.id
    CROSS JOIN unit_fact ON unit_fact.unit = premise.unit AND unit_fact.kind = 0
    CROSS JOIN node ON node.key = unit_fact.fact
    WHERE source.doc_id IN (SELECT value FROM json_each(?)) AND node.type = ?
"""
"""From the documents on: SQLite keeps the order of a CROSS JOIN."""


def decide(
    blocks: Blocks,
    _: tuple[EntityDecision, ...],
    state: BlockState | None,
    more: frozenset[str],
    rules: Sequence[RelationRule] | None = None,
) -> BlockDecision:
    """Return the relations that events of documents give that changed, or whose ends are other entities now."""
    derived = _Derived(blocks, rules)
    derived.update()
    owned: dict[str, Sequence[RelationProposal]] = {}
    refused: list[tuple[dict[str, object], str]] = []
    for item in derived.reader.items_since(PASS, state, more):
        rows = [json.loads(body) for _, body in derived.reader.rows.under(item)]
        refused += [(body, reason) for kind, told in rows if kind == _REFUSED for body, reason in told]
        found = [each for kind, told in rows if kind == _RELATION for each in _PROPOSALS.validate_python(told)]
        owned[str(item)] = merged_alike(found)
    documents = derived.reader.documents_since(state)
    return BlockDecision(owned, len(blocks.graph.documents()), refused, documents=documents, by_document=True)


class _Derived:
    """What rules make of the events of each document, kept up to date, with who the ends were."""

    def __init__(self, blocks: Blocks, rules: Sequence[RelationRule] | None) -> None:
        self._blocks, self._database, self._rules = blocks, blocks.database, rules
        self._stored_names = blocks.names()
        self._basis = "" if rules is None else digest(list(written_rules(rules)))
        self.reader = RowReader(blocks, PASS, READER, self._rows_of, self._basis)
        self._ends = DocumentRows(blocks.database, f"{READER}/ends")
        self._near: dict[str, Sequence[IdentityLink]] = {}
        self._names = EntityNames(self._name_of, self._identities, lambda entity: type_of(self._database, entity))

    def update(self) -> None:
        """Derive again what documents give that changed, and those whose entities are others now."""
        self.reader.update(self._reached_otherwise)

    def _rows_of(self, document: ReadDocument) -> dict[int, str]:
        events = with_verdicts(self._database, document.events)
        view = PassView({}, tuple(document.mentions), events)
        asked = _AskedNames(self._names)
        found = derived_relations(view, self._rules, asked)
        rows: dict[int, list[RelationProposal]] = {}
        for each in found.found:
            item = key_number((_RELATION, each.source, each.relation, each.target))
            rows.setdefault(item, []).append(each)
        bodies = {item: _json([_RELATION, _PROPOSALS.dump_python(each, mode="json")]) for item, each in rows.items()}
        if found.refused:
            refused = [refusal_body(each) for each in found.refused]
            bodies[key_number((_REFUSED, document.doc_id))] = _json([_REFUSED, refused])
        self._ends.replace(document.doc_id, {_end_key(each): self._state(each) for each in sorted(asked.asked)})
        return bodies

    def _reached_otherwise(self, since: BlockState) -> set[str]:
        """Return the documents with events of which an end is another entity now, or reached over other links."""
        changes = self._blocks.graph.changes(since.change)
        touched = sorted({doc_id for doc_id, writer, _ in changes if writer in FOLLOWED})
        touched = sorted({*touched, *changed_documents(self._blocks, since)})
        named = entities_in(self._database, touched) | {*self._blocks.store.changed_items(NAMES, since.epoch)}
        found: set[str] = set()
        for entity in sorted(self._reached_entities(named)):
            rows = self._ends.under(_end_key(entity))
            if rows:
                now = self._state(entity)
                found.update(doc_id for doc_id, body in rows if body != now)
        there = set(self._blocks.graph.documents())
        for doc_id in sorted(set(touched) - there):
            self._ends.replace(doc_id, {})
        return found

    def _reached_entities(self, entities: Iterable[str]) -> set[str]:
        found: set[str] = set()
        frontier = sorted(entities)
        while frontier:
            here = frontier.pop()
            if here not in found:
                found.add(here)
                frontier += [end for link in self._identities(here) for end in (link.one, link.other)]
        return found

    def _state(self, entity: str) -> str:
        """Return the hash of who an entity is, and of the links by which that is known."""
        links = [
            [link.one, link.other, link.verdict, *map(asdict, link.evidence)] for link in self._names.links(entity)
        ]
        return digest([asdict(self._names.of(entity)), links])

    def _identities(self, entity: str) -> Sequence[IdentityLink]:
        if entity not in self._near:
            self._near[entity] = identities_of(self._database, entity)
        return self._near[entity]

    def _name_of(self, entity: str) -> tuple[str, bool] | None:
        node = self._blocks.graph.node(entity)
        if node is None or node.type != ENTITY:
            return None
        base = self._blocks.graph.node(str(node.properties.get(SENSE_OF) or entity)) or node
        name, pronoun = str(base.properties["canonical_name"]), bool(base.properties.get("pronoun"))
        return (name, pronoun) if pronoun or self._stored_names.holds(entity) else None


class _AskedNames(EntityNames):
    """The names of a graph; it notes which were asked for."""

    def __init__(self, names: EntityNames) -> None:
        self._held = names
        self.asked: set[str] = set()

    def of(self, entity: str) -> NamedEntity:
        self.asked.add(entity)
        return self._held.of(entity)

    def links(self, entity: str) -> tuple[IdentityLink, ...]:
        self.asked.add(entity)
        return self._held.links(entity)


def entities_in(database: Database, documents: Sequence[str]) -> set[str]:
    """Return the entities that lines of some documents name, pronouns among them."""
    return {name for (name,) in database.all(_ENTITIES, (json.dumps(documents), ENTITY))}


def _end_key(entity: str) -> int:
    return key_number(("end", entity))


def _json(body: object) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))

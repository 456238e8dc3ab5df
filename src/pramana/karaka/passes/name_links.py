"""The links between the names of a graph, kept up to date: found of each name, settled where they join names."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pydantic import TypeAdapter

from pramana.graph import SqliteGraph
from pramana.karaka.passes.aliases import stated_names
from pramana.karaka.passes.block_store import GROUPS, LINKED, NAMES, BlockStore, key_number
from pramana.karaka.passes.clusters import Pair, by_id, pair
from pramana.karaka.passes.model import EntityDecision, EntityMention, Link
from pramana.karaka.passes.resolution import JOINING_VERBS, LinkFinder, RefusedName, are_apart, settle_links
from pramana.karaka.passes.sense_links import Senses
from pramana.karaka.passes.stored_names import SENSES, StoredNames, keep_asked, stored_senses
from pramana.karaka.passes.view import kriyas_of_both, lines_of, mentions_in

STATED, FORM, SHORT, VARIANT, TURNED, HELD = range(6)
"""By what a link was found, the surest first; and those that hold of all that were found of a pair and of its names."""
_LINK = TypeAdapter(Link)


class NameLinks:
    """The links of all names under senses. `names` is up to date."""

    def __init__(self, graph: SqliteGraph, store: BlockStore, names: StoredNames) -> None:
        self._graph, self._store, self._database, self._names = graph, store, store.database, names

    def representative(self, entity: str) -> str:
        """Return the representative of those that are one with an entity, by rules; the entity itself where it is."""
        row = self._database.one("SELECT representative FROM name_group WHERE entity = ?", (entity,))
        return entity if row is None else str(row[0])

    def members(self, representative: str) -> list[str]:
        """Return the entities that one represents, itself among them, sorted."""
        sql = "SELECT entity FROM name_group WHERE representative = ? ORDER BY entity"
        return [entity for (entity,) in self._database.all(sql, (representative,))] or [representative]

    def held_links(self, entities: Iterable[str]) -> list[Link]:
        """Return the links that hold between some entities, which are all that their links reach."""
        return [link for _, _, link in self._links(HELD, sorted(entities), "one")]

    def refusals(self, entities: Iterable[str]) -> list[RefusedName]:
        """Return what was looked at and not linked, of some entities."""
        sql = "SELECT body FROM name_refusal WHERE entity = ? ORDER BY stage, body"
        rows = [body for entity in entities for (body,) in self._database.all(sql, (entity,))]
        return [RefusedName(entity, tuple(others), reason) for entity, others, reason in map(json.loads, rows)]

    def reached_entities(self, entities: Iterable[str], more: Mapping[str, Iterable[str]] | None = None) -> set[str]:
        """Return some entities and all that links, or `more` neighbours, lead to from them."""
        return self._entities_near(entities, (STATED, TURNED), more or {})

    def update(self, decisions: Sequence[EntityDecision]) -> None:
        """Find and settle again what follows from names, lines or decisions that changed."""
        state = self._store.state("links")
        told = json.dumps([[each.kind, each.one, each.other, *each.places] for each in decisions])
        last = self._graph.last_change()
        if state is not None and (state.change, state.epoch, state.note) == (last, self._store.epoch, told):
            return
        with self._database.transaction():
            decided = {name for each in decisions for name in (each.one, each.other)}
            if state is None:
                scope = _Changed(list(self._names), list(self._names), self._graph.documents())
            else:
                decided |= {name for _, one, other, *_ in json.loads(state.note) for name in (one, other)}
                scope = self._changed_since(state.change, state.epoch)
            ends = self._find(scope)
            senses = Senses(self._names, stored_senses(self._database), decisions)
            settled = self._settle(self.reached_entities({*scope.names, *ends, *decided}), senses)
            self._store.log([] if state is None else settled)
            self._store.settle("links", last, note=told)

    def _changed_since(self, change: int, epoch: int) -> _Changed:
        changes = self._graph.changes(change)
        lines = {doc_id for doc_id, writer, _ in changes if not writer.startswith("pass/")}
        names = self._store.changed_items(NAMES, epoch)
        comparing = {*names, *self._store.asking(epoch)}
        return _Changed(names, sorted(comparing), sorted(lines | {*self._store.documents_asking(epoch)}))

    # Finding ---------------------------------------------------------------

    def _find(self, scope: _Changed) -> set[str]:
        """Find the links of names and lines again. Returns the ends of those that came or went."""
        ends = self._find_stated(scope.documents)
        compared = [each for each in scope.compared if each in self._names]
        finder = LinkFinder(self._names)
        forms = self._replace_pairs(FORM, scope.compared, finder.same_forms(compared))
        near = self._entities_near({*ends, *forms}, (STATED, FORM), {})
        shorts = sorted({*scope.compared, *near, *self._asking_for(near)})
        ends |= forms | self._find_shorts(shorts, finder)
        ends |= self._replace_pairs(VARIANT, scope.compared, finder.variants(compared))
        return ends | self._replace_pairs(TURNED, scope.compared, finder.reorderings(compared))

    def _find_stated(self, doc_ids: Iterable[str]) -> set[str]:
        """Read what lines say of names. Returns the ends of all links of these lines: they rest on what was read."""
        found: set[str] = set()
        for doc_id in doc_ids:
            stated = stated_names(lines_of(self._database, doc_id), self._names)
            before = self._links(STATED, [doc_id], "owner")
            self._replace(STATED, doc_id, stated.links)
            found |= {end for _, _, link in before for end in (link.source, link.target)}
            found |= {end for link in stated.links for end in (link.source, link.target)}
            self._database.execute("DELETE FROM document_key WHERE document = ?", (doc_id,))
            numbers = sorted(map(key_number, stated.asked))
            rows = ((number, doc_id) for number in numbers)
            self._database.executemany("INSERT INTO document_key VALUES (?, ?)", rows)
        return found

    def _find_shorts(self, entities: Sequence[str], finder: LinkFinder) -> set[str]:
        groups: dict[str, str] = {}

        def representative(entity: str) -> str:
            if entity not in groups:
                members = self._entities_near([entity], (STATED, FORM), {})
                groups.update(dict.fromkeys(members, min(members, key=by_id)))
            return groups[entity]

        ends: set[str] = set()
        for entity in entities:
            found = finder.short_forms([entity] if entity in self._names else [], representative)
            before = [link for _, _, link in self._links(SHORT, [entity], "owner")]
            self._replace(SHORT, entity, found.links)
            self._replace_refusals(SHORT, entity, found.refusals)
            ends |= {end for link in {*before} ^ {*found.links} for end in (link.source, link.target)}
        asked = finder.context.asked
        rare = {each: [("rare", doc_id) for doc_id in self._names[each].first] for each in entities if each in asked}
        keep_asked(self._store, SENSES, {each: rare.get(each, []) for each in entities})
        return ends

    def _asking_for(self, entities: Iterable[str]) -> set[str]:
        """Return the shorter names that look for some names."""
        sql = (
            "SELECT asks.entity FROM name_key found JOIN name_key asks ON asks.item = found.item "
            "WHERE found.entity = ? AND found.layer IN (2, 3) AND asks.layer IN (4, 5)"
        )
        return {each for entity in entities for (each,) in self._database.all(sql, (entity,))}

    def _replace_pairs(self, stage: int, entities: Sequence[str], links: Sequence[Link]) -> set[str]:
        """Replace the links of a stage that some entities have. Returns the ends of those that came or went."""
        before = [*self._links(stage, entities, "one"), *self._links(stage, entities, "other")]
        known, now = {link for _, _, link in before}, {*links}
        gone = sorted({(row,) for row, _, link in before if link not in now})
        self._database.executemany("DELETE FROM name_link WHERE rowid = ?", gone)
        self._insert(stage, "", [link for link in links if link not in known])
        return {end for link in known ^ now for end in (link.source, link.target)}

    def _replace(self, stage: int, owner: str, links: Iterable[Link]) -> None:
        self._database.execute("DELETE FROM name_link WHERE owner = ? AND stage = ?", (owner, stage))
        self._insert(stage, owner, links)

    def _insert(self, stage: int, owner: str, links: Iterable[Link]) -> None:
        rows = ((stage, owner, link.source, link.target, _LINK.dump_json(link).decode()) for link in links)
        self._database.executemany("INSERT INTO name_link VALUES (?, ?, ?, ?, ?)", rows)

    def _links(self, stage: int, values: Iterable[str], column: str) -> list[tuple[int, str, Link]]:
        """Return the links of a stage of which a column has one of some values, each with its row and its owner."""
        sql = f"SELECT rowid, owner, body FROM name_link WHERE {column} = ? AND stage = ? ORDER BY rowid"
        rows = [row for value in values for row in self._database.all(sql, (value, stage))]
        return [(row, owner, _LINK.validate_json(body)) for row, owner, body in rows]

    def _replace_refusals(self, stage: int, entity: str, refusals: Iterable[RefusedName]) -> None:
        self._database.execute("DELETE FROM name_refusal WHERE entity = ? AND stage = ?", (entity, stage))
        rows = [
            (stage, each.entity, json.dumps([each.entity, each.others, each.reason], ensure_ascii=False))
            for each in refusals
        ]
        self._database.executemany("INSERT INTO name_refusal VALUES (?, ?, ?)", rows)

    # Settling --------------------------------------------------------------

    def _entities_near(
        self, entities: Iterable[str], stages: tuple[int, int], more: Mapping[str, Iterable[str]]
    ) -> set[str]:
        sql = (
            "SELECT other FROM name_link WHERE one = ?1 AND stage BETWEEN ?2 AND ?3 "
            "UNION SELECT one FROM name_link WHERE other = ?1 AND stage BETWEEN ?2 AND ?3"
        )
        found: set[str] = set()
        frontier = [*entities]
        while frontier:
            here = frontier.pop()
            if here not in found:
                found.add(here)
                frontier += [each for (each,) in self._database.all(sql, (here, *stages))]
                frontier += more.get(here, ())
        return found

    def _settle(self, entities: set[str], senses: Senses) -> list[tuple[str, str]]:
        """Settle the links of entities, which are all that links lead to. Returns what changed by it."""
        sql = "SELECT stage, owner, rowid, body FROM name_link WHERE one = ? AND stage < ?"
        rows = sorted(row for each in sorted(entities) for row in self._database.all(sql, (each, HELD)))
        links = [_LINK.validate_json(body) for *_, body in rows]
        found = settle_links(links, self._names, senses, self._clauses)
        before = {each: self.representative(each) for each in entities}
        owned: dict[str, list[Link]] = {}
        for link in found.clusters.held:
            owned.setdefault(link.source, []).append(link)
        refused: dict[str, list[RefusedName]] = {}
        for refusal in found.refusals:
            refused.setdefault(refusal.entity, []).append(refusal)
        for entity in sorted(entities):
            self._replace(HELD, entity, owned.get(entity, ()))
            self._replace_refusals(HELD, entity, refused.get(entity, ()))
        self._database.executemany("DELETE FROM name_group WHERE entity = ?", ((each,) for each in entities))
        self._database.executemany("INSERT INTO name_group VALUES (?, ?)", sorted(found.clusters.chosen.items()))
        moved = {each for each in entities if found.clusters.representative(each) != before[each]}
        left = {before[each] for each in moved}  # those whose group lost one stay what they were, with fewer members
        return [*((GROUPS, each) for each in sorted(moved | left)), *((LINKED, each) for each in sorted(entities))]

    def _clauses(self, group: Mapping[str, str]) -> Iterator[tuple[Pair, str]]:
        """Yield the pairs of names in a group that take part in one Kriyā side by side, with the Kriyā."""
        members: dict[str, list[str]] = {}
        for entity in sorted(group):
            members.setdefault(group[entity], []).append(entity)
        for several in members.values():
            if self._share_document(several):
                yield from self._beside(several)

    def _share_document(self, entities: Sequence[str]) -> bool:
        seen: set[str] = set()
        for entity in entities:
            if not seen.isdisjoint(self._names[entity].first):
                return True
            seen.update(self._names[entity].first)
        return False

    def _beside(self, entities: Sequence[str]) -> Iterator[tuple[Pair, str]]:
        entities_and_bases = sorted({*entities, *(self._names[each].base or each for each in entities)})
        kriyas = kriyas_of_both(self._database, entities_and_bases)
        clauses: dict[str, list[EntityMention]] = {}
        wanted = frozenset(entities)
        for mention in mentions_in(self._database, kriyas):
            if mention.entity in wanted:
                clauses.setdefault(mention.kriya, []).append(mention)
        for kriya in sorted(clauses):
            two = [
                (one, other)
                for one, other in combinations(clauses[kriya], 2)
                if one.entity != other.entity and are_apart(one, other)
            ]
            if two and not self._is_joining(kriya):
                yield from ((pair(one.entity, other.entity), kriya) for one, other in two)

    def _is_joining(self, kriya: str) -> bool:
        node = self._graph.node(kriya)
        return node is not None and node.properties.get("verb") in JOINING_VERBS


@dataclass(frozen=True, slots=True)
class _Changed:
    """Names that were read again, those to compare with others, and the documents whose lines name somebody."""

    names: Sequence[str]
    compared: Sequence[str]
    documents: Sequence[str]

"""What a pass that decides by blocks sees: names, links and documents of the graph, each read when it is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from pramana.events import is_one_mention
from pramana.evidence import Evidence
from pramana.graph import SqliteGraph
from pramana.karaka.passes.block_store import BlockStore
from pramana.karaka.passes.model import EntityDecision, EntityMention, PassView
from pramana.karaka.passes.name_links import NameLinks
from pramana.karaka.passes.stored_lines import StoredLines
from pramana.karaka.passes.stored_names import LINES, SENSES, NameUpdate, StoredNames
from pramana.karaka.passes.view import kriyas_of_both, mentions_in
from pramana.karaka.schema import ENTITY, ROLE_OF
from pramana.store import Database


class Blocks:
    """The store of a workspace, brought up to date when it is asked for."""

    def __init__(
        self,
        database: Database,
        graph: SqliteGraph,
        basis: str,
        parting: Sequence[str],
        code_of: Callable[[str], str] | None = None,
    ) -> None:
        """`basis` hashes the code that decides what is kept of names; `parting` names the passes that write senses.

        `code_of` returns the hash of a pass's own code, by which it keeps rows of documents; None: `basis` is of all.
        """
        self.database, self.graph = database, graph
        self.code_of = code_of or (lambda _: basis)
        self.store, self.parting = BlockStore(database, basis), tuple(parting)
        self._update = NameUpdate(graph, self.store, parting)
        self._names: dict[int, StoredNames] = {}
        self._links: NameLinks | None = None

    def names(self, layer: int = SENSES) -> StoredNames:
        """Return the names of the graph, with senses, or as lines give them."""
        self.store.prepare()
        changed = [self._update.run(each) for each in range(layer + 1)]
        held = self._names.get(layer)
        if held is None:
            held = self._names[layer] = StoredNames(self.store, layer)
        elif any(changed):
            for each in self._names.values():
                each.forget()
        return held

    def links(self, decisions: Sequence[EntityDecision]) -> NameLinks:
        """Return the links between the names of the graph, under people's decisions about senses."""
        names = self.names()
        if self._links is None:
            self._links = NameLinks(self.graph, self.store, names)
        self._links.update(decisions)
        return self._links

    def view(self, decisions: tuple[EntityDecision, ...], *, senses: bool) -> PassView:
        """Return a view of which lines and places are read when they are asked for, without mentions and events."""
        names = self.names(SENSES if senses else LINES)
        lines = StoredLines(self.database)
        return PassView(lines, (), (), decisions, texts=_StoredTexts(self.graph, names, lines))


class _StoredTexts:
    """The texts that links are held to."""

    def __init__(self, graph: SqliteGraph, names: StoredNames, lines: StoredLines) -> None:
        self._graph, self._database, self._names, self._lines = graph, graph.database, names, lines

    def lines(self, doc_id: str) -> Mapping[int, str]:
        return self._lines.by_number(doc_id)

    def is_entity(self, entity: str) -> bool:
        row = self._database.one("SELECT type FROM node WHERE id = ?", (entity,))
        return row is not None and row[0] == ENTITY

    def beside(self, one: str, other: str) -> list[tuple[Evidence, Evidence]]:
        alone = [each for each in (one, other) if is_one_mention(each)]
        if alone:
            kriyas = [edge.source for edge in self._graph.edges_to(alone[0]) if edge.relation in ROLE_OF]
            return self._pairs(one, other, sorted(set(kriyas)))
        mine, its = self._names.get(one), self._names.get(other)
        if mine is not None and its is not None and mine.first.keys().isdisjoint(its.first):
            return []
        bases = {each.base for each in (mine, its) if each is not None and each.base}
        return self._pairs(one, other, kriyas_of_both(self._database, sorted({one, other, *bases})))

    def _pairs(self, one: str, other: str, kriyas: Sequence[str]) -> list[tuple[Evidence, Evidence]]:
        found: dict[str, dict[str, EntityMention]] = {}
        for mention in mentions_in(self._database, kriyas):
            found.setdefault(mention.kriya, {}).setdefault(mention.entity, mention)
        both = [found[kriya] for kriya in sorted(found) if {one, other} <= found[kriya].keys()]
        return [(each[one].evidence, each[other].evidence) for each in both]


class FirstPlaces(Mapping[str, Evidence]):
    """The first mention of each entity of the graph, pronouns among them."""

    def __init__(self, blocks: Blocks, names: StoredNames) -> None:
        self._graph, self._names = blocks.graph, names

    def __getitem__(self, entity: str) -> Evidence:
        profile = self._names.get(entity)
        if profile is not None:
            return next(iter(profile.first.values()))
        node = self._graph.node(entity)
        if node is None or node.type != ENTITY or not node.properties.get("pronoun"):
            raise KeyError(entity)
        return min(self._graph.node_evidence(entity), key=lambda each: (each.doc_id, each.line_number, each.start))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return self._names.count()


def decided_names(decisions: Sequence[EntityDecision]) -> str:
    """Return the entities that decisions are about, as JSON."""
    return json.dumps(sorted({name for each in decisions for name in (each.one, each.other)}), ensure_ascii=False)

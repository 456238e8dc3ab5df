"""What a workspace holds, in pages: for interfaces that show a part at a time. A page costs what it shows."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.canonical import digest
from pramana.documents import Shelved
from pramana.errors import UnknownName
from pramana.graph import Edge, Node
from pramana.karaka import ENTITY_TYPE, IS_SAME_AS
from pramana.serialization import JsonRecord
from pramana.views.facts import ROLES, Fact, FactReader, node_json
from pramana.views.inspect import ENTITY, KRIYA, Inspector
from pramana.views.ledger import LedgerEntry
from pramana.views.stores import Stores

MOST_LOOKED_AT = 20_000
"""Edges that one search for paths looks at: about a second, and enough for the neighbourhood of a name."""
BATCH = 500
"""Nodes that are loaded at once while a page is filled."""


@dataclass(frozen=True, slots=True)
class ShownPage(JsonRecord):
    """A part of a list. `after` is where the next one begins, None at the end."""

    items: tuple[Any, ...]
    after: int | None


@dataclass(frozen=True, slots=True)
class ShelvedDocument(JsonRecord):
    """A document of the workspace. `origin` is an address, or the name of a file without its folders; `date` is when it
    was written, "" where that is not known; `read` says whether every line was read."""

    doc_id: str
    lines: int
    sha: str
    loader: str
    origin: str
    date: str
    read: bool


@dataclass(frozen=True, slots=True)
class DocumentLine(JsonRecord):
    """A line of a document: `place` is how answers cite it."""

    place: str
    line_number: int
    text: str


@dataclass(frozen=True, slots=True)
class Neighbour(JsonRecord):
    """An entity that takes part in an event of another one. `role` and `other_role` are the relations of both."""

    event: str
    verb: str
    role: str
    other: str
    other_role: str
    polarity: str
    verdict: str
    doc_id: str
    line_number: int
    text: str


@dataclass(frozen=True, slots=True)
class FactPath(JsonRecord):
    """A way from one entity to another over events and links: the facts, in order, with their evidence."""

    names: tuple[str, ...]
    facts: tuple[Fact, ...]


class Catalogue:
    """Reads parts of lists from an open workspace. `after` is what the page before gave, 0 for the first."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._facts = FactReader(stores.graph, stores.ledger)
        self._inspector = Inspector(stores)

    def stamp(self) -> str:
        """Return a text that changes with the graph, and with every run but questions. Equal stamps: equal answers."""
        return digest([self._stores.graph.hash(), self._stores.ledger.newest_but("ask")])[:32]

    def documents(self, after: int, limit: int) -> ShownPage:
        """Return documents by their ids."""
        return page_of([_document(each) for each in self._stores.shelf.all()], after, limit)

    def lines(self, doc_id: str, after: int, limit: int) -> ShownPage:
        """Return lines of a document, those behind the line `after`. Raises UnknownName."""
        document = self._stores.shelf.get(doc_id)
        if document is None:
            raise UnknownName("document", doc_id, self._stores.shelf.ids())
        texts = self._stores.shelf.texts(doc_id, after + 1, after + limit)
        items = tuple(DocumentLine(f"{doc_id}:{number}", number, text) for number, text in texts)
        return ShownPage(items, after + limit if after + limit < document.lines else None)

    def facts(self, relation: str | None, entity: str | None, after: int, limit: int) -> ShownPage:
        """Return facts in the order in which they were added: all, of a relation, those that touch an entity.

        Raises UnknownName for a relation or an entity.
        """
        if entity is not None:
            found = self._facts.facts(relation, entity, after + limit + 1)
            return page_of(found, after, limit)
        wanted = self._facts.relation(relation) if relation is not None else None
        rows = self._stores.graph.edges_after(after, wanted, limit + 1)
        shown = rows[:limit]
        return ShownPage(tuple(self._facts.of(edge) for _, edge in shown), shown[-1][0] if len(rows) > limit else None)

    def entities(self, kind: str | None, after: int, limit: int) -> ShownPage:
        """Return entities in the order in which they were added, all or those of one type (`PERSON`)."""
        return self._nodes(ENTITY, after, limit, lambda node: kind is None or node.properties.get(ENTITY_TYPE) == kind)

    def events(self, doc_id: str | None, after: int, limit: int) -> ShownPage:
        """Return events in the order in which they were added, all or those of a document, with their facts."""
        page = self._nodes(KRIYA, after, limit, lambda node: doc_id is None or node.properties.get("doc_id") == doc_id)
        return ShownPage(tuple(self._inspector.kriya(str(node["id"])) for node in page.items), page.after)

    def _nodes(self, kind: str, after: int, limit: int, wanted: Callable[[Node], bool]) -> ShownPage:
        found: list[dict[str, Any]] = []
        last = after
        while rows := self._stores.graph.nodes_after(after, kind, BATCH):
            for after, node in rows:
                if not wanted(node):
                    continue
                if len(found) == limit:
                    return ShownPage(tuple(found), last)
                found.append(node_json(node))
                last = after
        return ShownPage(tuple(found), None)

    def ledger(self, after: int, limit: int, refused: bool, run: int | None, doc_id: str | None) -> ShownPage:
        """Return what was proposed and what became of it, by run and place. Raises UnknownName for a document."""
        entries: list[LedgerEntry] = self._inspector.ledger(refused=refused, run=run, doc_id=doc_id).part(
            after, limit + 1
        )
        return ShownPage(tuple(entries[:limit]), after + limit if len(entries) > limit else None)

    def neighbours(self, name: str, limit: int) -> list[Neighbour]:
        """Return who and what takes part in events with an entity. Raises UnknownName with the nearest names."""
        found = (each for node in self.bearers(name) for each in self._neighbours_of(node))
        return [each for _, each in zip(range(limit), found, strict=False)]

    def bearers(self, name: str) -> list[Node]:
        """Return the entities of a name, and those that accepted links join to them."""
        named = self._inspector.entities_named(name)
        joined = {node.id: node for node in named}
        waiting = deque(named)
        while waiting:
            for edge in self._near(waiting.popleft().id):
                other = self._stores.graph.node(edge.target)
                if edge.relation == IS_SAME_AS and other is not None and other.id not in joined:
                    joined[other.id] = other
                    waiting.append(other)
        return list(joined.values())

    def _near(self, node_id: str) -> Iterator[Edge]:
        """Yield the edges of a node, turned so that each begins there."""
        graph = self._stores.graph
        yield from graph.edges_from(node_id)
        for edge in graph.edges_to(node_id):
            yield Edge(edge.target, edge.relation, edge.source, edge.properties, edge.ordinal)

    def _neighbours_of(self, node: Node) -> Iterator[Neighbour]:
        for edge in self._stores.graph.edges_to(node.id):
            if edge.relation not in ROLES:
                continue
            kriya = self._inspector.kriya(edge.source)
            for role in kriya.roles:
                if role.fact.edge.target != node.id:
                    yield Neighbour(
                        kriya.node.id,
                        str(kriya.node.properties["verb"]),
                        edge.relation,
                        role.name,
                        role.relation,
                        str(kriya.node.properties.get("polarity", "positive")),
                        role.fact.verdict,
                        kriya.doc_id,
                        kriya.line_number,
                        kriya.text,
                    )

    def paths(self, one: str, other: str, limit: int = 3, longest: int = 8) -> list[FactPath]:
        """Return the shortest ways from one entity to another over events and accepted links, at most `longest` facts.

        One way for each last fact. Empty where none was found within the bounds. Raises UnknownName.
        """
        starts, ends = self._inspector.entities_named(one), {node.id for node in self._inspector.entities_named(other)}
        came: dict[str, tuple[Edge, ...]] = {node.id: () for node in starts}
        waiting, looked, found = deque(came), 0, list[tuple[Edge, ...]]()
        while waiting and looked < MOST_LOOKED_AT and len(found) < limit:
            here = waiting.popleft()
            if len(came[here]) >= longest or (found and len(came[here]) >= len(found[0])):
                break
            for edge in self._near(here):
                looked += 1
                if edge.relation not in ROLES and edge.relation != IS_SAME_AS:
                    continue
                if edge.target in ends and len(found) < limit:
                    found.append((*came[here], edge))
                elif edge.target not in came:
                    came[edge.target] = (*came[here], edge)
                    waiting.append(edge.target)
        return [self._path(edges) for edges in found]

    def _path(self, edges: Sequence[Edge]) -> FactPath:
        places = [edges[0].source, *(edge.target for edge in edges)]
        return FactPath(tuple(map(self._name, places)), tuple(map(self._fact, edges)))

    def _fact(self, edge: Edge) -> Fact:
        """Return the fact of an edge that may have been turned."""
        turned = Edge(edge.target, edge.relation, edge.source, edge.properties, edge.ordinal)
        return self._facts.of(turned if self._stores.graph.stored_edge(edge) is None else edge)

    def _name(self, node_id: str) -> str:
        node = self._stores.graph.node(node_id)
        properties = {} if node is None else node.properties
        return str(properties.get("canonical_name") or properties.get("verb") or node_id)


def _document(shelved: Shelved) -> ShelvedDocument:
    origin = Path(shelved.origin)
    named = origin.name if origin.is_absolute() else shelved.origin  # readers elsewhere need no folders of this machine
    is_read = bool(shelved.read_under)
    return ShelvedDocument(shelved.doc_id, shelved.lines, shelved.sha, shelved.loader, named, shelved.date, is_read)


def page_of(items: Sequence[Any], after: int, limit: int) -> ShownPage:
    """Return the page of a list that is at hand. `after` counts its items."""
    end = after + limit
    return ShownPage(tuple(items[after:end]), end if end < len(items) else None)

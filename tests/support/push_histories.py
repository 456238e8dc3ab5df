"""Histories of a workspace's graph with pushes between the changes, and a target in memory that can be cut off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from pramana.errors import GraphServerError, SchemaViolation
from pramana.evidence import Evidence, Grade
from pramana.graph import (
    GRAPH_SCHEMA,
    Edge,
    EdgeFact,
    GraphSchema,
    Node,
    NodeFact,
    NodeType,
    PropertyFact,
    Relation,
    SqliteGraph,
    Unit,
    WorkspaceSource,
)
from pramana.graph import push_graph as push_to_target
from pramana.graph.elements import element_of
from pramana.graph.model import EdgeKey
from pramana.graph.projection import ElementBatch, ProjectionTarget, PushMark, elements_hash
from pramana.store import Database

IDS = ("a", "b", "c", "d")


class MemoryTarget:
    """A projection in dictionaries. The write number `cut_off` raises GraphServerError, as one that never arrived."""

    def __init__(self) -> None:
        self.held: dict[str | EdgeKey, Node | Edge] = {}
        self.generations: dict[str | EdgeKey, int] = {}
        self.noted: PushMark | None = None
        self.cut_off = -1
        self.written = 0

    def mark(self) -> PushMark | None:
        return self.noted

    def prepare(self, mark: PushMark) -> None:
        self.noted = mark

    def clear(self) -> None:
        self.held.clear()
        self.noted = None

    def write(self, batch: ElementBatch, mark: PushMark) -> None:
        self.cut_off -= 1
        if self.cut_off == 0:
            raise GraphServerError("the server is away")
        for key in batch.gone_edges:
            self.held.pop(key, None)
        for node_id in batch.gone_nodes:
            self.held.pop(node_id, None)
            for edge in [each for each in self.edges() if node_id in (each.source, each.target)]:
                del self.held[edge.key]
        for node in batch.nodes:
            self._put(node.id, node, mark)
        for edge in batch.edges:
            if edge.source in self.held and edge.target in self.held:
                self._put(edge.key, edge, mark)
        self.noted = mark

    def _put(self, key: str | EdgeKey, item: Node | Edge, mark: PushMark) -> None:
        self.held[key], self.generations[key] = item, mark.generation
        self.written += 1

    def counterparts(self, batch: ElementBatch) -> Iterator[Node | Edge]:
        keys = [*(node.id for node in batch.nodes), *(edge.key for edge in batch.edges)]
        return (self.held[key] for key in keys if key in self.held)

    def sweep(self, mark: PushMark) -> int:
        gone = [key for key in self.held if self.generations[key] < mark.generation]
        for key in gone:
            del self.held[key]
        self.noted = mark
        return len(gone)

    def count(self) -> tuple[int, int]:
        return len(list(self.nodes())), len(list(self.edges()))

    def nodes(self) -> Iterator[Node]:
        return (item for item in self.held.values() if isinstance(item, Node))

    def edges(self) -> Iterator[Edge]:
        return (item for item in self.held.values() if isinstance(item, Edge))

    def close(self) -> None: ...


def _places(lines: list[int]) -> tuple[Evidence, ...]:
    return tuple(Evidence("tale.txt", line, 0, 3, "abc", Grade.VERBATIM) for line in lines)


_LINES = st.lists(st.integers(1, 2), max_size=2)
_NAMED = st.sampled_from(IDS)
_NODES = st.builds(
    lambda name, n, where: NodeFact(Node(name, "P", {"n": n}), _places(where)), _NAMED, st.just(1), _LINES
)
_EDGES = st.builds(
    lambda a, b, ordinal, where: EdgeFact(Edge(a, "R", b, {"w": 1.5}, ordinal), _places(where)),
    _NAMED,
    _NAMED,
    st.integers(0, 1),
    _LINES,
)
_ADDED = st.builds(
    lambda name, value, where: PropertyFact(name, "aka", value, _places(where)), _NAMED, st.sampled_from("xy"), _LINES
)


def _unit(slot: str, key: int, nodes: list[NodeFact], edges: list[EdgeFact], added: list[Any], verdict: str) -> Unit:
    ends = {end for fact in edges for end in (fact.edge.source, fact.edge.target)}
    own = {fact.node.id: fact for fact in nodes}
    own |= {end: NodeFact(Node(end, "P", {"n": 1})) for end in sorted(ends) if end not in own}
    facts = {fact.edge.key: fact for fact in edges}
    return Unit(
        slot,
        str(key),
        (("tale.txt", 1),),
        tuple(own.values()),
        tuple(facts.values()),
        properties=tuple(added),
        verdict=verdict,
    )


_UNITS = st.builds(
    _unit,
    st.sampled_from(["one", "two", "three"]),
    st.integers(0, 10**6),
    st.lists(_NODES, max_size=3),
    st.lists(_EDGES, max_size=3),
    st.lists(_ADDED, max_size=1),
    st.sampled_from(["checked", "accepted"]),
)
HISTORIES = st.lists(
    st.one_of(
        st.tuples(st.just("put"), _UNITS),
        st.tuples(st.just("drop"), st.sampled_from(["one", "two", "three"])),
        st.tuples(st.just("again"), st.sampled_from(["one", "two", "three"])),
        st.tuples(st.just("push"), st.sampled_from([0, 0, 1, 2, 3])),
    ),
    max_size=14,
)
"""Changes and pushes; a push has the number of the write at which it is cut off, 0 for none."""


class History:
    """A workspace's graph, and what was last put into each of its slots."""

    def __init__(self) -> None:
        schema = GraphSchema({"P": NodeType()}, {"R": Relation(("P",), ("P",))}, self_loops=True)
        self.graph = SqliteGraph(Database(None, [GRAPH_SCHEMA]), schema)
        self._units: dict[str, Unit] = {}

    def source(self) -> WorkspaceSource:
        return WorkspaceSource(self.graph)

    def change(self, what: str, given: Any) -> None:
        """Put a unit, drop one, or take one out and put it there again, as a pass does that proposes the same."""
        if what == "put":
            try:
                self.graph.put(given)
            except SchemaViolation:  # a property of a node that is not there
                return
            self._units[given.slot] = given
        elif what == "drop":
            self.graph.drop([given])
            self._units.pop(given, None)
        elif given in self._units:
            unit = self._units[given]
            self.graph.drop([given])
            self.change("put", unit)

    def push(self, target: ProjectionTarget) -> None:
        push_to_target(self.source(), target)

    def check(self, target: ProjectionTarget) -> None:
        """Push what has changed: the target must be the graph, and what was not changed is not written."""
        source = self.source()
        before = {element_of(item) for item in (*target.nodes(), *target.edges())}
        mark = target.mark()
        done = push_to_target(source, target)
        after = [*target.nodes(), *target.edges()]
        assert elements_hash(target.nodes(), target.edges()) == elements_hash(source.nodes(), source.edges())
        if mark is not None and mark.complete:
            assert done.nodes + done.edges == sum(element_of(item) not in before for item in after)

"""The graph in memory: what it adds to an adapter."""

from __future__ import annotations

import gc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule
from memory_graph import MemoryGraph

from pramana.errors import CanonicalError, GraphError, SchemaViolation
from pramana.graph import Edge, EdgeFact, GraphSchema, Node, NodeFact, NodeType, Relation, Unit
from pramana.graph.adapters import ElementKind, MemoryAdapter
from pramana.graph.schema import SchemaMode
from pramana.testing.conformance.strategies import Graph, graphs

SCHEMA = GraphSchema(
    {"P": NodeType(("name",)), "T": NodeType()}, {"HAS": Relation(("P",), ("T",)), "KNOWS": Relation(("P",), ("P",))}
)


def shown(graph: MemoryAdapter) -> tuple[list[Node], list[Edge]]:
    return list(graph.nodes()), list(graph.edges())


def small() -> MemoryAdapter:
    nodes = [Node("a", "P", {"name": "A"}), Node("b", "P", {"name": "B"}), Node("t", "T")]
    return MemoryAdapter.of(nodes, [Edge("a", "KNOWS", "b"), Edge("a", "HAS", "t")], SCHEMA)


def test_what_the_schema_refuses_is_not_written() -> None:
    """A node or an edge against the schema, new or updated, raises SchemaViolation and changes nothing."""
    graph = small()
    before = shown(graph)
    for write in (
        lambda: graph.add_node(Node("x", "Q")),
        lambda: graph.add_node(Node("x", "P")),
        lambda: graph.add_edge(Edge("t", "HAS", "a")),
        lambda: graph.add_edge(Edge("a", "KNOWS", "a")),
        lambda: graph.update_node("a", {"name": None}),
    ):
        with pytest.raises(SchemaViolation):
            write()
    assert shown(graph) == before
    assert graph.history() == []


def test_bounds_and_unique_properties_hold() -> None:
    """Over a bound, or with a value that another node of its type has, nothing is written; after undo there is room."""
    schema = GraphSchema(
        {"P": NodeType(unique=("key", "tags"))}, {"R": Relation()}, self_loops=True, max_nodes=2, max_edges=1
    )
    graph = MemoryAdapter(schema)
    graph.add_node(Node("a", "P", {"key": 1, "tags": ["x"]}))
    for properties in ({"key": 1}, {"key": 1.0, "tags": ["x"]}):
        with pytest.raises(SchemaViolation, match="unique"):
            graph.add_node(Node("b", "P", properties))
    graph.add_node(Node("b", "P", {"key": True, "tags": ["y"]}))
    graph.update_node("b", {"key": 2})
    with pytest.raises(SchemaViolation, match="unique"):
        graph.update_node("b", {"key": 1})
    graph.add_edge(Edge("a", "R", "b"))
    for write in (lambda: graph.add_node(Node("c", "P")), lambda: graph.add_edge(Edge("a", "R", "a"))):
        with pytest.raises(SchemaViolation, match="the limit is"):
            write()
    graph.undo()
    graph.add_edge(Edge("a", "R", "a"))


def test_a_soft_schema_is_widened_and_narrowed_again() -> None:
    """What a soft schema does not name is admitted and recorded, and goes with the change that brought it."""
    graph = MemoryAdapter(GraphSchema({}, {}, mode=SchemaMode.SOFT))
    graph.add_node(Node("a", "P"))
    graph.add_node(Node("b", "Q"))
    graph.add_edge(Edge("a", "R", "b"))
    assert [str(added) for change in graph.history() for added in change.admitted] == [
        "node type 'P'",
        "node type 'Q'",
        "relation 'R'",
        "relation 'R': leads from a P",
        "relation 'R': leads to a Q",
    ]
    wide = graph.snapshot()
    graph.undo(2)
    assert graph.schema == GraphSchema({"P": NodeType()}, {}, mode=SchemaMode.SOFT)
    graph.restore(wide)
    assert graph.schema is not None
    assert graph.schema.relations == {"R": Relation(("P",), ("Q",))}


def test_properties_are_copied_and_must_be_json() -> None:
    """What is put in is not changed by changing what was given; what JSON cannot hold is refused."""
    graph, tags = MemoryAdapter(), ["x"]
    graph.add_node(Node("a", "P", {"tags": tags}))
    tags.append("y")
    found = graph.get_node("a")
    assert found is not None
    assert found.properties == {"tags": ["x"]}
    for value in (float("inf"), {1: 2}, object(), "\ud800"):
        with pytest.raises(CanonicalError):
            graph.add_node(Node("b", "P", {"v": value}))
    assert graph.count() == (1, 0)


def test_ordinals_are_the_first_that_are_free() -> None:
    """Edges of a kind are numbered from 0; a number that was given back is given again; one asked for is kept."""
    graph = small()
    ordinals = [graph.add_edge(Edge("a", "HAS", "t")).ordinal for _ in range(3)]
    assert ordinals == [1, 2, 3]
    graph.remove_edge(Edge("a", "HAS", "t", {}, 2))
    graph.remove_edge(Edge("a", "HAS", "t", {}, 1))
    assert [graph.add_edge(Edge("a", "HAS", "t")).ordinal for _ in range(3)] == [1, 2, 4]
    assert graph.add_edge(Edge("a", "HAS", "t", {}, 9)).ordinal == 9
    graph.undo(2)
    assert graph.add_edge(Edge("a", "HAS", "t")).ordinal == 4


def test_rows_are_never_given_again() -> None:
    """A selection shows the same nodes while others come and go."""
    graph = small()
    chosen = graph.find_nodes('type = "T"')
    graph.remove_node("a")
    graph.add_node(Node("c", "P", {"name": "C"}))
    assert chosen.ids == ["t"]
    assert graph.find_nodes().ids == ["b", "t", "c"]


def test_a_removed_node_takes_its_edges_in_one_operation() -> None:
    """Removing a node is one operation, and undo brings all of it back, in its old place."""
    graph = small()
    before = shown(graph)
    graph.remove_node("a")
    assert [change.kind for change in graph.history()] == [ElementKind.EDGES, ElementKind.EDGES, ElementKind.NODES]
    assert len({change.operation for change in graph.history()}) == 1
    assert graph.undo(5) == 1
    assert shown(graph) == before


def test_transactions_nest() -> None:
    """A part that fails is taken back alone where its exception is caught; the whole is one operation."""
    graph = small()
    with graph.transaction():
        graph.update_node("a", {"n": 1})
        with pytest.raises(SchemaViolation), graph.transaction():
            graph.update_node("b", {"n": 1})
            graph.add_node(Node("a", "P", {"name": "twice"}))
        graph.update_node("t", {"n": 1})
    assert graph.find_nodes("n = 1").ids == ["a", "t"]
    graph.undo()
    assert graph.find_nodes("n = 1").ids == []


def test_there_is_no_going_back_inside_a_transaction() -> None:
    """Undo, restore and forgetting are refused inside a transaction, which then is taken back whole."""
    graph = small()
    start = graph.snapshot()
    for call in (graph.undo, lambda: graph.restore(start), graph.forget_history):
        with pytest.raises(GraphError, match="transaction"), graph.transaction():
            graph.update_node("a", {"n": 1})
            call()
    assert graph.find_nodes("n = 1").ids == []


def test_a_state_that_was_left_can_be_gone_back_to() -> None:
    """Snapshots on different branches of the past are all within reach, from each other too."""
    graph = small()
    start, states = graph.snapshot(), []
    for name in "xyz":
        graph.restore(start)
        graph.add_node(Node(name, "T"))
        graph.remove_node("b")
        states.append((graph.snapshot(), shown(graph), graph.hash()))
    graph.undo(2)
    for snapshot, state, hash_then in (*states, *reversed(states)):
        graph.restore(snapshot)
        assert (shown(graph), graph.hash()) == (state, hash_then)


def test_snapshots_of_others_and_of_a_forgotten_past_are_refused() -> None:
    """A snapshot belongs to one graph, and to the past that it remembers."""
    graph = small()
    graph.add_node(Node("x", "T"))
    old = graph.snapshot()
    with pytest.raises(GraphError):
        small().restore(old)
    graph.forget_history()
    with pytest.raises(GraphError):
        graph.restore(old)
    assert graph.undo() == 0
    assert graph.count() == (4, 2)


def test_an_index_changes_no_answer() -> None:
    """With an index on a property the same nodes and edges are found, before and after changes."""
    plain, indexed = small(), small()
    indexed.index("n")
    indexed.index("w", ElementKind.EDGES)
    for graph in (plain, indexed):
        graph.update_node("a", {"n": 1})
        graph.update_node("b", {"n": 1.0})
        graph.update_node("t", {"n": True})
        graph.update_edge(Edge("a", "HAS", "t"), {"w": "x"})
        graph.update_node("a", {"n": 2})
        graph.undo()
    for where in ("n = 1", "n = true", 'n IN [1, "x"]', "n = 1 AND name = 'A'", "n = 2", "NOT n = 1"):
        assert indexed.find_nodes(where).ids == plain.find_nodes(where).ids
    assert indexed.find_edges('w = "x"').ids == plain.find_edges('w = "x"').ids == ["a -HAS-> t"]


@pytest.mark.slow
def test_a_long_past_is_let_go() -> None:
    """A history of many changes is freed with the graph that has it."""
    graph = MemoryAdapter()
    graph.add_node(Node("a", "P"))
    for number in range(100_000):
        graph.update_node("a", {"n": number})
    assert repr(graph.history()[-1]).startswith("<change 100001")
    del graph
    gc.collect()


@settings(max_examples=60)
@given(graph=graphs())
def test_the_hash_is_that_of_the_facts(graph: Graph) -> None:
    """The hash is that of a store which holds the same nodes and edges."""
    nodes, edges = graph
    types = {"P": NodeType(), "Q": NodeType()}
    schema = GraphSchema(types, {name: Relation(("P", "Q"), ("P", "Q")) for name in "RS"}, self_loops=True)
    store = MemoryGraph(schema)
    store.put(Unit("s", "k", (), tuple(map(NodeFact, nodes)), tuple(map(EdgeFact, edges))))
    assert MemoryAdapter.of(nodes, edges).hash() == store.hash()


class Growing(RuleBasedStateMachine):
    """A graph that is changed, undone and restored, beside plain lists that are copied whole."""

    snapshots = Bundle("snapshots")

    def __init__(self) -> None:
        super().__init__()
        self.graph = MemoryAdapter()
        self.graph.index("n")
        self.past = [shown(self.graph)]

    def _done(self) -> None:
        self.past.append(shown(self.graph))

    def _ids(self) -> list[str]:
        return [node.id for node in self.graph.nodes()]

    @rule(number=st.integers(0, 5))
    def add_node(self, number: int) -> None:
        if f"n{number}" not in self._ids():
            self.graph.add_node(Node(f"n{number}", "P", {"name": f"N{number}"}))
            self._done()

    @rule(data=st.data())
    def add_edge(self, data: st.DataObject) -> None:
        ids = self._ids()
        if ids:
            ends = data.draw(st.tuples(st.sampled_from(ids), st.sampled_from(ids)))
            self.graph.add_edge(Edge(ends[0], "R", ends[1]))
            self._done()

    @rule(data=st.data(), value=st.none() | st.integers(0, 2))
    def update(self, data: st.DataObject, value: int | None) -> None:
        ids = self._ids()
        if ids:
            self.graph.update_node(data.draw(st.sampled_from(ids)), {"n": value})
            self._done()

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        things = [*self._ids(), *self.graph.edges()]
        if things:
            thing = data.draw(st.sampled_from(things))
            self.graph.remove_node(thing) if isinstance(thing, str) else self.graph.remove_edge(thing)
            self._done()

    @rule(operations=st.integers(0, 3))
    def undo(self, operations: int) -> None:
        done = self.graph.undo(operations)
        assert done == min(operations, len(self.past) - 1)
        del self.past[len(self.past) - done :]

    @rule(target=snapshots)
    def take(self) -> object:
        return self.graph.snapshot(), list(self.past), self.graph.hash()

    @rule(taken=snapshots)
    def go_back(self, taken: tuple[object, list[object], str]) -> None:
        snapshot, past, hash_then = taken
        self.graph.restore(snapshot)  # type: ignore[arg-type]
        self.past = list(past)  # type: ignore[arg-type]
        assert self.graph.hash() == hash_then

    @invariant()
    def is_what_it_should_be(self) -> None:
        nodes, edges = self.past[-1]
        assert shown(self.graph) == (nodes, edges)
        assert self.graph.count() == (len(nodes), len(edges))
        fresh = MemoryAdapter.of(nodes, edges)
        assert fresh.hash() == self.graph.hash()
        for where in ("n = 1", "name = 'N1'", 'type = "P"'):
            assert self.graph.find_nodes(where).ids == fresh.find_nodes(where).ids
        for node in nodes:
            assert self.graph.incident([node.id]).ids == fresh.incident([node.id]).ids
            assert self.graph.get_node(node.id.upper()) == node


TestGrowing = Growing.TestCase
TestGrowing.settings = settings(max_examples=40, stateful_step_count=30)

"""The figures of a growing graph are those of a count from scratch."""

from __future__ import annotations

from collections import Counter
from typing import Any

import networkx as nx
from growths import edge, node, payload_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.graph.adapters import MemoryAdapter
from pramana.igg import Growth, read_answer
from pramana.igg.components import Components
from pramana.igg.summary import Figures, GrowthSummary, Leader, Wanting

NAMES = [f"n{number}" for number in range(9)]


def counted(graph: MemoryAdapter, shown: int, starting: str, wanted: dict[str, list[str]]) -> Figures:
    """Count a graph from scratch, with nothing that the summary has.

    `starting` names the types that edges may lead from, `wanted` the properties of each type.
    """
    nodes, edges = list(graph.nodes()), list(graph.edges())
    drawn = nx.MultiDiGraph()
    drawn.add_nodes_from(node.id for node in nodes)
    drawn.add_edges_from((edge.source, edge.target) for edge in edges)
    parts = sorted(map(len, nx.weakly_connected_components(drawn)), reverse=True)
    place = {node.id: number for number, node in enumerate(nodes)}
    busy = sorted((node for node in nodes if drawn.degree(node.id)), key=lambda n: (-drawn.degree(n.id), place[n.id]))
    leaves = [node.id for node in nodes if node.type in starting and not drawn.out_degree(node.id)]
    lacking = [node.id for node in nodes if not node.properties.keys() >= set(wanted.get(node.type, ()))]

    def order(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
        return tuple(sorted(counts.items(), key=lambda one: (-one[1], one[0])))

    return Figures(
        len(nodes),
        len(edges),
        order(Counter(node.type for node in nodes)),
        order(Counter(edge.relation for edge in edges)),
        tuple(Leader(node.id, node.type, drawn.out_degree(node.id), drawn.in_degree(node.id)) for node in busy[:shown]),
        tuple((node.id, node.type) for node in nodes[::-1][:shown]),
        Wanting(len(leaves), tuple(leaves[::-1][:shown])),
        Wanting(len(lacking), tuple(lacking[::-1][:shown])),
        len(parts),
        tuple(parts[:shown]),
        parts.count(1),
    )


REFERENCES = st.sampled_from([{"name": name} for name in NAMES])
ACTIONS = st.one_of(
    st.builds(node, st.sampled_from(["Class", "Method", "Table"]), st.sampled_from(NAMES)),
    st.builds(node, st.just("Method"), st.sampled_from(NAMES), line=st.integers(0, 9)),
    st.builds(edge, st.sampled_from(["CALLS", "HAS"]), REFERENCES, REFERENCES),
    st.builds(edge, st.just("CALLS"), REFERENCES, REFERENCES),
    st.builds(
        lambda one, line: {"type": "UPDATE_NODE", "node": one, "properties": {"line": line}},
        REFERENCES,
        st.none() | st.integers(0, 9),
    ),
    st.builds(lambda one: {"type": "REMOVE", "node": one}, REFERENCES),
    st.builds(lambda one, other: {**edge("CALLS", one, other), "type": "REMOVE"}, REFERENCES, REFERENCES),
)
ANSWERS = st.builds(
    lambda actions, atomic: {"actions": actions, "atomic": atomic}, st.lists(ACTIONS, max_size=8), st.booleans()
)


@settings(max_examples=200)
@given(st.lists(st.tuples(ANSWERS, st.booleans()), max_size=8), st.integers(0, 5))
def test_figures_are_those_of_a_count_from_scratch(answers: list[tuple[Any, bool]], shown: int) -> None:
    """Whatever an agent does, in batches that are refused as a whole too, the kept figures equal a recount."""
    growth = Growth(payload_of())
    summary = GrowthSummary.of(growth)
    wanted = {"Class": ["name"], "Method": ["name", "line"]}
    for batch, asked in answers:
        growth.act(read_answer(batch))
        if asked:
            assert summary.figures(shown) == counted(growth.graph, shown, "Class Method", wanted)
    assert summary.figures(shown) == counted(growth.graph, shown, "Class Method", wanted)
    assert GrowthSummary.of(growth).figures(shown) == summary.figures(shown)


@settings(max_examples=300)
@given(
    st.integers(2, 14),
    st.lists(
        st.tuples(st.sampled_from(["join", "cut", "remove", "ask"]), st.integers(0, 13), st.integers(0, 13)),
        max_size=80,
    ),
)
def test_components_are_those_of_the_edges_that_are_left(size: int, steps: list[tuple[str, int, int]]) -> None:
    """Whatever edges and nodes come and go between questions, the components are those of what is left."""
    drawn = nx.Graph()
    drawn.add_nodes_from(range(size))
    kept = Components(lambda row: list(drawn[row]))
    for what, one, other in steps:
        if what == "ask":
            kept.sizes(1)
        elif one in drawn and other in drawn:
            if what == "join":
                drawn.add_edge(one, other)
                kept.join(one, other)
            elif what == "cut" and drawn.has_edge(one, other):
                drawn.remove_edge(one, other)
                kept.cut(one, other)
            elif what == "remove":
                for near in list(drawn[one]):
                    drawn.remove_edge(one, near)
                    kept.cut(one, near)
                drawn.remove_node(one)
                kept.remove(one)
    parts = sorted((len(part) for part in nx.connected_components(drawn) if len(part) > 1), reverse=True)
    assert kept.sizes(99) == (len(parts), parts)
    assert kept.connected_count() == sum(parts)


def test_a_question_looks_at_no_node_twice() -> None:
    """However many edges are gone, a question looks at each node's neighbours once at most."""
    size, looked = 300, Counter[int]()
    ring = nx.cycle_graph(size)

    def near(row: int) -> list[int]:
        looked[row] += 1
        return list(ring[row])

    kept = Components(near)
    for one, other in ring.edges():
        kept.join(one, other)
    for one in range(0, size, 10):
        ring.remove_edge(one, one + 1)
        kept.cut(one, one + 1)
    assert kept.sizes(2) == (30, [10, 10])
    assert max(looked.values()) == 1


def test_a_removed_hub_costs_what_hangs_on_it() -> None:
    """Where a node held a large component together and it still hangs together, few nodes are looked at."""
    looked = Counter[int]()
    drawn = nx.path_graph(5_000)
    drawn.add_edges_from((5_000, number) for number in range(0, 5_000, 5))

    def near(row: int) -> list[int]:
        looked[row] += 1
        return list(drawn[row])

    kept = Components(near)
    for one, other in drawn.edges():
        kept.join(one, other)
    drawn.remove_edge(17, 18)
    kept.cut(17, 18)
    assert kept.sizes(1) == (1, [5_001])
    assert looked.total() < 20

"""Path search against NetworkX and against trying everything."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.graph.adapters.paths import Links, simple_paths

UNBOUNDED = 10**9


def links_of(graph: nx.Graph[int], passes: object = None) -> Links[int]:
    ahead = graph.succ if graph.is_directed() else graph.adj
    behind = graph.pred if graph.is_directed() else graph.adj
    return Links(ahead.__getitem__, behind.__getitem__, sorted, passes)  # type: ignore[arg-type]


@st.composite
def random_graphs(draw: st.DrawFn) -> nx.Graph[int]:
    kind = draw(st.sampled_from([nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph]))
    size = draw(st.integers(2, 9))
    ends = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    graph = kind()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(draw(st.lists(ends, max_size=30)))
    return graph


def expected(graph: nx.Graph[int], starts: set[int], ends: set[int], longest: int) -> list[tuple[int, ...]]:
    found = {
        tuple(path)
        for start in starts
        for end in ends - {start}
        for path in nx.all_simple_paths(graph, start, end, cutoff=longest)
    }
    return sorted(found, key=lambda path: (len(path), path))


@settings(max_examples=300)
@given(graph=random_graphs(), data=st.data(), longest=st.integers(1, 6))
def test_paths_are_those_of_networkx(graph: nx.Graph[int], data: st.DataObject, longest: int) -> None:
    """On any graph, between any nodes, the paths are NetworkX's, shortest first, then by the nodes' order."""
    some = st.sets(st.sampled_from(list(graph)), min_size=1, max_size=3)
    starts, ends = data.draw(some), data.draw(some)
    found, hit = simple_paths(links_of(graph), starts, ends, longest, UNBOUNDED, UNBOUNDED)
    assert (found, hit) == (expected(graph, starts, ends, longest), ())


@settings(max_examples=200)
@given(graph=random_graphs(), data=st.data(), longest=st.integers(1, 6))
def test_paths_take_only_steps_that_pass(graph: nx.Graph[int], data: st.DataObject, longest: int) -> None:
    """With a test of steps the paths are those of the graph that has only the edges that pass."""
    kept = data.draw(st.sets(st.sampled_from(sorted(set(graph.edges())) or [(0, 0)])))
    if not graph.is_directed():
        kept |= {(two, one) for one, two in kept}
    start, end = data.draw(st.tuples(st.sampled_from(list(graph)), st.sampled_from(list(graph))))
    thin = nx.DiGraph(kept)
    thin.add_nodes_from(graph)
    links = links_of(graph, lambda one, two: (one, two) in kept)
    found, _ = simple_paths(links, {start}, {end}, longest, UNBOUNDED, UNBOUNDED)
    present = [pair for pair in kept if graph.has_edge(*pair)]
    thin = nx.DiGraph(present)
    thin.add_nodes_from(graph)
    assert found == expected(thin, {start}, {end}, longest)


@settings(max_examples=200)
@given(graph=random_graphs(), data=st.data(), most=st.integers(0, 5), allowance=st.integers(0, 60))
def test_what_a_bound_leaves_is_the_beginning(
    graph: nx.Graph[int], data: st.DataObject, most: int, allowance: int
) -> None:
    """A bound on paths or on the edges looked at gives the first of all paths; only the second is named."""
    start, end = data.draw(st.tuples(st.sampled_from(list(graph)), st.sampled_from(list(graph))))
    whole = expected(graph, {start}, {end}, 5)
    assert simple_paths(links_of(graph), {start}, {end}, 5, most, UNBOUNDED) == (whole[:most], ())
    found, hit = simple_paths(links_of(graph), {start}, {end}, 5, UNBOUNDED, allowance)
    assert found == whole[: len(found)]
    assert hit in ((), ("max_expansions",))
    assert hit or found == whole


@pytest.mark.parametrize("spokes", [100, 100_000])
def test_a_hub_costs_what_its_other_side_costs(spokes: int) -> None:
    """A node with very many neighbours in the middle of a path is asked for few of them."""
    graph = nx.DiGraph()
    graph.add_edges_from(("hub", number) for number in range(spokes))
    graph.add_edges_from([("a", "b"), ("b", "hub"), (5, "y"), ("y", "z")])
    links = Links(graph.succ.__getitem__, graph.pred.__getitem__, lambda nodes: sorted(nodes, key=str))
    found, hit = simple_paths(links, {"a"}, {"z"}, 5, UNBOUNDED, 50)
    assert (found, hit) == ([("a", "b", "hub", 5, "y", "z")], ())

"""What an observation costs: a small graph whole, a large one in figures, beside a count of these by NetworkX."""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from heapq import nlargest
from typing import Any

import networkx as nx

from pramana.graph import Edge, GraphSchema, Node, NodeType, Relation
from pramana.graph.adapters import MemoryAdapter
from pramana.igg import Growth, read_answer, read_payload
from pramana.igg.context import RunContext
from pramana.igg.observe import observe
from pramana.igg.summary import GrowthSummary

TYPES = ("Class", "Method", "Table")
RELATIONS = ("CALLS", "HAS", "READS")
SHOWN = 8


def ms(work: Callable[[], Any], times: int = 9) -> float:
    """Return the median of so many runs, in milliseconds."""
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        spent.append(time.perf_counter() - began)
    return statistics.median(spent) * 1e3


def schema() -> dict[str, Any]:
    return {"node_types": list(TYPES), "edge_types": list(RELATIONS), "required_attributes": {"Class": ["name"]}}


def small(nodes: int) -> Growth:
    """Return a growth of so many nodes, twice as many edges, and three properties a node."""
    dice = random.Random(7)
    config = {"schema": schema(), "observe": {"whole_below": nodes + 1, "tokens": 20_000}}
    growth = Growth(read_payload({"session_id": "s", "goal_prompt": "g", "config": config}))
    actions: list[dict[str, Any]] = [
        {
            "type": "ADD_NODE",
            "label": TYPES[number % 3],
            "properties": {"name": f"node{number}", "package": f"com.app.p{number % 5}", "line": number},
        }
        for number in range(nodes)
    ]
    for _ in range(2 * nodes):
        one, other = dice.sample(range(nodes), 2)
        ends = {"from": {"name": f"node{one}"}, "to": {"name": f"node{other}"}}
        actions.append({"type": "ADD_EDGE", "label": dice.choice(RELATIONS), **ends})
    growth.act(read_answer(actions))
    return growth


def large(nodes: int, edges: int) -> tuple[MemoryAdapter, GrowthSummary]:
    """Return a graph in which some nodes have far more edges than others, and its summary, kept up from the start."""
    dice = random.Random(7)
    graph = MemoryAdapter(GraphSchema({name: NodeType() for name in TYPES}, {name: Relation() for name in RELATIONS}))
    summary = GrowthSummary(graph)
    for number in range(nodes):
        summary.node_added(added(graph, Node(f"n{number}", TYPES[number % 3], {"name": f"node{number}"})))
    for _ in range(edges):
        one, other = int(nodes * dice.random() ** 3), dice.randrange(nodes)
        if one != other:
            summary.edge_added(graph.add_edge(Edge(f"n{one}", dice.choice(RELATIONS), f"n{other}")))
    return graph, summary


def added(graph: MemoryAdapter, node: Node) -> Node:
    graph.add_node(node)
    return node


def drawn(graph: MemoryAdapter) -> nx.MultiDiGraph[str]:
    """Return the graph as NetworkX has it."""
    whole: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    whole.add_nodes_from((node.id, {"type": node.type}) for node in graph.nodes())
    whole.add_edges_from((edge.source, edge.target, edge.id, {"relation": edge.relation}) for edge in graph.edges())
    return whole


def recount(whole: nx.MultiDiGraph[str]) -> tuple[Any, ...]:
    """Count what the summary has, from scratch: what a loop without it would do before every question."""
    parts = [len(part) for part in nx.weakly_connected_components(whole)]
    return (
        whole.number_of_nodes(),
        whole.number_of_edges(),
        Counter(kind for _, kind in whole.nodes(data="type")),
        Counter(kind for _, _, kind in whole.edges(data="relation")),
        [node for node, _ in nlargest(SHOWN, whole.degree, key=lambda one: one[1])],
        sum(not degree for _, degree in whole.out_degree),
        len(parts),
        nlargest(SHOWN, parts),
    )


def agree(summary: GrowthSummary, whole: nx.MultiDiGraph[str]) -> None:
    """Stop where the kept figures are not those of the count."""
    kept, counted = summary.figures(SHOWN), recount(whole)
    assert (kept.nodes, kept.edges, dict(kept.types), dict(kept.relations)) == counted[:4]
    assert [leader.leaving + leader.reaching for leader in kept.leaders] == [whole.degree(one) for one in counted[4]]
    assert (kept.leaves.count, kept.components, list(kept.largest)) == counted[5:]


def show_small() -> None:
    growth = small(50)
    summary = GrowthSummary.of(growth)
    context = RunContext.of("\n".join(f"line {number} of the sources" for number in range(400)))
    for form in ("markdown", "graphml"):
        whole = observe(growth, summary, context, iteration=1, format=form)
        assert whole.whole
        cost = ms(lambda form=form: observe(growth, summary, context, iteration=1, format=form), 50)
        print(f"50 nodes, {growth.graph.count()[1]} edges, whole as {form}: {cost:.2f} ms, {whole.tokens:,} tokens")


def show_large(nodes: int) -> None:
    began = time.perf_counter()
    graph, summary = large(nodes, 2 * nodes)
    grown = time.perf_counter() - began
    whole = drawn(graph)
    agree(summary, whole)
    ours, theirs = ms(summary.figures), ms(lambda: recount(whole), 3)
    print(f"{nodes:,} nodes, {graph.count()[1]:,} edges (grown with the summary in {grown:.1f} s)")
    print(f"  figures kept up: {ours:.2f} ms; NetworkX recount of its own graph: {theirs:.0f} ms")
    events = ms(lambda: GrowthSummary(graph), 1) / (nodes + graph.count()[1]) * 1e3
    print(f"  counted from scratch: {events:.2f} us a node or edge")
    show_removals(graph, summary)
    agree(summary, drawn(graph))


def show_removals(graph: MemoryAdapter, summary: GrowthSummary) -> None:
    """Take edges and nodes out and ask at once: what the search for parted components costs."""
    dice = random.Random(11)
    edges = list(graph.edges())
    spent = []
    for edge in dice.sample(edges, 200):
        graph.remove_edge(edge)
        spent.append(ms(summary.figures, 1))
    print(f"  asked after each of 200 removed edges: {statistics.median(spent):.2f} ms, the worst {max(spent):.1f} ms")
    hub = summary.figures().leaders[0]
    graph.remove_node(hub.id)
    busy = hub.leaving + hub.reaching
    print(f"  asked after removing the busiest node ({busy:,} edges): {ms(summary.figures, 1):.1f} ms")
    for node in dice.sample(list(graph.nodes()), 1_000):
        graph.remove_node(node.id)
    print(f"  asked after removing 1,000 nodes at once: {ms(summary.figures, 1):.1f} ms")


def show_ring(nodes: int) -> None:
    """The worst for the search: a ring parted at its far ends."""
    graph = MemoryAdapter.of(
        [Node(f"n{number}", "T") for number in range(nodes)],
        [Edge(f"n{number}", "R", f"n{(number + 1) % nodes}") for number in range(nodes)],
    )
    summary = GrowthSummary(graph)
    spent = []
    for number in (0, nodes // 2):
        graph.remove_edge(Edge(f"n{number}", "R", f"n{number + 1}"))
        spent.append(ms(summary.figures, 1))
    counted = ms(lambda: GrowthSummary(graph), 1)
    told = f"{spent[0]:.0f} and {spent[1]:.0f} ms; from scratch {counted:.0f} ms"
    print(f"a ring of {nodes:,} cut open, then in two: {told}")


def main(sizes: list[int]) -> None:
    show_small()
    for nodes in sizes:
        show_large(nodes)
    show_ring(100_000)


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [10_000, 100_000])

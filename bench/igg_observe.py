"""What an observation costs: a small graph whole, a large one in figures, beside a count of these by NetworkX."""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from heapq import nlargest
from typing import Any

import networkx as nx

from pramana.graph import Edge, Node
from pramana.igg import Growth, read_answer, read_payload
from pramana.igg.backend import GrowingGraph
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


def bare(node_types: Iterable[str], relations: Iterable[str]) -> Growth:
    """Return a growth without bounds or required properties."""
    schema = {"node_types": list(node_types), "edge_types": list(relations)}
    config = {"constraints": {"max_nodes": None, "max_edges": None, "allow_parallel_edges": True}, "schema": schema}
    return Growth(read_payload({"session_id": "bench", "goal_prompt": "", "config": config}))


def add(growth: Growth, nodes: Iterable[Node], edges: Iterable[Edge]) -> None:
    actions = [{"type": "ADD_NODE", "label": n.type, "id": n.id, "properties": dict(n.properties)} for n in nodes]
    actions += [{"type": "ADD_EDGE", "label": e.relation, "from": e.source, "to": e.target} for e in edges]
    assert not growth.act(read_answer(actions)).refused


def remove(growth: Growth, **items: Iterable[str]) -> None:
    """Remove edges and nodes, by id."""
    actions = [{"type": "REMOVE", kind: item} for kind, ids in items.items() for item in ids]
    assert not growth.act(read_answer(actions)).refused


def large(nodes: int, edges: int) -> tuple[Growth, GrowthSummary]:
    """Return a graph in which some nodes have far more edges than others, and its summary, kept up from the start."""
    dice = random.Random(7)
    growth = bare(TYPES, RELATIONS)
    summary = GrowthSummary.of(growth)
    add(growth, (Node(f"n{number}", TYPES[number % 3], {"name": f"node{number}"}) for number in range(nodes)), ())
    ends = ((int(nodes * dice.random() ** 3), dice.randrange(nodes)) for _ in range(edges))
    add(growth, (), [Edge(f"n{one}", dice.choice(RELATIONS), f"n{other}") for one, other in ends if one != other])
    return growth, summary


def drawn(graph: GrowingGraph) -> nx.MultiDiGraph[str]:
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
    growth, summary = large(nodes, 2 * nodes)
    graph, grown = growth.graph, time.perf_counter() - began
    whole = drawn(graph)
    agree(summary, whole)
    ours, theirs = ms(summary.figures), ms(lambda: recount(whole), 3)
    print(f"{nodes:,} nodes, {graph.count()[1]:,} edges (grown with the summary in {grown:.1f} s)")
    print(f"  figures kept up: {ours:.2f} ms; NetworkX recount of its own graph: {theirs:.0f} ms")
    events = ms(lambda: GrowthSummary.of(growth), 1) / (nodes + graph.count()[1]) * 1e3
    print(f"  counted from scratch: {events:.2f} us a node or edge")
    show_removals(growth, summary)
    agree(summary, drawn(graph))


def show_removals(growth: Growth, summary: GrowthSummary) -> None:
    """Take edges and nodes out and ask at once: what the search for parted components costs."""
    dice = random.Random(11)
    edges = list(growth.graph.edges())
    spent = []
    for edge in dice.sample(edges, 200):
        remove(growth, edge=[edge.id])
        spent.append(ms(summary.figures, 1))
    print(f"  asked after each of 200 removed edges: {statistics.median(spent):.2f} ms, the worst {max(spent):.1f} ms")
    hub = summary.figures().leaders[0]
    remove(growth, node=[hub.id])
    busy = hub.leaving + hub.reaching
    print(f"  asked after removing the busiest node ({busy:,} edges): {ms(summary.figures, 1):.1f} ms")
    remove(growth, node=[node.id for node in dice.sample(list(growth.graph.nodes()), 1_000)])
    print(f"  asked after removing 1,000 nodes at once: {ms(summary.figures, 1):.1f} ms")


def show_ring(nodes: int) -> None:
    """The worst for the search: a ring parted at its far ends."""
    growth = bare(["T"], ["R"])
    ring = [Edge(f"n{number}", "R", f"n{(number + 1) % nodes}") for number in range(nodes)]
    add(growth, (Node(f"n{number}", "T") for number in range(nodes)), ring)
    summary = GrowthSummary.of(growth)
    spent = []
    for number in (0, nodes // 2):
        remove(growth, edge=[ring[number].id])
        spent.append(ms(summary.figures, 1))
    counted = ms(lambda: GrowthSummary.of(growth), 1)
    told = f"{spent[0]:.0f} and {spent[1]:.0f} ms; from scratch {counted:.0f} ms"
    print(f"a ring of {nodes:,} cut open, then in two: {told}")


def main(sizes: list[int]) -> None:
    show_small()
    for nodes in sizes:
        show_large(nodes)
    show_ring(100_000)


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [10_000, 100_000])

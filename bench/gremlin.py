"""[NODES] Searches and paths in TinkerGraph and JanusGraph against traversals written by hand, and the rate of a push.

python bench/gremlin.py 5000      # needs the servers' jars: python tests/support/jvm.py gremlin-server janusgraph
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from gremlin_servers import GremlinServerProcess

from pramana.graph import Edge, Node, parse_address
from pramana.graph.adapters.gremlin import GremlinAdapter, GremlinConnection, GremlinTarget
from pramana.graph.projection import ElementBatch, PushMark

BATCH = 1_000
ROUNDS = 15


def made_graph(count: int) -> tuple[list[Node], list[Edge]]:
    luck = random.Random(1)
    nodes = [Node(f"n{i}", "PERSON", {"name": f"Name {i}", "age": luck.randrange(100)}) for i in range(count)]
    ends = {(luck.randrange(count), luck.randrange(count)) for _ in range(3 * count)}
    return nodes, [Edge(f"n{a}", "KNOWS", f"n{b}", {"weight": luck.randrange(10)}) for a, b in sorted(ends)]


def push(connection: GremlinConnection, nodes: list[Node], edges: list[Edge]) -> float:
    """Push a graph and return the seconds that it took."""
    target, mark, began = GremlinTarget(connection, "bench"), PushMark("bench"), time.perf_counter()
    target.prepare(mark)
    for start in range(0, len(nodes), BATCH):
        target.write(ElementBatch(nodes=tuple(nodes[start : start + BATCH])), mark)
    for start in range(0, len(edges), BATCH):
        target.write(ElementBatch(edges=tuple(edges[start : start + BATCH])), mark)
    return time.perf_counter() - began


def seconds(*works: Callable[[], Any]) -> list[float]:
    """Return the median times of several calls, by turns, so that other processes disturb all alike.

    Five rounds before are not counted: Java compiles what it has run often.
    """
    times: list[list[float]] = [[] for _ in works]
    for number in range(-5, ROUNDS):
        for work, listed in zip(works, times, strict=True):
            began = time.perf_counter()
            work()
            if number >= 0:
                listed.append(time.perf_counter() - began)
    return list(map(median, times))


def by_hand(connection: GremlinConnection, start: str, end: str) -> dict[str, Callable[[], Any]]:
    """Return the traversals that somebody would write for what is asked of the adapter."""
    from gremlin_python.process.graph_traversal import __
    from gremlin_python.process.traversal import P

    g = connection.g

    def mine() -> Any:
        return g.V().has("pr_graph", "bench")

    ends = mine().out_e().has("weight", P.gt(7)).filter_(__.in_v().has("age", P.gt(90)))
    walked = mine().has("pr_id", start).repeat(__.out().simple_path()).emit(__.has("pr_id", end)).times(3)
    return {
        "FIND age > 90": lambda: connection.run(mine().has("age", P.gt(90)).value_map()),
        "FIND name = …": lambda: connection.run(mine().has("name", "Name 7").value_map()),
        "FIND edges": lambda: connection.run(ends.clone().value_map()),
        "neighbours": lambda: connection.run(mine().has("pr_id", start).out().dedup().value_map()),
        "paths, 3 edges": lambda: connection.run(walked.clone().has("pr_id", end).path().by("pr_id")),
    }


def of_adapter(adapter: GremlinAdapter, start: str, end: str) -> dict[str, Callable[[], Any]]:
    """Return the same questions to the adapter."""
    return {
        "FIND age > 90": lambda: adapter.find_nodes("age > 90").nodes(),
        "FIND name = …": lambda: adapter.find_nodes('name = "Name 7"').nodes(),
        "FIND edges": lambda: adapter.find_edges("weight > 7 AND target.age > 90").edges(),
        "neighbours": lambda: adapter.neighbours([start]).nodes(),
        "paths, 3 edges": lambda: adapter.find_paths([start], [end], 3).ids,
    }


def main() -> None:
    nodes, edges = made_graph(int(sys.argv[1]) if len(sys.argv) > 1 else 5_000)
    start, end = nodes[0].id, nodes[1].id
    for kind in ("gremlin-server", "janusgraph"):
        server = GremlinServerProcess(kind, fast=True, heap="1g")
        try:
            connection = GremlinConnection(parse_address(server.url))
            took = push(connection, nodes, edges)
            print(f"{kind}: {len(nodes)} nodes, {len(edges)} edges, {(len(nodes) + len(edges)) / took:,.0f} elements/s")
            ours = of_adapter(GremlinAdapter(connection, "bench"), start, end)
            for name, hand in by_hand(connection, start, end).items():
                own, theirs = seconds(ours[name], hand)
                print(f"  {name:16} {own * 1000:8.1f} ms, by hand {theirs * 1000:8.1f} ms, {own / theirs:.2f} x")
            connection.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()

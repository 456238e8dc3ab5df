"""GASL beside its adapter, NetworkX code and grand-cypher. Usage: python bench/gasl.py [--nodes N]

The graph is that of bench/graph.py: N nodes (default 100,000; the goals are for 1,000,000), five edges to each, in
columns. A search through the executor is parsed, carried out, recorded and persisted (in memory); the adapter is given
the parsed condition and nothing else. Both are timed in turn, with the ratio of their CPU times too. NetworkX gets a
comprehension by hand over the same graph, grand-cypher the same question over its first 2,000 nodes: it looks at a node
at a time, and its time is estimated from that. Times are medians. What the executor adds to a command is measured on
commands that have nearly no work.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import polars as pl

from graph import EDGES, NEEDLE, NODES, make
from pramana.expr import parse_condition
from pramana.gasl import GASLExecutor, GASLParser
from pramana.graph import Node
from pramana.graph.adapters import MemoryAdapter
from pramana.graph.adapters.columnar import ColumnarAdapter

ROUNDS = 25
PART = 2_000
SEARCHES = {
    "nodes, two conditions": ("nodes", NODES),
    "CONTAINS on names": ("nodes", f"name CONTAINS '{NEEDLE}'"),
    "edges, two conditions": ("edges", EDGES),
}
SMALL = (
    "COUNT ten AS c",
    "ASSERT LEN ${ten} = 10",
    "DECLARE k AS LIST",
    "FIND nodes LIMIT 10 AS n",
    "SELECT ten FIELDS name AS s",
)


def median(work: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """Return the median of the seconds that work takes. What it returned last is held while the next is made."""
    times, held = [], None
    for _ in range(rounds):
        began = perf_counter()
        held = work()
        times.append(perf_counter() - began)
    del held
    return statistics.median(times)


def in_pairs(one: Callable[[], Any], other: Callable[[], Any]) -> tuple[float, float, float, float]:
    """Return the medians of the seconds of two works done in turn, and of the ratios of their wall and CPU times.

    Pairs hold where the machine's speed drifts; CPU time where others work beside.
    """
    wall: list[tuple[float, float]] = []
    cpu: list[float] = []
    for _ in range(ROUNDS):
        times = []
        for work in (one, other):
            began, busy = perf_counter(), process_time()
            held = work()
            times.append((perf_counter() - began, process_time() - busy))
            del held
        wall.append((times[0][0], times[1][0]))
        cpu.append(times[1][1] / times[0][1])
    ratios = [second / first for first, second in wall]
    first, second = (statistics.median(row) for row in zip(*wall, strict=True))
    return first, second, statistics.median(ratios), statistics.median(cpu)


def searches(adapter: ColumnarAdapter) -> None:
    print(f"\n{'search':<26}{'adapter':>10}{'GASL':>10}{'ratio':>8}{'CPU':>8}")
    for name, (target, condition) in SEARCHES.items():
        where = parse_condition(condition)
        find = adapter.find_nodes if target == "nodes" else adapter.find_edges
        executor = GASLExecutor(adapter)
        command = f"FIND {target} WHERE {condition} AS found"
        executor.execute_one(command)
        alone, through, ratio, cpu = in_pairs(
            lambda find=find, where=where: find(where),
            lambda executor=executor, command=command: executor.execute_one(command),
        )
        print(f"{name:<26}{alone * 1e3:>8.2f}ms{through * 1e3:>8.2f}ms{ratio:>8.2f}{cpu:>8.2f}")


def by_hand(nodes: pl.DataFrame, gasl: float) -> None:
    import networkx as nx

    graph = nx.DiGraph()
    records = nodes.to_dicts()
    graph.add_nodes_from((record.pop("id"), record) for record in records)
    seconds = median(
        lambda: [name for name, data in graph.nodes(data=True) if data["type"] == "PERSON" and data["score"] > 0.63],
        5,
    )
    print(f"{'NetworkX, by hand':<26}{seconds * 1e3:>10.2f} ms   {seconds / gasl:>8.1f} times GASL's")
    if find_spec("grandcypher") is None:
        return
    from grandcypher import GrandCypher

    part = graph.subgraph(list(graph)[:PART]).copy()
    query = 'MATCH (n) WHERE n.type == "PERSON" AND n.score > 0.63 RETURN n'
    per_node = median(lambda: GrandCypher(part).run(query), 3) / PART
    estimate = per_node * len(nodes)
    print(f"{'grand-cypher, estimated':<26}{estimate * 1e3:>10.2f} ms   {estimate / gasl:>8.1f} times GASL's")


def overhead() -> None:
    graph = MemoryAdapter.of((Node(f"p{n}", "P", {"name": f"name {n}", "age": n}) for n in range(50)), [])
    executor, parser = GASLExecutor(graph), GASLParser()
    executor.execute_one("FIND nodes WHERE age < 10 AS ten")
    print(f"\n{'command':<30}{'in all':>10}{'parsing':>10}")
    for command in SMALL:
        in_all = median(lambda command=command: executor.execute_one(command), 500)
        parsing = median(lambda command=command: parser.parse(command), 500)
        print(f"{command:<30}{in_all * 1e6:>8.0f}us{parsing * 1e6:>8.0f}us")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--nodes", type=int, default=100_000)
    count = options.parse_args().nodes
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder), count)
        nodes, edges = (pl.read_ipc(Path(folder) / f"{name}.arrow") for name in ("nodes", "edges"))
        adapter = ColumnarAdapter.from_arrow(nodes, edges)
    print(f"{len(nodes):,} nodes, {len(edges):,} edges")
    searches(adapter)
    executor = GASLExecutor(adapter)
    gasl = median(lambda: executor.execute_one(f"FIND nodes WHERE {NODES} AS found"))
    print(f"\n{'nodes, two conditions':<26}{gasl * 1e3:>10.2f} ms   GASL")
    by_hand(nodes, gasl)
    overhead()


if __name__ == "__main__":
    main()

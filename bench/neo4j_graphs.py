"""Neo4j: a push of a large graph, an incremental push, FIND and paths against hand-written Cypher.

    python bench/neo4j_graphs.py [SECONDS [NODES [EDGES]]]
    python bench/neo4j_graphs.py --small     # the incremental push alone: cold, by the command, and warm

Starts a Neo4j of its own on loopback (see tests/support/jvm.py for its jars), with 512 MB of heap, and stops it. A push
that has taken SECONDS (default 600) is cut off, and its rate is that of what was written. Both sides of a comparison
run on the same server, one after the other; the figure is the median of several runs.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import pytest
from neo4j_server import Neo4jServer

import pramana
from pramana.app import init, push_graph
from pramana.graph import Edge, ListedSource, Node, parse_address, projection_target
from pramana.graph import push_graph as push_to_target
from pramana.graph.adapters.neo4j import Neo4jAdapter, Neo4jConnection, connect_neo4j

TYPES, RELATIONS = ("Person", "Firm", "Place", "Thing"), ("KNOWS", "OWNS", "LIES_IN", "MADE", "SAW")
RUNS = 15


class MadeGraph:
    """A random graph, the same each time, of which nothing is in memory."""

    def __init__(self, nodes: int, edges: int) -> None:
        self.sizes = nodes, edges

    def nodes(self) -> Iterator[Node]:
        random = Random(1)
        for number in range(self.sizes[0]):
            properties = {"name": f"name {number}", "age": random.randrange(100), "score": random.random()}
            yield Node(f"n{number}", TYPES[number % len(TYPES)], properties)

    def edges(self) -> Iterator[Edge]:
        random, (nodes, edges) = Random(2), self.sizes
        for number in range(edges):
            source, target = random.randrange(nodes), random.randrange(nodes)
            yield Edge(f"n{source}", RELATIONS[number % 5], f"n{target}", {"weight": random.randrange(10)})


class Spent:
    """Seconds of the processor from here on: busy machines change them less than the time that passes."""

    def __init__(self, server: Neo4jServer) -> None:
        self._server, self._began = server, (process_time(), server.processor_s())

    def __str__(self) -> str:
        ours, theirs = process_time() - self._began[0], self._server.processor_s() - self._began[1]
        return f"processor: {ours:.1f} s ours, {theirs:.1f} s the server's"


class CutOff(Exception):
    """The time for a push is over."""


def push_large(server: Neo4jServer, url: str, seconds: float, nodes: int, edges: int) -> None:
    spent = Spent(server)
    target = projection_target(parse_address(url))
    began, written = perf_counter(), [0, 0]

    def observe(done_nodes: int, done_edges: int) -> None:
        if done_nodes and not done_edges:
            written[0] = done_nodes
            marks["nodes"] = perf_counter()
        written[1] = done_edges
        if perf_counter() - began > seconds:
            raise CutOff

    marks = {"nodes": began}
    try:
        push_to_target(ListedSource(MadeGraph(nodes, edges), "bench", 1), target, observe=observe)
        ended = "whole"
    except CutOff:
        ended = f"cut off after {seconds:.0f} s"
    took, node_time = perf_counter() - began, marks["nodes"] - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"push          {written[0]:,} nodes, {written[1]:,} edges in {took:.0f} s ({ended})")
    edge_rate = written[1] / max(took - node_time, 0.001)
    rates = f"{written[0] / node_time:,.0f} nodes/s, {edge_rate:,.0f} edges/s"
    print(f"              {rates}, peak of our process {peak:.0f} MB; {spent}")
    target.close()


class SmallTale:
    """A workspace of 1,000 lines, of which ten change at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._turn = folder, 0
        init(folder)
        self._text = [
            f"Person{number} gave the book{number} to Rama{number % 50} in 2019.\n" for number in range(1_000)
        ]
        self._read()

    def _read(self) -> None:
        document = self.folder / "tale.txt"
        document.write_text("".join(self._text))
        with pramana.open(self.folder) as ws:
            ws.ingest(document)

    def change(self) -> None:
        self._turn += 1
        for number in range(10):
            self._text[number * 97 + self._turn] = (
                f"Person{number} sold the house{number} to Sita{self._turn} in 2020.\n"
            )
        self._read()


def push_small_change(server: Neo4jServer, url: str) -> None:
    """Time the push of ten changed lines of a workspace of 1,000, by a process and a server that did it before."""
    with tempfile.TemporaryDirectory() as folder:
        tale = SmallTale(Path(folder))
        first = timed(lambda: push_graph(url, tale.folder))
        for _ in range(2):
            tale.change()
            before, spent = perf_counter(), Spent(server)
            done = push_graph(url, tale.folder, verify=False).result
            took = perf_counter() - before
            counts = f"{done.nodes} nodes, {done.edges} edges, {done.deleted} deleted"
            print(f"incremental   10 lines of 1,000: {counts} in {took:.2f} s, {spent}; the whole: {first:.1f} s")
        check = push_graph(url, tale.folder, verify=True).check
        print(f"              read back: {'the same' if check and check.same else 'NOT the same'}")


def push_by_command(server: Neo4jServer, url: str) -> None:
    """Time the command `pramana push` for ten changed lines, on a server that was just started and on one that runs."""
    with tempfile.TemporaryDirectory() as folder:
        tale = SmallTale(Path(folder))
        push_graph(url, tale.folder)
        server.restart("")
        for name in ("a server just started", "a server that runs", "a server that runs"):
            tale.change()
            before, theirs, ours = perf_counter(), server.processor_s(), children_s()
            words = [sys.executable, "-m", "pramana", "push", url, "-w", folder]
            subprocess.run(words, check=True, capture_output=True)
            took, ours, theirs = perf_counter() - before, children_s() - ours, server.processor_s() - theirs
            print(f"the command, {name}: {took:.2f} s; processor: {ours:.1f} s ours, {theirs:.1f} s the server's")


def children_s() -> float:
    """Return the seconds of the processor of all processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(work: Callable[[], Any]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def compare(name: str, ours: Callable[[], int], theirs: Callable[[], int]) -> None:
    """Print the medians of both sides, run in turns; they must find as much."""
    assert ours() == theirs(), name
    times: list[tuple[float, float]] = [(timed(ours), timed(theirs)) for _ in range(RUNS)]
    mine, other = (median(column) for column in zip(*times, strict=True))
    print(f"{name:<13} {1000 * mine:8.1f} ms  Cypher {1000 * other:8.1f} ms  ratio {mine / other:.2f}")


LABEL = "n:PramanaNode"


def compare_queries(url: str) -> None:
    adapter = connect_neo4j(parse_address(f"{url}?label=PramanaNode"))
    assert isinstance(adapter, Neo4jAdapter)
    raw: Neo4jConnection = adapter.connection

    def rows(query: str, **parameters: Any) -> int:
        return len(raw.run(query, parameters))

    def find(kind: str, where: str) -> Callable[[], int]:
        search = adapter.find_nodes if kind == "nodes" else adapter.find_edges
        return lambda: len(search(where).to_dicts())

    order = "ORDER BY n.pramana_order"
    compare(
        "find by id",
        find("nodes", 'id = "n77"'),
        lambda: rows(f"MATCH ({LABEL} {{pramana_id: 'n77'}}) RETURN n"),
    )
    compare(
        "find text",
        find("nodes", 'type = "Firm" AND name ENDS_WITH "777"'),
        lambda: rows(f"MATCH ({LABEL}:Firm) WHERE n.name ENDS WITH '777' RETURN n {order}"),
    )
    compare(
        "find number",
        find("nodes", 'type = "Person" AND age > 97 AND score < 0.1'),
        lambda: rows(f"MATCH ({LABEL}:Person) WHERE n.age > 97 AND n.score < 0.1 RETURN n {order}"),
    )
    compare(
        "find edges",
        find("edges", 'relation = "OWNS" AND weight = 9 AND source.age = 3 AND target.age < 10'),
        lambda: rows(
            "MATCH (a:PramanaNode)-[r:OWNS]->(b:PramanaNode) WHERE r.weight = 9 AND a.age = 3 AND b.age < 10 "
            "RETURN r, a.pramana_id, b.pramana_id ORDER BY r.pramana_order"
        ),
    )
    for longest in (2, 3):
        compare_paths(adapter, raw, joined_pairs(raw, longest), longest)
    for hops in (1, 2):
        near = f"MATCH (a:PramanaNode {{pramana_id: 'n5'}})-[*1..{hops}]->(n:PramanaNode) WHERE n <> a "
        compare(
            f"neighbours {hops}",
            lambda hops=hops: len(adapter.neighbours(["n5"], hops).to_dicts()),
            lambda near=near: rows(f"{near} RETURN DISTINCT n {order}"),
        )


def compare_paths(adapter: Neo4jAdapter, raw: Neo4jConnection, pairs: list[tuple[str, str]], longest: int) -> None:
    ours, theirs = (lambda: paths(adapter, pairs, longest)), (lambda: written_paths(raw, pairs, longest))
    compare(f"paths of {longest}", ours, theirs)


def joined_pairs(raw: Neo4jConnection, longest: int) -> list[tuple[str, str]]:
    """Return pairs of nodes between which there is a path of `longest` edges."""
    steps = "-->()" * (longest - 1) + "-->(b)"
    query = f"MATCH (a:PramanaNode {{pramana_id: $a}}){steps} WHERE a <> b RETURN b.pramana_id LIMIT 1"
    found = ((f"n{number}", raw.run(query, {"a": f"n{number}"})) for number in range(40))
    return [(start, ends[0][0]) for start, ends in found if ends][:20]


def paths(adapter: Neo4jAdapter, pairs: list[tuple[str, str]], longest: int) -> int:
    return sum(len(adapter.find_paths([one], [other], longest).to_dicts()) for one, other in pairs)


def written_paths(raw: Neo4jConnection, pairs: list[tuple[str, str]], longest: int) -> int:
    query = (
        f"MATCH p = (a:PramanaNode {{pramana_id: $a}})-[*1..{longest}]->(b:PramanaNode {{pramana_id: $b}}) "
        "WHERE all(x IN nodes(p) WHERE single(y IN nodes(p) WHERE y = x)) "
        "WITH DISTINCT nodes(p) AS ns, collect(p)[0] AS p RETURN [x IN ns | x.pramana_id], relationships(p), length(p) "
        "ORDER BY length(p)"
    )
    return sum(len(raw.run(query, {"a": one, "b": other})) for one, other in pairs)


def main() -> None:
    if "--small" in sys.argv:
        server = Neo4jServer(fast=True)
        os.environ.update(server.environment)
        try:
            push_by_command(server, server.url)
            push_small_change(server, f"{server.url}?label=Small")
        finally:
            server.stop()
        return
    seconds, nodes, edges = (int(float(each)) for each in (*sys.argv[1:], *("600", "1e6", "5e6")[len(sys.argv) - 1 :]))
    try:
        server = Neo4jServer(fast=True)
    except pytest.skip.Exception as reason:
        print(f"left out: {reason}")
        return
    os.environ.update(server.environment)
    try:
        push_large(server, server.url, seconds, nodes, edges)
        push_small_change(server, f"{server.url}?label=Small")  # a server that has run for a while
        compare_queries(server.url)
    finally:
        server.stop()


if __name__ == "__main__":
    main()

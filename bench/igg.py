"""Actions of an agent, read, checked and applied, in graphs of three sizes: IGG beside NetworkX and bare dictionaries
with the same checks written by hand (type, required attributes, unique key, bounds, duplicate, references by property).

The peers take actions that are known to be well formed, keep no history, evidence, owners or hash, and cannot go back.

    python bench/igg.py [most nodes, 1000000]
    python bench/igg.py backends [nodes, 1000000]

The second builds the same graph as a run with its log, in memory and in SQLite, each in a process of its own: CPU
time and peak memory.
"""

from __future__ import annotations

import gc
import resource
import sys
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

import networkx as nx

from pramana.igg import ActionOutcome, Growth, GrowthStepper, read_answer, read_payload

BATCH = 20
"""Actions in an answer; the hash is asked for after each, as the loop does."""
ANSWERS = 100
TYPES = {"Class": ("name", "package"), "Method": ("name",)}
RELATIONS = {"CALLS"}
MOST = 10_000_000
PAYLOAD = {
    "session_id": "bench",
    "goal_prompt": "",
    "config": {
        "constraints": {"max_nodes": MOST, "max_edges": MOST},
        "schema": {
            "node_types": list(TYPES),
            "edge_types": list(RELATIONS),
            "required_attributes": {name: list(names) for name, names in TYPES.items()},
            "unique_keys": {name: ["name"] for name in TYPES},
        },
    },
}
Action = dict[str, Any]


def add_node(number: int) -> Action:
    properties = {"name": f"Name{number}", "package": f"com.app.p{number % 97}"}
    return {"type": "ADD_NODE", "label": "Class", "properties": properties}


def add_edge(start: int, end: int) -> Action:
    return {"type": "ADD_EDGE", "label": "CALLS", "from": {"name": f"Name{start}"}, "to": {"name": f"Name{end}"}}


def graph_of(size: int) -> Iterator[Action]:
    for number in range(size):
        yield add_node(number)
    for number in range(size):
        yield add_edge(number, (number * 7 + 1) % size)


def kinds(size: int) -> dict[str, Callable[[int], Action]]:
    """Return what makes the n-th action of each kind in a graph of so many nodes."""
    return {
        "add a node": lambda n: add_node(size + n),
        "add an edge": lambda n: add_edge(size + n, n * 31 % size),
        "update a node": lambda n: {"type": "UPDATE_NODE", "node": {"name": f"Name{n % size}"}, "properties": {"n": n}},
        "refuse a duplicate": lambda n: add_node(n * 17 % size),
        "refuse a reference": lambda n: add_edge(size + n, -1 - n),
        "refuse a type": lambda n: {**add_node(2 * size + n), "label": "Clas"},
        "remove an edge": lambda n: {**add_edge(size + n, n * 31 % size), "type": "REMOVE"},
        "remove a node": lambda n: {"type": "REMOVE", "node": {"name": f"Name{size + n}"}},
    }


class Igg:
    name = "IGG"

    def __init__(self) -> None:
        self.growth = Growth(read_payload(PAYLOAD))

    def act(self, actions: list[Action]) -> tuple[int, int]:
        outcome: ActionOutcome = self.growth.act(read_answer({"reasoning": "", "actions": actions}))
        assert self.growth.hash
        return len(outcome.applied), len(outcome.refused)


class Refused(Exception):
    pass


class ByHand:
    """The checks; what is below keeps nodes and edges."""

    name = ""

    def __init__(self) -> None:
        self.named: dict[str, str] = {}

    def act(self, actions: list[Action]) -> tuple[int, int]:
        refused = 0
        for action in actions:
            try:
                getattr(self, action["type"].lower())(action)
            except Refused:
                refused += 1
        return len(actions) - refused, refused

    def find(self, reference: dict[str, Any]) -> str:
        found = self.named.get(reference["name"])
        if found is None:
            raise Refused(f"Node {reference} not found")
        return found

    def add_node(self, action: Action) -> None:
        label, properties = action["label"], action["properties"]
        if label not in TYPES:
            raise Refused(f"unknown node type {label}")
        for name in TYPES[label]:
            if properties.get(name) in (None, ""):
                raise Refused(f"{name} is missing")
        node = f"{label}:{properties['name']}"
        if properties["name"] in self.named or self.count_nodes() >= MOST:
            raise Refused("duplicate, or no room")
        self.put_node(node, {"type": label, **properties})
        self.named[properties["name"]] = node

    def add_edge(self, action: Action) -> None:
        start, end = self.find(action["from"]), self.find(action["to"])
        if action["label"] not in RELATIONS or start == end or self.count_edges() >= MOST:
            raise Refused("unknown edge type, a loop, or no room")
        if self.has_edge(start, end, action["label"]):
            raise Refused("duplicate")
        self.put_edge(start, end, action["label"])

    def update_node(self, action: Action) -> None:
        self.set(self.find(action["node"]), action["properties"])

    def remove(self, action: Action) -> None:
        if "node" in action:
            node = self.find(action["node"])
            self.drop_node(node)
            del self.named[action["node"]["name"]]
        else:
            self.drop_edge(self.find(action["from"]), self.find(action["to"]), action["label"])

    def count_nodes(self) -> int: ...
    def count_edges(self) -> int: ...
    def put_node(self, node: str, properties: dict[str, Any]) -> None: ...
    def has_edge(self, start: str, end: str, label: str) -> bool: ...
    def put_edge(self, start: str, end: str, label: str) -> None: ...
    def set(self, node: str, properties: dict[str, Any]) -> None: ...
    def drop_node(self, node: str) -> None: ...
    def drop_edge(self, start: str, end: str, label: str) -> None: ...


class NetworkX(ByHand):
    name = "NetworkX"

    def __init__(self) -> None:
        super().__init__()
        self.graph = nx.MultiDiGraph()
        self.edges = 0  # `number_of_edges` looks at every node

    def count_nodes(self) -> int:
        return len(self.graph)

    def count_edges(self) -> int:
        return self.edges

    def put_node(self, node: str, properties: dict[str, Any]) -> None:
        self.graph.add_node(node, **properties)

    def has_edge(self, start: str, end: str, label: str) -> bool:
        return self.graph.has_edge(start, end, label)

    def put_edge(self, start: str, end: str, label: str) -> None:
        self.graph.add_edge(start, end, label)
        self.edges += 1

    def set(self, node: str, properties: dict[str, Any]) -> None:
        self.graph.nodes[node].update(properties)

    def drop_node(self, node: str) -> None:
        self.edges -= self.graph.in_degree(node) + self.graph.out_degree(node)
        self.graph.remove_node(node)

    def drop_edge(self, start: str, end: str, label: str) -> None:
        self.graph.remove_edge(start, end, label)
        self.edges -= 1


class Dicts(ByHand):
    name = "dicts"

    def __init__(self) -> None:
        super().__init__()
        self.nodes: dict[str, dict[str, Any]] = {}
        self.edges: set[tuple[str, str, str]] = set()
        self.touching: dict[str, set[tuple[str, str, str]]] = {}

    def count_nodes(self) -> int:
        return len(self.nodes)

    def count_edges(self) -> int:
        return len(self.edges)

    def put_node(self, node: str, properties: dict[str, Any]) -> None:
        self.nodes[node] = properties
        self.touching[node] = set()

    def has_edge(self, start: str, end: str, label: str) -> bool:
        return (start, end, label) in self.edges

    def put_edge(self, start: str, end: str, label: str) -> None:
        edge = start, end, label
        self.edges.add(edge)
        self.touching[start].add(edge)
        self.touching[end].add(edge)

    def set(self, node: str, properties: dict[str, Any]) -> None:
        self.nodes[node].update(properties)

    def drop_node(self, node: str) -> None:
        for start, end, label in list(self.touching[node]):
            self.drop_edge(start, end, label)
        del self.nodes[node], self.touching[node]

    def drop_edge(self, start: str, end: str, label: str) -> None:
        edge = start, end, label
        self.edges.remove(edge)
        self.touching[start].discard(edge)
        self.touching[end].discard(edge)


def batches(actions: Iterator[Action]) -> Iterator[list[Action]]:
    batch: list[Action] = []
    for action in actions:
        batch.append(action)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def measure(subject: Igg | ByHand, size: int) -> dict[str, tuple[float, tuple[int, int]]]:
    """Return microseconds an action, and how many were applied and refused: building the graph, then of each kind.

    Building is the mean over all; a kind the median of its answers, since a dictionary of a million names now and then
    takes a tenth of a second to grow.
    """
    measured: dict[str, tuple[float, tuple[int, int]]] = {}
    start, done = perf_counter(), [0, 0]
    for batch in batches(graph_of(size)):
        applied, refused = subject.act(batch)
        done = [done[0] + applied, done[1] + refused]
    measured["build it"] = (perf_counter() - start) / sum(done) * 1e6, (done[0], done[1])
    gc.collect()
    gc.freeze()
    for kind, action in kinds(size).items():
        costs, done = [], [0, 0]
        for batch in list(batches(action(n) for n in range(ANSWERS * BATCH))):
            start = perf_counter()
            applied, refused = subject.act(batch)
            costs.append((perf_counter() - start) / len(batch) * 1e6)
            done = [done[0] + applied, done[1] + refused]
        measured[kind] = median(costs), (done[0], done[1])
    gc.unfreeze()
    return measured


def build_in(backend: str, size: int) -> None:
    """Build a graph as a run with its log, and print what it took."""
    config = {**PAYLOAD["config"], "backend": backend, "max_iterations": MOST}
    with TemporaryDirectory() as folder:
        stepper = GrowthStepper(read_payload({**PAYLOAD, "config": config}), log=Path(folder, "run.jsonl"))
        start = process_time()
        for batch in batches(graph_of(size)):
            stepper.act({"reasoning": "", "actions": batch})
        stepper.close()
        cost = (process_time() - start) / (2 * size) * 1e6
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print(f"{backend:>8} {cost:8.1f} µs CPU an action, {peak:,} MB at most, hash {stepper.growth.hash}", flush=True)


def compare_backends(size: int) -> None:
    print(f"{size:,} nodes, {size:,} edges, a run with its log, {BATCH} actions in an answer")
    for backend in ("memory", "sqlite"):
        child = get_context("spawn").Process(target=build_in, args=(backend, size))
        child.start()
        child.join()


def main() -> None:
    if sys.argv[1:2] == ["backends"]:
        compare_backends(int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000)
        return
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    for size in (size for size in (100, 10_000, 1_000_000) if size <= most):
        found = {}
        for make in (Igg, NetworkX, Dicts):
            found[make.name] = measure(make(), size)
            gc.collect()
        print(f"\n{size:,} nodes, {size:,} edges: µs an action, {BATCH} in an answer")
        print(f"{'':>20} {'IGG':>8} {'a second':>10} {'NetworkX':>9} {'dicts':>7}  applied/refused")
        for kind, (cost, done) in found["IGG"].items():
            peers = [found[name][kind] for name in ("NetworkX", "dicts")]
            assert {peer[1] for peer in peers} == {done}, (kind, done, peers)
            told = f"{cost:8.1f} {1e6 / cost:10,.0f} {peers[0][0]:9.1f} {peers[1][0]:7.1f}"
            print(f"{kind:>20} {told}  {done[0]:,}/{done[1]:,}")


if __name__ == "__main__":
    main()

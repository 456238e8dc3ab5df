"""Searches in a large graph beside other engines. Usage: python bench/graph.py [--nodes N] [--engines NAME ...]

The graph is made up, seeded: N nodes (default 100,000; the goals are for 1,000,000) and five edges to each, types and
relations of unequal frequency, degrees by a power law, a tenth of the years missing. Each engine loads it from the same
Arrow tables in a process of its own and answers the same questions; the answers are held against each other. Times are
medians, with --cpu of the processor's time; a path search meets new pairs in every round. Memory is what the process
grew by: at most, and in the end.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import json
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time, sleep
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa

TYPES = ("PERSON", "PLACE", "EVENT", "WORK", "GROUP", "DATE", "LAW", "UNIT")
RELATIONS = ("MENTIONS", "KNOWS", "PART_OF", "LOCATED_IN", "CAUSES", "OWNS", "CITES", "SEES")
FREQUENCIES = (0.3, 0.2, 0.15, 0.1, 0.1, 0.08, 0.05, 0.02)
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ar", "en", "il", "or", "us")]
NODES = "type = 'PERSON' AND score > 0.63"
EDGES = "relation = 'KNOWS' AND weight > 0.7"
NEEDLE = "arka"
STARTS, PAIRS, HOPS, ROUNDS = 100, 20, 3, 7

GOALS = {
    "nodes": ("FIND nodes, two conditions, as rows", 1.0, "ms"),
    "ids": ("the same as ids", 10.0, "ms"),
    "contains": ("CONTAINS on names", 15.0, "ms"),
    "edges": ("FIND edges, two conditions, as rows", 8.0, "ms"),
    "hops": (f"2 hops from {STARTS} nodes", 1.0, "ms"),
    "paths": (f"paths <= {HOPS} hops, {PAIRS} pairs", 0.5, "ms"),
    "load": ("load from Arrow", 4.0, "s"),
    "peak": ("memory, at most", None, "MB"),
    "kept": ("memory, in the end", 600.0, "MB"),
}


def make(folder: Path, count: int) -> None:
    """Write the graph and the questions that name nodes of it."""
    rng = np.random.default_rng(4)
    names = rng.choice(np.array(SYLLABLES), (count // 20 + 20, 3))
    words = pl.Series(["".join(row[: 2 + len(row[0]) % 2]).title() for row in names.tolist()])
    first, second = (words.gather(rng.integers(0, len(words), count)) for _ in range(2))
    years = pl.Series(rng.integers(1700, 2025, count)).set(pl.Series(rng.random(count) < 0.1), None)
    nodes = pl.DataFrame(
        {
            "id": pl.Series([f"node-{row:07}" for row in range(count)]),
            "type": rng.choice(TYPES, count, p=FREQUENCIES),
            "name": first + " " + second,
            "score": rng.random(count),
            "year": years,
        }
    )
    source, target = _ends(rng, count, 0.3), _ends(rng, count, 0.5)
    edges = pl.DataFrame(
        {
            "source": nodes["id"].gather(source),
            "target": nodes["id"].gather(target),
            "relation": rng.choice(RELATIONS, len(source), p=FREQUENCIES),
            "weight": rng.random(len(source)),
        }
    )
    nodes.write_ipc(folder / "nodes.arrow")
    edges.write_ipc(folder / "edges.arrow")
    starts = np.unique(rng.integers(0, count, STARTS)).tolist()
    pairs = _pairs(rng, source, target)
    (folder / "questions.json").write_text(json.dumps({"starts": starts, "pairs": pairs}))


def _pairs(rng: np.random.Generator, source: np.ndarray, target: np.ndarray) -> list[tuple[int, int]]:
    """Return pairs of nodes: each second one is the ends of a walk of three edges, the others are any two nodes."""
    order = np.argsort(source, kind="stable")
    first = np.searchsorted(source[order], np.arange(source.max() + 2))
    pairs: list[tuple[int, int]] = []
    while len(pairs) < ROUNDS * PAIRS:
        one, other = rng.integers(0, source.max() + 1, 2).tolist()
        if len(pairs) % 2:
            other = one
            for _ in range(HOPS):
                leaving = order[first[other] : first[other + 1]]
                other = int(target[rng.choice(leaving)]) if len(leaving) else other
        if one != other:
            pairs.append((one, other))
    return pairs


def _ends(rng: np.random.Generator, count: int, skew: float) -> np.ndarray:
    """Return ends of edges: the n-th node of a random order comes with a frequency of n to the power of -skew."""
    ranks = (count * rng.random(count * 5) ** (1 / (1 - skew))).astype(np.int64)
    return rng.permutation(count)[ranks]


class Ours:
    """The columnar adapter."""

    def __init__(self) -> None:
        from pramana.graph.adapters.columnar import ColumnarAdapter

        self.make = ColumnarAdapter.from_arrow

    def load(self, nodes: pl.DataFrame, edges: pl.DataFrame) -> None:
        self.graph = self.make(nodes, edges)
        self.graph.row_of("nobody")  # what the first search by an id would have to make

    def nodes(self) -> Any:
        return self.graph.find_nodes(NODES).rows

    def ids(self) -> list[str]:
        return self.graph.find_nodes(NODES).ids

    def contains(self) -> Any:
        return self.graph.find_nodes(f"name CONTAINS '{NEEDLE}'").rows

    def edges(self) -> Any:
        return self.graph.find_edges(EDGES).rows

    def hops(self, starts: list[str]) -> Any:
        return self.graph.neighbours(starts, 2).rows

    def paths(self, pairs: list[tuple[str, str]]) -> list[Any]:
        found = [self.graph.find_paths([one], [other], HOPS) for one, other in pairs]
        return [tuple(path.tolist()) for selection in found for path in selection.nodes]


class NetworkX:
    """A MultiDiGraph with the ids for nodes, asked by comprehensions and its own algorithms."""

    def load(self, nodes: pl.DataFrame, edges: pl.DataFrame) -> None:
        import networkx as nx

        graph = nx.MultiDiGraph()
        graph.add_nodes_from((row.pop("id"), row) for row in nodes.iter_rows(named=True))
        for source, target, relation, weight in edges.iter_rows():
            graph.add_edge(source, target, relation=relation, weight=weight)
        self.graph, self.row = graph, {node: row for row, node in enumerate(graph)}
        self.order = {(s, t, k): row for row, (s, t, k) in enumerate(_keys(edges))}

    def ids(self) -> list[str]:
        return [n for n, data in self.graph.nodes(data=True) if data["type"] == "PERSON" and data["score"] > 0.63]

    def nodes(self) -> list[int]:
        return [
            row
            for row, data in enumerate(self.graph._node.values())
            if data["type"] == "PERSON" and data["score"] > 0.63
        ]

    def contains(self) -> list[int]:
        return [row for row, data in enumerate(self.graph._node.values()) if NEEDLE in data["name"]]

    def edges(self) -> Any:
        found = self.graph.edges(keys=True, data=True)
        return [(s, t, k) for s, t, k, data in found if data["relation"] == "KNOWS" and data["weight"] > 0.7]

    def hops(self, starts: list[str]) -> Any:
        succ, begun = self.graph._succ, set(starts)
        near = {other for node in starts for other in succ[node]}
        return (near | {other for node in near for other in succ[node]}) - begun

    def paths(self, pairs: list[tuple[str, str]]) -> Any:
        import networkx as nx

        return {
            tuple(path) for one, other in pairs for path in nx.all_simple_paths(self.graph, one, other, cutoff=HOPS)
        }

    def rows(self, answer: Iterable[Any]) -> list[Any]:
        """Return what nodes, edges and paths are called here as rows of the tables."""
        return [self._row(one) for one in answer]

    def _row(self, one: Any) -> Any:
        if isinstance(one, str):
            return self.row[one]
        if isinstance(one, tuple):
            return self.order[one] if one in self.order else tuple(map(self._row, one))
        return one


def _keys(edges: pl.DataFrame) -> Iterable[tuple[str, str, int]]:
    ends = edges.select("source", "target", pl.int_range(pl.len()).over("source", "target").alias("key"))
    return ends.iter_rows()


class Adapter(NetworkX):
    """Our adapter over the same MultiDiGraph."""

    def load(self, nodes: pl.DataFrame, edges: pl.DataFrame) -> None:
        from pramana.graph.adapters import NetworkXAdapter

        super().load(nodes, edges)
        self.adapter = NetworkXAdapter(self.graph)
        keys = edges.select("source", "relation", "target", pl.int_range(pl.len()).over("source", "relation", "target"))
        self.keys = {key: row for row, key in enumerate(keys.iter_rows())}

    def nodes(self) -> Any:
        return self.adapter.find_nodes(NODES).rows.tolist()

    def ids(self) -> list[str]:
        return self.adapter.find_nodes(NODES).ids

    def contains(self) -> Any:
        return self.adapter.find_nodes(f"name CONTAINS '{NEEDLE}'").rows.tolist()

    def edges(self) -> Any:
        return self.adapter.find_edges(EDGES).rows.tolist()

    def rows(self, answer: Iterable[Any]) -> list[Any]:
        return list(answer)

    def edge_rows(self, answer: Iterable[int]) -> list[int]:
        """Return rows of the tables for those of the adapter, which counts otherwise."""
        return [self.keys[edge.key] for edge in self.adapter.edges_at(np.array(answer))]

    def hops(self, starts: list[str]) -> Any:
        return self.adapter.neighbours(starts, 2).rows.tolist()

    def paths(self, pairs: list[tuple[str, str]]) -> Any:
        found = [self.adapter.find_paths([one], [other], HOPS) for one, other in pairs]
        return [tuple(path.tolist()) for selection in found for path in selection.nodes]


class Igraph:
    """A directed graph with attributes, asked by its sequences."""

    def load(self, nodes: pl.DataFrame, edges: pl.DataFrame) -> None:
        import igraph

        self.row = dict(zip(nodes["id"].to_list(), range(len(nodes)), strict=True))
        ends = [(self.row[source], self.row[target]) for source, target in edges.select("source", "target").iter_rows()]
        self.graph = igraph.Graph(len(nodes), ends, directed=True)
        for name in nodes.columns:
            self.graph.vs[name] = nodes[name].to_list()
        for name in ("relation", "weight"):
            self.graph.es[name] = edges[name].to_list()

    def nodes(self) -> Any:
        return self.graph.vs.select(type_eq="PERSON", score_gt=0.63).indices

    def ids(self) -> list[str]:
        return self.graph.vs.select(type_eq="PERSON", score_gt=0.63)["id"]

    def contains(self) -> Any:
        return [row for row, name in enumerate(self.graph.vs["name"]) if NEEDLE in name]

    def edges(self) -> Any:
        return self.graph.es.select(relation_eq="KNOWS", weight_gt=0.7).indices

    def hops(self, starts: list[str]) -> Any:
        begun = [self.row[start] for start in starts]
        found = self.graph.neighborhood(begun, order=2, mode="out", mindist=1)
        return set().union(*found).difference(begun)

    def paths(self, pairs: list[tuple[str, str]]) -> Any:
        row, search = self.row, self.graph.get_all_simple_paths
        return {tuple(path) for one, other in pairs for path in search(row[one], row[other], maxlen=HOPS)}


class Rustworkx:
    """A PyDiGraph with dictionaries for nodes and edges."""

    def load(self, nodes: pl.DataFrame, edges: pl.DataFrame) -> None:
        import rustworkx

        self.graph = rustworkx.PyDiGraph()
        self.graph.add_nodes_from(list(nodes.iter_rows(named=True)))
        self.row = dict(zip(nodes["id"].to_list(), range(len(nodes)), strict=True))
        row = self.row
        self.graph.add_edges_from(
            [(row[s], row[t], (relation, weight)) for s, t, relation, weight in edges.iter_rows()]
        )

    def nodes(self) -> Any:
        return list(self.graph.filter_nodes(lambda data: data["type"] == "PERSON" and data["score"] > 0.63))

    def ids(self) -> list[str]:
        return [self.graph[row]["id"] for row in self.nodes()]

    def contains(self) -> Any:
        return list(self.graph.filter_nodes(lambda data: NEEDLE in data["name"]))

    def edges(self) -> Any:
        return list(self.graph.filter_edges(lambda data: data[0] == "KNOWS" and data[1] > 0.7))

    def hops(self, starts: list[str]) -> Any:
        begun = {self.row[start] for start in starts}
        ahead = self.graph.successor_indices
        near = {other for node in begun for other in ahead(node)}
        return (near | {other for node in near for other in ahead(node)}) - begun

    def paths(self, pairs: list[tuple[str, str]]) -> Any:
        import rustworkx

        row = self.row
        every = ((row[one], row[other]) for one, other in pairs)
        search = rustworkx.all_simple_paths
        return {tuple(path) for one, other in every for path in search(self.graph, one, other, cutoff=HOPS + 1)}


class Sql:
    """What the two databases share: tables with integer rows, and indexes."""

    SCHEMA = (
        "CREATE INDEX node_type ON node (type, score)",
        "CREATE INDEX edge_relation ON edge (relation, weight)",
        "CREATE INDEX edge_source ON edge (source, target)",
        "CREATE INDEX edge_target ON edge (target, source)",
        "CREATE UNIQUE INDEX node_id ON node (id)",
    )

    def column(self, query: str, *values: Any) -> list[Any]:
        return [row[0] for row in self.database.execute(query, values).fetchall()]

    def nodes(self) -> Any:
        return self.column("SELECT row FROM node WHERE type = 'PERSON' AND score > 0.63")

    def ids(self) -> list[str]:
        return self.column("SELECT id FROM node WHERE type = 'PERSON' AND score > 0.63 ORDER BY row")

    def contains(self) -> Any:
        return self.column(f"SELECT row FROM node WHERE {self.FIND}(name, '{NEEDLE}') > 0")

    def edges(self) -> Any:
        return self.column("SELECT row FROM edge WHERE relation = 'KNOWS' AND weight > 0.7")

    def hops(self, starts: list[str]) -> Any:
        begun = [self.row[start] for start in starts]
        listed = ", ".join(map(str, begun))
        near = f"SELECT target FROM edge WHERE source IN ({listed})"
        both = f"SELECT target FROM edge WHERE source IN ({near}) UNION {near}"
        return set(self.column(both)).difference(begun)

    def paths(self, pairs: list[tuple[str, str]]) -> Any:
        found = set()
        for one, other in ((self.row[one], self.row[other]) for one, other in pairs):
            for query in self.WALKS:
                walks = self.database.execute(query, [one, other]).fetchall()
                found.update(walk for walk in walks if len(set(walk)) == len(walk))
        return found

    WALKS = (
        "SELECT a.source, a.target FROM edge a WHERE a.source = ? AND a.target = ?",
        "SELECT a.source, a.target, b.target FROM edge a JOIN edge b ON b.source = a.target"
        " WHERE a.source = ? AND b.target = ?",
        "SELECT a.source, a.target, b.target, c.target FROM edge a JOIN edge b ON b.source = a.target"
        " JOIN edge c ON c.source = b.target WHERE a.source = ? AND c.target = ?",
    )


class Sqlite(Sql):
    """SQLite in memory."""

    FIND = "instr"

    def load(self, nodes: pl.DataFrame, edges: pl.DataFrame) -> None:
        self.database = sqlite3.connect(":memory:")
        self.row = dict(zip(nodes["id"].to_list(), range(len(nodes)), strict=True))
        run, row = self.database, self.row
        run.execute("CREATE TABLE node (row INTEGER PRIMARY KEY, id, type, name, score, year)")
        run.execute("CREATE TABLE edge (row INTEGER PRIMARY KEY, source, target, relation, weight)")
        run.executemany("INSERT INTO node VALUES (?, ?, ?, ?, ?, ?)", nodes.with_row_index("row").iter_rows())
        rows = ((n, row[s], row[t], *rest) for n, (s, t, *rest) in enumerate(edges.iter_rows()))
        run.executemany("INSERT INTO edge VALUES (?, ?, ?, ?, ?)", rows)
        for statement in self.SCHEMA:
            run.execute(statement)
        run.execute("ANALYZE")


class Duckdb(Sql):
    """DuckDB in memory, answers as arrays where they are rows."""

    FIND = "instr"

    def load(self, nodes: pl.DataFrame, edges: pl.DataFrame) -> None:
        import duckdb

        self.database = duckdb.connect()
        self.row = dict(zip(nodes["id"].to_list(), range(len(nodes)), strict=True))
        for name, frame in (("given_nodes", nodes), ("given_edges", edges)):
            self.database.register(name, frame.with_row_index("row").to_arrow())
        run = self.database
        run.execute("CREATE TABLE node AS SELECT * FROM given_nodes ORDER BY row")
        run.execute(
            "CREATE TABLE edge AS SELECT e.row, s.row AS source, t.row AS target, relation, weight FROM given_edges e"
            " JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target ORDER BY e.row"
        )

    def nodes(self) -> Any:
        query = "SELECT row FROM node WHERE type = 'PERSON' AND score > 0.63"
        return self.database.execute(query).fetchnumpy()["row"]

    def edges(self) -> Any:
        query = "SELECT row FROM edge WHERE relation = 'KNOWS' AND weight > 0.7"
        return self.database.execute(query).fetchnumpy()["row"]


ENGINES: dict[str, tuple[type[Any], str]] = {
    "ours": (Ours, "pramana"),
    "our nx adapter": (Adapter, "networkx"),
    "networkx": (NetworkX, "networkx"),
    "igraph": (Igraph, "igraph"),
    "rustworkx": (Rustworkx, "rustworkx"),
    "duckdb": (Duckdb, "duckdb"),
    "sqlite": (Sqlite, "sqlite3"),
}


def clock() -> float:
    """Return seconds: of the clock on the wall, or of the processor with --cpu, all threads together."""
    return process_time() if "--cpu" in sys.argv else perf_counter()


def measure(name: str, folder: Path) -> None:
    """Print what one engine needs, as JSON: seconds by question, memory in MB, and a hash of each answer."""
    questions = json.loads((folder / "questions.json").read_text())
    engine = ENGINES[name][0]()
    before = resident()
    nodes, edges = (
        pl.DataFrame(pa.ipc.open_file(folder / f"{table}.arrow").read_all()) for table in ("nodes", "edges")
    )
    starts = nodes["id"].gather(questions["starts"]).to_list()
    pairs = [(nodes["id"][one], nodes["id"][other]) for one, other in questions["pairs"]]
    began = clock()
    engine.load(nodes, edges)
    spent = {"load": clock() - began}
    del nodes, edges
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    memory = {"peak": peak - before, "kept": resident() - before}
    answers = {}
    for question in ("nodes", "ids", "contains", "edges"):
        spent[question], answers[question] = repeated(getattr(engine, question))
    spent["hops"], answers["hops"] = repeated(lambda: engine.hops(starts))
    spent["paths"], answers["paths"] = median_of_rounds(engine.paths, pairs)
    rows = getattr(engine, "rows", list)
    as_rows = {"ids": list, "edges": getattr(engine, "edge_rows", rows)}
    hashes = {what: digest(as_rows.get(what, rows)(found)) for what, found in answers.items()}
    print(json.dumps({"spent": spent, "memory": memory, "hashes": hashes}))


def repeated(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the median time of a question asked 3 to 31 times within about a second, and the answer."""
    times: list[float] = []
    while len(times) < 3 or (len(times) < 31 and sum(times) < 1):
        began = clock()
        answer = work()
        times.append(clock() - began)
    return statistics.median(times), answer


def median_of_rounds(search: Callable[[list[Any]], Iterable[Any]], pairs: list[Any]) -> tuple[float, list[Any]]:
    """Return the median time of a round of searches, each with pairs of its own, and all that was found."""
    times, found = [], []
    for first in range(0, len(pairs), PAIRS):
        began = clock()
        paths = search(pairs[first : first + PAIRS])
        times.append(clock() - began)
        found += list(paths)
    return statistics.median(times), found


def digest(answer: Iterable[Any]) -> str:
    """Return a hash of an answer, whatever its order."""
    ordered = sorted(int(one) if isinstance(one, np.integer) else one for one in answer)
    return f"{len(ordered)} {blake2b(repr(ordered).encode(), digest_size=8).hexdigest()}"


def resident() -> float:
    """Return the memory of this process in MB, after the allocators had time to give back what is free."""
    gc.collect()
    pa.default_memory_pool().release_unused()
    sleep(2)
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=100_000, help="how many nodes (default %(default)s)")
    parser.add_argument("--engines", nargs="+", choices=list(ENGINES), default=list(ENGINES))
    parser.add_argument("--cpu", action="store_true", help="seconds of the processor: for a machine that others use")
    parser.add_argument("--measure", nargs=2, metavar=("ENGINE", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(options.measure[0], Path(options.measure[1]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder), options.nodes)
        print(f"{options.nodes:,} nodes, {options.nodes * 5:,} edges")
        return show({name: asked(name, folder) for name in options.engines if installed(name)})


def installed(name: str) -> bool:
    there = find_spec(ENGINES[name][1]) is not None
    if not there:
        print(f"!! {name} LEFT OUT: it is not installed (pip install 'pramana[bench]')")
    return there


def asked(name: str, folder: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, __file__, "--measure", name, folder, *(["--cpu"] if "--cpu" in sys.argv else [])],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        print(f"!! {name} FAILED\n{done.stderr}")
        return {}
    return json.loads(done.stdout)


def show(results: dict[str, dict[str, Any]]) -> int:
    """Print the table, then the answers that differ. Returns 1 where an engine failed or differs from another."""
    failed = any(not result for result in results.values())
    results = {name: result for name, result in results.items() if result}
    print("".join([f"{'':38}{'goal':>10}", *(f"{name:>16}" for name in results)]))
    for what, (title, goal, unit) in GOALS.items():
        cells = [_cell(result, what, unit) for result in results.values()]
        print("".join([f"{title:38}{'' if goal is None else f'{goal:g} {unit}':>10}", *(f"{c:>16}" for c in cells)]))
    for what in ("nodes", "ids", "contains", "edges", "hops", "paths"):
        different = {name: result["hashes"][what] for name, result in results.items()}
        same = len(set(different.values())) == 1
        failed |= not same
        print(f"{GOALS[what][0]}: " + (f"all agree on {next(iter(different.values())).split()[0]}" if same else
                                       f"!! ANSWERS DIFFER {different}"))  # fmt: skip
    return int(failed)


def _cell(result: dict[str, Any], what: str, unit: str) -> str:
    if what in result["memory"]:
        return f"{result['memory'][what]:,.0f} MB"
    return f"{result['spent'][what] * (1000 if unit == 'ms' else 1):,.3f} {unit}"


if __name__ == "__main__":
    sys.exit(main())

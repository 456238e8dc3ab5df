"""Graphs in columns: where they come from, and that pieces, codes and steps change no answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

from pramana.errors import GraphError, InputError
from pramana.graph import Edge, Node
from pramana.graph.adapters import Caps
from pramana.graph.adapters.base import BaseAdapter
from pramana.graph.adapters.columnar import ColumnarAdapter, encode, naming, sieve, steps, text

NODES = pl.DataFrame(
    {
        "id": ["a", "b", "c"],
        "type": ["X", "Y", "X"],
        "name": ["Anna", None, "Ćelia"],
        "age": [30, 41, None],
        "born": ["1990-01-02", None, None],
        "tags": [["x", "y"], None, []],
    }
).with_columns(pl.col("born").str.to_date())
EDGES = pl.DataFrame(
    {
        "source": ["a", "b", "a", "a"],
        "target": ["b", "c", "b", "b"],
        "relation": ["R", "R", "R", "S"],
        "weight": [0.5, float("nan"), None, 2.0],
    }
)


class Plain(BaseAdapter):
    """The plain way to the same answers."""

    def __init__(self, nodes: list[Node], edges: list[Edge]) -> None:
        self._listed = nodes, edges

    def nodes(self) -> list[Node]:
        return self._listed[0]

    def edges(self) -> list[Edge]:
        return self._listed[1]


@pytest.mark.parametrize("give", [lambda table: table, pl.DataFrame.to_arrow], ids=["polars", "arrow"])
def test_rows_of_tables_are_elements(give: Callable[[pl.DataFrame], Any]) -> None:
    """Each row is a node or an edge, null is missing, dates are ISO texts, like edges are numbered in order."""
    graph = ColumnarAdapter.from_arrow(give(NODES), give(EDGES))
    assert list(graph.nodes()) == [
        Node("a", "X", {"name": "Anna", "age": 30, "born": "1990-01-02", "tags": ["x", "y"]}),
        Node("b", "Y", {"age": 41}),
        Node("c", "X", {"name": "Ćelia", "tags": []}),
    ]
    assert [edge.id for edge in graph.edges()] == ["a -R-> b", "b -R-> c", "a -R-> b #1", "a -S-> b"]
    assert graph.find_edges().ids == [edge.id for edge in graph.edges()]
    assert graph.find_edges("weight > 0 OR weight <= 0").rows.tolist() == [0, 3]
    assert graph.find_edges("weight IS NULL").rows.tolist() == [2]


def test_parquet_files_are_read(tmp_path: Path) -> None:
    """Two Parquet files make the same graph as the tables in them."""
    NODES.write_parquet(tmp_path / "nodes.parquet")
    EDGES.write_parquet(tmp_path / "edges.parquet")
    graph = ColumnarAdapter.from_parquet(tmp_path / "nodes.parquet", tmp_path / "edges.parquet")
    assert list(graph.nodes()) == list(ColumnarAdapter.from_arrow(NODES, EDGES).nodes())
    assert graph.count() == (3, 4)


def test_integers_serve_as_ids() -> None:
    """Ids that are integers become texts."""
    nodes = pa.table({"id": [7, 8], "type": ["X", "X"]})
    edges = pa.table({"source": [8], "target": [7], "relation": ["R"]})
    assert ColumnarAdapter.from_arrow(nodes, edges).find_edges().ids == ["8 -R-> 7"]


@pytest.mark.parametrize(
    ("nodes", "edges", "error", "message"),
    [
        (NODES.drop("type"), EDGES, InputError, "no column 'type'"),
        (NODES, EDGES.drop("target"), InputError, "no column 'target'"),
        (NODES.with_columns(id=pl.Series(["a", None, "c"])), EDGES, InputError, "'id' has no value in row 1"),
        (NODES.with_columns(id=pl.Series(["a", "c", "c"])), EDGES, GraphError, "Two nodes have the id 'c'"),
        (NODES, EDGES.with_columns(target=pl.Series(["b", "z", "b", "b"])), GraphError, "row 1 has the end 'z'"),
        (NODES.head(0), EDGES, GraphError, "row 0 has the end 'a'"),
        (NODES.with_columns(age=pl.lit(b"x")), EDGES, InputError, "'age' holds bytes"),
    ],
)
def test_tables_that_are_no_graph_are_refused(
    nodes: pl.DataFrame, edges: pl.DataFrame, error: type[Exception], message: str
) -> None:
    """A missing column or id, an id that comes twice, an end that is no node: the message says which and where."""
    with pytest.raises(error, match=message):
        ColumnarAdapter.from_arrow(nodes, edges)


def test_any_adapter_is_copied() -> None:
    """What gives its nodes and edges can be copied, in order."""
    graph = ColumnarAdapter.from_arrow(NODES, EDGES)
    copy = ColumnarAdapter.from_adapter(graph, caps=Caps(max_rows=2))
    assert list(copy.nodes()) == list(graph.nodes())
    assert copy.find_edges().cap_hit == ("max_rows",)


def test_keys_that_share_a_hash_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where two ids have one hash, each end is still the node with its own id."""
    keys = naming.Keys(pl.Series([f"n{number}" for number in range(50)]))
    keys._hashes[:] = keys._hashes[0]
    assert keys.rows(pl.Series(["n7", "n0", "n49"])).tolist() == [7, 0, 49]
    with pytest.raises(KeyError):
        keys.rows(pl.Series(["n7", "nobody"]))


def grown(count: int) -> tuple[list[Node], list[Edge]]:
    """Return a graph with columns of each kind, large enough for a sample to matter."""
    chance = random.Random(5)

    def properties() -> dict[str, Any]:
        found = {
            "score": chance.random(),
            "half": chance.randrange(1 << 20) / 4,
            "big": chance.randrange(-(10**9), 10**9),
            "few": chance.choice(["red", "green", "blue", "red green"]),
            "text": "".join(chance.choices("abcé ", k=chance.randint(0, 7))),
            "mixed": chance.choice([1, 1.5, "a", True, ["a", 1], 2**70]),
            "flag": chance.random() < 0.5,
        }
        return {name: value for name, value in found.items() if name == "score" or chance.random() < 0.9}

    nodes = [Node(f"n{number}", chance.choice("XYZ"), properties()) for number in range(count)]
    ends = [(chance.randrange(count), chance.randrange(count)) for _ in range(2 * count)]
    edges = {(one, other): Edge(f"n{one}", "R", f"n{other}", properties()) for one, other in ends}
    return nodes, list(edges.values())


CONDITIONS = [
    "score > 0.25",
    "score <= 0.75 AND type != 'X'",
    "NOT (score < 0.5 OR half >= 1000.5)",
    "score >= 2 OR score < -1",
    "big > -5 AND big != 3 AND big < 1e19",
    "half = 2.25 OR half IN [1, 7.5, 'x']",
    "half NOT IN [1, 7.5]",
    "few CONTAINS 'green' AND few != 'green'",
    "NOT few STARTS_WITH 'red'",
    "text CONTAINS 'ab'",
    "NOT text CONTAINS 'a'",
    "text STARTS_WITH 'é' OR text ENDS_WITH 'bc'",
    "text CONTAINS ''",
    "text > 'b' AND text <= 'ca' AND LEN text > 3",
    "text IN ['a', 'b', 1] AND score > 0.1",
    "mixed = 1 OR mixed CONTAINS 'a'",
    "mixed > 1.2 AND flag = true",
    "flag IS NULL AND score < 0.9",
    "id ENDS_WITH '7' AND score > 0.9",
]


@pytest.mark.parametrize("small", [False, True], ids=["as it is", "in small pieces"])
def test_pieces_codes_and_steps_change_no_answer(small: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind of column gives the rows, in order, and the mismatches that the plain way gives."""
    if small:
        for module, name, value in (
            (sieve, "CHUNK", 100),
            (sieve, "SPARSE", 2),
            (text, "FEW", 0),
            (text, "PIECE", 50),
            (encode, "SAMPLE", 64),
            (steps, "MANY", 10),
            (naming, "PART", 7),
        ):
            monkeypatch.setattr(module, name, value)
        monkeypatch.setattr("pramana.graph.adapters.columnar.numbers.MANY", 10)
    nodes, edges = grown(600)
    plain, graph = Plain(nodes, edges), ColumnarAdapter.from_elements(nodes, edges)
    for condition in CONDITIONS:
        assert graph.find_nodes(condition).ids == plain.find_nodes(condition).ids, condition
        assert graph.find_nodes(condition).mismatches == plain.find_nodes(condition).mismatches, condition
        on_edges = condition.replace("type", "target.type").replace("score", "source.score")
        assert graph.find_edges(on_edges, 150).ids == plain.find_edges(on_edges, 150).ids, on_edges
        assert (
            graph.neighbours(["n1", "n2"], 3, where=on_edges).ids
            == plain.neighbours(["n1", "n2"], 3, where=on_edges).ids
        )

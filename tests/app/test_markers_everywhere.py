"""Markers leave the workspace with their edges, and enter workspaces of versions that had none."""

from __future__ import annotations

import lzma
from pathlib import Path

import networkx
import pytest

import pramana
from pramana.app import renew_database
from pramana.app.workspace import DATABASE
from pramana.errors import DatabaseOutdated
from pramana.gasl import GASLExecutor
from pramana.graph import Edge, adapter_over, open_adapter, read_graph

TEXT = "The bus collided with a truck near Oslo.\n\nMaria voted against the budget in Paris after the storm."
MARKED = {
    ("HAS_SAMBANDHA", "truck", "with"),
    ("LOCATED_IN", "Oslo", "near"),
    ("HAS_SAMBANDHA", "budget", "against"),
    ("LOCATED_IN", "Paris", "in"),
    ("OCCURS_AT", "storm", "after"),
}
OLD = Path(__file__).with_name("data") / "workspace_without_markers.db.xz"
"""Made by the version before markers, from *Ruth Adeyemi resigned after the accident* and *Maria voted against the
budget in Paris*."""


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("markers")
    (folder / "a.txt").write_text(TEXT, "utf-8")
    with pramana.open(folder / "ws", create=True) as opened:
        opened.ingest(folder / "a.txt")
    return folder / "ws"


def marked(edges: list[Edge]) -> set[tuple[str, str, str]]:
    return {
        (edge.relation, edge.target, str(edge.properties["marker"])) for edge in edges if edge.properties.get("marker")
    }


@pytest.mark.parametrize("suffix", ["graphml", "gexf", "json", "csv", "parquet", "arrow"])
def test_exports_and_imports_keep_markers(ws: Path, tmp_path: Path, suffix: str) -> None:
    """The edge property `marker` comes back from every format; the quote is that of the participant."""
    file = tmp_path / f"graph.{suffix}"
    with pramana.open(ws) as opened:
        opened.export(file)
    file = file if file.exists() else tmp_path / f"graph.nodes.{suffix}"
    edges = list(read_graph(file).source().edges())
    assert marked(edges) == MARKED
    quotes = {edge.properties.get("quote") for edge in edges if edge.relation in ("LOCATED_IN", "HAS_SAMBANDHA")}
    assert quotes <= {None, "Oslo", "Paris", "a truck", "the budget"}
    with pramana.open(tmp_path / "other", create=True) as other:
        other.import_graph(file, name="there")
        assert marked([fact.edge for fact in other.facts()]) == {
            (f"IMPORTED_{relation}", f"there:{name}", marker) for relation, name, marker in MARKED
        }


CONDITIONS = [
    ('edge.marker = "near"', 1),
    ('marker IN ["near", "against"]', 2),
    ('edge.marker != "" AND relation = "LOCATED_IN"', 2),
    ('edge.marker = "" AND relation = "HAS_KARTĀ"', 2),
]
"""`edge.marker` and `marker` are the same field of an edge, with every operator."""


def test_conditions_on_markers_work_in_a_workspace(ws: Path) -> None:
    """A workspace is searched in SQL."""
    with pramana.open(ws) as opened:
        found = [(condition, len(opened.gasl(f"FIND edges WHERE {condition} AS found"))) for condition, _ in CONDITIONS]
    assert found == CONDITIONS


@pytest.mark.parametrize("kind", ["columns", "networkx"])
def test_conditions_on_markers_work_in_graph_files(ws: Path, tmp_path: Path, kind: str) -> None:
    """A graph's file is searched by columns, a graph in memory edge by edge."""
    with pramana.open(ws) as opened:
        opened.export(tmp_path / "graph.graphml")
    adapter = open_adapter(tmp_path / "graph.graphml")
    if kind == "networkx":
        graph: networkx.MultiDiGraph[str] = networkx.MultiDiGraph()
        for edge in adapter.find_edges(None, None).edges():
            graph.add_edge(edge.source, edge.target, relation=edge.relation, **edge.properties)
        over = adapter_over(graph)
        assert over is not None
        adapter = over
    gasl = GASLExecutor(adapter)
    found = [
        (condition, gasl.execute_one(f"FIND edges WHERE {condition} AS found").count) for condition, _ in CONDITIONS
    ]
    assert found == CONDITIONS


def test_workspaces_without_markers_are_read_again(tmp_path: Path) -> None:
    """A workspace of the version before is recognised, and a rebuild gives its edges their markers."""
    folder = tmp_path / "ws"
    with pramana.open(folder, create=True):
        pass
    (folder / "pramana.toml").write_text("", "utf-8")
    (folder / DATABASE).write_bytes(lzma.decompress(OLD.read_bytes()))
    with pytest.raises(DatabaseOutdated):
        pramana.open(folder)
    renew_database(folder)
    with pramana.open(folder) as opened:
        opened.read_again()
        assert "resign(agent: Ruth Adeyemi; time: after accident)" in str(opened.line("a.txt:1"))
        assert opened.ask("Who resigned before the accident?").status == "NO_MATCH"
        assert opened.ask("Who voted against the budget?").answer.startswith("Maria: ")


def test_lines_are_read_again_when_what_is_stored_changes(ws: Path, tmp_path: Path) -> None:
    """The key of a line hashes the code and the setting that decide what of its reading is stored."""
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    for related, count in ((False, 0), (True, 2), (True, 2)):
        with pramana.open(tmp_path / "ws", create=True, karaka={"related": related}) as opened:
            opened.ingest(tmp_path / "a.txt")
            assert len(opened.facts(relation="HAS_SAMBANDHA")) == count

"""`import`, `export` and `schema` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pramana.graph import Edge, Node
from pramana.graph.io import ListedGraph, read_graph, write_graph

GRAPH = ListedGraph(
    (Node("Rama", "PERSON", {"age": 30}), Node("bow", "THING")),
    (Edge("Rama", "has", "bow"), Edge("Rama", "is fond of", "bow")),
)


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    (file,) = write_graph(GRAPH, tmp_path / "g.graphml")
    return file


def test_import_says_what_came_in(run, told: Path, graph: Path) -> None:
    """Nodes, edges, types and the grade are told; the second time there is nothing to do; removal goes by the name."""
    done = run("import", graph)
    assert "g.graphml (graphml): 2 nodes, 2 edges, all asserted." in done.out
    assert "PERSON, THING" in done.out
    assert "2 asserted" in run("status").out
    assert "Nothing to do: g.graphml" in run("import", graph).out
    again = json.loads(run("import", graph, "--json", "--name", "other").out)
    assert (again["name"], again["nodes"], again["edges"], again["replaced"]) == ("other", 2, 2, False)
    assert "g.graphml" in run("runs").out
    assert "asserted" in run("show", "fact", "g.graphml:Rama -is fond of-> g.graphml:bow").out
    shown = run("show", "fact", "g.graphml:Rama -has-> g.graphml:bow").out
    assert ("asserted" in shown, "None: it was stated without a text." in shown) == (True, True)
    assert run("remove", "g.graphml", "other").out.startswith("Removed g.graphml, other")
    assert "asserted" not in run("status").out


def test_broken_graph_is_bad_input(run, told: Path, tmp_path: Path) -> None:
    """The place is told, the exit code is 2, and nothing is written."""
    (tmp_path / "g.graphml").write_text("<graphml>\n<graph>", "utf-8")
    done = run("import", tmp_path / "g.graphml")
    assert (done.code, "line 2" in done.err) == (2, True)
    assert run("import", tmp_path / "g.graphml", "--format", "gefx").code == 2


@pytest.mark.parametrize("ending", ["graphml", "gexf", "json", "csv", "parquet", "arrow"])
def test_export_writes_every_format(run, told: Path, graph: Path, ending: str) -> None:
    """The ending says the format, and what was written is read again."""
    run("import", graph)
    done = run("export", f"out.{ending}")
    found = read_graph(f"out.{ending}")
    assert done.out == f"Wrote out.{ending}: {len(found.nodes)} nodes, {len(found.edges)} edges.\n"


def test_export_refuses_an_unknown_ending(run, told: Path) -> None:
    """The nearest ending is named."""
    done = run("export", "out.graphm")
    assert (done.code, ".graphml" in done.err) == (2, True)


def test_schema_is_inferred_checked_and_compared(run, told: Path, graph: Path) -> None:
    """A graph keeps to its own schema; a narrower one names what is wrong; a changed one what changed."""
    assert "age: integer" in run("schema", "infer", graph).out
    assert run("schema", "infer", graph, "-o", "s.json").code == 0
    assert run("schema", "check", "s.json", graph).code == 0
    schema = json.loads(Path("s.json").read_text("utf-8"))
    assert json.loads(run("schema", "infer", graph, "--json").out) == schema
    schema["node_types"]["PERSON"]["attributes"]["age"] = "text"
    Path("t.json").write_text(json.dumps(schema), "utf-8")
    done = run("schema", "check", "t.json", graph)
    assert (done.code, "node 'Rama'" in done.out, "'age' is 30, which is not of type text" in done.out) == (
        1,
        True,
        True,
    )
    assert json.loads(run("schema", "check", "t.json", graph, "--json").out)[0]["given"] == 30
    done = run("schema", "diff", "s.json", "t.json")
    assert (done.code, done.out) == (1, '~ node_types PERSON attributes age: "integer" -> "text"\n')
    assert run("schema", "diff", "s.json", "s.json").code == 0

"""Other tools' graphs in a workspace: asserted, replayable, and out again whole."""

from __future__ import annotations

from pathlib import Path

import pytest

import pramana
from pramana.app import Workspace
from pramana.errors import GraphFileError, InputError, UnknownName
from pramana.graph import Edge, Node
from pramana.graph.io import ListedGraph, read_graph, write_graph

NODES = (
    Node("Rama", "PERSON", {"description": "A prince."}),
    Node("bow", "Entity", {"name": "the bow"}),
    Node("Fire", "Kriya"),
)
EDGES = (
    Edge("Rama", "has", "bow", {"weight": 2.0}),
    Edge("Rama", "has", "bow", {"weight": 3.0}, 1),
    Edge("bow", "CAUSES", "bow"),
    Edge("bow", "IMPORTED_CAUSES", "bow", {"x": 1}),
)


@pytest.fixture
def ws(tmp_path: Path) -> Workspace:
    """Give a workspace with one document read."""
    (tmp_path / "rama.txt").write_text("Rama gave the bow to Lakshmana. Sita smiled.", "utf-8")
    write_graph(ListedGraph(NODES, EDGES), tmp_path / "g.graphml")
    with pramana.open(tmp_path / "ws", create=True) as workspace:
        workspace.ingest(tmp_path / "rama.txt")
        yield workspace


def exported(ws: Workspace, tmp_path: Path) -> tuple[dict[str, Node], list[Edge]]:
    ws.export(tmp_path / "out.json")
    found = read_graph(tmp_path / "out.json")
    return {node.id: node for node in found.nodes}, [edge for edge in found.edges if ":" in edge.source]


def test_imported_facts_are_asserted_and_stand_apart(ws: Workspace, tmp_path: Path) -> None:
    """Ids have the import's name in front, Kāraka's own types and relations are renamed, the verdict is `asserted`."""
    before = set(exported(ws, tmp_path)[0])
    report = ws.import_graph(tmp_path / "g.graphml")
    assert (report.name, report.format, report.nodes, report.edges, report.replaced) == (
        "g.graphml",
        "graphml",
        3,
        4,
        False,
    )
    assert [(each.what, each.name) for each in report.added if each.what in ("node type", "relation")] == [
        ("node type", "PERSON"),
        ("node type", "ImportedEntity"),
        ("node type", "ImportedKriya"),
        ("relation", "has"),
        ("relation", "IMPORTED_CAUSES"),
    ]
    nodes, edges = exported(ws, tmp_path)
    assert set(nodes) - before == {"g.graphml:Rama", "g.graphml:bow", "g.graphml:Fire"}
    assert nodes["g.graphml:Rama"] == Node("g.graphml:Rama", "PERSON", {"name": "Rama", "description": "A prince."})
    assert nodes["g.graphml:bow"].properties == {"name": "the bow"}
    assert sorted(
        (edge.relation, edge.ordinal, dict(edge.properties)["weight"])
        for edge in edges
        if edge.properties.get("weight")
    ) == [
        ("has", 0, 2.0),
        ("has", 1, 3.0),
    ]
    assert len([edge for edge in edges if edge.relation == "IMPORTED_CAUSES"]) == 2
    facts = [fact for fact in ws.facts() if fact.edge.source.startswith("g.graphml:")]
    assert {(fact.verdict, fact.evidence) for fact in facts} == {("asserted", ())}


def test_same_file_again_changes_nothing(ws: Workspace, tmp_path: Path) -> None:
    """No run is made and the hash stays; a changed file takes the place of the earlier one."""
    first = ws.import_graph(tmp_path / "g.graphml")
    runs = len(ws.runs())
    again = ws.import_graph(tmp_path / "g.graphml")
    assert (again.run, again.graph_hash, len(ws.runs())) == (None, first.graph_hash, runs)
    write_graph(ListedGraph(NODES[:1], ()), tmp_path / "g.graphml")
    changed = ws.import_graph(tmp_path / "g.graphml")
    assert (changed.replaced, changed.run) == (True, runs + 1)
    assert exported(ws, tmp_path)[1] == []


def test_remove_takes_exactly_what_was_imported(ws: Workspace, tmp_path: Path) -> None:
    """After import and remove the graph is the one before, and two imports go one by one."""
    before = ws.graph_hash()
    one = ws.import_graph(tmp_path / "g.graphml").graph_hash
    ws.import_graph(tmp_path / "g.graphml", name="other")
    assert ws.remove("other") == ["other"]
    assert ws.graph_hash() == one
    ws.remove("g.graphml")
    assert ws.graph_hash() == before
    with pytest.raises(UnknownName, match=r"rama\.txt"):
        ws.remove("rama.tx")


def test_every_run_of_the_chain_is_replayed(ws: Workspace, tmp_path: Path) -> None:
    """An import is repeated from what is stored of it, and so are runs before, between and after."""
    ws.import_graph(tmp_path / "g.graphml")
    ws.ask("Who gave the bow?")
    ws.remove("g.graphml")
    (tmp_path / "g.graphml").unlink()
    for run in ws.runs():
        assert ws.replay(run.id).identical, run


def test_purge_leaves_nothing_to_replay(ws: Workspace, tmp_path: Path) -> None:
    """After a purge the replay of the import says what is gone."""
    run = ws.import_graph(tmp_path / "g.graphml").run
    assert run is not None
    ws.remove("g.graphml", purge=True)
    report = ws.replay(run)
    assert not report.identical
    assert "g.graphml was purged" in str(report)


def test_nothing_is_written_of_what_cannot_be_read(ws: Workspace, tmp_path: Path) -> None:
    """A broken file, and a name that a document has, leave graph and ledger as they were."""
    before, runs = ws.graph_hash(), len(ws.runs())
    (tmp_path / "broken.graphml").write_text((tmp_path / "g.graphml").read_text("utf-8")[:-30], "utf-8")
    with pytest.raises(GraphFileError):
        ws.import_graph(tmp_path / "broken.graphml")
    for name in ("rama.txt", "x.pdf", " "):
        with pytest.raises(InputError):
            ws.import_graph(tmp_path / "g.graphml", name=name)
    assert (ws.graph_hash(), len(ws.runs())) == (before, runs)


@pytest.mark.parametrize("ending", ["graphml", "gexf", "json", "csv", "parquet", "arrow"])
def test_workspace_is_exported_in_every_format(ws: Workspace, tmp_path: Path, ending: str) -> None:
    """What is exported has the same nodes and edges in every format, and edges the place of their evidence."""
    ws.import_graph(tmp_path / "g.graphml")
    ws.export(tmp_path / f"out.{ending}")
    found = read_graph(tmp_path / f"out.{ending}")
    nodes = {node.id: node.type for node in found.nodes}
    assert (nodes["Rama"], nodes["g.graphml:Rama"]) == ("Entity", "PERSON")
    expected = sorted(fact.edge.key for fact in ws.facts())
    assert sorted(edge.key for edge in found.edges) == expected
    if ending != "json":
        (fact,) = [edge for edge in found.edges if edge.relation == "HAS_KARTĀ" and edge.target == "Rama"]
        assert (fact.properties["quote"], fact.properties["grade"]) == ("Rama", "verbatim")


def test_import_changes_no_answer_and_no_pass(ws: Workspace, tmp_path: Path) -> None:
    """Questions are answered from the text as before, and passes have nothing to do."""
    before, states = ws.ask("Who gave the bow to Lakshmana?"), ws.passes()
    ws.import_graph(tmp_path / "g.graphml")
    after = ws.ask("Who gave the bow to Lakshmana?")
    assert (after.answer, after.citations) == (before.answer, before.citations)
    assert ws.passes() == states
    assert [fact.edge.target for fact in ws.facts(relation="has")] == ["g.graphml:bow", "g.graphml:bow"]

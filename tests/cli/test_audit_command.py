"""`pramana audit`: what it prints and writes, and what it says of wrong input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

GRAPH = """<?xml version="1.0" encoding="utf-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d0" for="node" attr.name="entity_type" attr.type="string"/>
<key id="d1" for="node" attr.name="source_id" attr.type="string"/>
<key id="d2" for="edge" attr.name="description" attr.type="string"/>
<graph edgedefault="undirected">
<node id="&quot;RAMA&quot;"><data key="d0">"PERSON"</data><data key="d1">c1</data></node>
<node id="&quot;THE BOW&quot;"><data key="d0">"OBJECT"</data><data key="d1">c1</data></node>
<node id="&quot;WASHINGTON&quot;"><data key="d0">"GEO"</data><data key="d1">c1</data></node>
<edge source="&quot;RAMA&quot;" target="&quot;THE BOW&quot;"><data key="d2">"Rama gave the bow."</data></edge>
<edge source="&quot;RAMA&quot;" target="&quot;WASHINGTON&quot;"><data key="d2">"Rama visits Washington."</data></edge>
</graph>
</graphml>
"""
EMPTY = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed"></graph></graphml>'


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    file = tmp_path / "graph.graphml"
    file.write_text(GRAPH, "utf-8")
    return file


def test_summary_counts_verdicts_and_gives_reasons(run: Run, graph: Path, story: Path) -> None:
    """Without options: a table of verdicts, the reasons with examples; no workspace is needed or made."""
    done = run("audit", graph, "--source", story)
    assert done.code == 0
    rows = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "supported contradicted weak unsupported" in rows
    assert "nodes 2 (67%) 0 (0%) 0 (0%) 1 (33%)" in rows
    assert "edges 1 (50%) 0 (0%) 0 (0%) 1 (50%)" in rows
    assert "an end does not occur in the text  RAMA – WASHINGTON" in done.out
    assert sorted(path.name for path in story.parent.iterdir()) == ["graph.graphml", "rama.txt"]


def test_json_names_the_place_of_each_fact(run: Run, graph: Path, story: Path) -> None:
    """--json: one value, with the alias, the rule and the place of every end."""
    found = run("audit", graph, "--source", story, "--json").json
    assert found["graph"] == {"path": str(graph), "format": "nano-graphrag", "warnings": []}
    edge = found["edges"][0]
    assert (edge["verdict"], edge["passage"]["first"]) == ("supported", 1)
    assert edge["target_evidence"] == {
        "doc_id": "rama.txt",
        "line_number": 1,
        "start": 10,
        "end": 17,
        "quote": "the bow",
        "grade": "normalized",
        "alias": "THE BOW",
        "rule": "name",
    }


def test_facts_and_page_are_written(run: Run, graph: Path, story: Path, tmp_path: Path) -> None:
    """--facts writes what --json prints; --html writes a page; both say so on standard error."""
    done = run("audit", graph, story, "--facts", "facts.json", "--html", "page.html", "--json")
    assert json.loads((tmp_path / "facts.json").read_text("utf-8")) == done.json
    assert "<title>Audit of graph.graphml</title>" in (tmp_path / "page.html").read_text("utf-8")
    assert "Wrote page.html" in done.err


def test_pruned_graph_holds_supported_facts_alone(run: Run, graph: Path, story: Path) -> None:
    """--prune: an audit of what was written finds every fact of it supported."""
    assert run("audit", graph, "--source", story, "--prune", "kept.graphml").code == 0
    counts = run("audit", "kept.graphml", "--source", story, "--json").json["counts"]
    assert counts == {
        "nodes": {"supported": 2, "contradicted": 0, "weak": 0, "unsupported": 0},
        "edges": {"supported": 1, "contradicted": 0, "weak": 0, "unsupported": 0},
    }


def test_source_that_cannot_be_read_is_left_out_and_named(run: Run, graph: Path, story: Path) -> None:
    """Exit code 3: the audit is done with the rest."""
    done = run("audit", graph, "--source", story, "nowhere.txt")
    assert (done.code, "left out: nowhere.txt" in done.err) == (3, True)


def test_foreign_text_is_remarked(run: Run, graph: Path, tmp_path: Path) -> None:
    """Where almost nothing of a graph occurs in the text, the command asks whether the text is the right one."""
    (tmp_path / "other.txt").write_text("Nothing of it is here.", "utf-8")
    done = run("audit", graph, "--source", "other.txt")
    assert (done.code, "Is it the text that the graph was made from?" in done.err) == (0, True)


WRONG = [
    (["GRAPH"], "The graph has no text of its own. Name the text that it was made from (--source FILES)"),
    (["missing.graphml", "-s", "rama.txt"], "missing.graphml: no such file."),
    (["broken.graphml", "-s", "rama.txt"], "broken.graphml: not well-formed XML"),
    (["empty.graphml", "-s", "rama.txt"], "the graph is empty; there is nothing to audit."),
    (["GRAPH", "-s", "missing.txt"], "No text could be read:"),
    (["GRAPH", "-s", "folder"], "No readable text was found"),
    (["GRAPH", "-s", "rama.txt", "--window", "0"], "it can be 1 to 100."),
    (["GRAPH", "-s", "rama.txt", "--prune", "kept.doc"], "kept.doc: a graph is written as .arrow"),
    (["GRAPH", "-s", "rama.txt", "--prune", "GRAPH"], "is the graph itself; name another file to write."),
    (["GRAPH", "-s", "rama.txt", "--html", "no/page.html"], "the folder no does not exist."),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=[message[:30] for _, message in WRONG])
def test_wrong_input_is_explained_and_writes_nothing(
    run: Run, graph: Path, story: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    """Exit code 2, a message that says what is wrong, and no new file."""
    (tmp_path / "broken.graphml").write_text("<graphml><graph>", "utf-8")
    (tmp_path / "empty.graphml").write_text(EMPTY, "utf-8")
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.iterdir())
    done = run("audit", *[str(graph) if each == "GRAPH" else each for each in arguments])
    assert done.code == 2
    assert message in done.err
    assert sorted(tmp_path.iterdir()) == before
    assert graph.read_text("utf-8") == GRAPH


@pytest.mark.slow
@pytest.mark.seeds
def test_output_does_not_depend_on_hash_seeds(
    process: Run, graph: Path, story: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the hash seed, the same bytes."""
    outputs = set()
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        outputs.add(process("audit", graph, "--source", story, "--json").out)
    assert len(outputs) == 1

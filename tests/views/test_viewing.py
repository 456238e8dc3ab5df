"""What the page of a graph shows: which edges, where they stand, and why."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from view_graphs import HOSTILE, hostile_graph, large_graph

import pramana
from pramana.errors import GraphFileError, InputError, UnknownName
from pramana.views.graph_page.choosing import nearest
from pramana.views.graph_page.model import ViewGraph
from pramana.views.graph_page.page import GraphView, view_file

graphs = st.integers(1, 12).flatmap(
    lambda count: st.tuples(
        st.just(count), st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=30)
    )
)


def data_of(html: str) -> Any:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html, re.S)
    return json.loads(text)


@given(graphs, st.integers(1, 12), st.integers(0, 11))
def test_the_nearest_edges_are_kept(graph: tuple[int, list[tuple[int, int]]], limit: int, start: int) -> None:
    """As many edges are kept as may be; none that is left out is nearer to the start than one that is kept."""
    count, ends = graph
    kept = nearest(count, ends, [start % count], limit)
    assert len(kept) == min(limit, len(ends))
    assert kept == sorted(set(kept))
    far = distances(count, ends, start % count)
    steps = [min(far[end] for end in ends[edge]) for edge in range(len(ends))]
    left = [steps[edge] for edge in range(len(ends)) if edge not in kept]
    if left:
        assert max(steps[edge] for edge in kept) <= min(left)


def distances(count: int, ends: list[tuple[int, int]], start: int) -> list[int]:
    found = [count] * count
    found[start] = 0
    for _ in range(count):
        for one, two in ends:
            found[two] = min(found[two], found[one] + 1)
            found[one] = min(found[one], found[two] + 1)
    return found


def test_the_page_holds_the_graph_as_escaped_data() -> None:
    """No text of a graph can end the script that holds it; read as JSON, it is what it was."""
    html = GraphView("t", hostile_graph()).html()
    held = re.findall(r'<script type="application/json" id="data">(.*?)</script>', html, re.S)[0]
    assert not set("<>&\u2028\u2029") & set(held)
    assert [node["label"] for node in data_of(html)["nodes"]] == list(HOSTILE)
    assert html.count("<script") == 2


def test_the_page_allows_nothing_but_its_own_script_and_style() -> None:
    """The policy names the hashes of the one script and the one style, and nothing else."""
    html = GraphView("t", hostile_graph()).html()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy and "http" not in policy


def test_a_workspace_shows_every_fact_but_citations(story: Path, tmp_path: Path) -> None:
    """Every edge but CITED_IN is there, at the places of its evidence, under its verdict, with why it is there."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        facts = {fact.edge.id: fact for fact in ws.facts() if fact.edge.relation != "CITED_IN"}
        graph = ws.view().graph
    assert {edge.id for edge in graph.edges} == set(facts)
    for edge in graph.edges:
        fact = facts[edge.id]
        cited = [(graph.lines[at.line].place, graph.lines[at.line].text[at.start : at.end]) for at in edge.at]
        assert sorted(cited) == sorted((f"{e.doc_id}:{e.line_number}", e.quote) for e in fact.evidence)
        assert edge.verdict == fact.verdict
        assert [each.reason for each in graph.whys[edge.why].accepted] == [p.reason for p in fact.why().accepted]
    assert {node.type for node in graph.nodes} >= {"Entity", "Kriya", "Person", "Location"}
    assert "not leave" in {node.label for node in graph.nodes}


def test_a_page_opens_at_whom_it_is_about(story: Path, tmp_path: Path) -> None:
    """`about` is where the page opens, and what is kept of a graph that is too large is around it."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        view = ws.view(about="hanuman", limit=3)
        with pytest.raises(UnknownName):
            ws.view(about="Nobody")
        with pytest.raises(InputError, match="1 to 100,000"):
            ws.view(limit=0)
    graph = view.graph
    assert (graph.nodes[graph.start].label, len(graph.edges)) == ("Hanuman", 3)
    assert graph.told.startswith("The 3 edges nearest to Hanuman, of ")
    assert any(graph.start in (edge.source, edge.target) for edge in graph.edges)


def test_an_empty_workspace_has_an_empty_page(tmp_path: Path) -> None:
    """Where nothing was read the page has nothing to show, and says nothing wrong."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        view = ws.view()
    assert (view.graph.nodes, view.graph.edges, data_of(view.html())["start"]) == ((), (), 0)


def test_another_tools_graph_is_asserted(tmp_path: Path) -> None:
    """A graph that was read from a file shows its nodes, alone ones too, and its edges, under the grade `asserted`."""
    file = tmp_path / "g.csv"
    (tmp_path / "g.nodes.csv").write_text("id,type,name\na,P,Ann\nb,P,Bob\nc,Q,Cy\n", "utf-8")
    (tmp_path / "g.edges.csv").write_text("source,relation,target\na,KNOWS,b\n", "utf-8")
    graph = view_file(file, about="bob").graph
    assert [(node.label, node.type) for node in graph.nodes] == [("Ann", "P"), ("Bob", "P"), ("Cy", "Q")]
    assert [(edge.relation, edge.grade, edge.verdict) for edge in graph.edges] == [("KNOWS", "asserted", "asserted")]
    assert graph.nodes[graph.start].label == "Bob"
    with pytest.raises(UnknownName):
        view_file(file, about="Dan")
    with pytest.raises(GraphFileError):
        view_file(tmp_path / "absent.graphml")


def test_what_could_not_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    """A page that cannot be written is refused."""
    (tmp_path / "file").write_text("kept", "utf-8")
    with pytest.raises((InputError, OSError)):
        GraphView("t", ViewGraph((), ())).save(tmp_path / "file" / "view.html")
    assert (tmp_path / "file").read_text("utf-8") == "kept"


@pytest.mark.slow
@pytest.mark.seeds
def test_the_same_graph_gives_the_same_page() -> None:
    """The page does not depend on the order of a dict's or a set's hashes."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from view_graphs import *; from hashlib import sha256;"
        "from pramana.views.graph_page.page import GraphView;"
        "print(sha256(GraphView('t', large_graph(300)).html().encode()).hexdigest())"
    )
    folder = str(Path(__file__).parents[1] / "support")
    told = [
        subprocess.run(
            [sys.executable, "-c", script, folder],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    ]
    assert told[0] == told[1]
    assert len(data_of(GraphView("t", large_graph(300)).html())["edges"]) == 300

"""Pushes to a real Neo4j: whole, incremental, resumed after a kill, verified, and read again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from growths import edge, node, unbounded
from hypothesis import HealthCheck, given, settings
from neo4j_server import Neo4jServer
from push_histories import HISTORIES, History

import pramana
from pramana.app import init, push_graph
from pramana.errors import InputError
from pramana.graph import (
    Edge,
    ListedGraph,
    ListedSource,
    Node,
    check_target,
    connect_graph,
    parse_address,
    projection_target,
    read_graph,
)
from pramana.graph import push_graph as push_to_target
from pramana.igg import GrowthStepper

pytestmark = pytest.mark.slow

NODES = (
    Node("a", "P", {"name": "A", "n": 1, "f": 1.0, "big": 2**70, "mixed": [1, "x", None], "deep": {"k": [1]}}),
    Node("b`\\u0060", "T`y\\u0060pe", {"na`me\\u0060": "x", "": 1, "pramana_id": "own", "id": 7}),
    Node("c", "", {"empty": [], "zero\0": "\0"}),
    Node("d", "PramanaNode"),
)
EDGES = (
    Edge("a", "R", "c", {"w": 1, "deep": {"k": 1}}),
    Edge("a", "R", "c", {"w": 2}, 1),
    Edge("b`\\u0060", "S`\\u0060-> x", "a"),
    Edge("d", "", "d", {"pramana_ordinal": 5}),
)


def listed(nodes: tuple[Node, ...], edges: tuple[Edge, ...], change: int = 1) -> ListedSource:
    return ListedSource(ListedGraph(nodes, edges), "file test", change)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    init(tmp_path / "ws")
    read(tmp_path / "ws", "Marta Keller founded Contoso in 2011. She sold it to Rama.\nFabrikam acquired Contoso.\n")
    return tmp_path / "ws"


def read(folder: Path, text: str) -> None:
    (folder / "news.txt").write_text(text, "utf-8")
    with pramana.open(folder) as ws:
        ws.ingest(folder / "news.txt")


def test_anything_a_graph_can_hold_comes_back(neo4j_server: Neo4jServer) -> None:
    """Names and values that Neo4j has no place for, and names that try to end a quoted one, are read as written."""
    target = projection_target(parse_address(neo4j_server.url))
    done = push_to_target(listed(NODES, EDGES), target)
    assert (done.whole, done.nodes, done.edges) == (True, len(NODES), len(EDGES))
    assert list(target.nodes()) == list(NODES)
    assert list(target.edges()) == list(EDGES)
    assert check_target(listed(NODES, EDGES), target).same
    target.close()
    adapter = connect_graph(parse_address(neo4j_server.url))
    assert adapter.find_nodes('`na``me\\\\u0060` = "x"' if False else 'name = "A" AND n = 1').ids == ["a"]
    assert adapter.find_nodes("big > 5").ids == ["a"]
    assert adapter.find_nodes('type = ""').ids == ["c"]
    assert adapter.find_edges('relation = "S`\\\\u0060-> x"').ids == [EDGES[2].id]


def test_another_state_of_a_file_replaces_the_first(neo4j_server: Neo4jServer) -> None:
    """What is gone is deleted, what changed is written, a type too; the same state again writes nothing."""
    target = projection_target(parse_address(neo4j_server.url))
    push_to_target(listed(NODES, EDGES), target)
    again = (Node("a", "Q", {"name": "A2"}), Node("c", ""))
    edges = (Edge("c", "R", "a"), EDGES[0])
    done = push_to_target(listed(again, edges, 2), target)
    assert done.whole and done.deleted >= 2
    assert check_target(listed(again, edges), target).same
    assert push_to_target(listed(again, edges, 2), target).nodes == 0
    with pytest.raises(InputError, match="another graph"):
        push_to_target(ListedSource(ListedGraph((), ()), "file other", 1), target)
    push_to_target(ListedSource(ListedGraph((), ()), "file other", 1), target, replace_other=True)
    assert target.count() == (0, 0)
    target.close()


def test_a_workspace_is_pushed_by_what_changed(neo4j_server: Neo4jServer, workspace: Path) -> None:
    """A changed line costs its own facts; a removed document leaves nothing; each time the copy is the graph."""
    first = push_graph(neo4j_server.url, workspace, verify=True)
    assert first.result.whole and first.check is not None and first.check.same
    assert first.check.target_count[0] > 5
    assert str(push_graph(neo4j_server.url, workspace)).startswith("Nothing to do")
    read(workspace, "Marta Keller founded Contoso in 2012. She sold it to Rama.\nFabrikam acquired Contoso.\n")
    second = push_graph(neo4j_server.url, workspace, verify=True)
    assert second.check is not None and second.check.same
    assert not second.result.whole and second.result.deleted > 0
    with pramana.open(workspace) as ws:
        ws.remove("news.txt")
    third = push_graph(neo4j_server.url, workspace, verify=True)
    assert third.check is not None and third.check.same and third.check.target_count == (0, 0)


@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(history=HISTORIES)
def test_any_history_is_brought_over(neo4j_server: Neo4jServer, history: list[tuple[str, Any]]) -> None:
    """After any changes, pushed in whatever steps, the copy is the graph, and what was not changed is not written."""
    target = projection_target(parse_address(neo4j_server.url))
    target.clear()
    graph = History()
    for what, given_value in history:
        graph.push(target) if what == "push" else graph.change(what, given_value)
    graph.check(target)
    target.close()


def test_a_copy_has_evidence_verdicts_and_derived_relations(neo4j_server: Neo4jServer, workspace: Path) -> None:
    """An edge names its places in the text and the verdicts of its facts; FOUNDED is derived from events."""
    push_graph(neo4j_server.url, workspace)
    adapter = connect_graph(parse_address(neo4j_server.url))
    (found,) = adapter.find_edges('relation = "FOUNDED"')
    assert (found["source"], found["target"]) == ("Marta Keller", "Contoso")
    assert (found["doc_id"], found["line_number"], found["verdicts"]) == ("news.txt", 1, ["checked"])
    assert found["evidence"] == ["news.txt:1"]
    assert adapter.find_edges('doc_id = "news.txt" AND evidence CONTAINS "news.txt:3"').ids


def test_a_graph_in_neo4j_is_imported(neo4j_server: Neo4jServer, workspace: Path, tmp_path: Path) -> None:
    """`import` takes it into another workspace; the same graph again is nothing to do."""
    push_graph(neo4j_server.url, workspace)
    imported = read_graph(neo4j_server.url)
    assert imported.format == "neo4j" and imported.edges
    init(tmp_path / "other")
    with pramana.open(tmp_path / "other") as ws:
        assert ws.import_graph(neo4j_server.url).nodes == len(imported.nodes)
        assert ws.import_graph(Path(neo4j_server.url)).run is None


PUSHER = """
import os, sys
from pathlib import Path
from pramana.app import init, push_graph

def observe(nodes, edges):
    print(nodes, edges, flush=True)
    if edges >= 5_000:
        sys.stdin.readline()  # until it is killed

push_graph(sys.argv[1], Path(sys.argv[2]), observe=observe)
"""


def test_a_killed_push_is_resumed(neo4j_server: Neo4jServer, tmp_path: Path) -> None:
    """After `kill -9` the same push writes the rest, and the copy is the graph."""
    nodes = [{"id": f"n{number}", "type": "P"} for number in range(6_000)]
    links = [
        {"source": f"n{number % 6000}", "target": f"n{number * 7 % 6000}", "relation": f"R{number // 6000}"}
        for number in range(12_000)
    ]
    file = tmp_path / "graph.json"
    file.write_text(json.dumps({"directed": True, "multigraph": True, "graph": {}, "nodes": nodes, "links": links}))
    with subprocess.Popen(
        [sys.executable, "-c", PUSHER, neo4j_server.url, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **neo4j_server.environment},
    ) as process:
        assert process.stdout is not None
        seen = next(line for line in process.stdout if int(line.split()[1]) >= 5_000)
        process.send_signal(signal.SIGKILL)
    assert int(seen.split()[1]) < 12_000
    report = push_graph(neo4j_server.url, file, verify=True)
    assert report.result.resumed and report.check is not None and report.check.same
    assert report.result.nodes == 0 and report.result.edges == 12_000 - int(seen.split()[1])


def test_the_graph_of_an_igg_run_is_pushed_from_its_log(neo4j_server: Neo4jServer, tmp_path: Path) -> None:
    """The log is replayed; a longer log of the same run brings the copy up to date."""
    log = tmp_path / "run.jsonl"
    stepper = GrowthStepper(unbounded(), log=log)
    for last in (3, 5):
        first = last - 3 if last == 3 else 3
        nodes = [node("Method", f"m{number}") for number in range(first, last)]
        edges = [
            edge("CALLS", {"name": f"m{number}"}, {"name": f"m{number + 1}"})
            for number in range(max(first - 1, 0), last - 1)
        ]
        stepper.act({"actions": [*nodes, *edges]})
        report = push_graph(neo4j_server.url, log, verify=True)
        assert report.check is not None and report.check.same
        assert report.check.target_count == (last, last - 1)
    stepper.close()


def test_the_command_says_what_it_did(neo4j_server: Neo4jServer, workspace: Path, tmp_path: Path) -> None:
    """`push` ends with 0 and one line; no password is in what it writes, in the workspace, or in the target."""
    words = [sys.executable, "-m", "pramana", "push", neo4j_server.url, "--verify", "-w", str(workspace)]
    ended = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "the whole graph" in ended.stdout and "Read back: the same" in ended.stdout
    wrong = {**os.environ, "NEO4J_PASSWORD": "not-the-passphrase"}
    refused = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path, env=wrong)
    assert refused.returncode == 5
    assert "NEO4J_PASSWORD" in refused.stderr
    secrets = (neo4j_server.environment["NEO4J_PASSWORD"], "not-the-passphrase")
    written = [ended.stdout, ended.stderr, refused.stdout, refused.stderr]
    stored = b"".join(file.read_bytes() for file in workspace.rglob("*") if file.is_file())
    assert not any(secret in text for secret in secrets for text in written)
    assert not any(secret.encode() in stored for secret in secrets)

"""Pushes to real Gremlin servers by the command: whole, incremental, resumed after a kill, verified, imported again."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from gremlin_servers import GremlinServerProcess

import pramana
from pramana.app import init, push_graph
from pramana.errors import InputError
from pramana.graph import Closable, connect_graph, parse_address

pytestmark = pytest.mark.slow
TEXT = "Marta Keller founded Contoso in 2011. She sold it to Rama.\nFabrikam acquired Contoso.\n"


def read(folder: Path, text: str) -> None:
    (folder / "news.txt").write_text(text, "utf-8")
    with pramana.open(folder) as ws:
        ws.ingest(folder / "news.txt")


def run_pramana(*words: str, code: int = 0) -> dict[str, Any]:
    """Run a command and return its JSON."""
    command = [sys.executable, "-m", "pramana", *words, "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == code, ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def test_a_workspace_is_pushed_by_the_command_and_imported(server: GremlinServerProcess, tmp_path: Path) -> None:
    """The first push writes all, the second what changed; each copy is the graph. `import` takes it into another
    workspace, and a search there finds the places in the text."""
    address = f"{server.url}?graph=news"
    init(tmp_path / "ws")
    read(tmp_path / "ws", TEXT)
    folder = ("-w", str(tmp_path / "ws"))
    first = run_pramana("push", address, "--verify", *folder)
    assert first["whole"] and first["check"]["source_hash"] == first["check"]["target_hash"]
    read(tmp_path / "ws", TEXT.replace("2011", "2012"))
    second = run_pramana("push", address, "--verify", *folder)
    assert not second["whole"] and second["deleted"]
    assert second["check"]["source_hash"] == second["check"]["target_hash"] != first["check"]["target_hash"]
    again = run_pramana("push", address, *folder)
    assert (again["nodes"], again["edges"], again["deleted"]) == (0, 0, 0)
    graph = connect_graph(parse_address(address))
    (found,) = graph.find_edges('relation = "FOUNDED" AND evidence CONTAINS "news.txt:1"')
    assert (found["source"], found["target"]) == ("Marta Keller", "Contoso")
    assert isinstance(graph, Closable)
    graph.close()
    init(tmp_path / "other")
    imported = run_pramana("import", address, "-w", str(tmp_path / "other"))
    assert (imported["nodes"], imported["edges"]) == tuple(second["check"]["target_count"])


def test_another_graph_is_not_overwritten(server: GremlinServerProcess, tmp_path: Path) -> None:
    """A second source is refused until `--replace` says so; then its graph is all that is there."""
    for name in ("one", "two"):
        links = [{"source": name, "target": name, "relation": "IS"}]
        graph = {"directed": True, "multigraph": True, "graph": {}, "nodes": [{"id": name, "type": "P"}]}
        (tmp_path / f"{name}.json").write_text(json.dumps({**graph, "links": links}))
    address = f"{server.url}?graph=taken"
    push_graph(address, tmp_path / "one.json")
    with pytest.raises(InputError, match="another graph"):
        push_graph(address, tmp_path / "two.json")
    report = push_graph(address, tmp_path / "two.json", replace=True, verify=True)
    assert report.check is not None and report.check.same and report.check.target_count == (1, 1)


PUSHER = """
import sys
from pathlib import Path
import pramana.graph.pushing as pushing
from pramana.app import push_graph

pushing.BATCH = 50

def observe(nodes, edges):
    print(nodes, edges, flush=True)
    if edges >= 100:
        sys.stdin.readline()  # until it is killed

push_graph(sys.argv[1], Path(sys.argv[2]), observe=observe)
"""


def test_a_killed_push_is_resumed(server: GremlinServerProcess, tmp_path: Path) -> None:
    """After `kill -9` the same push writes the rest, and the copy is the graph."""
    nodes = [{"id": f"n{number}", "type": "P"} for number in range(150)]
    links = [{"source": f"n{number}", "target": f"n{number * 7 % 150}", "relation": "R"} for number in range(150)]
    graph = {"directed": True, "multigraph": True, "graph": {}, "nodes": nodes, "links": links}
    (tmp_path / "graph.json").write_text(json.dumps(graph))
    address = f"{server.url}?graph=killed"
    with subprocess.Popen(
        [sys.executable, "-c", PUSHER, address, str(tmp_path / "graph.json")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        seen = next(line for line in process.stdout if int(line.split()[1]) >= 100)
        process.send_signal(signal.SIGKILL)
    report = push_graph(address, tmp_path / "graph.json", verify=True)
    assert report.result.resumed and report.check is not None and report.check.same
    assert (report.result.nodes, report.result.edges) == (0, 150 - int(seen.split()[1]))

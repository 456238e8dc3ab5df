"""Investigations as runs: stored, resumed after a kill, replayed, of workspaces and files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from investigator import HYPOTHESIS, answer, searched
from planners import FIRM

import pramana
from pramana.errors import InputError, UnknownName
from pramana.graph.io import ListedGraph, write_graph
from pramana.testing.model_server import ModelServer

QUESTION = "Who works for Orbit?"
PROGRAM = [sys.executable, "-c", "from pramana.cli import main; main()"]


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    (file,) = write_graph(ListedGraph(tuple(FIRM.nodes()), tuple(FIRM.edges())), tmp_path / "firm.json")
    return file


def command(graph: Path, url: str, *more: str) -> list[str]:
    model = ["--model", "it", "--base-url", url, "--concurrency", "1"]
    return [*PROGRAM, "investigate", QUESTION, "--graph", str(graph), *model, "--json", *more]


def requests(log: Path) -> Counter[str]:
    lines = log.read_text("utf-8").split("\n")[:-1] if log.exists() else []
    return Counter(json.dumps(json.loads(line)["request"], sort_keys=True) for line in lines)


@pytest.mark.slow
def test_killed_the_same_command_goes_on_and_pays_nothing_twice(graph: Path, tmp_path: Path) -> None:
    """A process killed in front of each of its calls in turn; the last one ends as an undisturbed one, and the server
    saw no request twice but those that were in flight."""
    environment = {**os.environ, "OPENAI_API_KEY": "none"}
    log, kills, in_flight = tmp_path / "log.jsonl", 0, 0
    with ModelServer(answer, delay_s=0.4, log=log) as server:
        for goal in range(1, 5):
            seen = requests(log).total()
            process = subprocess.Popen(
                command(graph, server.url), cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL
            )
            while process.poll() is None and requests(log).total() < seen + (goal > 1) + 1:
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
            kills += process.wait() == -signal.SIGKILL
            in_flight += 1
        done = subprocess.run(
            command(graph, server.url), cwd=tmp_path, env=environment, capture_output=True, check=True, text=True
        )
        asked = requests(log)
        again = subprocess.run(
            command(graph, server.url), cwd=tmp_path, env=environment, capture_output=True, check=True, text=True
        )
    found = json.loads(done.stdout)
    assert kills == 4
    assert found["complete"] == "COMPLETE: 2 people work for Orbit."
    assert len(asked) == 5 and asked.total() - len(asked) <= in_flight
    assert requests(log) == asked, "a fourth time is answered from the store"
    assert json.loads(again.stdout)["cost"]["calls"] == 0
    same = [{**each, "run": 0, "cost": 0, "seconds": 0} for each in (found, json.loads(again.stdout))]
    assert same[0] == same[1]


@pytest.fixture
def workspace(tmp_path: Path, graph: Path) -> Path:
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.import_graph(graph)
    return tmp_path / "ws"


def test_a_workspace_investigates_and_keeps_the_run(workspace: Path) -> None:
    """`ws.investigate` brings an answer with claims; the run, its steps and its trace are in the ledger."""
    with (
        ModelServer(answer) as server,
        pramana.open(
            workspace, create=True, model="it", base_url=server.url, llm={"models": {"given": {"key_env": "PATH"}}}
        ) as ws,
    ):
        found = ws.investigate(QUESTION)
        (run,) = [each for each in ws.runs() if each.kind == "investigate"]
        report = ws.replay(run.id)
    assert found.complete == "COMPLETE: 2 people work for Orbit."
    assert found.hypotheses[0].text == HYPOTHESIS["text"]
    assert (str(run.status), run.result["stop"]) == ("done", "answered")
    assert run.result["trace"]["name"] == "investigation"
    assert report.identical, report.differences


def test_a_replay_says_that_other_code_made_the_run(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where other code is at work and the result differs, the report says what that means; where it is equal, that."""
    with pramana.open(workspace, create=True) as ws:
        with monkeypatch.context() as older:
            older.setattr("pramana.app.investigate.investigation_hash", lambda: "older")
            ws.investigate(QUESTION)
        (run,) = [each for each in ws.runs() if each.kind == "investigate"]
        same = ws.replay(run.id)
        monkeypatch.setattr("pramana.investigate.outcome.limits_of", lambda course: ("Less is read now.",))
        other = ws.replay(run.id)
    assert same.identical and "Another version of the engine is at work now" in str(same)
    assert not other.identical and "the version of then repeats it to the byte" in str(other)


def test_a_bound_stops_it_and_the_same_question_goes_on(workspace: Path) -> None:
    """A stopped run is gone on with, under its number, and what was paid is not paid again."""
    with (
        ModelServer(answer) as server,
        pramana.open(
            workspace, create=True, model="it", base_url=server.url, llm={"models": {"given": {"key_env": "PATH"}}}
        ) as ws,
    ):
        first = ws.investigate(QUESTION, calls=2)
        second = ws.investigate(QUESTION)
        runs = [each for each in ws.runs() if each.kind == "investigate"]
        count = len(server.requests)
    assert (first.stop, first.resumable, first.spending.calls) == ("budget", True, 2)
    assert first.why == "The budget is 2 calls, and 2 were made."
    assert second.answered and (second.spending.stored, second.spending.calls) == (2, 3)
    assert count == 5 and len(runs) == 1


TWICE = [
    'FIND nodes WHERE type = "Person" AS people',
    'PROCESS people USING "Who is it?" RETURNING LIST OF {who: text} AS one',
    'PROCESS people USING "What is it?" RETURNING LIST OF {what: text} AS two',
    "UPDATE people WITH two",
]


def test_calls_are_counted_within_a_plan(workspace: Path) -> None:
    """A plan whose commands ask models themselves is stopped before the call that would pass the bound."""

    def asks_twice(request: Mapping[str, Any], number: int) -> str:
        if request["response_format"]["json_schema"]["name"] == "investigate_hypothesise":
            plan = {"commands": TWICE, "confidence": 0.9, "rationale": "To ask."}
            return json.dumps({"hypothesis": HYPOTHESIS, "next_actions": [plan]})
        return json.dumps({"items": [{"of": [1], "data": {"who": "a person"}, "quote": ""}]})

    with opened(workspace, asks_twice) as (ws, server):
        found = ws.investigate(QUESTION, calls=2)
        assert (found.stop, len(server.requests)) == ("budget", 2)
        assert found.why == "The budget is 2 calls. The next call could pass it, so it was not made."


@pytest.mark.parametrize("calls", [None, 5])
def test_a_search_is_replayed(workspace: Path, calls: int | None) -> None:
    """A search comes to the same from its stored responses, also where a budget ended it once it had an answer."""
    with opened(workspace, searched) as (ws, _):
        found = ws.investigate(QUESTION, search="mcts", calls=calls)
        (run,) = [each for each in ws.runs() if each.kind == "investigate"]
        report = ws.replay(run.id)
    assert found.answered and (found.tree.reason == "budget") == (calls is not None)
    assert report.identical, report.differences


@contextmanager
def opened(workspace: Path, script: Any) -> Iterator[tuple[pramana.Workspace, ModelServer]]:
    models = {"models": {"given": {"key_env": "PATH"}}}
    with (
        ModelServer(script) as server,
        pramana.open(workspace, create=True, model="it", base_url=server.url, llm=models) as ws,
    ):
        yield ws, server


def test_an_empty_question_and_an_unknown_search_are_refused(workspace: Path) -> None:
    """What cannot be investigated is said before anything is asked."""
    with pramana.open(workspace, create=True) as ws:
        with pytest.raises(InputError, match="The question is empty"):
            ws.investigate("  ")
        with pytest.raises(UnknownName, match="There is no search 'mtcs'"):
            ws.investigate(QUESTION, search="mtcs")


def test_the_embedded_model_investigates(workspace: Path) -> None:
    """Without a model, questions of the stated shapes are answered by rules, with citations."""
    with pramana.open(workspace, create=True) as ws:
        found = ws.investigate(QUESTION)
    assert found.answered and found.spending.money == 0
    assert {place["id"] for claim in found.claims for each in claim.citations for place in each.places} >= {
        "firm.json:ann",
        "firm.json:bob",
    }

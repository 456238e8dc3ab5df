"""`pramana igg`: as someone meets it who has a payload and a terminal, or an agent of their own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from igg_plans import PAYLOAD, add

from pramana.testing.model_server import ModelServer


@pytest.fixture
def here(run: Any, tmp_path: Path) -> Path:
    """A workspace in the current folder, with a payload in it."""
    assert run("init").code == 0
    (tmp_path / "plan.json").write_text(json.dumps(PAYLOAD), "utf-8")
    return tmp_path


def written(folder: Path, answer: Any) -> Path:
    file = folder / "answer.json"
    file.write_text(json.dumps(answer), "utf-8")
    return file


def test_a_session_from_begin_to_finish(run: Any, here: Path) -> None:
    """Each call says what it did; refused actions are named and give exit code 3; the log is replayed."""
    assert run("igg", "begin", "plan.json").out == "plan\n"
    seen = run("igg", "observe", "plan")
    assert "# Iteration 1 of 20" in seen.out
    assert "1| Anna designs the page." in seen.out
    acted = run("igg", "act", "plan", written(here, [add("Anna"), add("Anna")]))
    assert acted.code == 3
    assert "+ ADD_NODE Person:Anna" in acted.out
    assert "- duplicate action 2 ADD_NODE: a Person with name" in acted.out
    assert run("igg", "act", "plan", written(here, [add("Ben")])).code == 0
    assert "open until" in run("igg", "sessions").out
    ended = run("igg", "finish", "plan", "--reason", "all")
    assert (ended.code, "finished: graph " in ended.out) == (0, True)
    hashed = run("igg", "replay", "plan", "--json").json
    assert (hashed["nodes"], hashed["iterations"], hashed["stopped"]) == (2, 2, "finished")
    assert f"graph {hashed['hash']}" in ended.out
    assert run("igg", "replay", here / "igg" / "plan.jsonl").out == f"identical: {hashed['hash']}\n"
    over = run("igg", "act", "plan", written(here, []))
    assert (over.code, "has ended (finished)" in over.err) == (2, True)


def test_the_graph_is_shown_as_it_was(run: Any, here: Path) -> None:
    """After any iteration, with what that iteration did and why."""
    run("igg", "begin", "plan.json")
    run("igg", "act", "plan", written(here, {"reasoning": "She is first.", "actions": [add("Anna")]}))
    run("igg", "act", "plan", written(here, [add("Ben")]))
    first, second = run("igg", "show", "plan", "--at", 1), run("igg", "show", "plan")
    assert "She is first." in first.out
    assert "Ben" not in first.out
    assert "nodes (2)" in second.out
    assert run("igg", "show", "plan", "--at", 0, "--json").json["nodes"] == []
    beyond = run("igg", "show", "plan", "--at", 9)
    assert (beyond.code, "has only 2 iterations" in beyond.err) == (2, True)


@pytest.mark.parametrize("name", ["g.graphml", "g.json", "g.cypher", "whole.log.json"])
def test_the_graph_and_the_log_are_exported(run: Any, here: Path, name: str) -> None:
    """In the format that the ending says."""
    run("igg", "begin", "plan.json")
    run("igg", "act", "plan", written(here, [add("Anna")]))
    assert run("igg", "export", "plan", "-o", name).out == f"Wrote {name}\n"
    assert "Anna" in (here / name).read_text("utf-8")


def test_a_soft_schema_is_promoted(run: Any, here: Path) -> None:
    """What it grew by is said with who, when and why; the next payload takes it, and is strict."""
    config = {**PAYLOAD["config"], "mode": "soft"}
    (here / "soft.json").write_text(json.dumps({**PAYLOAD, "session_id": "soft", "config": config}), "utf-8")
    run("igg", "begin", "soft.json")
    firm = {"type": "ADD_NODE", "label": "Firm", "properties": {"name": "Orbit"}, "why": "the text names one"}
    assert run("igg", "act", "soft", written(here, [firm])).code == 0
    promoted = run("igg", "promote", "soft", "-o", "config.json")
    assert "node type 'Firm'" in promoted.err or "Firm" in promoted.err
    assert "the text names one" in promoted.err
    config = json.loads((here / "config.json").read_text("utf-8"))
    assert (config["mode"], config["schema"]["node_types"]) == ("strict", ["Person", "Firm"])
    (here / "next.json").write_text(json.dumps({**PAYLOAD, "session_id": "next", "config": config}), "utf-8")
    assert run("igg", "begin", "next.json").code == 0
    assert run("igg", "promote", "soft", "-o", "config.json").code == 2


def test_the_schemas_are_published(run: Any) -> None:
    """That of the payload takes the payload; that of an answer names every action."""
    schema = run("igg", "schema").json
    assert {"session_id", "goal_prompt", "context_data", "config", "seed_data"} == set(schema["properties"])
    answer = run("igg", "schema", "--actions").json
    kinds = [each["properties"]["type"]["const"] for each in answer["properties"]["actions"]["items"]["anyOf"]]
    assert kinds == ["ADD_NODE", "ADD_EDGE", "UPDATE_NODE", "REMOVE", "QUERY", "FINISH"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run", "none.json"], "none.json cannot be read: No such file"),
        (["observe", "plam"], "There is no session 'plam'"),
        (["replay", "nothing"], "nothing"),
        (["act", "plan", "none.json"], "none.json"),
    ],
)
def test_what_is_not_there_is_bad_input(run: Any, here: Path, arguments: list[str], told: str) -> None:
    """Exit code 2, and a message with the name."""
    done = run("igg", *arguments)
    assert (done.code, told in done.err) == (2, True), done.err


def test_a_payload_that_is_wrong_is_refused_with_every_place(run: Any, here: Path) -> None:
    """Nothing is written then."""
    (here / "bad.json").write_text(json.dumps({**PAYLOAD, "session": 1, "config": {"schema": {}}}), "utf-8")
    done = run("igg", "run", "bad.json")
    assert done.code == 2
    assert "config.schema.node_types" in done.err
    assert "session" in done.err
    assert not (here / "igg").exists()


def test_a_text_needs_a_model(run: Any, here: Path) -> None:
    """The embedded model abstains, says what it can read, and how to name another."""
    done = run("igg", "run", "plan.json")
    assert (done.code, "--model" in done.err) == (2, True)


def answer(body: dict[str, Any], _: int) -> Any:
    """Be a model that adds one person an iteration, and finishes with the third."""
    said = body["messages"][-1]["content"]
    number = int(said.partition("# Iteration ")[2].split()[0])
    finish = [{"type": "FINISH", "reason": "three"}] if number == 3 else []
    return json.dumps({"reasoning": f"number {number}", "actions": [add(f"P{number}"), *finish]})


@pytest.fixture
def served(here: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    with ModelServer(answer) as server:
        monkeypatch.setenv("PRAMANA_MODEL", "m")
        monkeypatch.setenv("PRAMANA_BASE_URL", server.url)
        yield server


def test_a_model_runs_the_loop_and_a_line_is_printed_an_iteration(run: Any, here: Path, served: Any) -> None:
    """Where no terminal is there. A budget stops with exit code 4, and the same command goes on."""
    stopped = run("igg", "run", "plan.json", "--max-calls", 2)
    assert stopped.code == 4
    assert "1: 1 nodes, 0 edges; 1 applied" in stopped.err
    done = run("igg", "run", "plan.json")
    assert done.code == 0, done.err
    assert "finished (three)" in done.out
    assert "Resumed after 2 iterations" in done.err
    number = run("runs", "--json").json[-1]["run"]
    assert "identical" in run("replay", number).out


@pytest.mark.slow
def test_a_terminal_shows_the_run_as_it_goes(here: Path, served: Any, in_terminal: Callable[..., bytes]) -> None:
    """Counts, budget, the last actions."""
    text = in_terminal("igg", "run", "plan.json", TERM="xterm", COLUMNS="100", LINES="30").decode()
    for told in ("3 of 20", "3 nodes", "ADD_NODE Person:P3", "calls 3", "number 2", "finished"):
        assert told in text


@pytest.mark.slow
def test_a_terminal_keeps_refusals_in_sight(here: Path, in_terminal: Callable[..., bytes], monkeypatch: Any) -> None:
    """From the first moment on it says what it waits for; many right actions do not push a refusal out."""

    def many(body: dict[str, Any], number: int) -> Any:
        finish = [{"type": "FINISH"}] if number else []
        actions = [{"type": "FLY"}, *(add(f"N{number}-{at}") for at in range(30)), *finish]
        return json.dumps({"reasoning": "many", "actions": actions})

    with ModelServer(many) as server:
        monkeypatch.setenv("PRAMANA_MODEL", "m")
        monkeypatch.setenv("PRAMANA_BASE_URL", server.url)
        text = in_terminal("igg", "run", "plan.json", TERM="xterm", COLUMNS="100", LINES="30").decode()
    assert text.index("Waiting for the first answer") < text.index("iteration")
    assert "unknown_action action 1 FLY" in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


@pytest.mark.slow
def test_ctrl_c_leaves_a_whole_log(here: Path, start: Callable[..., subprocess.Popen[str]], run: Any) -> None:
    """The run is stopped with exit code 130, its log is read without complaint, and the same command goes on."""

    def slow(body: dict[str, Any], number: int) -> Any:
        said = body["messages"][-1]["content"]
        if "# Iteration 2" in said and not (here / "go").exists():
            (here / "waiting").touch()
            time.sleep(5)
        return answer(body, number)

    with ModelServer(slow) as server:
        os.environ["PRAMANA_MODEL"], os.environ["PRAMANA_BASE_URL"] = "m", server.url
        try:
            process = start("igg", "run", "plan.json")
            for _ in range(200):
                if (here / "waiting").exists():
                    break
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
            assert process.returncode == 130, err
            assert "The log is complete" in err
            assert run("igg", "replay", "plan", "--json").json["iterations"] == 1
            assert run("runs", "--json").json[-1]["status"] == "stopped"
            (here / "go").touch()
            assert run("igg", "run", "plan.json").code == 0
        finally:
            del os.environ["PRAMANA_MODEL"], os.environ["PRAMANA_BASE_URL"]


def test_logs_are_compared_viewed_and_written_in_any_format(run: Any, here: Path) -> None:
    """`diff` ends with 1 where the graphs differ; `view` writes a page; `export --to` gives the file its extension."""
    for name in ("one", "two"):
        (here / f"{name}.json").write_text(json.dumps({**PAYLOAD, "session_id": name}), "utf-8")
        assert run("igg", "begin", f"{name}.json").code == 0
    person = {"type": "ADD_NODE", "label": "Person", "properties": {"name": "Anna"}, "evidence": "Anna designs"}
    run("igg", "act", "one", written(here, [person]), "--agent", "ann", "--seen", 0)
    differ = run("igg", "diff", "one", "two")
    assert (differ.code, "- Person:Anna" in differ.out) == (1, True)
    assert run("igg", "diff", "one", "one", "--json").json["identical"]
    assert run("igg", "view", "one", "-o", "page.html").code == 0
    assert 'type="range"' in (here / "page.html").read_text("utf-8")
    assert run("igg", "export", "one", "-o", "graph", "--to", "graphml").code == 0
    assert "Anna" in (here / "graph.graphml").read_text("utf-8")
    assert run("igg", "export", "one", "-o", "graph", "--to", "graphlm").code == 2


def test_a_session_is_paused_and_continued_in_another_workspace(run: Any, here: Path, tmp_path: Path) -> None:
    """`pause -o FILE` takes it along, `continue FILE` goes on with it."""
    (here / "one.json").write_text(json.dumps({**PAYLOAD, "session_id": "one"}), "utf-8")
    run("igg", "begin", "one.json")
    assert run("igg", "pause", "one", "-o", "one.session.json").code == 0
    assert run("init", "-w", "other").code == 0
    assert run("igg", "continue", "one.session.json", "-w", "other").out.strip() == "one"
    seen = run("igg", "observe", "one", "-w", "other", "--agent", "ben", "--json").json
    assert (seen["version"], "Goal: " in seen["text"]) == (0, True)

"""Several agents on one graph, across threads and processes; sessions that pause and continue elsewhere."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pramana
from pramana.errors import GraphFileError, InputError
from pramana.igg import read_log, replay

SCHEMA = {
    "node_types": ["Person"],
    "edge_types": ["KNOWS"],
    "required_attributes": {"Person": ["name"]},
    "unique_keys": {"Person": ["name"]},
}


def payload(session: str = "team", **config: Any) -> dict[str, Any]:
    settings = {"max_iterations": 500, "no_progress": None, "schema": SCHEMA, **config}
    return {"session_id": session, "goal_prompt": "Map who\nknows whom.", "context_data": "", "config": settings}


def add(name: str, **properties: Any) -> dict[str, Any]:
    return {"type": "ADD_NODE", "label": "Person", "properties": {"name": name, **properties}}


def update(name: str, **properties: Any) -> dict[str, Any]:
    return {"type": "UPDATE_NODE", "node": {"name": name}, "properties": properties}


def know(one: str, other: str) -> dict[str, Any]:
    return {"type": "ADD_EDGE", "label": "KNOWS", "from": {"name": one}, "to": {"name": other}}


FINISH = {"type": "FINISH", "reason": "done"}


def test_an_agent_sees_its_goal_its_own_turn_and_what_others_changed(tmp_path: Path) -> None:
    """Refusals and answers go to who caused them; the goal is one line, whatever it holds."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        session = ws.begin_igg(payload())
        assert session.observe("ann").text.splitlines()[1] == "Goal: Map who\\nknows whom."
        session.act([add("Ann"), add("Ann"), {"type": "QUERY", "query": "nodes"}], "ann", 0)
        session.act([add("Ben")], "ben", 0)
        ann, ben = session.observe("ann"), session.observe("ben")
        assert (ann.version, ben.version) == (2, 2)
        assert "duplicate" in ann.parts["refused"]
        assert "Person:Ann" in ann.parts["answers"]
        assert ann.parts["meanwhile"] == "- + Person:Ben (ben, version 2)"
        assert "refused" not in ben.parts
        assert "answers" not in ben.parts
        assert "meanwhile" not in ben.parts


def test_what_another_changed_since_is_refused_and_named(tmp_path: Path) -> None:
    """An update of what another updated meanwhile is not lost silently; a refusal names the change that caused it."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        session = ws.begin_igg(payload())
        session.act([add("Ann", age=1)], "ann", 0)
        session.act([update("Ann", age=2)], "ben", 1)
        refused = session.act([update("Ann", age=3)], "ann", 1).outcome.refused
        assert [(each.code, each.candidates) for each in refused] == [("changed", ("Person:Ann",))]
        assert "~ Person:Ann (ben, version 2)" in refused[0].problem
        assert not session.act([update("Ann", age=3)], "ann", 3).outcome.refused
        session.act([add("Carl")], "ben", 4)
        double = session.act([add("Carl")], "ann", 4).outcome.refused
        assert (double[0].code, "changed meanwhile: + Person:Carl (ben, version 5)" in double[0].problem) == (
            "duplicate",
            True,
        )
        session.act([{"type": "REMOVE", "node": {"name": "Carl"}}], "ben", 6)
        gone = session.act([know("Ann", "Carl")], "ann", 6).outcome.refused
        assert (gone[0].code, "- Person:Carl (ben, version 7)" in gone[0].problem) == ("unknown_reference", True)
        with pytest.raises(InputError, match="versions 0 to 8, not 9"):
            session.act([add("Dora")], "ann", 9)
        with pytest.raises(InputError, match="cannot be an agent's name"):
            session.act([add("Dora")], "seed")


def test_a_session_ends_with_the_last_agent_that_acted(tmp_path: Path) -> None:
    """A FINISH is one agent's own, while others are at work."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        session = ws.begin_igg(payload())
        session.act([add("Ann")], "ann")
        session.act([add("Ben")], "ben")
        assert session.act([FINISH], "ann").stopped is None
        assert session.act([FINISH], "ben").stopped == "finished"


ACTS = st.lists(
    st.lists(
        st.sampled_from(
            [
                *(add(name) for name in "abc"),
                *(know(x, y) for x in "abc" for y in "abc"),
                *({"type": "REMOVE", "node": {"name": name}} for name in "abc"),
                *(update(name, n=n) for name in "abc" for n in (1, 2)),
            ]
        ),
        min_size=1,
        max_size=4,
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answers=st.tuples(ACTS, ACTS, ACTS))
def test_agents_in_threads_leave_one_consistent_log(tmp_path: Path, answers: Any) -> None:
    """Three agents act at once, each through a workspace of its own: every answer is one iteration, checked against the
    version before it; the log rebuilds the graph, and each agent's answers are in it in its order."""
    shutil.rmtree(tmp_path / "ws", ignore_errors=True)
    with pramana.open(tmp_path / "ws", create=True) as ws:
        log_file = ws.begin_igg(payload()).log

    def work(who: str, mine: Any) -> None:
        with pramana.open(tmp_path / "ws") as opened:
            session = opened.igg_session("team")
            for actions in mine:
                seen = session.observe(who).version
                session.act({"reasoning": json.dumps(actions), "actions": actions}, who, seen)

    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(work, name, mine) for name, mine in zip("xyz", answers, strict=True)]:
            done.result()
    log = read_log(log_file)
    assert [record.iteration for record in log.records] == list(range(1, sum(map(len, answers)) + 1))
    for name, mine in zip("xyz", answers, strict=True):
        assert [json.loads(r.agent_reasoning) for r in log.records if r.who == name] == mine
    assert all(record.seen is not None and record.seen < record.iteration for record in log.records)
    assert [r.hash_before for r in log.records[1:]] == [r.hash_after for r in log.records[:-1]]
    assert replay(log).hash == (log.records[-1].hash_after if log.records else log.beginning.hash)


CHILD = """
import sys, pramana
folder, who, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with pramana.open(folder) as ws:
    session = ws.igg_session("team")
    for number in range(count):
        person = {"type": "ADD_NODE", "label": "Person", "properties": {"name": f"{who}{number}"}}
        shared = {"type": "ADD_NODE", "label": "Person", "properties": {"name": f"shared{number}"}}
        session.act([person, shared], who, session.observe(who).version)
"""


@pytest.mark.slow
def test_agents_in_processes_share_a_graph(tmp_path: Path) -> None:
    """Each shared node is added by exactly one of them; the other is refused, and told by whom."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        session = ws.begin_igg(payload())
        command = [sys.executable, "-c", CHILD, str(tmp_path / "ws")]
        agents = [subprocess.Popen([*command, who, "6"]) for who in ("ann", "ben")]
        assert [agent.wait() for agent in agents] == [0, 0]
        log = read_log(session.log)
        assert len(log.records) == 12
        assert session.growth().graph.count() == (18, 0)
        refusals = [refusal for record in log.records for refusal in record.refusals]
        assert [refusal["code"] for refusal in refusals] == ["duplicate"] * 6
        assert ws.replay(session.run).identical


def test_a_session_continues_on_another_machine(tmp_path: Path) -> None:
    """The file is all it takes: context, owners, refusals and queries are there; a changed file is refused."""
    with pramana.open(tmp_path / "one", create=True) as ws:
        given = {**payload(), "context_data": "Ann knows Ben."}
        session = ws.begin_igg(given)
        session.act([add("Ann"), {"type": "QUERY", "query": "search", "text": "knows"}], "ann", 0)
        session.pause(tmp_path / "team.json")
        assert [kept.expires for kept in ws._call(ws._ws.growing.sessions)] == [None]
        with pytest.raises(InputError, match="in this workspace already"):
            ws.continue_igg(tmp_path / "team.json")
    with pramana.open(tmp_path / "two", create=True) as ws:
        session = ws.continue_igg(tmp_path / "team.json")
        seen = session.observe("ann")
        assert (seen.version, "Ann knows Ben." in seen.parts["answers"]) == (1, True)
        session.act([add("Ben"), know("Ann", "Ben")], "ann", 1)
        assert session.growth().graph.count() == (2, 1)
        assert ws.replay(session.run).identical
    whole = json.loads((tmp_path / "team.json").read_text("utf-8"))
    (tmp_path / "team.json").write_text(json.dumps({**whole, "log": whole["log"].replace("Ann", "Eve")}), "utf-8")
    with pramana.open(tmp_path / "three", create=True) as ws:
        with pytest.raises(GraphFileError, match="was changed"):
            ws.continue_igg(tmp_path / "team.json")
        assert ws._call(ws._ws.growing.sessions) == []

"""IGG in a workspace: the ledger has every action, runs are replayed, sessions outlive their process and expire."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest

import pramana
from pramana.app import AsyncWorkspace, init, open_async
from pramana.app.igg import IggRuns
from pramana.errors import InputError, NeedsModel, UnknownName
from pramana.igg import ScriptedAgent, read_log
from pramana.igg import replay as rebuild

SOURCES = {
    "shop/__init__.py": "from .cart import total\n",
    "shop/cart.py": "def total(items):\n    return sum(items)\n",
    "shop/till.py": "import shop\ndef pay():\n    return shop.total([1])\n",
}


def payload(session: str, context: Any = "one two", **config: Any) -> dict[str, Any]:
    kinds = ["Module", "Function"]
    schema = {
        "node_types": kinds,
        "edge_types": ["CALLS", "IMPORTS"],
        "required_attributes": {kind: ["name", "qualified_name"] for kind in kinds},
        "unique_keys": {kind: ["qualified_name"] for kind in kinds},
    }
    return {
        "session_id": session,
        "goal_prompt": "Map it.",
        "context_data": context,
        "config": {"schema": schema, **config},
    }


def add(name: str) -> dict[str, Any]:
    return {"type": "ADD_NODE", "label": "Module", "properties": {"name": name, "qualified_name": name}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return init(tmp_path / "ws")


def opened(folder: Path) -> AsyncWorkspace:
    return open_async(folder, create=False)


def test_the_embedded_model_maps_sources_and_the_run_is_replayed(folder: Path) -> None:
    """A run is in the ledger with a proposal an action, and comes to the same from stored responses."""
    with pramana.open(folder, create=True) as ws:
        report = ws.igg(payload("map", {"text": SOURCES}))
        assert (report.result.stopped, report.result.refused) == ("finished", 0)
        edges = {edge.id for edge in report.result.graph.edges()}
        assert "Function:shop.till.pay -CALLS-> Function:shop.cart.total" in edges
        replayed = ws.replay(report.run)
        assert (replayed.identical, replayed.found) == (True, report.result.hash)
        with pytest.raises(InputError, match="has ended"):
            ws.igg(payload("map", {"text": SOURCES}))

    async def proposals() -> list[str]:
        async with opened(folder) as ws:
            return [str(each.verdict) for each in ws.ledger.proposals(report.run)]

    assert anyio.run(proposals) == ["checked"] * report.result.applied


def test_refused_actions_stay_in_the_ledger(folder: Path) -> None:
    """Each with its reason; the run of an agent of one's own is replayed from its log."""

    async def work() -> tuple[list[tuple[str, str]], bool]:
        async with opened(folder) as ws:
            answers = [{"reasoning": "r", "actions": [add("a"), add("a"), {"type": "FLY"}]}]
            report = await ws.igg(payload("mine"), ScriptedAgent(answers))
            found = [(str(each.verdict), each.reason) for each in ws.ledger.proposals(report.run)]
            return found, (await ws.replay(report.run)).identical

    found, identical = anyio.run(work)
    assert identical
    assert [verdict for verdict, _ in found] == ["checked", "refused", "refused", "checked"]
    assert found[1][1].startswith("duplicate: ")
    assert found[2][1].startswith("unknown_action: ")


def test_what_the_embedded_model_cannot_read_needs_a_model(folder: Path) -> None:
    """It says so, the log stays open, and a model can go on with the run."""
    with pramana.open(folder, create=True) as ws:
        with pytest.raises(NeedsModel, match="Python sources"):
            ws.igg(payload("text"))
        report = ws.igg(payload("text"), ScriptedAgent([]))
        assert report.result.stopped == "finished"


def test_a_session_id_of_another_payload_is_refused(folder: Path) -> None:
    """A run is gone on with under the same payload and context alone."""
    with pramana.open(folder, create=True) as ws:
        with pytest.raises(NeedsModel):
            ws.igg(payload("text"))
        with pytest.raises(InputError, match="another payload"):
            ws.igg(payload("text", max_iterations=3), ScriptedAgent([]))


def test_a_payload_names_nothing_outside_its_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of its file, for one that is given as JSON the current one, or the one that is named; nor does its export."""
    inside, outside = tmp_path / "in", tmp_path / "out"
    for each in (inside, outside):
        each.mkdir()
        (each / "a.txt").write_text("one two", "utf-8")
    monkeypatch.chdir(inside)
    (inside / "plan.json").write_text(json.dumps(payload("file", {"files": "../out/a.txt"})), "utf-8")
    with pramana.open(folder, create=True) as ws:
        for given in ({"files": "../out/a.txt"}, {"folders": [str(outside)]}):
            with pytest.raises(InputError, match="leads out of"):
                ws.begin_igg(payload("s", given))
        with pytest.raises(InputError, match="leads out of"):
            ws.begin_igg(inside / "plan.json")
        for export in ("../out/g.json", str(outside / "g.json"), "a\0b.json"):
            with pytest.raises(InputError, match="export"):
                ws.igg(payload("s", export=export), ScriptedAgent([]))
        assert ws.begin_igg(payload("here", {"files": "a.txt"}, export="g.json")).finish().exported
        assert ws.begin_igg(payload("there", {"files": "a.txt"}), root=outside)
        done = ws.igg(payload("wide", export=str(outside / "g.json")), ScriptedAgent([]), root=tmp_path)
        assert done.result.exported == (outside / "g.json",)


ACT = """
import sys, anyio, json, os, signal
from pathlib import Path
from pramana.app import open_async
async def work():
    async with open_async(Path(sys.argv[1]), create=False) as ws:
        session = ws.growing.session("live")
        print((await session.observe()).text, flush=True)
        await session.act(json.loads(sys.argv[2]))
        print("ACTED", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
anyio.run(work)
"""


def test_a_session_outlives_a_killed_process(folder: Path) -> None:
    """What was acknowledged is there after `kill -9`, and the next process sees what was refused and asked."""
    with pramana.open(folder, create=True) as ws:
        ws.begin_igg(payload("live"))
    answer = [add("a"), add("a"), {"type": "QUERY", "query": "search", "text": "two"}]
    done = subprocess.run(
        [sys.executable, "-c", ACT, str(folder), json.dumps(answer)], capture_output=True, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert done.stdout.endswith("ACTED\n")
    with pramana.open(folder, create=True) as ws:
        session = ws.igg_session("live")
        seen = session.observe()
        assert {"refused", "answers"} <= set(seen.parts)
        assert "# Iteration 2 of 20" in seen.text
        assert session.act([add("b")]).record.iteration == 2
        end = session.finish("done")
        assert end.hash == rebuild(session.log).hash
        replayed = ws.replay(session.run)
        assert replayed.identical


def test_a_torn_last_line_is_an_iteration_that_never_was(folder: Path) -> None:
    """A process that is killed while it writes leaves a session that goes on before that line."""
    with pramana.open(folder, create=True) as ws:
        session = ws.begin_igg(payload("torn"))
        session.act([add("a")])
        log = session.log
    with log.open("a") as file:
        file.write('{"Iteration": 2, "Who"')
    with pramana.open(folder, create=True) as ws:
        assert ws.igg_session("torn").act([add("b")]).record.iteration == 2
    assert len(read_log(log).records) == 2


def test_sessions_do_not_see_each_other(folder: Path) -> None:
    """Two sessions side by side, and two handles on one of them that take up what the other did."""

    async def work() -> list[list[str]]:
        async with opened(folder) as ws:
            one, other = ws.growing.begin(payload("one")), ws.growing.begin(payload("other"))
            again = ws.growing.session("one")
            await one.act([add("a")])
            await other.act([add("b")])
            await again.act([add("c")])
            await one.act([add("d")])
            return [sorted(node.id for node in each.growth().graph.nodes()) for each in (one, other, again)]

    one, other, again = anyio.run(work)
    assert one == again == ["Module:a", "Module:c", "Module:d"]
    assert other == ["Module:b"]


def test_a_call_of_a_long_session_reads_nothing_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as nobody else writes to its log: then that is taken up, and the next call reads nothing again."""
    reads: list[Path] = []

    def counting(path: Path, **given: Any) -> Any:
        reads.append(path)
        return read_log(path, **given)

    monkeypatch.setattr("pramana.igg.session.read_log", counting)
    monkeypatch.setattr("pramana.igg.stepping.read_log", counting)

    async def work() -> list[int]:
        async with opened(folder) as ws:
            one = ws.growing.begin(payload("long"))
            counts = []
            for name in "abc":
                await one.observe()
                await one.act([add(name)])
                counts.append(len(reads))
            await ws.growing.session("long").act([add("other")])
            counts.append(len(reads))
            for name in "de":
                await one.act([add(name)])
                counts.append(len(reads))
            assert one.growth().graph.count() == (6, 0)
            return counts

    assert anyio.run(work) == [1, 1, 1, 2, 3, 3]


def test_a_session_expires_and_says_so(folder: Path) -> None:
    """Each use lets it live on; one that was not used for its lifetime is over, and its log ends with that."""
    now = [1000.0]

    async def work() -> tuple[str, str]:
        async with opened(folder) as ws:
            runs = IggRuns(ws, clock=lambda: now[0])
            session = runs.begin(payload("brief"), lifetime=10)
            now[0] += 8
            await session.act([add("a")])
            now[0] += 8
            await session.observe()
            now[0] += 11
            with pytest.raises(InputError, match="expired"):
                await session.act([add("b")])
            with pytest.raises(InputError, match="has ended"):
                await session.observe()
            runs.begin(payload("idle"), lifetime=10)
            now[0] += 11
            ends = {kept.session: kept.ended for kept in runs.sessions()}
            return ends["brief"], ends["idle"]

    brief, idle = anyio.run(work)
    assert (brief, idle) == ("expired", "expired")
    log = read_log(folder / "igg" / "brief.jsonl")
    assert log.end is not None
    assert (log.end.stopped, len(log.records)) == ("expired", 1)


def test_a_session_that_is_not_there_is_named_with_the_nearest(folder: Path) -> None:
    """So is one whose session_id is taken."""
    with pramana.open(folder, create=True) as ws:
        ws.begin_igg(payload("spring"))
        with pytest.raises(UnknownName, match="Did you mean spring"):
            ws.igg_session("sprong")
        with pytest.raises(InputError, match="already"):
            ws.begin_igg(payload("spring"))


LOOP = """
import sys, anyio, json, os, signal
from pathlib import Path
from pramana.app import open_async
from pramana.igg import ScriptedAgent
given, die = json.loads(sys.argv[2]), int(sys.argv[3])
def answer(observation):
    number = int(observation.text.split()[2])
    if number == die:
        os.kill(os.getpid(), signal.SIGKILL)
    name = f"n{number}"
    return [{"type": "ADD_NODE", "label": "Module", "properties": {"name": name, "qualified_name": name}}]
async def work():
    async with open_async(Path(sys.argv[1]), create=False) as ws:
        print((await ws.igg(given, ScriptedAgent(answer))).result.hash)
anyio.run(work)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes by signal")
def test_a_killed_loop_goes_on_by_the_same_command(folder: Path) -> None:
    """Killed in any iteration and run again, it comes to the graph of a run that was not killed."""

    def run(session: str, die: int) -> subprocess.CompletedProcess[str]:
        given = json.dumps(payload(session, max_iterations=4))
        return subprocess.run(
            [sys.executable, "-c", LOOP, str(folder), given, str(die)], capture_output=True, text=True, check=False
        )

    whole = run("whole", 0)
    assert whole.returncode == 0, whole.stderr
    for die in (1, 3):
        assert run("killed", die).returncode == -signal.SIGKILL
    assert run("killed", 0).stdout == whole.stdout

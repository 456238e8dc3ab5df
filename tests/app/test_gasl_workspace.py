"""GASL over a workspace: facts with their why, state in the workspace, verification by GSV, sessions over files."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import pramana
from pramana.app.gasl import GaslSession
from pramana.errors import ExecutionError, GraphFileError, ParseError
from pramana.gasl import GASLExecutor, Plan, Status
from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.llm import Ask, GatewayMode, Scripted

STORY = "Rama gave the bow to Lakshmana. Sita saw Rama.\n"
SERVER = {"default": "mine", "models": {"mine": {"provider": "scripted"}}}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "rama.txt").write_text(STORY, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "rama.txt")
    return tmp_path / "ws"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    nodes = [Node("ann", "Person", {"name": "Ann"}), Node("bob", "Person", {"name": "Bob"})]
    MemoryAdapter.of(nodes, [Edge("ann", "KNOWS", "bob")]).export(tmp_path / "g.graphml")
    return tmp_path / "g.graphml"


def test_edges_come_as_facts(place: Path) -> None:
    """FIND edges gives facts, each with its evidence, its verdict, and why it is there."""
    with pramana.open(place, create=True) as ws:
        rows = ws.gasl('FIND edges WHERE relation = "HAS_KARTĀ" LIMIT 5 AS e')
        assert [str(fact.evidence[0]) for fact in rows] == ['rama.txt:1 "Rama" verbatim', 'rama.txt:2 "Sita" verbatim']
        assert rows[0].why().verdict == rows[0].verdict == "checked"
        assert rows[-1].edge.target == "Sita"
        with pytest.raises(IndexError):
            rows[2]


def test_variables_last_as_long_as_the_workspace_is_open_and_state_longer(place: Path) -> None:
    """Single commands share their variables; what UPDATE wrote is there when the workspace is opened again."""
    with pramana.open(place, create=True) as ws:
        ws.gasl('FIND nodes WHERE type = "Entity" AS people')
        ws.gasl("UPDATE study.people WITH people")
        assert ws.gasl("COUNT people AS c")[0] == 4
    with pramana.open(place, create=True) as ws:
        assert ws.gasl("COUNT study AS c")[0] == 1
        with pytest.raises(ExecutionError, match="people"):
            ws.gasl("COUNT people AS c")


def test_failures_are_raised(place: Path) -> None:
    """A person's script raises where a model's would read a status."""
    with pramana.open(place, create=True) as ws:
        with pytest.raises(ExecutionError, match="FNID"):
            ws.gasl("FNID nodes AS n")
        with pytest.raises(ParseError):
            ws.gasl("FIND nodes AS n\nFNID nodes AS n")
        assert ws.gasl('FIND nodes WHERE id = "nobody" AS n').status is Status.EMPTY


def test_scripts_and_plans_run_whole(place: Path, tmp_path: Path) -> None:
    """Several lines, a plan, its JSON and a file of commands are all run."""
    lines = "FIND nodes AS n\nCOUNT n AS c"
    (tmp_path / "s.gasl").write_text(lines, "utf-8")
    plan = Plan(plan_id="p", why="To see.", commands=("FIND nodes AS n", "COUNT n AS c"))
    with pramana.open(place, create=True) as ws:
        counts = {ws.gasl(each)[0] for each in (lines, plan, plan.model_dump_json(), tmp_path / "s.gasl")}
    assert counts == {8}


def test_verified_items_passed_scorers_and_a_verifier(place: Path) -> None:
    """PROCESS … VERIFIED is generated, scored and verified blind; the verdict and the votes stay with the items."""

    def model(ask: Ask) -> Any:
        if ask.ptool.name == "gasl.process":
            return {"items": [{"of": [1], "data": {"who": "Rama"}, "quote": ""}]}
        if ask.ptool.name == "gasl.process_scoring":
            return {"reasoning": "So it is.", "score": 95}
        assert ask.ptool.name == "gasl.process_verification"
        return {"choice": ask.value.candidates[0].id, "reasoning": "It holds."}  # type: ignore[attr-defined]

    flags = {"llm": SERVER, "gsv": {"policy": "full"}}
    with pramana.open(place, create=True, providers={"mine": Scripted(model)}, **flags) as ws:
        ws.gasl('FIND nodes WHERE type = "Entity" LIMIT 1 AS people')
        found = ws.gasl('PROCESS people USING "who" RETURNING LIST OF {who: text} VERIFIED AS who')
    assert found.result.metrics["verdicts"] == {"verified": 1}
    made = found.value[0]["provenance"][-1]
    assert made["extraction"]["verdict"] == "verified"
    assert set(made["extraction"]["scores"]) == {95}


def test_without_a_judge_verified_claims_no_more_than_checked(place: Path) -> None:
    """With the embedded model VERIFIED is `checked`: rules that verify themselves prove nothing."""
    with pramana.open(place, create=True) as ws:
        ws.gasl('FIND nodes WHERE type = "Entity" LIMIT 2 AS people')
        found = ws.gasl('PROCESS people USING "copy" RETURNING LIST OF {canonical_name: text} VERIFIED AS who')
    assert found.result.metrics["verdicts"] == {"checked": 1}


@pytest.mark.parametrize("name", ["state.json", "state.db"])
def test_a_session_over_a_file_is_replayed_from_its_state(file: Path, tmp_path: Path, name: str) -> None:
    """A graph's file, a state and stored responses are enough to carry everything out again."""
    plan = Plan(
        plan_id="p",
        why="To see.",
        commands=("FIND nodes AS n", 'PROCESS n USING "copy {name: text}" AS m', "UPDATE names WITH m"),
    )

    async def work() -> tuple[str, Any]:
        async with GaslSession(file, tmp_path / name) as session:
            result = await session.run(plan)
            assert result.status is Status.SUCCESS
            expected = session.state.hash
        async with GaslSession(file, tmp_path / name, mode=GatewayMode.REPLAY) as session:
            return expected, await session.replay()

    expected, report = asyncio.run(work())
    assert report.identical
    assert report.found == expected


def test_every_kind_of_state_and_graph_comes_to_one_hash(file: Path, tmp_path: Path) -> None:
    """A state's hash does not depend on what keeps it, nor on what keeps the graph."""
    plan = Plan(
        plan_id="p",
        why="To see.",
        commands=("FIND nodes AS n", "FIND edges AS e", "UPDATE all WITH n", "UPDATE all WITH e"),
    )

    async def work(state: Path | None) -> str:
        async with GaslSession(file, state) as session:
            await session.run(plan)
            return session.state.hash

    hashes = {asyncio.run(work(state)) for state in (None, tmp_path / "s.json", tmp_path / "s.db")}
    nodes = [Node("ann", "Person", {"name": "Ann"}), Node("bob", "Person", {"name": "Bob"})]
    with GASLExecutor(MemoryAdapter.of(nodes, [Edge("ann", "KNOWS", "bob")])) as executor:
        executor.run_plan(plan)
        assert hashes == {executor.state.hash}


def test_what_is_no_graph_is_refused(tmp_path: Path) -> None:
    """A place that is neither a workspace nor a graph's file is named."""

    async def work() -> None:
        async with GaslSession(tmp_path / "nothing") as session:
            session.adapter.count()

    with pytest.raises(GraphFileError):
        asyncio.run(work())

"""Every kind of run: how a budget ends it, how it is resumed, and how it is replayed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import pramana
from pramana.app.runs import REPLAYS
from pramana.errors import BudgetExceeded, InputError

KINDS = {
    *("ingest", "import", "remove", "decision", "pass"),
    *(
        "ask",
        "check",
        "investigate",
        "compare",
        "anot compile",
        "anot run",
        "igg run",
        "igg session",
        "stategraph",
        "stategraph batch",
    ),
}
Work = Callable[[pramana.Workspace, Path], object]

ASKING: dict[str, Work] = {
    "ingest": lambda ws, story: ws.ingest(story),
    "ask": lambda ws, story: ws.ask("Who gave the bow to Lakshmana?"),
    "investigate": lambda ws, story: ws.investigate("Who gave the bow to Lakshmana?"),
}
"""Kinds that ask models, and that the embedded model can do."""


def graph_file(folder: Path) -> Path:
    file = folder / "crew.json"
    file.write_text('{"nodes": [{"id": "a"}, {"id": "b"}], "edges": [{"source": "a", "target": "b"}]}', "utf-8")
    return file


def begun(ws: pramana.Workspace, kind: str) -> list[tuple[int, str]]:
    """Return number and status of the runs of a kind."""
    return [(run.id, run.status.value) for run in ws.runs() if run.kind == kind]


def test_every_kind_is_replayed() -> None:
    """The registry knows each kind."""
    assert {*REPLAYS} == KINDS


@pytest.mark.parametrize("kind", ASKING)
def test_a_budget_stops_a_run_and_the_same_command_resumes_it(tmp_path: Path, story: Path, kind: str) -> None:
    """With no calls left the ledger says *stopped*, whatever the kind; the same again without a budget is done."""
    folder = tmp_path / "ws"
    if kind != "ingest":
        with pramana.open(folder, create=True) as ws:
            ws.ingest(story)
    with pramana.open(folder, create=True, budget={"calls": 0}) as ws:
        try:
            ASKING[kind](ws, story)
        except BudgetExceeded:
            assert kind == "ask"
        [(number, status)] = begun(ws, kind)[-1:]
    assert status == "stopped"
    with pramana.open(folder, create=True) as ws:
        ASKING[kind](ws, story)
        assert begun(ws, kind)[-1] == (number + (kind == "ask"), "done")


def test_every_kind_that_the_embedded_model_makes_replays(tmp_path: Path, story: Path) -> None:
    """Runs that change the graph, questions and investigations come out the same from stored responses alone."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        ws.import_graph(graph_file(tmp_path))
        ws.merge("Rama", "Lakshmana")
        ws.undo_pass("causes")
        ws.ask("Who gave the bow to Lakshmana?")
        ws.investigate("Who gave the bow to Lakshmana?")
        ws.remove("crew.json")
        runs = ws.runs()
        assert {run.kind for run in runs} == {"ingest", "pass", "import", "decision", "ask", "investigate", "remove"}
        newest = {run.kind: run.id for run in runs}
        assert [kind for kind, number in newest.items() if not ws.replay(number).identical] == []


def test_handlers_are_for_runs_of_graphs_alone(tmp_path: Path, story: Path) -> None:
    """A run of another kind calls no functions of the user; a kind that is not known says so."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(story)
        with pytest.raises(InputError, match=r"Run 1 \(ingest\) calls no functions of yours"):
            ws.replay(1, handlers="mine.py")
        ws._call(ws._ws.ledger.begin, "unknown", {})
        number = ws.runs()[-1].id
        with pytest.raises(InputError, match=r"\(unknown\) cannot be replayed: this version does not know the kind"):
            ws.replay(number)

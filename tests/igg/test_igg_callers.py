"""Agents that raise, or answer what nobody can read: nothing is lost, a session only pauses, and the run goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from igg_plans import PAYLOAD, add

import pramana
from pramana.app import init
from pramana.errors import AccessRefused, CallTimedOut, PramanaError
from pramana.igg import GraphGenerationService, Observation, Payload, Stopped, read_log, read_payload
from pramana.trace import Trail

FINISH = {"type": "FINISH", "reason": "all"}


def step(*actions: Any) -> dict[str, Any]:
    return {"reasoning": "so", "actions": list(actions)}


class Raising:
    """Answers in turn; an error among the answers is raised."""

    def __init__(self, *answers: Any) -> None:
        self._answers = iter(answers)

    async def decide(self, payload: Payload, observation: Observation, trail: Trail) -> Any:
        answer = next(self._answers)
        if isinstance(answer, BaseException):
            raise answer
        return answer


ERRORS: list[Exception] = [
    ValueError("no luck"),
    KeyError("x"),
    CallTimedOut("no answer"),
    TypeError(),
    StopIteration(),
]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
@pytest.mark.parametrize("logged", [False, True])
def test_a_run_keeps_what_it_has_and_says_how_to_continue(error: Exception, logged: bool, tmp_path: Path) -> None:
    """The result holds the graph and the error; `run` of the same service resumes, as does another process by the log."""
    log = tmp_path / "log.jsonl" if logged else None
    agent = Raising(step(add("Anna")), error, step(add("Ben"), FINISH))
    service = GraphGenerationService(read_payload(PAYLOAD), agent, log=log)
    result = service.execute_loop()
    assert (result.stopped, result.resumable, result.iterations) == (Stopped.FAILED, True, 1)
    assert type(error).__name__ in result.detail or isinstance(error, StopIteration)
    assert "the graph of 1 iteration is kept" in result.detail
    assert result.graph.count() == (1, 0)
    again = service.execute_loop()
    assert (again.stopped, again.iterations, again.error, again.graph.count()) == ("finished", 2, None, (2, 0))
    if log is not None:
        undisturbed = GraphGenerationService(
            read_payload(PAYLOAD), Raising(step(add("Anna")), step(add("Ben"), FINISH))
        ).execute_loop()
        assert read_log(log).records[-1].hash_after == again.hash == undisturbed.hash


def test_another_process_resumes_by_the_log(tmp_path: Path) -> None:
    """A new service over the log of one whose agent raised has its graph, and goes on."""
    log = tmp_path / "log.jsonl"
    GraphGenerationService(read_payload(PAYLOAD), Raising(step(add("Anna")), ValueError()), log=log).execute_loop()
    service = GraphGenerationService(read_payload(PAYLOAD), Raising(step(add("Ben"), FINISH)), log=log)
    assert service.resumed == 1
    assert service.execute_loop().graph.count() == (2, 0)


@pytest.mark.parametrize(
    "error", [ValueError("no luck"), CallTimedOut("no answer"), AccessRefused("bad key")], ids=repr
)
def test_a_run_of_a_workspace_goes_on_by_the_same_call(error: Exception, tmp_path: Path) -> None:
    """Its run is stopped, not over; a typed error is raised with how to go on, any other is in the report."""
    folder = init(tmp_path / "ws")
    with pramana.open(folder) as ws:
        agent = Raising(step(add("Anna")), error)
        if isinstance(error, PramanaError):
            with pytest.raises(type(error)) as caught:
                ws.igg(PAYLOAD, agent)
            assert "Run the same again to resume." in caught.value.__notes__[0]
        else:
            report = ws.igg(PAYLOAD, agent)
            assert (report.result.stopped, report.result.error) == ("failed", error)
    with pramana.open(folder) as ws:
        resumed = ws.igg(PAYLOAD, Raising(step(add("Ben"), FINISH)))
        assert (resumed.resumed, resumed.result.stopped, resumed.result.graph.count()) == (1, "finished", (2, 0))
        assert [(run.kind, run.status) for run in ws.runs()] == [("igg run", "done")]


def test_an_agent_need_not_be_async() -> None:
    """A plain `decide` is as good."""

    class Plain:
        def decide(self, payload: Payload, observation: Observation, trail: Trail) -> Any:
            return step(add("Anna"), FINISH)

    assert GraphGenerationService(read_payload(PAYLOAD), Plain()).execute_loop().graph.count() == (1, 0)  # type: ignore[arg-type]


UNREADABLE: list[Any] = [
    "I would rather talk.",
    None,
    3,
    {},
    {"actions": "none"},
    {"actions": [None, 3]},
    b"\xff",
    object(),
]


@pytest.mark.parametrize("answer", UNREADABLE, ids=lambda answer: type(answer).__name__)
def test_unreadable_answers_stop_a_run_that_can_go_on(answer: Any, tmp_path: Path) -> None:
    """After three of them; the same run takes the next answer, in this process or another."""
    log = tmp_path / "log.jsonl"
    result = GraphGenerationService(read_payload(PAYLOAD), Raising(*[answer] * 9), log=log).execute_loop()
    assert (result.stopped, result.resumable, result.iterations) == ("unreadable", True, 3)
    again = GraphGenerationService(read_payload(PAYLOAD), Raising(answer, step(add("Anna"), FINISH)), log=log)
    assert again.execute_loop().graph.count() == (1, 0)


NOTHING: list[Callable[[], Any]] = [
    *[(lambda answer=answer: answer) for answer in UNREADABLE],
    lambda: step(),
    lambda: step({"type": "JUMP"}),
    lambda: step({"type": "ADD_NODE", "label": "Firm", "properties": {"name": "x"}}),
]


@pytest.mark.parametrize("answer", NOTHING)
def test_a_session_only_pauses(answer: Callable[[], Any], tmp_path: Path) -> None:
    """Whatever its agent answers, as often as it likes; the result says so, and the next good answer is taken."""
    folder = init(tmp_path / "ws")
    with pramana.open(folder) as ws:
        session = ws.begin_igg(PAYLOAD)
        turns = [session.act(answer()) for _ in range(7)]
        assert turns[2].paused and not turns[0].paused
        assert all(turn.stopped is None or turn.paused for turn in turns)
    with pramana.open(folder) as ws:
        assert ws.igg_session("plan").act(step(add("Anna"))).outcome.applied
        assert ws.igg_session("plan").finish("done").stopped == "finished"


def test_an_interrupt_in_an_agent_leaves_a_whole_log(tmp_path: Path) -> None:
    """It is raised, as it should be; the log is complete."""
    log = tmp_path / "log.jsonl"
    service = GraphGenerationService(read_payload(PAYLOAD), Raising(step(add("Anna")), KeyboardInterrupt()), log=log)
    with pytest.raises(KeyboardInterrupt):
        anyio.run(service.run)
    assert len(read_log(log).records) == 1

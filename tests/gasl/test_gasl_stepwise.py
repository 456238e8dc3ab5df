"""Commands one at a time, up to an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from pramana.errors import InputError
from pramana.gasl import ExecutionResult, GASLExecutor
from pramana.gasl.plan import PlanCommand
from pramana.graph.adapters import MemoryAdapter


def saying(*said: str | PlanCommand, heard: list[ExecutionResult | None] | None = None):  # type: ignore[no-untyped-def]
    rest = list(said)

    def step(result: ExecutionResult | None) -> str | PlanCommand:
        if heard is not None:
            heard.append(result)
        return rest.pop(0) if len(rest) > 1 else rest[0]

    return step


def statuses(results: Sequence[ExecutionResult]) -> list[str]:
    return [str(result.status) for result in results]


def test_commands_run_until_an_answer_comes(gasl: GASLExecutor) -> None:
    """Each command sees the variables of those before it; the answer, the results and the state's summary come back."""
    done = gasl.run_until_complete(
        saying('FIND nodes WHERE type = "Person" AS people', "UPDATE found WITH people", "COMPLETE: Ann, Bob and Cy.")
    )
    assert (done.answer, done.stopped) == ("Ann, Bob and Cy.", "")
    assert statuses(done.results) == ["success", "success"]
    assert done.summary["found"]["count"] == 3


def test_a_failed_command_comes_back_with_what_mends_it(gasl: GASLExecutor) -> None:
    """What cannot be read is a result as any other, with the nearest word and an example as fields."""
    heard: list[ExecutionResult | None] = []
    gasl.run_until_complete(saying("FNID nodes AS n", "FIND nodes AS n", "COMPLETE: 4", heard=heard))
    assert heard[0] is None and heard[1] is not None and heard[2] is not None
    assert heard[1].error is not None and heard[1].error["nearest"] == ["FIND"]
    assert str(heard[2].status) == "success"


def test_the_same_failure_three_times_ends_it(gasl: GASLExecutor) -> None:
    """Who says the same wrong thing again and again is not asked for ever."""
    done = gasl.run_until_complete(saying("COUNT nothing AS n"))
    assert done.answer is None and len(done.results) == 3
    assert done.stopped.startswith("The same command failed in the same way 3 times: ${nothing} has no value")


def test_so_many_commands_end_it(gasl: GASLExecutor) -> None:
    """Who never answers is stopped at the bound, and that is said."""
    done = gasl.run_until_complete(saying("FIND nodes AS n"), max_steps=4)
    assert (done.answer, len(done.results)) == (None, 4)
    assert done.stopped == "4 commands were executed, and no answer was given."


def test_a_rationale_is_recorded(gasl: GASLExecutor) -> None:
    """A command may come with its why, which the history keeps."""
    done = gasl.run_until_complete(saying(PlanCommand(command="FIND nodes AS n", why="To see."), "COMPLETE: seen"))
    assert done.results[0].record.why == "To see."


def test_it_runs_in_an_event_loop(graph: MemoryAdapter) -> None:
    """A step function that waits is waited for."""
    said = iter(["FIND nodes AS n", "COMPLETE: done"])

    async def step(_: ExecutionResult | None) -> str:
        await asyncio.sleep(0)
        return next(said)

    async def whole() -> str | None:
        with GASLExecutor(graph) as executor:
            return (await executor.arun_until_complete(step)).answer

    assert asyncio.run(whole()) == "done"


def test_no_steps_are_refused(gasl: GASLExecutor) -> None:
    """A bound below 1 could carry out nothing."""
    with pytest.raises(InputError, match="1 or more"):
        gasl.run_until_complete(saying("COMPLETE: x"), max_steps=0)

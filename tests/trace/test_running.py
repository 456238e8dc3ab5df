"""How a run ends: one rule, whatever the kind of run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import nullcontext

import pytest

from pramana.errors import BudgetExceeded, ConnectionFailed, InputError
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, OpenRun, Verdict


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    with Database(None, [TRACE_SCHEMA]) as database:
        yield Ledger(database)


def nothing(run: OpenRun) -> None:
    run.result = {"lines": 3}


def leaving_out(run: OpenRun) -> None:
    run.left_out = True


def stopping(run: OpenRun) -> None:
    run.left_out, run.stopped_by = True, "the budget of 3 calls"


def raising(error: BaseException) -> Callable[[OpenRun], None]:
    def body(run: OpenRun) -> None:
        run.left_out = True
        raise error

    return body


ENDS = [
    (nothing, "done", {"lines": 3}, ""),
    (leaving_out, "partial", {}, ""),
    (stopping, "stopped", {}, "the budget of 3 calls"),
    (raising(BudgetExceeded("spent")), "stopped", {"error": "BudgetExceeded"}, "spent"),
    (raising(KeyboardInterrupt()), "stopped", {"error": "KeyboardInterrupt"}, "interrupt"),
    (raising(asyncio.CancelledError()), "stopped", {"error": "CancelledError"}, "interrupt"),
    (raising(SystemExit(1)), "stopped", {"error": "SystemExit"}, "interrupt"),
    (raising(InputError("no")), "failed", {"error": "InputError"}, "no"),
    (raising(ConnectionFailed("reset")), "failed", {"error": "ConnectionFailed"}, "reset"),
    (raising(ZeroDivisionError()), "failed", {"error": "ZeroDivisionError"}, "ZeroDivisionError"),
]


@pytest.mark.parametrize(("body", "status", "result", "stopped_by"), ENDS)
def test_a_run_ends_by_one_rule(
    ledger: Ledger, body: Callable[[OpenRun], None], status: str, result: dict[str, object], stopped_by: str
) -> None:
    """A budget and an interrupt stop a run, another error is its failure, and what was left out makes it partial."""
    held: list[OpenRun] = []
    try:
        with ledger.running("ask", {}) as run:
            held.append(run)
            body(run)
    except BaseException as error:
        assert result == {"error": type(error).__name__}
    found = ledger.run(1)
    assert (found.status, found.result, held[0].stopped_by) == (status, result, stopped_by)
    assert found.ended is not None


@pytest.mark.parametrize("fails", [False, True])
def test_steps_are_written_with_the_end(ledger: Ledger, fails: bool) -> None:
    """What was recorded along the trail is in the ledger, however the run ended."""
    with pytest.raises(InputError) if fails else nullcontext(), ledger.running("ask", {}) as run:
        run.trail.at("plan").record("plan", {"steps": 1})
        run.trail.at("plan").propose({}, Verdict.CHECKED, "fine")
        if fails:
            raise InputError("no")
    number = ledger.newest("ask")
    assert [step.path for step in ledger.steps(number)] == ["plan"]
    assert [proposal.path for proposal in ledger.proposals(number)] == ["plan"]


def test_a_result_may_be_told_once_the_status_is_known(ledger: Ledger) -> None:
    """`tell` is called after the status is decided, with an error, too."""
    with pytest.raises(InputError), ledger.running("ingest", {}) as run:
        run.tell = lambda: {"status": run.status.value}
        raise InputError("no")
    assert ledger.run(1).result == {"status": "failed"}


def test_a_failed_run_is_resumed_and_its_error_forgotten(ledger: Ledger) -> None:
    """The same command resumes a run that failed, under the same number."""
    with pytest.raises(InputError), ledger.running("ingest", {}, ("ingest",)):
        raise InputError("no")
    with ledger.running("ingest", {}, ("ingest",)) as run:
        run.result = {"lines": 1}
    assert (run.id, ledger.run(1).status, ledger.run(1).result) == (1, "done", {"lines": 1})

"""Commands one at a time, each chosen in the light of what the last one brought, up to `COMPLETE: <answer>`."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pramana.errors import InputError
from pramana.gasl.plan import PlanCommand
from pramana.gasl.records import ExecutionResult
from pramana.gasl.state import StateStore

MAX_STEPS = 100
"""The default number of commands of one run. A planner that needs more is taken to be in a loop."""
REPEATS = 3
"""After so many equal failures in a row the run ends: a planner has two attempts to correct itself."""
_COMPLETE = re.compile(r"\s*COMPLETE\s*:\s*(.*?)\s*", re.DOTALL)

Said = str | PlanCommand
StepFn = Callable[[ExecutionResult | None], Said]
"""Gets the last result (None at first) and returns the next command, also with its `why`, or `COMPLETE: <answer>`."""
AsyncStepFn = Callable[[ExecutionResult | None], Awaitable[Said]]


@dataclass(frozen=True, slots=True)
class Completed:
    """What came of commands one at a time. `answer` is None where it was `stopped`, which says why in a sentence.

    `summary` is the state's summary at the end.
    """

    answer: str | None
    results: tuple[ExecutionResult, ...]
    summary: dict[str, Any]
    stopped: str = ""


def answer_in(said: Said) -> str | None:
    """Return the answer of `COMPLETE: <answer>`, None where something else was said.

    >>> answer_in("COMPLETE: Ann and Bob."), answer_in("COUNT people AS n")
    ('Ann and Bob.', None)
    """
    found = _COMPLETE.fullmatch(said if isinstance(said, str) else said.command)
    return found[1] if found else None


class Stepwise:
    """The loop without its waiting: what is said goes in, and the command to execute comes out, or the end."""

    def __init__(self, state: StateStore, max_steps: int) -> None:
        if max_steps < 1:
            raise InputError(f"max_steps is {max_steps}; it is 1 or more.")
        self._state = state
        self._max_steps = max_steps
        self._results: list[ExecutionResult] = []
        self.last: ExecutionResult | None = None

    def take(self, said: Said) -> Completed | PlanCommand:
        """Return the command that was said, or how it ended."""
        answer = answer_in(said)
        if answer is not None:
            return self._end(answer)
        if len(self._results) >= self._max_steps:
            return self._end(None, f"{self._max_steps} commands were executed, and no answer was given.")
        return said if isinstance(said, PlanCommand) else PlanCommand(command=said)

    def add_result(self, result: ExecutionResult) -> Completed | None:
        """Take up what a command brought; return the end where the same failure came too often."""
        self._results.append(result)
        self.last = result
        newest = list(_failures(self._results[-REPEATS:]))
        if len(newest) == REPEATS and len(set(newest)) == 1:
            return self._end(None, f"The same command failed in the same way {REPEATS} times: {newest[0][1]}")
        return None

    def _end(self, answer: str | None, stopped: str = "") -> Completed:
        return Completed(answer, tuple(self._results), self._state.summary(), stopped)


def _failures(results: list[ExecutionResult]) -> Iterator[tuple[str, str]]:
    for result in results:
        if result.failed:
            yield result.record.command, str((result.error or {}).get("message", result.status))

"""What a run waits for, until when, and the answer that it is resumed with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias

from pramana.errors import InputError
from pramana.stategraph.plan import WAIT, PlannedNode
from pramana.stategraph.runtime import Position, WaitAnswer, state_object
from pramana.trace import Run

Clock: TypeAlias = Callable[[], float]
"""Returns seconds since 1970."""


def waiting_record(
    node: PlannedNode, position: Position, before: Mapping[str, Any] | None, now: float
) -> dict[str, Any]:
    """Return what a run waits for, as data of its result.

    `asks` are the results that it is to be given, `shown` the state that its input map names, `since` when it arrived
    and `until` when its time is over (ISO, UTC; None: never). `before` is the record of an earlier attempt, whose
    arrival at the same step counts.
    """
    step = len(position.steps)
    since = now
    if before is not None and before["step"] == step:
        since = datetime.fromisoformat(before["since"]).timestamp()
    return {
        "node": node.id,
        "for": node.callable,
        "step": step,
        "asks": [key for key, _ in node.outputs],
        "shown": {argument: position.state.get(key) for argument, key in node.inputs},
        "since": _iso(since),
        "until": None if node.timeout is None else _iso(since + node.timeout),
    }


def answer_for(run: Run, node: PlannedNode, given: Mapping[str, Any] | None, now: float) -> WaitAnswer | None:
    """Return the answer that a run is resumed with; None where it waits on, or waits for nothing.

    Past its time a wait is over, whatever is given. Raises InputError where the run does not wait, where what is given
    is not what it waits for, or came too late.
    """
    if node.kind != WAIT:
        if given:
            raise InputError(f"The run {run.id} waits for nothing: it is at the node {node.id!r}. Leave --input out.")
        return None
    record = run.result.get("waiting")
    until = record["until"] if record else None
    if until is not None and datetime.fromisoformat(until).timestamp() <= now:
        if given:
            raise InputError(
                f"The run {run.id} waited for {node.callable!r} until {until}. Without --input it is resumed as one "
                "that was not answered."
            )
        return WaitAnswer(None)
    if not given:
        return None
    asked = {key for key, _ in node.outputs}
    if given.keys() != asked:
        raise InputError(
            f"The run {run.id} waits for {node.callable!r}, to be given {', '.join(sorted(asked))}; "
            f"it was given {', '.join(sorted(given))}."
        )
    return WaitAnswer(state_object(given, "answer"))


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")

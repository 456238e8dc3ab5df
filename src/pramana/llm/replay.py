"""A recorded call, as a replay finds it: which revisions it used, and how it failed where it did."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pramana import errors
from pramana.errors import ModelError, ReplayMiss
from pramana.llm.responses import COMPUTED, Responses, Stored
from pramana.trace import Trail

if TYPE_CHECKING:
    from pramana.llm.exchange import PendingRequest

    Compute = Callable[[PendingRequest], Awaitable[Stored]]


@dataclass(slots=True)
class Recorded:
    """The step recorded at one place; none where the replay has no recorded run at all."""

    path: str
    body: Mapping[str, Any] | None
    changed: str = ""

    @classmethod
    def at(cls, trail: Trail, ptool: str) -> Recorded:
        """Return what was recorded at `trail`. Raises ReplayMiss where the recorded run has no call there."""
        if not trail.recorded:
            return cls(trail.path, None)
        step = trail.recorded.get(trail.path)
        if step is None or step.kind != "call":
            raise ReplayMiss(f"{ptool} at {trail.path}: the recorded run made no call here.")
        return cls(trail.path, step.body)

    async def answer(self, index: int, question: PendingRequest, responses: Responses, compute: Compute) -> Stored:
        """Return the stored response to the call's request number `index`, or raise the failure recorded for it.

        An answer of the embedded model is computed again, and must have the hash that was recorded.
        """
        where = f"{question.request.ptool} at {self.path or 'no path'}"
        if self.body is None:
            computes = question.prepared.model.computes
            stored = await compute(question) if computes else responses.newest(question.key)
        else:
            exchange = self._exchange(index, question, responses, where)
            if exchange["revision"] is None:
                raise failure(self.body["outcome"])
            if exchange["revision"] == COMPUTED:
                return _checked_answer(await compute(question), exchange, where)
            stored = responses.get(question.key, exchange["revision"])
            if stored is not None and stored.digest != exchange["response"]:
                self.changed = (
                    f" The stored response to request {question.key} was changed: its hash is {stored.digest}, "
                    f"and was {exchange['response']}."
                )
        if stored is None:
            raise ReplayMiss(f"{where}: no response to request {question.key} is stored.{self.changed}")
        return stored

    def _exchange(self, index: int, question: PendingRequest, responses: Responses, where: str) -> Mapping[str, Any]:
        exchanges = (self.body or {}).get("exchanges", ())
        if index >= len(exchanges):
            raise ReplayMiss(f"{where}: the recorded call made {len(exchanges)} requests, this one more.{self.changed}")
        exchange: Mapping[str, Any] = exchanges[index]
        if exchange["request"] != question.key:
            differs = self._difference(exchange, question, responses)
            raise ReplayMiss(f"{where}: another request than the recorded one: {differs}.{self.changed}")
        return exchange

    def _difference(self, exchange: Mapping[str, Any], question: PendingRequest, responses: Responses) -> str:
        """Return as text in what a request is another one than that of a recorded exchange."""
        before, now = (self.body or {}).get("model"), question.request.model
        if exchange["revision"] == COMPUTED:
            return f"model was {before}, is {now}" if before != now else "its input, prompt or parameters were others"
        return _difference(responses.parts(exchange["request"]), question.request.parts())


def _checked_answer(found: Stored, exchange: Mapping[str, Any], where: str) -> Stored:
    """Return a computed answer. Raises ReplayMiss where it is not the one that the run used."""
    if found.digest != exchange["response"]:
        raise ReplayMiss(
            f"{where}: the embedded model's answer has the hash {found.digest} now, and had {exchange['response']}."
        )
    return found


def _difference(recorded: Mapping[str, Any] | None, now: Mapping[str, Any]) -> str:
    """Return as text which parts of a request differ from the recorded one."""
    if recorded is None:
        return "no response to the recorded one is stored"
    names = sorted(name for name in {*recorded, *now} if recorded.get(name) != now.get(name))
    return "; ".join(f"{name} was {recorded.get(name)}, is {now.get(name)}" for name in names) or "nothing differs"


def failure(outcome: Any) -> ModelError:
    """Return the recorded failure as the error it was."""
    name, message = (outcome["error"], outcome["message"]) if isinstance(outcome, Mapping) else ("", "")
    kind = getattr(errors, name, None)
    if isinstance(kind, type) and issubclass(kind, ModelError):
        return kind(message)
    return ModelError(message or "The recorded call failed.")

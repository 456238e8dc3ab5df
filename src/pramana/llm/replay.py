"""A recorded call, as a replay finds it: which revisions it used, and how it failed where it did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pramana import errors
from pramana.errors import ModelError, ReplayMiss
from pramana.llm.responses import Responses, Stored
from pramana.trace import Trail

if TYPE_CHECKING:
    from pramana.llm.exchange import PendingRequest


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

    def answer(self, index: int, question: PendingRequest, responses: Responses) -> Stored:
        """Return the stored response to the call's request number `index`, or raise the failure recorded for it."""
        where = f"{question.request.ptool} at {self.path or 'no path'}"
        if self.body is None:
            stored = responses.newest(question.key)
        else:
            exchange = self._exchange(index, question, responses, where)
            if exchange["revision"] is None:
                raise failure(self.body["outcome"])
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
            differs = _difference(responses.parts(exchange["request"]), question.request.parts())
            raise ReplayMiss(f"{where}: another request than the recorded one: {differs}.{self.changed}")
        return exchange


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

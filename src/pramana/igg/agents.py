"""The protocol of agents, the agent that asks a model, and a scripted one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from pramana.errors import OutputInvalid, RequestRefused
from pramana.igg.observe import Observation
from pramana.igg.payload import Payload
from pramana.igg.ptools import DECIDE, DecideInput
from pramana.llm import ENDS_RUN, Abstention, Gateway
from pramana.trace import Trail


@dataclass(frozen=True, slots=True)
class AgentAbstained:
    """Returned by an agent that cannot decide, with the reason. It ends the run."""

    reason: str


class Agent(Protocol):
    """Decides on the next actions.

    An answer may be any value: `read_answer` extracts its actions. `Abstained` ends the run. Steps are recorded at
    `trail`.
    """

    async def decide(self, payload: Payload, observation: Observation, trail: Trail) -> Any: ...


class ModelAgent:
    """Asks the model that is configured for the ptool `igg.decide`, through the gateway."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def decide(self, payload: Payload, observation: Observation, trail: Trail) -> Any:
        """Ask the model. An answer without JSON is returned as text; errors that end a run are raised."""
        value = DecideInput(goal_prompt=payload.goal_prompt, observation=observation.text)
        try:
            call = await self._gateway.call(DECIDE, value, trail=trail)
        except ENDS_RUN:
            raise
        except (OutputInvalid, RequestRefused) as error:
            return str(error)
        return (
            AgentAbstained(call.output.reason)
            if isinstance(call.output, Abstention)
            else call.output.model_dump(mode="json", exclude_unset=True)
        )


class ScriptedAgent:
    """Returns prepared answers, one per iteration, then FINISH; or the results of a function of the observation."""

    def __init__(self, script: Iterable[Any] | Callable[[Observation], Any]) -> None:
        self._ask = script if callable(script) else _next_answer(iter(script))

    async def decide(self, payload: Payload, observation: Observation, trail: Trail) -> Any:
        return self._ask(observation)


def _next_answer(answers: Iterator[Any]) -> Callable[[Observation], Any]:
    end = {"reasoning": "", "actions": [{"type": "FINISH", "reason": "the script has ended"}]}
    return lambda _: next(answers, end)

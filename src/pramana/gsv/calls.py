"""Concurrent calls that may fail. Results are in the order of the calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import anyio
from pydantic import BaseModel

from pramana.errors import AccessRefused, OutputInvalid, RequestRefused, TransportError
from pramana.llm import Call, Gateway, Ptool
from pramana.trace import Trail

Out = TypeVar("Out", bound=BaseModel)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class MissingAnswer:
    """A call without an answer.

    `transport`: no answer now. `invalid`: the answer does not fit the schema. `refused`: the server will never answer
    this. `left_out`: an answer about several items has none for this one.
    """

    kind: Literal["transport", "invalid", "refused", "left_out"]
    message: str


async def ask(
    gateway: Gateway,
    ptool: Ptool[Any, Out],
    value: BaseModel,
    trail: Trail,
    sample: int = 0,
    max_tokens: int | None = None,
) -> Call[Out] | MissingAnswer:
    """Call a ptool. An error of this call alone becomes MissingAnswer. An error that ends the run is raised."""
    try:
        return await gateway.call(ptool, value, sample=sample, trail=trail, max_tokens=max_tokens)
    except AccessRefused:
        raise
    except TransportError as error:
        return MissingAnswer("transport", str(error))
    except OutputInvalid as error:
        return MissingAnswer("invalid", str(error))
    except RequestRefused as error:
        return MissingAnswer("refused", str(error))


async def gather(works: Sequence[Callable[[], Awaitable[R]]]) -> list[R]:
    """Run all works concurrently and return their results in order.

    If works fail, the first error in order is raised after the others have ended: their calls are paid, so the answers
    must be stored. Cancellation ends all of them immediately.
    """
    if len(works) == 1:
        return [await works[0]()]
    results: dict[int, R] = {}
    errors: dict[int, Exception] = {}

    async def run(index: int, work: Callable[[], Awaitable[R]]) -> None:
        try:
            results[index] = await work()
        except Exception as error:
            errors[index] = error

    async with anyio.create_task_group() as group:
        for index, work in enumerate(works):
            group.start_soon(run, index, work)
    if errors:
        raise errors[min(errors)]
    return [results[index] for index in range(len(works))]

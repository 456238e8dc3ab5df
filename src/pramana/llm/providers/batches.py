"""What a server's batch API is to the gateway: requests out in jobs, answers back a day later at the latest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

from pramana.canonical import digest
from pramana.llm.providers.base import Ask, RawResponse, Renegotiated

NAME_LENGTH = 40
"""Characters of a request's name in a job: 160 bits of a hash. Anthropic takes at most 64 characters."""


@dataclass(frozen=True)
class BatchRequest:
    """One request as it is sent. `terms` are the form in which JSON is asked for.

    `sample` tells equal requests apart: a vote asked three times must not be answered once.
    """

    body: Mapping[str, Any]
    terms: Any
    sample: int = 0

    @cached_property
    def name(self) -> str:
        """The request's name in a job: a hash of all that is sent."""
        return digest([self.body, self.sample])[:NAME_LENGTH]


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """What became of one request: the HTTP status and body that a direct call would have had.

    `status` 0: it was never processed (expired, cancelled), and can be sent again.
    """

    name: str
    status: int
    body: str


@dataclass(frozen=True, slots=True)
class JobState:
    """How far a job is: `state`, and how many of its requests are done. `reason` says why one failed as a whole."""

    state: Literal["running", "ended", "failed"]
    done: int = 0
    reason: str = ""


class BatchEndpoint(Protocol):
    """The batch API of one model's server. All methods raise the errors of `pramana.errors` and no others."""

    def request(self, ask: Ask) -> BatchRequest: ...
    async def submit(self, job: str, requests: Sequence[BatchRequest]) -> str:
        """Send a job, and return the server's name of it."""
        ...

    async def find(self, job: str) -> str | None:
        """Return the server's name of a job that may have been sent; None where the server does not have it."""
        ...

    async def state(self, server_id: str) -> JobState: ...
    async def answers(self, server_id: str) -> Sequence[BatchAnswer]: ...
    def read(self, request: BatchRequest, answer: BatchAnswer) -> RawResponse | Renegotiated:
        """Read one answer as a direct call would. Raises what a direct call would."""
        ...

    async def aclose(self) -> None: ...

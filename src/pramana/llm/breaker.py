"""Whether a server is worth asking: not while nobody is there, and no more once it has refused access."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

from pramana.errors import AccessRefused, CallTimedOut, ConnectionFailed, ModelError, ServerUnreachable
from pramana.llm.settings import ServerSettings

FAILURES = 3
"""Connections in a row that could not be made before the server counts as gone: a restart costs one or two."""


class CircuitBreaker:
    """Guards the calls to one server.

    Open after FAILURES connections in a row that could not be made, it lets one call at a time try again, after waits
    that double; with the first that gets through all go on. After as many tries as a call has retries it gives up.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.refusals: list[ModelError] = []
        """The errors after which calls that had begun to wait need not ask. Calls that begin later may."""
        self._settings = settings
        self._failures = 0
        self._probes = 0
        self._next_probe = 0.0
        self._probing = anyio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until a call may be made: where the server is gone, one at a time may, after its wait."""
        if self._failures >= FAILURES:
            async with self._probing:
                if self._failures >= FAILURES:
                    await anyio.sleep(max(0.0, self._next_probe - anyio.current_time()))
                    self._probes += 1
                    yield
                    return
        yield

    def note_answer(self) -> None:
        """Note that the server is there."""
        self._failures = self._probes = 0

    def note_failure(self, error: ModelError) -> None:
        """Note how a call failed."""
        if isinstance(error, ConnectionFailed) and not error.sent:
            self._failures += 1
            wait = min(self._settings.backoff_s * 2.0**self._probes, self._settings.longest_wait_s)
            self._next_probe = anyio.current_time() + wait
        elif not isinstance(error, (ConnectionFailed, CallTimedOut)):
            self.note_answer()
        if isinstance(error, AccessRefused):
            self.refusals.append(error)

    def verdict(self, error: ModelError, exhausted: bool) -> ModelError | None:
        """Return the error that ends a call which failed with `error`; None where it is tried again.

        `exhausted`: the call has no retries left. Where the breaker is open and nothing is left to try, that is the end
        of all calls that wait.
        """
        is_open = self._failures >= FAILURES and isinstance(error, ConnectionFailed) and not error.sent
        if not is_open:
            return error if exhausted else None
        tries = max(1, self._settings.retries)
        if not exhausted and self._probes < tries:
            return None
        self._probes = tries  # a later call has one try
        given_up = ServerUnreachable(
            f"{error} {self._failures} connections in a row failed, so no more are tried. Look at it with "
            f"`pramana doctor --call`, then run the same command again to resume."
        )
        self.refusals.append(given_up)
        return given_up

"""Connections of clients: how many there may be, and how long one may take to ask and to read."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 512
"""Connections at once; a further one is closed. Most systems give a process 1,024 open files, workspaces need some."""
HEAD_SECONDS = 15.0
"""How long a client may take to send the head of a request. uvicorn bounds the time between requests alone."""
UNREAD_SECONDS = 60.0
"""How long the rest of an answer is kept for a client that has stopped reading it."""


class BoundedConnection(H11Protocol):
    """A connection of HTTP/1.1 that is closed where its client takes too long."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, or close a connection that is one too many."""
        self._waiting: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Go on with a request. Its head may come in parts, within the time of one."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._waiting is None and self.timeout_keep_alive_task is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection without a further request, also where its last answer is not read."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(UNREAD_SECONDS, self._abort_unread)

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.abort()

    def _abort_unread(self) -> None:
        if self.transport.get_write_buffer_size():
            self.transport.abort()

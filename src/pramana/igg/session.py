"""The loop driven from outside, call by call: by another agent or a person, across processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Any

import anyio

from pramana.errors import InputError
from pramana.igg.context import RunContext
from pramana.igg.growth import Growth
from pramana.igg.log import Log, read_log
from pramana.igg.meanwhile import AGENT
from pramana.igg.moving import write_session
from pramana.igg.observe import Observation
from pramana.igg.payload import Payload
from pramana.igg.replaying import replay
from pramana.igg.shelf import GrowthShelf, StoredRun
from pramana.igg.stepping import GrowthStepper, TurnResult
from pramana.igg.stopping import Stopped
from pramana.igg.turn import SEED
from pramana.igg.vectors import Embedding
from pramana.serialization import JsonRecord
from pramana.trace import Ledger, Trail

KIND = "igg session"
"""The kind of run of a session."""

LIFETIME = 24 * 3600.0
"""The default lifetime of a session, in seconds since its last use."""


LONGEST_AGENT = 64
"""Characters of an agent's name."""


def checked_agent(who: str) -> str:
    """Return an agent's name. Raises InputError if it is empty, long, not printable, or that of the seed data."""
    if not who.strip() or len(who) > LONGEST_AGENT or not who.isprintable() or who == SEED:
        raise InputError(
            f"{who!r:.80} cannot be an agent's name: up to {LONGEST_AGENT} printable characters, not 'seed'."
        )
    return who


@dataclass(frozen=True, slots=True)
class SessionEnd(JsonRecord):
    """The end of a session. `exported` are the files that the payload asks for."""

    session: str
    stopped: str
    detail: str
    hash: str
    pruned: tuple[str, ...]
    exported: tuple[Path, ...]


class GrowthSession:
    """A graph that is built by calls of an external agent. Its state is that of its log.

    Another process may act between two calls: each call first checks the log, and reads it only if it has changed, so
    that the cost of a call does not depend on the length of the session. A session expires if it is not used for its
    lifetime, and ends at a bound of its payload. `clock` returns seconds since 1970.
    """

    def __init__(
        self,
        shelf: GrowthShelf,
        ledger: Ledger,
        session: str,
        *,
        embedder: Embedding | None = None,
        clock: Callable[[], float] = time,
        keep: Callable[[int, Trail], None] | None = None,
    ) -> None:
        """Open an existing session. Raises UnknownName."""
        self.id = session
        self._shelf, self._ledger, self._embedder = shelf, ledger, embedder
        self._clock = clock
        self._keep = keep or (lambda run, trail: ledger.write(run, trail))
        self._stepper: GrowthStepper | None = None
        self._size = -1  # of the log, as this process left it
        self._kept = shelf.get(session)
        self._turns = anyio.Lock()
        """One call at a time within an event loop; between processes the session's file is locked."""

    @classmethod
    def begin(
        cls,
        shelf: GrowthShelf,
        ledger: Ledger,
        payload: Payload,
        manifest: Mapping[str, Any],
        *,
        context: RunContext | None = None,
        lifetime: float = LIFETIME,
        embedder: Embedding | None = None,
        clock: Callable[[], float] = time,
        keep: Callable[[int, Trail], None] | None = None,
    ) -> GrowthSession:
        """Begin a session under the payload's session_id. Raises InputError if that is taken or the payload invalid."""
        if lifetime <= 0:
            raise InputError("The lifetime of a session must be more than 0 seconds.")
        if shelf.find(payload.session_id) is not None:
            raise InputError(f"The session {payload.session_id!r} already exists; choose another session_id.")
        read = RunContext.of(payload.context_data) if context is None else context
        with shelf.alone(payload.session_id):
            log = shelf.log(payload.session_id)
            if log.exists() and shelf.find(payload.session_id) is None:
                log.unlink()  # its process was killed before the session was kept
            stepper = GrowthStepper(payload, read, log=log, embedder=embedder)
            run = ledger.begin(KIND, manifest)
            shelf.keep("session", payload, read, run.id, lifetime, clock())
            stepper.close()
        return cls(shelf, ledger, payload.session_id, embedder=embedder, clock=clock, keep=keep)

    @property
    def stored_run(self) -> StoredRun:
        """The current record of this session."""
        self._kept = self._shelf.again(self._kept)
        return self._kept

    @property
    def log(self) -> Path:
        """The file of its log."""
        return self._shelf.log(self.id)

    def growth(self) -> Growth:
        """Return the current graph, also if the session has ended."""
        kept = self.stored_run
        return replay(read_log(self.log, torn=True), kept.payload, context=kept.context)

    async def observe(self, who: str = AGENT) -> Observation:
        """Return an agent's current observation. Raises InputError if the session has ended."""
        async with self._turns:
            return await self._observe(checked_agent(who))

    async def _observe(self, who: str) -> Observation:
        with self._open() as (stepper, kept):
            trail = Trail().at("iteration", stepper.iteration)
            await stepper.embed()
            seen = await stepper.observe(trail, who=who)
            self._keep(kept.run, trail)
            return seen

    async def act(self, actions: Any, who: str = AGENT, seen: int | None = None) -> TurnResult:
        """Apply an answer of any form (see `read_answer`). Raises InputError if the session has ended.

        Several agents, in any number of processes, may act in one session, each under its name: one answer at a time
        is checked and applied against one version of the graph. `seen` is the version that this agent observed.
        Answers that cannot be read, or change nothing, only pause it, as the result says. When this returns, applied
        and refused actions are on disk.
        """
        async with self._turns:
            return self._act(actions, checked_agent(who), seen)

    def _act(self, actions: Any, who: str, seen: int | None) -> TurnResult:
        with self._open() as (stepper, kept):
            trail = Trail()
            turned = stepper.act(actions, trail.at("iteration", stepper.iteration), who=who, seen=seen)
            self._keep(kept.run, trail)
            if turned.stopped is not None and not turned.paused:
                self._end(kept, stepper, turned.stopped, turned.detail)
            return turned

    def pause(self, target: Path | None = None) -> None:
        """Let the session wait without expiring, and write it to a file that another workspace can continue.

        Any later call continues it here. Raises InputError if it has ended, or the file cannot be written.
        """
        with self._open() as (stepper, kept):
            stepper.close()
            if target is not None:
                write_session(kept, self.log, target)
            self._shelf.pause(self.id)

    def finish(self, reason: str = "") -> SessionEnd:
        """End the session: prune and export as configured in the payload. Raises InputError if it has ended."""
        with self._open() as (stepper, kept):
            return self._end(kept, stepper, Stopped.FINISHED, reason)

    def expire(self) -> None:
        """End the session if it has expired; otherwise do nothing."""
        with suppress(InputError), self._open():
            pass

    def _end(self, kept: StoredRun, stepper: GrowthStepper, stopped: Stopped, detail: str) -> SessionEnd:
        ending, exported = stepper.end(stopped, detail)
        self._stepper = None
        self._over(kept, stopped, ending.hash)
        return SessionEnd(self.id, str(stopped), detail, ending.hash, tuple(ending.pruned), exported)

    def _over(self, kept: StoredRun, stopped: str, found: str) -> None:
        with self._ledger.holding(self._ledger.run(kept.run)) as run:
            run.result = {"stopped": str(stopped), "hash": found}
        self._shelf.end(self.id, str(stopped))

    @contextmanager
    def _open(self) -> Iterator[tuple[GrowthStepper, StoredRun]]:
        """Lock the session for one call, in the state of its log."""
        with self._shelf.alone(self.id):
            kept = self.stored_run
            log = None if self._is_current() else read_log(self.log, torn=True)
            if not kept.ended and log is not None and log.end is not None:  # killed before the end was recorded
                self._over(kept, log.end.stopped, log.end.hash)
                kept = self.stored_run
            if kept.ended:
                raise InputError(f"The session {self.id!r} has ended ({kept.ended}). Its log is {self.log}.")
            stepper = self._current(kept, log)
            if kept.expires is not None and kept.expires < self._clock():
                self._end(kept, stepper, Stopped.EXPIRED, "")  # which closes the log
                raise InputError(f"The session {self.id!r} has expired. Its log is {self.log}.")
            self._shelf.touch(kept, self._clock())
            try:
                yield stepper, kept
            except BaseException:
                self._stepper = None
                raise
            finally:
                stepper.close()
                self._size = self.log.stat().st_size

    def _is_current(self) -> bool:
        """Return whether only this process has written to the log: then it need not be read again."""
        return self._stepper is not None and self.log.exists() and self.log.stat().st_size == self._size

    def _current(self, kept: StoredRun, log: Log | None) -> GrowthStepper:
        if self._stepper is None or log is not None:
            self._stepper = GrowthStepper.resume(log or self.log, kept.payload, kept.context, embedder=self._embedder)
        else:
            self._stepper.reopen()
        return self._stepper

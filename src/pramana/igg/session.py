"""The loop driven from outside, call by call: by another agent, by a person, over any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Any

from pramana.errors import InputError
from pramana.igg.context import Context
from pramana.igg.growth import Growth
from pramana.igg.log import Log, read_log
from pramana.igg.observe import Observation
from pramana.igg.payload import Payload
from pramana.igg.replaying import replay
from pramana.igg.shelf import GrowthShelf, Kept
from pramana.igg.stepping import Stepper, Turned
from pramana.igg.stopping import Stopped
from pramana.igg.vectors import Embedding
from pramana.trace import Ledger, Trail

KIND = "igg session"
"""The kind of run that a session is."""
LIFETIME = 24 * 3600.0
"""Seconds that a session lives after its last use, where nobody says."""


@dataclass(frozen=True, slots=True)
class SessionEnd:
    """How a session ended. `exported` are the files that the payload asks for."""

    session: str
    stopped: str
    detail: str
    hash: str
    pruned: tuple[str, ...]
    exported: tuple[Path, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON."""
        told = {"session": self.session, "stopped": self.stopped, "detail": self.detail, "hash": self.hash}
        return {**told, "pruned": list(self.pruned), "exported": [str(path) for path in self.exported]}


class GrowthSession:
    """A graph that grows under the calls of an outside agent. It holds what its log says, and nothing more.

    Another process may act on it between two calls: each call first takes up what was written since. Only then is the
    log read, so that a call costs what it does, however long the session has grown. A session that
    is not used for its lifetime is over, and so is one that comes to a bound of its payload. `clock` returns seconds
    since 1970.
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
        """Take up a session that is there. Raises UnknownName."""
        self.id = session
        self._shelf, self._ledger, self._embedder = shelf, ledger, embedder
        self._clock = clock
        self._keep = keep or (lambda run, trail: ledger.write(run, trail))
        self._stepper: Stepper | None = None
        self._size = -1  # of the log, as this process left it
        self._kept = shelf.get(session)

    @classmethod
    def begin(
        cls,
        shelf: GrowthShelf,
        ledger: Ledger,
        payload: Payload,
        manifest: Mapping[str, Any],
        *,
        context: Context | None = None,
        lifetime: float = LIFETIME,
        embedder: Embedding | None = None,
        clock: Callable[[], float] = time,
        keep: Callable[[int, Trail], None] | None = None,
    ) -> GrowthSession:
        """Begin a session under the payload's session_id. Raises InputError where that is taken, or cannot be used."""
        if lifetime <= 0:
            raise InputError("A session lives for more than 0 seconds.")
        if shelf.find(payload.session_id) is not None:
            raise InputError(f"There is a session {payload.session_id!r} already; give this one another session_id.")
        read = Context.of(payload.context_data) if context is None else context
        with shelf.alone(payload.session_id):
            log = shelf.log(payload.session_id)
            if log.exists() and shelf.find(payload.session_id) is None:
                log.unlink()  # its process was killed before the session was kept
            stepper = Stepper(payload, read, log=log, embedder=embedder)
            run = ledger.begin(KIND, manifest)
            shelf.keep("session", payload, read, run.id, lifetime, clock())
            stepper.close()
        return cls(shelf, ledger, payload.session_id, embedder=embedder, clock=clock, keep=keep)

    @property
    def kept(self) -> Kept:
        """What is kept of this session now."""
        self._kept = self._shelf.again(self._kept)
        return self._kept

    @property
    def log(self) -> Path:
        """The file of its log."""
        return self._shelf.log(self.id)

    def growth(self) -> Growth:
        """Return the graph as it stands, also of a session that is over."""
        kept = self.kept
        return replay(read_log(self.log, torn=True), kept.payload, context=kept.context)

    async def observe(self) -> Observation:
        """Return what the agent sees now. Raises InputError where the session is over."""
        with self._open() as (stepper, kept):
            trail = Trail().at("iteration", stepper.iteration)
            await stepper.embed()
            seen = await stepper.observe(trail)
            self._keep(kept.run, trail)
            return seen

    async def act(self, actions: Any) -> Turned:
        """Carry out an answer (anything: see `read_answer`). Raises InputError where the session is over.

        Once this returns, what was applied and what was refused is on the disk.
        """
        with self._open() as (stepper, kept):
            trail = Trail()
            turned = stepper.act(actions, trail.at("iteration", stepper.iteration))
            self._keep(kept.run, trail)
            if turned.stopped is not None:
                self._end(kept, stepper, turned.stopped, turned.detail)
            return turned

    def finish(self, reason: str = "") -> SessionEnd:
        """End the session: prune and export as the payload says. Raises InputError where it is over."""
        with self._open() as (stepper, kept):
            return self._end(kept, stepper, Stopped.FINISHED, reason)

    def expire(self) -> None:
        """End the session where it has expired; do nothing where it has not."""
        with suppress(InputError), self._open():
            pass

    def _end(self, kept: Kept, stepper: Stepper, stopped: Stopped, detail: str) -> SessionEnd:
        ending, exported = stepper.end(stopped, detail)
        self._stepper = None
        self._over(kept, stopped, ending.hash)
        return SessionEnd(self.id, str(stopped), detail, ending.hash, tuple(ending.pruned), exported)

    def _over(self, kept: Kept, stopped: str, found: str) -> None:
        with self._ledger.holding(self._ledger.run(kept.run)) as run:
            run.result = {"stopped": str(stopped), "hash": found}
        self._shelf.end(self.id, str(stopped))

    @contextmanager
    def _open(self) -> Iterator[tuple[Stepper, Kept]]:
        """Hold the session for one call, as its log tells of it now."""
        with self._shelf.alone(self.id):
            kept = self.kept
            log = None if self._is_current() else read_log(self.log, torn=True)
            if not kept.ended and log is not None and log.end is not None:  # killed between the log's end and its note
                self._over(kept, log.end.stopped, log.end.hash)
                kept = self.kept
            if kept.ended:
                raise InputError(f"The session {self.id!r} is over ({kept.ended}). Its log is {self.log}.")
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
        """Return whether nobody has written to the log since this process did: then it need not be read again."""
        return self._stepper is not None and self.log.exists() and self.log.stat().st_size == self._size

    def _current(self, kept: Kept, log: Log | None) -> Stepper:
        if self._stepper is None or log is not None:
            self._stepper = Stepper.resume(log or self.log, kept.payload, kept.context, embedder=self._embedder)
        else:
            self._stepper.reopen()
        return self._stepper

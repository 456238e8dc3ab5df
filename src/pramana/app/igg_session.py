"""A session of IGG for scripts: synchronous, like the workspace that it belongs to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pramana.igg import AGENT, Growth, GrowthSession, Observation, SessionEnd, TurnResult

Call = Callable[..., Any]


class Session:
    """A graph that grows under your own agent's calls; until `finish` it lives on in the workspace."""

    def __init__(self, session: GrowthSession, do: Callable[[Callable[..., Awaitable[Any]]], Any], call: Call) -> None:
        """For Workspace. `do` awaits a coroutine, `call` calls a function."""
        self._session, self._do, self._call = session, do, call
        self.id: str = session.id

    @property
    def log(self) -> Path:
        """The file of its log."""
        return self._session.log

    @property
    def run(self) -> int:
        """Its run in the ledger."""
        return int(self._call(lambda: self._session.stored_run.run))

    def observe(self, agent: str = AGENT) -> Observation:
        """Return what an agent is to see. Raises InputError where the session is over."""

        async def work() -> Observation:
            return await self._session.observe(agent)

        seen: Observation = self._do(work)
        return seen

    def act(self, actions: Any, agent: str = AGENT, seen: int | None = None) -> TurnResult:
        """Apply an agent's answer, action by action. `seen` is the version that it observed. Raises InputError if the
        session is over."""

        async def work() -> TurnResult:
            return await self._session.act(actions, agent, seen)

        turned: TurnResult = self._do(work)
        return turned

    def finish(self, reason: str = "") -> SessionEnd:
        """End the session: prune and export as the payload says."""
        end: SessionEnd = self._call(self._session.finish, reason)
        return end

    def pause(self, target: str | Path | None = None) -> None:
        """Let the session wait without expiring, and write it to a file that another workspace can continue."""
        self._call(self._session.pause, None if target is None else Path(target))

    def growth(self) -> Growth:
        """Return the current graph."""
        grown: Growth = self._call(self._session.growth)
        return grown

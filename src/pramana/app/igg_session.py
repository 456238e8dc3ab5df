"""A session of IGG for scripts: synchronous, like the workspace that it belongs to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from pramana.igg import Growth, GrowthSession, Observation, SessionEnd, TurnResult

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

    def observe(self) -> Observation:
        """Return what the agent is to see. Raises InputError where the session is over."""
        seen: Observation = self._do(self._session.observe)
        return seen

    def act(self, actions: Any) -> TurnResult:
        """Apply an answer, action by action. Raises InputError if the session is over."""

        async def work() -> TurnResult:
            return await self._session.act(actions)

        turned: TurnResult = self._do(work)
        return turned

    def finish(self, reason: str = "") -> SessionEnd:
        """End the session: prune and export as the payload says."""
        end: SessionEnd = self._call(self._session.finish, reason)
        return end

    def growth(self) -> Growth:
        """Return the current graph."""
        grown: Growth = self._call(self._session.growth)
        return grown

"""IGG in a workspace: runs of the loop and sessions of outside agents, each a run in the ledger with its own log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import Any

from pramana.app.differences import differences
from pramana.app.engine import growth_hash
from pramana.app.workspace import WorkspaceResources
from pramana.errors import GraphFileError, InputError, NeedsModel, PramanaError
from pramana.igg import (
    DECIDE,
    LIFETIME,
    Agent,
    GenerationResult,
    GraphGenerationService,
    GrowthSession,
    GrowthShelf,
    Log,
    ModelAgent,
    Payload,
    RunContext,
    Stopped,
    StoredRun,
    TurnResult,
    load_payload,
    read_log,
    read_payload,
    read_session,
    record_iteration,
    replay,
)
from pramana.igg import KIND as SESSION
from pramana.llm import Budget, Gateway
from pramana.serialization import JsonRecord, JsonShape
from pramana.trace import Run, Trail
from pramana.views import Difference, ReplayReport

FOLDER = "igg"
"""Where in a workspace the logs are."""
LOOP = "igg run"
"""The kind of run that a loop is."""
KINDS = (LOOP, SESSION)
MOST_OPEN = 32
"""Sessions whose graphs are kept in memory, so that a call does not read the log again; the least used goes first."""
Given = Payload | Mapping[str, Any] | str | Path
OnTurn = Callable[[TurnResult, GraphGenerationService], None]


@dataclass(frozen=True, slots=True)
class IggReport(JsonRecord):
    """The summary of a run of the loop: its number, its result, and the number of iterations of an earlier attempt."""

    run: int
    session: str
    result: GenerationResult
    resumed: int

    json_shape = JsonShape(inline=("result",))


def payload_of(given: Given, root: Path | None = None, backend: str | None = None) -> tuple[Payload, Path]:
    """Return a payload, and the folder that no path in it may lead out of: `root`, else the folder of its file, else
    the current one. Its export may also go below the current one. `backend` replaces its own. Raises InputError."""
    if isinstance(given, Payload | Mapping):
        payload, base = given if isinstance(given, Payload) else read_payload(given), root or Path.cwd()
    else:
        payload, base = load_payload(given), root or Path(given).resolve().parent
    _refuse_outside(payload.config.export, base)
    return payload if backend is None else payload.in_backend(backend), base


def _refuse_outside(export: str | None, root: Path) -> None:
    if export is None:
        return
    try:
        path = Path(export).resolve()
    except (OSError, RuntimeError, ValueError):
        raise InputError(f"export: {export!r} is not a usable path.") from None
    if not any(path.is_relative_to(base.resolve()) for base in (root, Path.cwd())):
        raise InputError(f"export: {export!r} leads out of {root}.")


class IggRuns:
    """The IGG of one workspace. `clock` returns seconds since 1970: sessions expire by it."""

    def __init__(self, workspace: WorkspaceResources, clock: Callable[[], float] = time) -> None:
        self._ws = workspace
        self._clock = clock
        self.shelf = GrowthShelf(workspace.database, workspace.folder / FOLDER)
        self._opened: dict[str, GrowthSession] = {}

    async def run(
        self,
        given: Given,
        agent: Agent | None = None,
        on_turn: OnTurn | None = None,
        root: Path | None = None,
        backend: str | None = None,
    ) -> IggReport:
        """Have an agent grow a graph: the model that is configured, or one of your own. `root`, `backend`: see
        `payload_of`.

        A run of the same session_id that was killed, cancelled or stopped by a budget is resumed from its log. Raises
        InputError where a run of that session_id is over, or was given something else; NeedsModel where the embedded
        model cannot read the context.
        """
        payload, root = payload_of(given, root, backend)
        context = RunContext.of(payload.context_data, root)
        with self.shelf.alone(payload.session_id):
            gateway = self._gateway(payload)
            try:
                return await self._with(gateway, payload, context, agent, on_turn)
            finally:
                await gateway.aclose()

    async def _with(
        self, gateway: Gateway, payload: Payload, context: RunContext, agent: Agent | None, on_turn: OnTurn | None
    ) -> IggReport:
        manifest = self._manifest(payload, context, "agent" if agent is not None else DECIDE.name)
        kept = self._open_run(payload, context, manifest)
        return await self._carry_out(kept, self._service(kept, gateway, agent, on_turn))

    def _gateway(self, payload: Payload) -> Gateway:
        """Return a gateway with what is left of the run's own budget, and within the workspace's."""
        mine, own = self._ws.config.budget.budget(), payload.config.budget
        log = self.shelf.log(payload.session_id)
        spent = dict[str, float]()
        if log.exists() and self.shelf.find(payload.session_id) is not None:
            for record in read_log(log, torn=True).records:
                for name, amount in record.cost.items():
                    spent[name] = spent.get(name, 0) + float(amount)
        left = {
            "calls": _least(mine.calls, own.calls, spent.get("calls", 0)),
            "tokens": _least(mine.tokens, own.tokens, spent.get("tokens", 0)),
            "money": _least(mine.money, None if own.money is None else own.money * 1e6, spent.get("money", 0) * 1e6),
        }
        return self._ws.open_gateway(budget=Budget(**left))

    def _manifest(self, payload: Payload, context: RunContext, decides: str) -> dict[str, Any]:
        identity = self._ws.gateway.identity(DECIDE) if decides == DECIDE.name else {}
        head = {"payload": payload.manifest(), "context": context.hash, "decides": decides}
        return {**head, "identity": identity, "engine": growth_hash()}

    def _open_run(self, payload: Payload, context: RunContext, manifest: Mapping[str, Any]) -> StoredRun:
        kept = self.shelf.find(payload.session_id)
        ledger = self._ws.ledger
        if kept is None:
            log = self.shelf.log(payload.session_id)
            log.unlink(missing_ok=True)  # its process was killed before the run was kept
            run = ledger.begin(LOOP, manifest)
            return self.shelf.keep("loop", payload, context, run.id, None, self._clock())
        if kept.ended:
            log = self.shelf.log(kept.session)
            raise InputError(
                f"The run {kept.session!r} has ended ({kept.ended}). Its log is {log}. "
                "To run it anew, give the payload another session_id."
            )
        before = ledger.run(kept.run)
        if before.kind != LOOP or before.manifest["payload"] != payload.manifest() or kept.context.hash != context.hash:
            raise InputError(
                f"There is a session {kept.session!r} already, of another payload. Give this one another session_id."
            )
        log = self.shelf.log(kept.session)
        if not log.exists() and ledger.recorded_steps(kept.run):
            raise InputError(
                f"The log of the run {kept.session!r} is missing: {log}. Restore it, or give the payload another "
                "session_id, which begins anew."
            )
        if ledger.newest(LOOP) == kept.run:
            ledger.begin(LOOP, before.manifest, (LOOP,))
        return replace(kept, payload=payload)

    def _service(
        self, kept: StoredRun, gateway: Gateway, agent: Agent | None, on_turn: OnTurn | None
    ) -> GraphGenerationService:
        ws = self._ws

        def keep(turned: TurnResult, trail: Trail) -> None:
            with ws.database.transaction():
                ws.ledger.write(kept.run, trail)
            if on_turn is not None:
                on_turn(turned, service)

        def meter() -> dict[str, float]:
            spent = gateway.spending
            return {"calls": spent.calls, "tokens": spent.tokens, "money": (spent.money or 0) / 1e6}

        service = GraphGenerationService(
            kept.payload,
            agent or ModelAgent(gateway),
            context=kept.context,
            log=self.shelf.log(kept.session),
            embedder=gateway,
            meter=meter,
            keep=keep,
        )
        self._catch_up(kept)
        return service

    def _catch_up(self, kept: StoredRun) -> None:
        """Note in the ledger what the log has and it has not: the process was killed between the two."""
        log = self.shelf.log(kept.session)
        recorded, trail = self._ws.ledger.recorded_steps(kept.run), Trail()
        for record in read_log(log, torn=True).records:
            place = trail.at("iteration", record.iteration)
            if place.path not in recorded:
                record_iteration(place, record)
        with self._ws.database.transaction():
            self._ws.ledger.write(kept.run, trail)

    async def _carry_out(self, kept: StoredRun, service: GraphGenerationService) -> IggReport:
        with self._ws.ledger.holding(self._ws.ledger.run(kept.run)) as run:
            run.trail, run.result = service.trail, {"stopped": str(Stopped.CANCELLED)}
            done = await service.run()
            run.result = {"stopped": str(done.stopped), "hash": done.hash, "iterations": done.iterations}
            if isinstance(done.error, PramanaError):
                done.error.add_note(f"What was built is kept in {done.log}. Run the same again to resume.")
                raise done.error
            if done.stopped is Stopped.ABSTAINED:
                raise NeedsModel(
                    f"The model cannot decide: {done.detail}. Configure another one in pramana.toml (--model)."
                )
            run.stopped_by = str(done.stopped) if done.resumable else ""
            run.left_out = done.stopped is not Stopped.FINISHED
        if not done.resumable:
            self.shelf.end(kept.session, str(done.stopped))
        return IggReport(kept.run, kept.session, done, service.resumed)

    # Sessions

    def begin(
        self, given: Given, lifetime: float = LIFETIME, root: Path | None = None, backend: str | None = None
    ) -> GrowthSession:
        """Begin a session for an outside agent. `root`, `backend`: see `payload_of`. Raises InputError."""
        payload, root = payload_of(given, root, backend)
        context = RunContext.of(payload.context_data, root)
        manifest = self._manifest(payload, context, "session")
        return GrowthSession.begin(
            self.shelf, self._ws.ledger, payload, manifest, context=context, lifetime=lifetime, **self._parts()
        )

    def session(self, name: str) -> GrowthSession:
        """Return a session, to continue it. Raises UnknownName; InputError if a loop has that name."""
        if self.shelf.get(name).kind != "session":
            raise InputError(f"{name!r} is a run of the loop, not a session. Resume it with `pramana igg run`.")
        opened = self._opened.pop(name, None) or GrowthSession(self.shelf, self._ws.ledger, name, **self._parts())
        self._opened[name] = opened
        if len(self._opened) > MOST_OPEN:
            del self._opened[next(iter(self._opened))]
        return opened

    def continue_from(self, path: Path) -> GrowthSession:
        """Continue a session from the file that `GrowthSession.pause` wrote, here or on another machine.

        Its log is rebuilt and every hash compared before anything is stored. Raises InputError, GraphFileError if the
        file is not a session's, or the log was changed; InputError if there is a session of this name already.
        """
        moved = read_session(path)
        payload, name = moved.payload, moved.payload.session_id
        if self.shelf.find(name) is not None:
            raise InputError(f"The session {name!r} is in this workspace already: continue it with `igg act {name}`.")
        _refuse_outside(payload.config.export, Path.cwd())
        with self.shelf.alone(name):
            log = self.shelf.log(name)
            log.unlink(missing_ok=True)  # no session of this name is kept, so nothing rests on it
            log.write_text(moved.log, "utf-8")
            try:
                replay(read_log(log), payload, context=moved.context)
            except Exception:
                log.unlink()
                raise
            run = self._ws.ledger.begin(SESSION, self._manifest(payload, moved.context, "session"))
            kept = self.shelf.keep("session", payload, moved.context, run.id, moved.lifetime, self._clock())
            self._catch_up(kept)
        return self.session(name)

    def _parts(self) -> dict[str, Any]:
        return {"embedder": self._ws.gateway, "clock": self._clock, "keep": self._keep}

    def _keep(self, run: int, trail: Trail) -> None:
        with self._ws.database.transaction():
            self._ws.ledger.write(run, trail)

    def sessions(self) -> list[StoredRun]:
        """Return all runs and sessions, oldest first; those that expired meanwhile are over."""
        for kept in self.shelf.all():
            if not kept.ended and kept.expires is not None and kept.expires < self._clock():
                self.session(kept.session).expire()
        return self.shelf.all()

    def log_of_run(self, run: int) -> Log:
        """Return the log of a run of the ledger, without a last line that is being written. Raises InputError for a run
        of another kind."""
        return read_log(self.shelf.log(self.shelf.of_run(run).session), torn=True)

    # Replays

    async def replay(self, run: Run) -> ReplayReport:
        """Repeat a run: one of the loop from stored responses, anything else from its log."""
        kept = self.shelf.of_run(run.id)
        changed = run.manifest.get("engine") != growth_hash()
        try:
            log = read_log(self.shelf.log(kept.session), torn=True)
            expected = str(run.result.get("hash", "")) or (log.records[-1].hash_after if log.records else "")
            if run.manifest["decides"] != DECIDE.name:
                found = replay(log, kept.payload, context=kept.context).hash
                return ReplayReport(run.id, found == expected, expected, found, (), changed)
        except GraphFileError as error:
            return ReplayReport(
                run.id, False, str(run.result.get("hash", "")), "", (Difference("log", str(error)),), changed
            )
        found, differences = await self._again(run, kept, len(log.records))
        return ReplayReport(run.id, found == expected and not differences, expected, found, differences, changed)

    async def _again(self, run: Run, kept: StoredRun, iterations: int) -> tuple[str, tuple[Difference, ...]]:
        config = kept.payload.config.model_copy(update={"export": None})
        payload = kept.payload.model_copy(update={"config": config})
        recorded = self._ws.ledger.recorded_steps(run.id)
        trail, problems = Trail(recorded=recorded), list[Difference]()
        async with self._ws.scratch() as scratch:
            agent = ModelAgent(scratch.gateway)
            service = GraphGenerationService(
                payload, agent, context=kept.context, embedder=scratch.gateway, trail=trail, most=iterations
            )
            try:
                done = await service.run()
                found = done.hash
                problems += [] if done.error is None else [Difference(trail.path or "igg", str(done.error))]
            except PramanaError as error:
                found, problems = service.stepper.growth.hash, [Difference(trail.path or "igg", str(error))]
        problems += differences(recorded, {step.path: step for step in trail.steps})
        return found, tuple(problems)


async def replay_growth(workspace: WorkspaceResources, run: Run) -> ReplayReport:
    """Repeat a run of the loop, or a session."""
    return await IggRuns(workspace).replay(run)


def _least(mine: float | None, own: float | None, spent: float) -> int | None:
    bounds = [mine, None if own is None else max(own - spent, 0)]
    given = [bound for bound in bounds if bound is not None]
    return int(min(given)) if given else None

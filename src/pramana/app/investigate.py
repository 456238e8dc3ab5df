"""Investigations of a workspace, a graph in a file or in memory, or a LightRAG store: stored, and resumed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pramana.app.artefact import keep_state, recorded_models, recorded_path, require_new
from pramana.app.chain import rebuild
from pramana.app.config import Config
from pramana.app.differences import differences, replay_report
from pramana.app.engine import gasl_hash, investigation_hash
from pramana.app.gasl_verifier import GsvVerifier
from pramana.app.session import WorkSession
from pramana.app.sources import DataSource, workspace_source
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import digest
from pramana.errors import InputError, PramanaError
from pramana.gasl import GASL_SCHEMA, StateStore
from pramana.investigate import (
    KIND,
    PROFILE_SCHEMA,
    PTOOLS,
    ROLLOUT,
    Bounds,
    Investigation,
    ModelPlanner,
    ProfileStore,
    StopReason,
    graph_hash,
    graph_profile,
    investigate,
)
from pramana.llm import RESPONSE_SCHEMA, Gateway
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, Run, Trail
from pramana.views import Difference, ReplayReport

if TYPE_CHECKING:
    from pramana.investigate import Iteration

STORE = Path("pramana-investigations.db")
"""The default database for model responses if the graph is not a workspace."""
SCHEMAS = (TRACE_SCHEMA, RESPONSE_SCHEMA, GASL_SCHEMA, PROFILE_SCHEMA)
CONCLUSIVE = (StopReason.ANSWERED, StopReason.UNANSWERABLE, StopReason.NOT_PLANNED)
"""After these there is nothing that the same command could go on with."""
Observe = Callable[["Iteration"], None]
Watch = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Ground:
    """What an investigation needs: a graph, the way to models, and the record of runs."""

    source: DataSource
    gateway: Gateway
    ledger: Ledger
    database: Database
    config: Config


async def investigate_on(
    ground: Ground,
    question: str,
    *,
    bounds: Bounds | None = None,
    search: str = "greedy",
    observe: Observe | None = None,
    watch: Watch | None = None,
) -> tuple[int, Investigation]:
    """Investigate, as a run of the ledger. An equal run that was killed or stopped is resumed.

    Returns the run's number and its result. Resuming repeats the run: stored responses are used, and cost nothing.
    """
    if not question.strip():
        raise InputError("The question is empty.")
    with ground.database.lease("pramana investigate"):
        graph_profile(
            ground.source.adapter, ProfileStore(ground.database)
        )  # made once a graph; from here on it is at hand
        with ground.ledger.running(KIND, _manifest(ground, question, search), (KIND,)) as run:
            with ground.database.transaction():
                ground.ledger.clear(run.id, "")

            def with_record(tell: Callable[[Any], None] | None) -> Callable[[Any], None]:
                def keep(done: Any) -> None:
                    with ground.database.transaction():
                        ground.ledger.write(run.id, run.trail)
                    if tell is not None:
                        tell(done)

                return keep

            found = await carried_out(
                ground, question, bounds, search, run.trail, with_record(observe), with_record(watch)
            )
            run.stopped_by = str(found.stop) if found.resumable else ""
            run.left_out = found.stop not in CONCLUSIVE
            run.result = result_of(found, bounds or Bounds())
        return run.id, found


async def carried_out(
    ground: Ground,
    question: str,
    bounds: Bounds | None,
    search: str,
    trail: Trail,
    observe: Observe | None = None,
    watch: Watch | None = None,
) -> Investigation:
    """Investigate without making a run of it; steps are recorded at `trail`.

    Where the configuration names a model for `investigate.rollout.*`, that one plays on in a search.
    """
    rolls = any(name.startswith(ROLLOUT) for name in ground.config.llm.ptools)
    return await investigate(
        question,
        ground.source.adapter,
        gateway=ground.gateway,
        bounds=bounds,
        search=search,
        state=StateStore(engine=gasl_hash),
        verifier=GsvVerifier(ground.gateway, ground.config.gsv),
        lines=ground.source.line,
        sources=ground.source.text,
        elements=ground.source.places,
        statements=ground.source.statements,
        profiles=ProfileStore(ground.database),
        trail=trail,
        observe=observe,
        roller=ModelPlanner(ground.gateway, trail=trail, rolls=True) if rolls else None,
        watch=watch,
    )


def result_of(found: Investigation, bounds: Bounds) -> dict[str, Any]:
    """Return what the ledger keeps: all but what differs from one repetition to the next. `bound` is how many plans
    there could have been, `tree_bound` what a search could cost."""
    kept = {name: value for name, value in found.as_json().items() if name not in ("cost", "seconds")}
    tree = {} if found.tree is None else {"tree_bound": {"calls": bounds.calls, "money": bounds.money}}
    return {**kept, "bound": bounds.iterations, **tree, "trace": found.trace.to_dict()}


async def replay_investigation(workspace: WorkspaceResources, run: Run) -> ReplayReport:
    """Repeat an investigation over the graph as it was then."""
    expected, found, recorded = digest(dict(run.result)), "", workspace.ledger.recorded_steps(run.id)
    spent, manifest, trail = run.result.get("tree_bound", {}), run.manifest, Trail(recorded=recorded)
    bounds = Bounds(int(run.result.get("bound", 0)) or Bounds().iterations, spent.get("calls"), spent.get("money"))
    async with workspace.scratch() as scratch:
        told = await rebuild(workspace, scratch, run.id - 1)
        question, search = str(manifest["question"]), str(manifest["search"])
        try:
            done = await carried_out(ground_of(scratch), question, bounds, search, trail)
            found = digest(result_of(done, bounds))
        except PramanaError as error:
            told.append(Difference(trail.path or KIND, str(error)))
        told += differences(recorded, {step.path: step for step in trail.steps})
    return replay_report(run, expected, found, told, manifest["engine"] != investigation_hash())


def _manifest(ground: Ground, question: str, search: str) -> dict[str, Any]:
    return {
        "question": question,
        "search": search,
        "graph": graph_hash(ground.source.adapter),
        "identity": {ptool.name: ground.gateway.identity(ptool) for ptool in PTOOLS},
        "engine": investigation_hash(),
    }


class InvestigationSession(WorkSession):
    """Investigations on a graph. A workspace has the lines of its documents, and takes no other `texts`."""

    schemas = SCHEMAS

    @property
    def ground(self) -> Ground:
        """What an investigation here needs. Raises InputError for texts beside a workspace's."""
        if self.is_workspace and self._texts:
            raise InputError(
                f"{self._graph} is a workspace, and has the lines of its documents; it takes no other text."
            )
        return Ground(self.source, self.gateway, self.ledger, self.database, self.config)

    async def investigate(
        self,
        question: str,
        *,
        bounds: Bounds | None = None,
        search: str = "greedy",
        observe: Observe | None = None,
        watch: Watch | None = None,
        state: Path | None = None,
    ) -> tuple[int, Investigation]:
        """Investigate a question. See `investigate_on`. `state` is a new JSON file for the state that it ends with."""
        if state is not None:
            require_new(state)
        done = await investigate_on(self.ground, question, bounds=bounds, search=search, observe=observe, watch=watch)
        if state is not None:
            keep_state(done[1].snapshot.state, state, question, self._run_config(state))
        return done

    def _run_config(self, state: Path) -> dict[str, Any]:
        """Return what a state says of the graph, the models, and where their answers are."""
        named = self._graph if isinstance(self._graph, Path) else None
        path = "" if named is None else recorded_path(named, state)
        adapter = {"type": self.source.adapter.name, "path": path, "params": asdict(self.source.adapter.caps)}
        store = {"responses": recorded_path(self._store, state)} if self._store and not self.is_workspace else {}
        return {"adapter": adapter, **recorded_models(self.config), **store}


def ground_of(workspace: WorkspaceResources) -> Ground:
    """Return what an investigation of a workspace needs."""
    source = workspace_source(workspace)
    return Ground(source, workspace.gateway, workspace.ledger, workspace.database, workspace.config)

"""Investigations of a workspace, of any graph in a file or in memory, of a LightRAG store: stored, and gone on with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from pramana.app.chain import rebuild
from pramana.app.config import FILE, Config, load_config
from pramana.app.differences import differences, replay_report
from pramana.app.engine import investigation_hash
from pramana.app.gasl import adapter_of
from pramana.app.gasl_verifier import GsvVerifier
from pramana.app.gateways import open_gateway
from pramana.app.passages import Passages
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import digest
from pramana.errors import InputError, PramanaError
from pramana.gasl import GASL_SCHEMA
from pramana.graph.adapters import GraphAdapter, SqliteAdapter
from pramana.investigate import (
    PROFILE_SCHEMA,
    PTOOLS,
    ROLLOUT,
    Bounds,
    Investigation,
    ModelPlanner,
    ProfileStore,
    Stop,
    graph_hash,
    investigate,
    profile,
)
from pramana.llm import RESPONSE_SCHEMA, Gateway, Mode, Provider
from pramana.store import Database
from pramana.trace import TRACE_SCHEMA, Ledger, Run, Trail
from pramana.views import Difference, ReplayReport

if TYPE_CHECKING:
    from pramana.investigate.loop import Iteration

KIND = "investigate"
"""The kind of run that an investigation is."""
STORE = Path("pramana-investigations.db")
"""Where what models say is stored where the graph is no workspace, unless another file is named."""
SCHEMAS = (TRACE_SCHEMA, RESPONSE_SCHEMA, GASL_SCHEMA, PROFILE_SCHEMA)
Observe = Callable[["Iteration"], None]
Watch = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Ground:
    """Where an investigation stands: the graph, the door to models, the record, and the texts that it can cite."""

    adapter: GraphAdapter
    gateway: Gateway
    ledger: Ledger
    database: Database
    config: Config
    lines: Callable[[str, int], str | None] | None = None
    sources: Callable[[str], str | None] | None = None
    elements: Callable[[str], Sequence[Mapping[str, Any]]] | None = None


async def investigate_on(
    ground: Ground,
    question: str,
    *,
    bounds: Bounds | None = None,
    search: str = "greedy",
    observe: Observe | None = None,
    watch: Watch | None = None,
) -> tuple[int, Investigation]:
    """Investigate, as a run of the ledger that is gone on with where an equal one was killed or stopped.

    Returns the run's number and what it came to. Going on is repeating: what models said before is stored, and is not
    paid again.
    """
    if not question.strip():
        raise InputError("The question is empty.")
    with ground.database.lease("pramana investigate"):
        profile(ground.adapter, ProfileStore(ground.database))  # made once a graph; from here on it is at hand
        with ground.ledger.running(KIND, _manifest(ground, question, search), (KIND,)) as run:
            with ground.database.transaction():
                ground.ledger.clear(run.id, "")

            def kept(tell: Callable[[Any], None] | None) -> Callable[[Any], None]:
                def keep(done: Any) -> None:
                    with ground.database.transaction():
                        ground.ledger.write(run.id, run.trail)
                    if tell is not None:
                        tell(done)

                return keep

            found = await carried_out(ground, question, bounds, search, run.trail, kept(observe), kept(watch))
            run.stopped_by = str(found.stop) if found.resumable else ""
            run.left_out = found.stop not in (Stop.ANSWERED, Stop.UNANSWERABLE)
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
        ground.adapter,
        gateway=ground.gateway,
        bounds=bounds,
        search=search,
        verifier=GsvVerifier(ground.gateway, ground.config.gsv),
        lines=ground.lines,
        sources=ground.sources,
        elements=ground.elements,
        profiles=ProfileStore(ground.database),
        trail=trail,
        observe=observe,
        roller=ModelPlanner(ground.gateway, trail=trail, rolls=True) if rolls else None,
        watch=watch,
    )


def result_of(found: Investigation, bounds: Bounds) -> dict[str, Any]:
    """Return what the ledger keeps: all but what differs from one repetition to the next. `bound` is how many plans
    there could have been, `tree_bound` what a search could cost."""
    kept = {name: value for name, value in found.to_dict().items() if name not in ("cost", "seconds")}
    tree = {} if found.tree is None else {"tree_bound": {"calls": bounds.calls, "money": bounds.money}}
    return {**kept, "bound": bounds.iterations, **tree, "trace": found.trace.to_dict()}


async def replay_investigation(workspace: WorkspaceResources, run: Run) -> ReplayReport:
    """Repeat an investigation over the graph as it was then."""
    expected, found, recorded = digest(dict(run.result)), "", workspace.ledger.recorded(run.id)
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
        "graph": graph_hash(ground.adapter),
        "identity": {ptool.name: ground.gateway.identity(ptool) for ptool in PTOOLS},
        "engine": investigation_hash(),
    }


class InvestigationSession:
    """Investigations on a graph: a workspace's folder, a file or folder of any graph, a LightRAG store, an adapter.

    `store` is a database that keeps what models say and the record of runs, where the graph is no workspace; None: in
    memory. `settings` is the pramana.toml that names the models then, and `texts` are files and folders of the text
    that the graph was made from: a workspace has its own lines. `flags` are nested as in pramana.toml, and win over
    it. Use it as `async with`, in one event loop.
    """

    def __init__(
        self,
        graph: Path | GraphAdapter,
        store: Path | None = None,
        *,
        settings: Path | None = None,
        flags: Mapping[str, Any] | None = None,
        providers: Mapping[str, Provider] | None = None,
        mode: Mode = Mode.LIVE,
        lightrag: bool = False,
        texts: Sequence[Path] = (),
    ) -> None:
        self._workspace: WorkspaceResources | None = None
        if isinstance(graph, Path) and (graph / FILE).is_file() and not lightrag:
            if texts:
                raise InputError(f"{graph} is a workspace, and has the lines of its documents; it takes no other text.")
            self._workspace = WorkspaceResources.open(graph, flags=flags, providers=providers, mode=mode)
            self.ground = ground_of(self._workspace)
            return
        adapter, sources = _opened(graph, lightrag)
        config = load_config(settings or Path(FILE), flags)
        database = Database(store, SCHEMAS)
        gateway = open_gateway(database, config, mode=mode, providers=providers)
        ledger = Ledger(database, lambda: {"calls": float(gateway.spending.calls)})
        elements = Passages(adapter, texts) if texts else None
        self.ground = Ground(adapter, gateway, ledger, database, config, sources=sources, elements=elements)

    async def investigate(
        self,
        question: str,
        *,
        bounds: Bounds | None = None,
        search: str = "greedy",
        observe: Observe | None = None,
        watch: Watch | None = None,
    ) -> tuple[int, Investigation]:
        """Investigate a question. See `investigate_on`."""
        return await investigate_on(self.ground, question, bounds=bounds, search=search, observe=observe, watch=watch)

    async def __aenter__(self) -> InvestigationSession:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._workspace is not None:
            await self._workspace.aclose()
            return
        await self.ground.gateway.aclose()
        self.ground.database.close()


def ground_of(workspace: WorkspaceResources) -> Ground:
    """Return a workspace as a ground: its graph, its ledger, the lines of its documents."""

    def line(doc_id: str, number: int) -> str | None:
        found = workspace.shelf.line(doc_id, number)
        return None if found is None else found.line.text

    return Ground(
        SqliteAdapter(workspace.graph),
        workspace.gateway,
        workspace.ledger,
        workspace.database,
        workspace.config,
        lines=line,
    )


def _opened(graph: Path | GraphAdapter, lightrag: bool) -> tuple[GraphAdapter, Callable[[str], str | None] | None]:
    """Return the adapter of a graph, and what gives the texts of its sources, where they are there."""
    if not isinstance(graph, Path):
        return graph, None
    from pramana.app.lightrag import GRAPH_FILES, chunk_texts, store_file

    file = store_file(graph) if lightrag or graph.is_dir() else None
    if file is None:
        if lightrag:
            raise InputError(f"{graph} holds no graph of LightRAG or nano-graphrag: there is no {GRAPH_FILES[0]}.")
        return adapter_of(graph), None
    return adapter_of(file), chunk_texts(file.parent)

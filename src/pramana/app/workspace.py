"""The composition root: a workspace's folder with all rooms plugged together. Async; `facade` is its sync twin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pramana.app.config import FILE, STARTER, Config, load_config
from pramana.app.decisions import DecisionBook, DecisionReport, Ruling
from pramana.app.engine import engine_hash
from pramana.app.facts import Fact, FactReader
from pramana.app.gateways import open_gateway
from pramana.app.importing import Importer, ImportReport
from pramana.app.ingest import Ingestion, Observe
from pramana.app.inspect import Inspector
from pramana.app.metrics import meter
from pramana.app.passes import Passes, PassState
from pramana.app.ptools import all_prompts
from pramana.app.remove import Remover
from pramana.app.reply import Reply, reply_of
from pramana.app.reports import Estimate, IngestReport, PassReport, ReplayReport
from pramana.app.standing import STANDING_SCHEMA
from pramana.app.views import ClusterView
from pramana.documents import DOCUMENT_SCHEMA, Shelf
from pramana.errors import BudgetExceeded, InputError, WorkspaceExists, WorkspaceNotFound
from pramana.graph import GRAPH_SCHEMA
from pramana.graph.io import export_graph
from pramana.igg import IGG_SCHEMA
from pramana.karaka import (
    KARAKA_SCHEMA,
    TRAVERSAL_SCHEMA,
    IngestionPipeline,
    KarakaGraphV2,
    QueryPipeline,
    QueryResult,
)
from pramana.llm import RESPONSE_SCHEMA, Budget, Gateway, Mode, PromptBook, Provider, Spending, load_prompts
from pramana.retrieval import RETRIEVAL_SCHEMA, LineIndex
from pramana.retrieval.knowledge import KNOWLEDGE_SCHEMA, KnowledgeBase, open_knowledge
from pramana.store import BLOB_SCHEMA, Database
from pramana.trace import TRACE_SCHEMA, Ledger, Run, RunStatus, Trail

if TYPE_CHECKING:
    from pramana.app.comparing_result import Comparison
    from pramana.app.gasl import GaslRows, WorkspaceGasl
    from pramana.app.igg import Given, IggReport, IggRuns
    from pramana.app.reporting import Report
    from pramana.app.viewing import GraphView
    from pramana.gasl import Plan
    from pramana.igg import Agent
    from pramana.investigate import Investigation

DATABASE = "workspace.db"
PROMPT_FILE = "prompts.json"
SCHEMAS = (
    *(BLOB_SCHEMA, TRACE_SCHEMA, RESPONSE_SCHEMA, DOCUMENT_SCHEMA),
    *(RETRIEVAL_SCHEMA, GRAPH_SCHEMA, STANDING_SCHEMA, TRAVERSAL_SCHEMA, IGG_SCHEMA, KNOWLEDGE_SCHEMA),
)
"""The tables that every workspace has. Those of GASL, of seeds and of profiles come with their first use."""


class AsyncWorkspace:
    """A workspace: its documents, its graph, its ledger, and the models that are configured for it.

    Use it in one event loop, as `async with`. Every method raises PramanaError with what is wrong and what would do.
    """

    def __init__(
        self,
        folder: Path,
        config: Config,
        *,
        providers: Mapping[str, Provider] | None = None,
        mode: Mode = Mode.LIVE,
        database: Database | None = None,
    ) -> None:
        self.folder = folder
        self.config = config
        self._providers = dict(providers or {})
        self._mode = mode
        self.database = database or Database(folder / DATABASE, SCHEMAS)
        self.graph = KarakaGraphV2(self.database, KARAKA_SCHEMA)
        self.shelf = Shelf(self.database)
        self.ledger = Ledger(self.database, meter(self))
        self.index = LineIndex(self.database)

    # Parts that are made when first asked for

    @cached_property
    def prompts(self) -> PromptBook:
        """All prompts: the rooms' own, and what this workspace's prompts.json puts in their place."""
        file = self.folder / PROMPT_FILE
        return PromptBook(all_prompts(), load_prompts(file) if file.exists() else {})

    @cached_property
    def gateway(self) -> Gateway:
        return self.open_gateway()

    def open_gateway(
        self, mode: Mode | None = None, budget: Budget | None = None, prompts: PromptBook | None = None
    ) -> Gateway:
        """Return a gateway of its own, in this workspace's mode, budget and prompts unless told otherwise."""
        return open_gateway(
            self.database,
            self.config,
            self.prompts if prompts is None else prompts,
            mode=self._mode if mode is None else mode,
            budget=budget,
            providers=self._providers,
        )

    @cached_property
    def knowledge(self) -> KnowledgeBase | None:
        """The knowledge base that entities are linked to; None where none is configured."""
        return open_knowledge(self.config.kb, self.folder, self.database, replay=self._mode is Mode.REPLAY)

    @cached_property
    def knowledge_answers(self) -> Database:
        """Where the stored answers of knowledge bases are."""
        return self.database

    @cached_property
    def reader(self) -> IngestionPipeline:
        return IngestionPipeline(
            self.database,
            self.graph,
            self.gateway,
            self.prompts,
            self.config.gsv,
            engine_hash(),
            self.config.karaka.verification,
        )

    @cached_property
    def pipeline(self) -> QueryPipeline:
        return QueryPipeline(
            self.database,
            self.graph,
            self.gateway,
            self.prompts,
            self.config.gsv,
            engine=engine_hash(),
            near=self.config.karaka.near,
        )

    @property
    def batches_ahead(self) -> int:
        """How many batches to have under way: enough to keep every model busy to its limit of concurrency."""
        llm = self.config.llm
        widest = max(llm.model(name).concurrency for name in {llm.default, *llm.ptools.values()})
        return max(1, 2 * widest // self.config.gsv.lines_per_validation + 1) if widest > 1 else 1

    # Work

    async def ingest(self, *sources: str | Path, observe: Observe | None = None, replace: bool = False) -> IngestReport:
        """Read documents (files or folders) into the graph; go on where an earlier run of the same was cut off.

        `replace` lets a file from another place take over a doc_id. `observe` is called as lines are accepted. What
        could not be read is named in the report, and the rest goes on.
        """
        with self.database.lease("pramana ingest"):
            before = self.gateway.spending.copy()
            report = await Ingestion(self).ingest(sources, observe, replace)
            if report.status in (RunStatus.DONE, RunStatus.PARTIAL):
                await self._follow_up(report, before)
            return report

    async def _follow_up(self, report: IngestReport, before: Spending) -> None:
        """Carry out the passes that are on, and add to an ingest's report what they did, and what it cost from
        `before` on."""
        began = perf_counter()
        try:
            report.passes = await Passes(self).run()
        except BudgetExceeded as error:
            report.status, report.stopped_by = RunStatus.STOPPED, str(error)
        spent = self.gateway.spending.since(before)
        report.passes_calls = spent.calls - report.spending.get("calls", 0)
        report.spending = spent.as_json()
        report.passes_seconds = perf_counter() - began
        report.graph_hash = self.graph.hash()

    async def estimate(self, *sources: str | Path) -> Estimate:
        """Say what an ingest of these would take, before anything is spent. Nothing is written."""
        return Ingestion(self).estimate(sources)

    async def ask(self, question: str) -> Reply:
        """Answer a question from the graph, with citations."""
        if not question.strip():
            raise InputError("The question is empty.")
        run = self.ledger.begin("ask", self._ask_manifest(question))
        trail = Trail()
        try:
            result = await self.answer(question, trail)
        except BaseException as error:
            with self.database.transaction():
                self.ledger.write(run.id, trail)
                self.ledger.end(run.id, RunStatus.FAILED, {"error": type(error).__name__})
            raise
        with self.database.transaction():
            self.ledger.write(run.id, trail)
            self.ledger.end(run.id, RunStatus.DONE, result.model_dump(mode="json"))
        return reply_of(result, run.id, FactReader(self.graph, self.ledger))

    def _ask_manifest(self, question: str) -> dict[str, Any]:
        identity = self.pipeline.identity
        return {"question": question, "graph": self.graph.hash(), "identity": identity, "engine": engine_hash()}

    async def answer(self, question: str, trail: Trail) -> QueryResult:
        """Answer a question without making a run of it; what happens is recorded at `trail`."""
        return await self.pipeline.answer_query(question, trail)

    async def gasl(self, what: str | Path | Plan | Mapping[str, Any]) -> GaslRows:
        """Carry out a GASL command, a script of several lines, or a plan (also as JSON, or a file of either).

        The state is the workspace's own, and is persisted; variables of single commands last as long as the workspace
        is open. Edges come as facts, with their evidence and their why. Raises ParseError for what is no command,
        ExecutionError where the command, or the one that ended the plan, failed.
        """
        return await self.analysis.run(what, lambda function, *arguments: function(*arguments))

    async def investigate(
        self,
        question: str,
        *,
        search: str = "greedy",
        iterations: int = 12,
        calls: int | None = None,
        money: int | None = None,
        seconds: float | None = None,
    ) -> Investigation:
        """Investigate a question: hypotheses, plans in GASL, and an answer whose claims cite items, and lines.

        `calls` and `money` (millionths of a US dollar) are what may be paid now, beside the workspace's own budget. The
        run is in the ledger; the same question goes on where it was stopped. Raises what `investigate` raises.
        """
        from pramana.app.investigating import ground_of, investigate_on  # only where it is wanted
        from pramana.investigate import Bounds

        bounds = Bounds(iterations, calls, money, seconds)
        return (await investigate_on(ground_of(self), question, bounds=bounds, search=search))[1]

    @cached_property
    def analysis(self) -> WorkspaceGasl:
        """The workspace's GASL: its state, and the executor over its graph."""
        from pramana.app.gasl import WorkspaceGasl  # only where it is wanted

        return WorkspaceGasl(self)

    async def igg(self, payload: Given, agent: Agent | None = None, root: Path | None = None) -> IggReport:
        """Have an agent grow a graph under a payload (also as JSON, or a file): the configured model, or your own.

        No path in the payload may lead out of `root` (None: its file's folder, else the current one). The same call
        goes on with a run that was killed, cancelled or stopped by a budget. Raises InputError.
        """
        return await self.growing.run(payload, agent, root=root)

    @cached_property
    def growing(self) -> IggRuns:
        """The workspace's graphs that agents grow: runs of the loop, and sessions."""
        from pramana.app.igg import IggRuns  # only where it is wanted

        return IggRuns(self)

    def scratch(self) -> AsyncWorkspace:
        """Return an empty workspace in memory, configured like this one and answered from its responses alone."""
        scratch = AsyncWorkspace(self.folder, self.config, database=Database(None, SCHEMAS))
        scratch.gateway = self.open_gateway(Mode.REPLAY)
        scratch.knowledge, scratch.knowledge_answers = None, self.knowledge_answers
        return scratch

    async def replay(self, run: int) -> ReplayReport:
        """Repeat a run from stored responses alone, without a model, and say whether it comes to the same."""
        from pramana.app.replay import Replayer  # only where it is wanted

        return await Replayer(self).replay(run)

    async def remove(self, *doc_ids: str, purge: bool = False) -> list[str]:
        """Take documents out, with every fact that rests on them alone. Returns the doc_ids.

        `purge` deletes the stored text, too, and what models said about it: runs that read it can then no longer be
        replayed. Raises UnknownName, and removes nothing, where one of them is not there.
        """
        with self.database.lease("pramana remove"):
            removed = Remover(self).remove(doc_ids, purge)
            await Passes(self).run()
            return removed

    async def import_graph(self, path: str | Path, name: str | None = None, format: str | None = None) -> ImportReport:
        """Put another tool's graph (a file or a folder) in as asserted facts; an earlier one of its name goes.

        `name` is what `remove` takes it out by; None: the file's. Nothing is written where it cannot be read.
        """
        with self.database.lease("pramana import"):
            return Importer(self).import_graph(path, name, format)

    async def run_passes(self, *names: str) -> list[PassReport]:
        """Carry out passes by name, or all that are on; one whose last run nothing has changed since does nothing.

        Raises UnknownName for one that is not there.
        """
        with self.database.lease("pramana passes run"):
            return await Passes(self).run(names)

    async def undo_pass(self, name: str) -> PassReport:
        """Take exactly what a pass put into the graph out again. It stays off until it is run by name.

        Passes that read what it wrote, and had nothing to do before, are carried out anew.
        """
        with self.database.lease("pramana passes undo"):
            passes = Passes(self)
            current = passes.current()
            report = passes.undo(name)
            again = [each for each in current if each != name]
            if again:
                await passes.run(again)
            return report

    def passes(self) -> list[PassState]:
        """Return how every pass stands."""
        return Passes(self).states()

    async def merge(self, one: str, other: str, why: str = "") -> DecisionReport:
        """Decide that two entities (names, or ids of nodes) are one, and carry out the passes that heed it.

        A decision is kept until it is taken back, whatever is ingested and removed. Of decisions that contradict each
        other the later one holds. Raises UnknownName, and InputError where a name means several entities.
        """
        with self.database.lease("pramana entity merge"):
            return await self._decided(DecisionBook(self).record("merge", one, other, why))

    async def split(self, one: str, other: str, why: str = "") -> DecisionReport:
        """Decide that two entities are not one, and carry out the passes that heed it. See `merge`."""
        with self.database.lease("pramana entity split"):
            return await self._decided(DecisionBook(self).record("split", one, other, why))

    async def part(self, name: str, places: Sequence[str], called: str = "", why: str = "") -> DecisionReport:
        """Decide that a name means another bearer at some places (documents, or lines as `rama.txt:7`), and carry out
        the passes that heed it.

        `called` tells that bearer from others of the name: *mason* makes `John Smith (mason)`; without it the first
        place does. Raises UnknownName, and InputError where the name does not stand at a place.
        """
        with self.database.lease("pramana entity split"):
            return await self._decided(DecisionBook(self).part(name, places, called, why))

    async def link_entity(self, name: str, entry: str, why: str = "") -> DecisionReport:
        """Decide that an entity is an entry of the knowledge base (`people:17`, or `17`). Kept like any decision.

        Raises ConfigError where there is no base, UnknownName where it has no such entry.
        """
        from pramana.app.linking import known_entry  # only where it is wanted

        with self.database.lease("pramana entity link"):
            known = await known_entry(self, entry)
            return await self._decided(DecisionBook(self).record_entry("link", name, known, why))

    async def unlink_entity(self, name: str, entry: str = "", why: str = "") -> DecisionReport:
        """Decide that an entity is not an entry of the knowledge base: the one that it is linked to, or `entry`."""
        from pramana.app.linking import entry_to_unlink

        with self.database.lease("pramana entity unlink"):
            known = entry_to_unlink(self, name, entry)
            return await self._decided(DecisionBook(self).record_entry("unlink", name, known, why))

    async def undo_decision(self, number: int, why: str = "") -> DecisionReport:
        """Take a decision back, by its number. An undo is a decision, too, and can be taken back."""
        with self.database.lease("pramana entity undo"):
            return await self._decided(DecisionBook(self).undo(number, why))

    async def _decided(self, ruling: Ruling) -> DecisionReport:
        passes = await Passes(self).run()
        return DecisionReport(ruling, tuple(passes), self.graph.hash())

    def decisions(self) -> list[Ruling]:
        """Return what people decided about entities, oldest first."""
        return DecisionBook(self).all()

    def export(self, path: str | Path) -> Path:
        """Write the graph to a file, whole or not at all, in the format that its ending says: .graphml, .gexf, .json,
        .csv, .parquet, .arrow, .cypher. `graph.csv` stands for `graph.nodes.csv` and `graph.edges.csv`.
        """
        target = Path(path)
        export_graph(self.graph, target)
        return target

    # Reading

    def facts(self, relation: str | None = None, entity: str | None = None, limit: int | None = None) -> list[Fact]:
        """Return facts (edges with their evidence), all or those of one relation, those that touch an entity."""
        return FactReader(self.graph, self.ledger).facts(relation, entity, limit)

    def entity(self, name: str, limit: int | None = None) -> list[ClusterView]:
        """Return who goes by a name, each under all its names, with at most `limit` facts. More than one: homonyms.

        Raises UnknownName with the nearest names.
        """
        return self.inspector.clusters(name, limit)

    @property
    def inspector(self) -> Inspector:
        """What looks into the workspace: lines, Kriyās, refusals, how everything stands."""
        return Inspector(self)

    def view(self, about: str | None = None, limit: int | None = None) -> GraphView:
        """Return the graph to look at, as a page: shown by notebooks, written by its `save`. See view_workspace."""
        from pramana.app.viewing import LIMIT, view_workspace  # only where it is wanted

        return view_workspace(self, about, LIMIT if limit is None else limit)

    async def compare_prompts(
        self, a: str | Path, b: str | Path, sample: int = 200, seed: int = 0, documents: Sequence[str] = ()
    ) -> Comparison:
        """Compare two versions of the prompts (`shipped`, `workspace`, or a file) over the same lines. See
        PromptComparer."""
        from pramana.app.comparing import PromptComparer  # only where it is wanted

        return await PromptComparer(self, a, b, sample, seed, documents).compare()

    def report(self) -> Report:
        """Return what reading came to and what it took: as data, and as a page. See `pramana.app.reporting`."""
        from pramana.app.reporting import report_on  # only where it is wanted

        return report_on(self)

    def runs(self) -> list[Run]:
        return self.ledger.runs()

    async def aclose(self) -> None:
        if "gateway" in self.__dict__:
            await self.gateway.aclose()
        if self.__dict__.get("knowledge") is not None:
            await self.__dict__["knowledge"].aclose()
        self.database.close()

    async def __aenter__(self) -> AsyncWorkspace:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def init(folder: str | Path) -> Path:
    """Make a folder a workspace. Raises WorkspaceExists where it is one already."""
    path = Path(folder)
    file = path / FILE
    if file.exists():
        raise WorkspaceExists(f"{path} is a workspace already.")
    if path.exists() and not path.is_dir():
        raise InputError(f"{path} is a file, not a folder.")
    path.mkdir(parents=True, exist_ok=True)
    Database(path / DATABASE, SCHEMAS).close()
    file.write_text(STARTER, "utf-8")
    return path


def find(start: str | Path | None = None) -> Path:
    """Return the workspace `start`, or without it the nearest folder upward from here that holds a pramana.toml."""
    if start is not None:
        if (Path(start) / FILE).is_file():
            return Path(start)
        raise WorkspaceNotFound(
            f"{start} is no workspace: it holds no {FILE}. Make it one with `pramana init {start}`."
        )
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / FILE).is_file():
            return folder
    raise WorkspaceNotFound(f"No {FILE} here or in a folder above. Make a workspace with `pramana init`, or name one.")


def open_async(
    folder: str | Path | None = None,
    *,
    flags: Mapping[str, Any] | None = None,
    providers: Mapping[str, Provider] | None = None,
    create: bool = True,
    mode: Mode = Mode.LIVE,
) -> AsyncWorkspace:
    """Open a workspace; make the folder one first where it is none and `create` is set.

    `flags` are settings nested like pramana.toml, which they win over. `providers` puts models of your own (a
    `Scripted` one, say) in the place of configured ones by name.
    """
    if create and folder is not None:
        with suppress(WorkspaceExists):
            init(folder)
    found = find(folder)
    return AsyncWorkspace(found, load_config(found / FILE, flags), providers=providers, mode=mode)

"""The workspace's public methods: `AsyncWorkspace` for event loops, `Workspace` for scripts and notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from pramana import views
from pramana.app.ingest import Ingestion, Observe, estimate, follow_up
from pramana.app.passes import Passes
from pramana.app.progress import ObserveWork
from pramana.app.workspace import WorkspaceResources
from pramana.documents import Source, changed_since, checked_date, flat_sources, incoming_documents, moment_of
from pramana.errors import BudgetExceeded, InputError
from pramana.llm import GatewayMode, Provider
from pramana.trace import Run

if TYPE_CHECKING:
    import networkx as nx

    from pramana.anot import FormulaSeed
    from pramana.app.anot_results import AnotRows
    from pramana.app.asking import ObserveAnswer
    from pramana.app.chat import Conversation
    from pramana.app.claims import ClaimReport
    from pramana.app.decisions import DecisionBook, DecisionReport
    from pramana.app.gasl import GaslRows, WorkspaceGasl
    from pramana.app.igg import Given, IggReport, IggRuns
    from pramana.evals import PromptComparer, PromptComparison
    from pramana.gasl import Plan
    from pramana.igg import Agent
    from pramana.investigate import Investigation, Iteration
    from pramana.retrieval import RankedLine

P = ParamSpec("P")
R = TypeVar("R")


class AsyncWorkspace(WorkspaceResources):
    """A workspace: its documents, its graph, its ledger, and the models that are configured for it.

    Use it in one event loop, as `async with`. Every method raises PramanaError with what is wrong and what would do.
    """

    async def ingest(
        self,
        *sources: Source,
        observe: Observe | None = None,
        replace: bool = False,
        date: str = "",
        allow_private: bool = False,
        encoding: str = "",
        since: str = "",
    ) -> views.IngestReport:
        """Read documents into the graph; go on where an earlier run of the same was cut off.

        A source is a file, a folder, the address of a web page, or several of them in a list or another iterable.
        `allow_private` lets addresses of this machine and of private networks be fetched. `encoding` is that of all
        texts among the files, "" to find out. `since` leaves out files that were last changed before: an ISO date or
        time, or how long ago (`30m`, `2h`, `1d`); "" takes all.

        `replace` lets a file from another place take over a doc_id. `date` is when the documents were written, as ISO
        day, month or year; "" takes what their files say. It settles *yesterday* and *last June*. `observe` is called
        as lines are accepted. What could not be read is named in the report, and the others are still read. Raises
        InputError for a text that cannot be a date, and for an unknown encoding.
        """
        named = flat_sources(*sources)
        written = checked_date(date) if date else ""
        moment = moment_of(since, datetime.now(UTC)) if since else None
        _ = self.relation_rules  # a broken file of rules is named before anything is read
        from pramana.app.ray_workers import ray_workers  # only where lines are read

        with self.database.lease("pramana ingest"), self.database.packing():
            before, ingestion = self.gateway.spending.copy(), Ingestion(self, named)
            async with ray_workers(self):
                with incoming_documents(named, allow_private, encoding) as found:
                    fresh = found if moment is None else changed_since(found, moment)
                    report = await ingestion.run(*ingestion.select(fresh, replace, written, observe), observe)
                return await follow_up(self, report, before, observe)

    async def read_again(self, observe: Observe | None = None) -> views.IngestReport:
        """Read every document again that has not been read under the present configuration, from its stored text."""
        from pramana.app.rebuild import read_again  # only where it is wanted

        with self.database.lease("pramana rebuild"), self.database.packing():
            return await read_again(self, observe)

    async def estimate(self, *sources: Source, allow_private: bool = False, encoding: str = "") -> views.Estimate:
        """Say what an ingest of these would take, before anything is spent. Nothing is written."""
        with incoming_documents(flat_sources(*sources), allow_private, encoding) as found:
            return await estimate(self, found)

    async def ask(self, question: str, observe: ObserveAnswer | None = None) -> views.Reply:
        """Answer a question from the graph, with citations. `observe` hears of `plan` and `lines` as they come."""
        from pramana.app.asking import ask  # only where it is wanted

        return await ask(self, question, observe)

    async def search(self, query: str, limit: int = 10) -> views.ShownList[RankedLine]:
        """Return up to `limit` lines of the documents, best first: by words in any form, names, and links over names.

        Each line has its place, its score with its parts, and the places of the query's words. The same documents give
        the same lines, in whatever order they came. Where an embedder of yours is configured, vectors take part; new
        passages are embedded first. Raises InputError for an empty query.
        """
        from pramana.app.searching import search  # only where it is wanted

        return await search(self, query, limit)

    def chat(self) -> Conversation:
        """Begin a conversation: questions may go on from the last one (*And why did she sell it?*)."""
        from pramana.app.chat import Conversation  # only where it is wanted

        return Conversation(self.ask)

    async def gasl(self, what: str | Path | Plan | Mapping[str, Any], *, keep: bool = True) -> GaslRows:
        """Execute a GASL command, a script of several lines, or a plan (also as JSON, or a file of either).

        The state belongs to the workspace and is persisted; variables of single commands last as long as the workspace
        is open. With `keep` False state and variables begin empty and end with the call. Edges are returned as facts
        with evidence and `why()`. Raises ParseError for an invalid command,
        ExecutionError if the command, or the one that ended the plan, failed.
        """
        from pramana.app.gasl import WorkspaceGasl  # only where it is wanted

        return await (self.analysis if keep else WorkspaceGasl(self, keep=False)).run(what)

    async def investigate(
        self,
        question: str,
        *,
        search: str = "greedy",
        iterations: int = 12,
        calls: int | None = None,
        money: int | None = None,
        seconds: float | None = None,
        observe: Callable[[Iteration], None] | None = None,
    ) -> Investigation:
        """Investigate a question: hypotheses, plans in GASL, and an answer whose claims cite items, and lines.

        `calls` and `money` (millionths of a US dollar) are what may be paid now, beside the workspace's own budget. The
        run is in the ledger; the same question resumes a stopped run. `observe` is called after each turn of the greedy
        search. Raises what `investigate` raises.
        """
        from pramana.app.investigate import ground_of, investigate_on  # only where it is wanted
        from pramana.investigate import Bounds

        bounds = Bounds(iterations, calls, money, seconds)
        return (await investigate_on(ground_of(self), question, bounds=bounds, search=search, observe=observe))[1]

    async def estimate_investigation(
        self, question: str, *, search: str = "greedy", iterations: int = 12
    ) -> views.WorkEstimate:
        """Say what an investigation would take that goes as the embedded model's would. Nothing is written."""
        from pramana.app.estimating import estimate_investigation  # only where it is wanted
        from pramana.app.investigate import ground_of
        from pramana.investigate import Bounds

        return await estimate_investigation(ground_of(self), self.prompts, question, Bounds(iterations), search)

    @cached_property
    def analysis(self) -> WorkspaceGasl:
        """The workspace's GASL: its state, and the executor over its graph."""
        from pramana.app.gasl import WorkspaceGasl  # only where it is wanted

        return WorkspaceGasl(self)

    async def anot(
        self,
        seed: FormulaSeed | Mapping[str, Any] | str | Path,
        entities: str | Path | Iterable[Any],
        *,
        output: str | Path | None = None,
        report: str | Path | None = None,
        observe: Callable[[int], None] | None = None,
        by: str | None = None,
        fields: str | Path | None = None,
    ) -> AnotRows:
        """Execute a Formula Seed over entities. Returns one result per entity, each with `.explain(primitive)`.

        `seed` is a seed, its JSON, its file, or a template's name. `entities` is a file as for `pramana anot run`, or
        JSON objects with items; for flat rows, one per item, `by` is the column that names the entity, and `fields` a
        file with a row per entity, whose columns formulas read as `entity['…']`. `output` and `report` are files to
        write; `observe` is called with the number of entities done. The same call resumes a run that ended early; if a
        budget ended it, `.report.stopped_by` says so. Raises InputError, SeedRefused.
        """
        from pramana.app.anot_results import execute  # only where it is wanted

        return await execute(self, seed, entities, output, report, observe, by, fields)

    async def igg(self, payload: Given, agent: Agent | None = None, root: Path | None = None) -> IggReport:
        """Grow a graph under a payload (also as JSON, or a file). The agent is the configured model, or one of yours.

        No path in the payload may lead out of `root` (None: its file's folder, else the current one). The same call
        resumes a run that was killed, cancelled or stopped by a budget. Raises InputError.
        """
        return await self.growing.run(payload, agent, root=root)

    @cached_property
    def growing(self) -> IggRuns:
        """The workspace's graphs that agents grow: runs of the loop, and sessions."""
        from pramana.app.igg import IggRuns  # only where it is wanted

        return IggRuns(self)

    async def replay(
        self, run: int, handlers: str | Path | None = None, from_texts: bool = False
    ) -> views.ReplayReport:
        """Repeat a run from stored responses alone, without a model, and say whether the result is the same.

        `handlers`: a Python file of yours, which is run: a StateGraph's callables. `from_texts`: rebuild its graph.
        """
        from pramana.app.runs import replay  # only where it is wanted

        return await replay(self, run, None if handlers is None else Path(handlers), from_texts)

    async def remove(self, *doc_ids: str | Iterable[str], purge: bool = False) -> list[str]:
        """Take documents out, with every fact that rests on them alone. Returns the doc_ids.

        `purge` deletes the stored text, too, and what models said about it: runs that read it can then no longer be
        replayed. Raises UnknownName, and removes nothing, where one of them is not there.
        """
        from pramana.app.remove import Remover  # only where it is wanted

        with self.database.lease("pramana remove"):
            removed = Remover(self).remove(_given_names("document", doc_ids), purge)
            await self._follow(f"Removed: {', '.join(removed)}")
            return removed

    async def import_graph(
        self, path: str | Path, name: str | None = None, format: str | None = None
    ) -> views.ImportReport:
        """Put another tool's graph (a file or a folder) in as asserted facts; an earlier one of its name goes.

        `name` is what `remove` takes it out by; None: the file's. Nothing is written where it cannot be read.
        """
        from pramana.app.importing import Importer  # only where it is wanted

        with self.database.lease("pramana import"):
            return Importer(self).import_graph(path, name, format)

    async def run_passes(
        self, *names: str | Iterable[str], observe: ObserveWork | None = None
    ) -> views.ShownList[views.PassReport]:
        """Run the named passes, or all that are on. A pass does nothing if nothing changed since its last run.

        `observe` is called as models answer. Raises UnknownName for an unknown pass.
        """
        with self.database.lease("pramana passes run"), self.database.packing():
            return views.ShownList(await Passes(self).run(_given_names("pass", names), observe))

    async def estimate_passes(self, *names: str | Iterable[str]) -> views.WorkEstimate:
        """Say what `run_passes` would take, before anything is spent. Only answers of a knowledge base are kept."""
        from pramana.app.estimating import estimate_passes  # only where it is wanted

        return await estimate_passes(self, _given_names("pass", names))

    async def undo_pass(self, name: str) -> views.PassReport:
        """Remove from the graph exactly what a pass added. The pass stays off until it is run by name.

        Current passes that read its results run again.
        """
        with self.database.lease("pramana passes undo"):
            return await Passes(self).undo_and_follow(name)

    def passes(self) -> list[views.PassState]:
        """Return the status of every pass."""
        return Passes(self).states()

    async def merge(self, one: str, other: str, why: str = "") -> DecisionReport:
        """Decide that two entities (names, or ids of nodes) are one, and run the passes that use decisions.

        A decision is kept until it is taken back, whatever is ingested or removed. If decisions contradict each other,
        the latest applies. Raises UnknownName, and InputError if a name means several entities.
        """
        with self.database.lease("pramana entity merge"):
            return await self._report_decision(self._decision_book.record("merge", one, other, why))

    async def split(self, one: str, other: str, why: str = "") -> DecisionReport:
        """Decide that two entities are not one, and run the passes that use decisions. See `merge`."""
        with self.database.lease("pramana entity split"):
            return await self._report_decision(self._decision_book.record("split", one, other, why))

    async def part(self, name: str, places: Sequence[str], called: str = "", why: str = "") -> DecisionReport:
        """Decide that a name means another bearer at some places (documents, or lines as `rama.txt:7`), and run the
        passes that use decisions.

        `called` distinguishes that bearer from others of the name: *mason* makes `John Smith (mason)`. Default: the
        first place. Raises UnknownName, and InputError if the name does not occur at a place.
        """
        with self.database.lease("pramana entity split"):
            return await self._report_decision(
                self._decision_book.part(name, _given_names("place", [places]), called, why)
            )

    async def link_entity(self, name: str, entry: str, why: str = "") -> DecisionReport:
        """Decide that an entity is an entry of the knowledge base (`people:17`, or `17`). Kept like any decision.

        Raises ConfigError if no knowledge base is configured, UnknownName for an unknown entry.
        """
        from pramana.app.decisions import known_entry  # only where it is wanted

        with self.database.lease("pramana entity link"):
            known = await known_entry(self, entry)
            return await self._report_decision(self._decision_book.record_entry("link", name, known, why))

    async def unlink_entity(self, name: str, entry: str = "", why: str = "") -> DecisionReport:
        """Decide that an entity is not an entry of the knowledge base: the one that it is linked to, or `entry`."""
        from pramana.app.decisions import entry_to_unlink  # only where it is wanted

        with self.database.lease("pramana entity unlink"):
            known = entry_to_unlink(self, name, entry)
            return await self._report_decision(self._decision_book.record_entry("unlink", name, known, why))

    async def decide_claim(self, claim: str, is_accepted: bool, why: str = "") -> DecisionReport:
        """Decide that the documents say a claim which was left open, or that they do not. Kept like any decision.

        It rests on the lines that the review shows, else on the nearest. Raises InputError where there are none.
        """
        from pramana.app.claims import decide_claim  # only where it is wanted

        return decide_claim(self, claim, is_accepted, why)

    async def undo_decision(self, number: int, why: str = "") -> DecisionReport:
        """Take a decision back, by its number. An undo is a decision, too, and can be taken back."""
        with self.database.lease("pramana entity undo"):
            return await self._report_decision(self._decision_book.undo(number, why))

    @property
    def _decision_book(self) -> DecisionBook:
        from pramana.app.decisions import DecisionBook  # only where it is wanted

        return DecisionBook(self.stores)

    async def _follow(self, changed: str) -> list[views.PassReport]:
        """Run the passes that are on after something `changed`; an exceeded budget says that it did."""
        try:
            return await Passes(self).run()
        except BudgetExceeded as error:
            error.add_note(f"{changed}. `pramana passes run` runs the passes that are left.")
            raise

    async def _report_decision(self, ruling: views.Ruling) -> DecisionReport:
        from pramana.app.decisions import DecisionReport  # only where it is wanted

        passes = await self._follow("The decision is recorded")
        return DecisionReport(ruling, tuple(passes), self.graph.hash())

    def decisions(self) -> list[views.Ruling]:
        """Return what people decided about entities and claims, oldest first."""
        return self._decision_book.all()

    async def check(self, *claims: str) -> ClaimReport:
        """Return whether the documents say each claim, through the links that the graph accepted.

        Rules decide; the configured model judges what they leave unsure. Raises InputError for an empty claim.
        """
        from pramana.app.claims import check_in_workspace  # only where it is wanted

        return await check_in_workspace(self, claims)

    async def estimate_check(self, *claims: str) -> views.WorkEstimate:
        """Return what judging claims would take, about; nothing is asked and nothing written."""
        from pramana.app.estimating import estimate_workspace_check  # only where it is wanted

        return await estimate_workspace_check(self, claims)

    def review_items(self) -> list[views.ReviewItem]:
        """Return what rules and models left unsure: who is who (`merge`, `split`), and claims (`decide_claim`)."""
        return views.ReviewQueue(self.stores).items()

    def export(self, path: str | Path, exact: bool = False) -> Path:
        """Write the graph to a file atomically. Its suffix sets the format: .graphml, .gexf, .json, .csv, .parquet,
        .arrow, .cypher. `graph.csv` writes `graph.nodes.csv` and `graph.edges.csv`; in them, texts that a spreadsheet
        would run as formulas get an apostrophe, unless `exact`.
        """
        from pramana.graph import export_graph  # only where it is wanted

        export_graph(self.graph, target := Path(path), exact)
        return target

    def to_networkx(self) -> nx.MultiDiGraph[str]:
        """Return a copy of the graph for NetworkX, with evidence on the edges. See `pramana.graph.to_networkx`."""
        from pramana.graph import to_networkx  # only where it is wanted

        return to_networkx(self.graph)

    # Reading

    def facts(
        self, relation: str | None = None, entity: str | None = None, limit: int | None = None
    ) -> views.ShownList[views.Fact]:
        """Return facts (edges with their evidence), all or those of one relation, those that touch an entity."""
        return views.ShownList(views.FactReader(self.graph, self.ledger).facts(relation, entity, limit))

    def entity(self, name: str, limit: int | None = None) -> views.ShownList[views.ClusterView]:
        """Return who goes by a name, each under all its names, with at most `limit` facts. More than one: homonyms.

        Raises UnknownName with the nearest names.
        """
        return views.ShownList(views.ClusterReader(self.stores).clusters(name, limit))

    @property
    def inspector(self) -> views.Inspector:
        """What looks into the workspace: lines, Kriyās, entities, refusals, and whether all is well."""
        return views.Inspector(self.stores)

    @property
    def catalogue(self) -> views.Catalogue:
        """What lists the workspace's contents in pages: documents, lines, facts, entities, events, the ledger."""
        return views.Catalogue(self.stores)

    def view(self, about: str | None = None, limit: int | None = None) -> views.GraphView:
        """Return the graph to look at, as a page: shown by notebooks, written by its `save`. See view_workspace."""
        return views.view_workspace(self.stores, self.folder.resolve().name, about, limit)

    async def compare_prompts(
        self, a: str | Path, b: str | Path, sample: int = 200, seed: int = 0, documents: Sequence[str] = ()
    ) -> PromptComparison:
        """Compare two versions of the prompts (`shipped`, `workspace`, or a file) over the same lines. See
        PromptComparer."""
        return await self.prompt_comparer(a, b, sample, seed, documents).compare()

    def prompt_comparer(
        self, a: str | Path, b: str | Path, sample: int = 200, seed: int = 0, documents: Sequence[str] = ()
    ) -> PromptComparer:
        """Return what compares two versions of the prompts, and first says what that would take."""
        from pramana.app.comparing import workbench  # only where it is wanted
        from pramana.evals import PromptComparer

        return PromptComparer(workbench(self), a, b, sample, seed, documents)

    def report(self) -> views.Report:
        """Return the reading report: results and costs, as data and as a page. See `pramana.views.report`."""
        return views.report_on(self.stores, self.folder)

    def answers_page(self, replies: Iterable[views.Reply]) -> views.AnswersPage:
        """Return replies of this workspace as one page that can be sent, with the lines and their context: its `save`
        writes it."""
        return views.answers_page(self.stores, replies, self.folder.resolve().name)

    def line(self, place: str) -> views.LineView:
        """Return the line at `rama.txt:7` with its Kriyās and refusals. Raises InputError, UnknownName."""
        return self.inspector.line(place)

    def refusals(
        self, doc_id: str | None = None, run: int | None = None, limit: int | None = None
    ) -> views.ShownList[views.LedgerEntry]:
        """Return what was not accepted, by run and place: all of it, about one document, in one run; the first `limit`.

        Raises UnknownName for a document that no run was about.
        """
        return views.ShownList(self.inspector.ledger(refused=True, run=run, doc_id=doc_id).first(limit))

    def status(self) -> views.WorkspaceStatus:
        """Return the status of the workspace."""
        return views.StatusReader(self.stores).status(self.folder, self.reader.configuration, self.passes())

    def runs(self) -> views.ShownList[Run]:
        """Return all runs, oldest first."""
        return views.ShownList(self.ledger.runs())

    def graph_hash(self) -> str:
        """Return the hash of all live facts with their evidence."""
        return self.graph.hash()


def _given_names(what: str, given: Iterable[str | Iterable[str]]) -> list[str]:
    """Return names given one by one, or in lists. Raises InputError for anything else."""
    names: list[str] = []
    for each in given:
        if isinstance(each, str):
            names.append(each)
        elif isinstance(each, Iterable) and not isinstance(each, bytes | bytearray | Mapping):
            names += _given_names(what, each)
        else:
            raise InputError(f"A {what} is named by a str, or several in a list, not by {each!r:.60}.")
    return names


def open_async(
    folder: str | Path | None = None,
    *,
    flags: Mapping[str, Any] | None = None,
    providers: Mapping[str, Provider] | None = None,
    create: bool = False,
    mode: GatewayMode = GatewayMode.LIVE,
    read_only: bool = False,
) -> AsyncWorkspace:
    """Open a workspace (`pramana.aopen`). Raises WorkspaceNotFound for a folder that is none.

    `create` makes the folder a workspace first, where it is none yet. None means the nearest workspace upward.
    `flags` are settings nested like pramana.toml, which they win over. `providers` puts models of your own (a
    `Scripted` one, say) in the place of configured ones by name. With `read_only` nothing is written, and questions are
    not recorded.
    """
    return AsyncWorkspace.open(folder, flags=flags, providers=providers, create=create, mode=mode, read_only=read_only)

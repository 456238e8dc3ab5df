"""The workspace for scripts and notebooks: synchronous, also where an event loop already runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pramana.app.config import Config
from pramana.app.decisions import DecisionReport, Ruling
from pramana.app.facts import Fact
from pramana.app.importing import ImportReport
from pramana.app.ingest import Observe
from pramana.app.passes import PassState
from pramana.app.reply import Reply
from pramana.app.reports import Estimate, IngestReport, PassReport, ReplayReport
from pramana.app.showing import Listed
from pramana.app.views import ClusterView, Entry, LineView, Status
from pramana.app.workspace import AsyncWorkspace, open_async
from pramana.background import BackgroundLoop
from pramana.llm import Provider
from pramana.trace import Run

if TYPE_CHECKING:
    from pramana.anot import FormulaSeed
    from pramana.app.anot_results import AnotRows
    from pramana.app.comparing_result import Comparison
    from pramana.app.gasl import GaslRows
    from pramana.app.gasl_console import GaslConsole
    from pramana.app.igg import Given, IggReport
    from pramana.app.igg_session import Session
    from pramana.app.reporting import Report
    from pramana.app.viewing import GraphView
    from pramana.gasl import Plan
    from pramana.igg import Agent
    from pramana.investigate import Investigation

R = TypeVar("R")


class Workspace:
    """A workspace, synchronous. Use it as `with pramana.open("ws") as ws`; its methods are those of AsyncWorkspace.

    The work is done in one thread of its own, so that calls from a notebook's running event loop are fine. A workspace
    that is never closed is closed when the process ends; what was accepted is on disk before that. After a fork, the
    child opens its own.
    """

    def __init__(self, opener: Callable[[], AsyncWorkspace]) -> None:
        self._portal = BackgroundLoop()
        try:
            self._ws = self._portal.call(opener)
        except BaseException:
            self._portal.close()
            raise
        self._portal.at_end(self._ws.aclose)
        self.folder: Path = self._ws.folder
        self.config: Config = self._ws.config

    def _call(self, function: Callable[..., Awaitable[R]], *args: Any, **options: Any) -> R:
        async def work() -> R:
            return await function(*args, **options)

        return self._portal.run(work())

    def ingest(self, *sources: str | Path, observe: Observe | None = None, replace: bool = False) -> IngestReport:
        """Read documents (files or folders) into the graph. See AsyncWorkspace.ingest."""
        return self._call(self._ws.ingest, *sources, observe=observe, replace=replace)

    def estimate(self, *sources: str | Path) -> Estimate:
        """Say what an ingest of these would take, before anything is spent."""
        return self._call(self._ws.estimate, *sources)

    def ask(self, question: str) -> Reply:
        """Answer a question from the graph, with citations."""
        return self._call(self._ws.ask, question)

    def gasl(self, what: str | Path | Plan | Mapping[str, Any]) -> GaslRows:
        """Carry out a GASL command, a script or a plan. See AsyncWorkspace.gasl."""
        return self._call(self._ws.analysis.run, what, self._portal.call)

    def investigate(self, question: str, **options: Any) -> Investigation:
        """Investigate a question about the graph. See AsyncWorkspace.investigate."""
        return self._call(self._ws.investigate, question, **options)

    def console(self) -> GaslConsole:
        """Return a console for GASL over this workspace, for texts one after the other. It ends with the workspace."""
        from pramana.app.gasl_console import over_workspace  # only where it is wanted

        return over_workspace(self._ws, self._portal.call, self._call)

    def anot(
        self,
        seed: FormulaSeed | Mapping[str, Any] | str | Path,
        entities: str | Path | Iterable[Any],
        *,
        output: str | Path | None = None,
        report: str | Path | None = None,
        observe: Callable[[int], None] | None = None,
        by: str | None = None,
    ) -> AnotRows:
        """Execute a Formula Seed over entities, and return a result an entity, each with `.explain(primitive)`.

        `seed` is a seed, its JSON, its file, or a template's name. `entities` is a file as of `pramana anot run`, or
        JSON objects with items; of flat rows, one an item, `by` is the column that names the entity. `output` and
        `report` are files to write, too; `observe` gets how many entities are done. The same call goes on with a run
        that ended early; where a budget ended it, `.report.stopped_by` says so. Raises InputError, SeedRefused.
        """
        from pramana.app.anot_results import execute  # only where it is wanted

        return self._call(execute, self._ws, seed, entities, output, report, observe, by, self._portal.call)

    def igg(self, payload: Given, agent: Agent | None = None, root: Path | None = None) -> IggReport:
        """Have an agent grow a graph under a payload: the configured model, or your own. See AsyncWorkspace.igg."""
        return self._call(self._ws.igg, payload, agent, root)

    def begin_igg(self, payload: Given, hours: float = 24.0, root: Path | None = None) -> Session:
        """Begin a session for an agent of your own: observe, act, finish. It lives so many hours after each use."""
        from pramana.app.igg_session import Session  # only where it is wanted

        begun = self._portal.call(lambda: self._ws.growing.begin(payload, hours * 3600, root))
        return Session(begun, self._call, self._portal.call)

    def igg_session(self, name: str) -> Session:
        """Take up a session by its session_id. Raises UnknownName."""
        from pramana.app.igg_session import Session

        return Session(self._portal.call(lambda: self._ws.growing.session(name)), self._call, self._portal.call)

    def replay(self, run: int) -> ReplayReport:
        """Repeat a run from stored responses alone, and say whether it comes to the same."""
        return self._call(self._ws.replay, run)

    def remove(self, *doc_ids: str, purge: bool = False) -> list[str]:
        """Take documents out, with every fact that rests on them alone."""
        return self._call(self._ws.remove, *doc_ids, purge=purge)

    def import_graph(self, path: str | Path, name: str | None = None, format: str | None = None) -> ImportReport:
        """Put another tool's graph in as asserted facts. See AsyncWorkspace.import_graph."""
        return self._call(self._ws.import_graph, path, name, format)

    def run_passes(self, *names: str) -> Listed[PassReport]:
        """Carry out passes by name, or all that are on. See AsyncWorkspace.run_passes."""
        return Listed(self._call(self._ws.run_passes, *names))

    def undo_pass(self, name: str) -> PassReport:
        """Take exactly what a pass put into the graph out again."""
        return self._call(self._ws.undo_pass, name)

    def passes(self) -> list[PassState]:
        """Return how every pass stands."""
        return self._portal.call(self._ws.passes)

    def merge(self, one: str, other: str, why: str = "") -> DecisionReport:
        """Decide that two entities are one. See AsyncWorkspace.merge."""
        return self._call(self._ws.merge, one, other, why)

    def split(self, one: str, other: str, why: str = "") -> DecisionReport:
        """Decide that two entities are not one."""
        return self._call(self._ws.split, one, other, why)

    def part(self, name: str, *places: str, called: str = "", why: str = "") -> DecisionReport:
        """Decide that a name means another bearer at some places: documents, or lines as `rama.txt:7`."""
        return self._call(self._ws.part, name, places, called, why)

    def link_entity(self, name: str, entry: str, why: str = "") -> DecisionReport:
        """Decide that an entity is an entry of the knowledge base. See AsyncWorkspace.link_entity."""
        return self._call(self._ws.link_entity, name, entry, why)

    def unlink_entity(self, name: str, entry: str = "", why: str = "") -> DecisionReport:
        """Decide that an entity is not an entry of the knowledge base. See AsyncWorkspace.unlink_entity."""
        return self._call(self._ws.unlink_entity, name, entry, why)

    def undo_decision(self, number: int, why: str = "") -> DecisionReport:
        """Take a decision back, by its number."""
        return self._call(self._ws.undo_decision, number, why)

    def decisions(self) -> list[Ruling]:
        """Return what people decided about entities, oldest first."""
        return self._portal.call(self._ws.decisions)

    def facts(self, relation: str | None = None, entity: str | None = None, limit: int | None = None) -> Listed[Fact]:
        """Return facts with their evidence."""
        return Listed(self._portal.call(self._ws.facts, relation, entity, limit))

    def entity(self, name: str, limit: int | None = None) -> Listed[ClusterView]:
        """Return who goes by a name, each under all its names."""
        return Listed(self._portal.call(self._ws.entity, name, limit))

    def line(self, place: str) -> LineView:
        """Return the line at `rama.txt:7` with its Kriyās and refusals. Raises InputError, UnknownName."""
        return self._portal.call(lambda: self._ws.inspector.line(place))

    def refusals(self, doc_id: str | None = None, run: int | None = None, limit: int | None = None) -> Listed[Entry]:
        """Return what was not accepted, by run and place: all of it, about one document, in one run; the first `limit`.

        Raises UnknownName for a document that no run was about.
        """
        return Listed(
            self._portal.call(lambda: self._ws.inspector.ledger(refused=True, run=run, doc_id=doc_id).first(limit))
        )

    def status(self) -> Status:
        """Return how the workspace stands."""
        return self._portal.call(lambda: self._ws.inspector.status())

    def prompts(self) -> dict[str, str]:
        """Return every prompt in force by its key: the workspace's own where it has one, else the one that ships."""
        book = self._ws.prompts
        return {key: book.get_prompt(key) for key in book.keys()}  # noqa: SIM118

    def view(self, about: str | None = None, limit: int | None = None) -> GraphView:
        """Return the graph to look at: a notebook shows it, its `save` writes a page. See AsyncWorkspace.view."""
        return self._portal.call(self._ws.view, about, limit)

    def compare_prompts(self, a: str | Path, b: str | Path, **options: Any) -> Comparison:
        """Compare two versions of the prompts over the same lines. See AsyncWorkspace.compare_prompts."""
        return self._call(self._ws.compare_prompts, a, b, **options)

    def report(self) -> Report:
        """Return what reading came to and what it took. See AsyncWorkspace.report."""
        return self._portal.call(self._ws.report)

    def export(self, path: str | Path) -> Path:
        """Write the graph to a file, in the format that its ending says. See AsyncWorkspace.export."""
        return self._portal.call(self._ws.export, path)

    def runs(self) -> Listed[Run]:
        """Return all runs, oldest first."""
        return Listed(self._portal.call(self._ws.runs))

    def graph_hash(self) -> str:
        """Return the hash of all live facts with their evidence."""
        return self._portal.call(self._ws.graph.hash)

    def close(self) -> None:
        """Cancel what still runs, close connections and the database. Closing twice does nothing."""
        self._portal.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_workspace(
    folder: str | Path | None = None,
    *,
    providers: Mapping[str, Provider] | None = None,
    **flags: Any,
) -> Workspace:
    """Open a workspace (`pramana.open`). A folder that is none yet becomes one; None means the nearest one upward.

    `flags` are settings that win over pramana.toml and the environment: `model="…"`, `base_url="…"`,
    `gsv={"policy": "full"}`, `budget={"calls": 100}`.
    """
    return Workspace(lambda: open_async(folder, flags=flags, providers=providers))

"""The workspace for scripts and notebooks: synchronous, also where an event loop is running already."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from pramana.app.bridge import ReadLater
from pramana.app.chat import Chat
from pramana.app.config import Config
from pramana.app.decisions import DecisionReport
from pramana.background import BackgroundLoop
from pramana.llm import LLMClient, Provider

if TYPE_CHECKING:
    from pramana.app.console import GaslConsole
    from pramana.app.igg import Given
    from pramana.app.igg_session import Session

from pramana.app.api import AsyncWorkspace, open_async

P = ParamSpec("P")
R = TypeVar("R")


def _blocking_method(
    method: Callable[Concatenate[AsyncWorkspace, P], Awaitable[R]],
) -> Callable[Concatenate[Workspace, P], R]:
    """Return a method of Workspace that waits for a method of AsyncWorkspace; an interrupt cancels that."""

    @wraps(method)
    def wait(self: Workspace, /, *arguments: P.args, **options: P.kwargs) -> R:
        found = self._wait(method, self._ws, *arguments, **options)
        if isinstance(found, ReadLater):
            found.call = self._call
        return found

    return wait


def _threaded_method(method: Callable[Concatenate[AsyncWorkspace, P], R]) -> Callable[Concatenate[Workspace, P], R]:
    """Return a method of Workspace that calls a method of AsyncWorkspace in the workspace's thread."""

    @wraps(method)
    def call(self: Workspace, /, *arguments: P.args, **options: P.kwargs) -> R:
        return self._call(lambda: method(self._ws, *arguments, **options))

    return call


class Workspace:
    """A workspace, synchronous. Use it as `with pramana.open("ws") as ws`; its methods are those of AsyncWorkspace.

    The work runs in a separate thread, so that calls from a notebook's running event loop work. A workspace that is
    never closed is closed when the process ends; accepted lines are on disk before that. After a fork, the child must
    open the workspace again.
    """

    def __init__(self, opener: Callable[[], AsyncWorkspace]) -> None:
        self._loop = BackgroundLoop()
        self._call = self._loop.call
        try:
            self._ws = self._call(opener)
        except BaseException:
            self._loop.close()
            raise
        self._loop.at_end(self._ws.aclose)
        self.folder: Path = self._ws.folder
        self.config: Config = self._ws.config

    def _wait(self, function: Callable[..., Awaitable[R]], *arguments: Any, **options: Any) -> R:
        async def work() -> R:
            return await function(*arguments, **options)

        return self._loop.run(work())

    ingest = _blocking_method(AsyncWorkspace.ingest)
    read_again = _blocking_method(AsyncWorkspace.read_again)
    estimate = _blocking_method(AsyncWorkspace.estimate)
    ask = _blocking_method(AsyncWorkspace.ask)
    search = _blocking_method(AsyncWorkspace.search)
    gasl = _blocking_method(AsyncWorkspace.gasl)
    investigate = _blocking_method(AsyncWorkspace.investigate)
    anot = _blocking_method(AsyncWorkspace.anot)
    igg = _blocking_method(AsyncWorkspace.igg)
    replay = _blocking_method(AsyncWorkspace.replay)
    remove = _blocking_method(AsyncWorkspace.remove)
    import_graph = _blocking_method(AsyncWorkspace.import_graph)
    run_passes = _blocking_method(AsyncWorkspace.run_passes)
    estimate_check = _blocking_method(AsyncWorkspace.estimate_check)
    estimate_passes = _blocking_method(AsyncWorkspace.estimate_passes)
    estimate_investigation = _blocking_method(AsyncWorkspace.estimate_investigation)
    undo_pass = _blocking_method(AsyncWorkspace.undo_pass)
    merge = _blocking_method(AsyncWorkspace.merge)
    split = _blocking_method(AsyncWorkspace.split)
    link_entity = _blocking_method(AsyncWorkspace.link_entity)
    decide_claim = _blocking_method(AsyncWorkspace.decide_claim)
    unlink_entity = _blocking_method(AsyncWorkspace.unlink_entity)
    check = _blocking_method(AsyncWorkspace.check)
    undo_decision = _blocking_method(AsyncWorkspace.undo_decision)
    compare_prompts = _blocking_method(AsyncWorkspace.compare_prompts)
    passes = _threaded_method(AsyncWorkspace.passes)
    decisions = _threaded_method(AsyncWorkspace.decisions)
    review_items = _threaded_method(AsyncWorkspace.review_items)
    facts = _threaded_method(AsyncWorkspace.facts)
    entity = _threaded_method(AsyncWorkspace.entity)
    line = _threaded_method(AsyncWorkspace.line)
    refusals = _threaded_method(AsyncWorkspace.refusals)
    status = _threaded_method(AsyncWorkspace.status)
    view = _threaded_method(AsyncWorkspace.view)
    report = _threaded_method(AsyncWorkspace.report)
    answers_page = _threaded_method(AsyncWorkspace.answers_page)
    export = _threaded_method(AsyncWorkspace.export)
    to_networkx = _threaded_method(AsyncWorkspace.to_networkx)
    runs = _threaded_method(AsyncWorkspace.runs)
    graph_hash = _threaded_method(AsyncWorkspace.graph_hash)

    def chat(self) -> Chat:
        """Begin a conversation: questions may go on from the last one (*And why did she sell it?*)."""
        conversation = self._call(self._ws.chat)
        return Chat(lambda question: self._wait(conversation.ask, question))

    def part(self, name: str, *places: str, called: str = "", why: str = "") -> DecisionReport:
        """Decide that a name means another bearer at some places: documents, or lines as `rama.txt:7`."""
        return self._wait(self._ws.part, name, places, called, why)

    @cached_property
    def llm(self) -> LLMClient:
        """The configured model for prompts of your own: `ws.llm.generate(prompt)`, within the workspace's budget."""
        return LLMClient(self._call(lambda: self._ws.gateway), loop=self._loop)

    def prompts(self) -> dict[str, str]:
        """Return every prompt in force by its key: the workspace's own where it has one, else the one that ships."""
        book = self._ws.prompts
        return {key: book.get_prompt(key) for key in book.keys()}  # noqa: SIM118

    def console(self) -> GaslConsole:
        """Return a console for GASL over this workspace, for texts one after the other. It ends with the workspace."""
        from pramana.app.console import over_workspace  # only where it is wanted

        executor = self._call(lambda: self._ws.analysis.executor)
        return over_workspace(executor, self._call, self._wait)

    def begin_igg(self, payload: Given, hours: float = 24.0, root: Path | None = None) -> Session:
        """Begin a session for an agent of your own: observe, act, finish. It lives so many hours after each use."""
        from pramana.app.igg_session import Session  # only where it is wanted

        begun = self._call(lambda: self._ws.growing.begin(payload, hours * 3600, root))
        return Session(begun, self._wait, self._call)

    def igg_session(self, name: str) -> Session:
        """Return a session by its session_id, to continue it. Raises UnknownName."""
        from pramana.app.igg_session import Session

        return Session(self._call(lambda: self._ws.growing.session(name)), self._wait, self._call)

    def continue_igg(self, path: str | Path) -> Session:
        """Continue a session from the file that its `pause` wrote, also on another machine. Raises InputError."""
        from pramana.app.igg_session import Session

        return Session(self._call(lambda: self._ws.growing.continue_from(Path(path))), self._wait, self._call)

    def close(self) -> None:
        """Cancel what still runs, close connections and the database. Closing twice does nothing."""
        self._loop.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_workspace(
    folder: str | Path | None = None,
    *,
    create: bool = False,
    providers: Mapping[str, Provider] | None = None,
    **flags: Any,
) -> Workspace:
    """Open a workspace (`pramana.open`). Raises WorkspaceNotFound, with near names, for a folder that is none.

    `create` makes the folder a workspace first, where it is none yet. None means the nearest workspace upward.
    `flags` are settings that win over pramana.toml and the environment: `model="…"`, `base_url="…"`,
    `gsv={"policy": "full"}`, `budget={"calls": 100}`.
    """
    return Workspace(lambda: open_async(folder, flags=flags, providers=providers, create=create))

"""What each kind of job does, in a process of its own: one call of `app`, and its result as JSON.

What only some kinds need is imported when they use it (`app.NAME`): all of it takes a job a second to import.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pramana import app
from pramana.app import AsyncWorkspace, open_async
from pramana.errors import InputError, WorkspaceLocked
from pramana.serialization import JsonRecord, json_value
from pramana.server import queries
from pramana.server.settings import NO_FILES
from pramana.untrusted import read_body

Json = dict[str, Any]
Observe = Callable[[Mapping[str, Any]], None]
ORIGIN = "upload of {}"
"""Where a document came from that was uploaded: another upload of its name takes its place."""
ANSWER_SECONDS = 45.0
"""How long an answer waits for a job: clients and proxies give up after a minute. A longer one goes on."""
TOLD_SECONDS = 0.1
"""How often progress is passed on, at most: a person sees no more, and a line takes less."""
REQUEST = "request.json"
"""The name under which a job keeps what it was given as JSON."""


@dataclass(frozen=True, slots=True)
class JobOrder(JsonRecord):
    """What a child is to do: the workspace, the job's folder with its files by number, and the server's settings."""

    workspace: str
    folder: str
    kind: str
    files: tuple[str, ...]
    options: Json
    flags: Json
    handlers: str | None = None

    @classmethod
    def of(cls, held: Json) -> JobOrder:
        """Return the order that a JSON object is."""
        return cls(**{**held, "files": tuple(held["files"])})

    @property
    def out(self) -> Path:
        """The folder for files that are offered for download."""
        path = Path(self.folder) / "out"
        path.mkdir(exist_ok=True)
        return path

    def outputs(self) -> list[str]:
        """Return the names of the files that it wrote."""
        out = Path(self.folder) / "out"
        return sorted(path.name for path in out.iterdir() if path.is_file()) if out.is_dir() else []

    def body(self, number: int) -> bytes:
        """Return what was uploaded."""
        return read_body(Path(self.folder) / str(number))

    def request(self) -> Json:
        """Return what was given as JSON."""
        found: Json = json.loads(self.body(self.files.index(REQUEST)))
        return found

    def once(self, name: str, find: Callable[[], int]) -> int:
        """Return a number that is found when the job is first begun, and kept for when it is begun again."""
        path = Path(self.folder) / f"{name}.kept"
        if not path.is_file():
            with app.replacing(path) as file:
                file.write(str(find()))
        return int(path.read_text("utf-8"))

    @contextmanager
    def count_once(self, name: str, count: Callable[[], int]) -> Iterator[bool]:
        """Give whether what the job adds to a count is there: its process was killed after that, and began again."""
        before = self.once(name, count)
        try:
            yield count() > before
        except WorkspaceLocked:  # another process writes, and may add to the count: it is taken again
            (Path(self.folder) / f"{name}.kept").unlink()
            raise

    def documents(self) -> list[app.GivenDocument]:
        """Return the uploads as documents."""
        return [
            app.GivenDocument(name, self.body(number), ORIGIN.format(name))
            for number, name in enumerate(self.files)
            if name != REQUEST
        ]

    @contextmanager
    def uploads(self) -> Iterator[list[Path]]:
        """Copy the uploads into a folder under their names, for what reads a format from a name."""
        with TemporaryDirectory() as home:
            made = []
            for number, name in enumerate(self.files):
                if name != REQUEST:
                    made.append(Path(shutil.copyfile(Path(self.folder) / str(number), Path(home) / name)))
            yield made

    def without_folders(self, problem: Json) -> Json:
        """Return a problem without the places of files on this machine."""
        text = json.dumps(problem)
        for folder in (f"{self.folder}/", f"{self.workspace}/", self.workspace):
            text = text.replace(json.dumps(folder)[1:-1], "")
        found: Json = json.loads(text)
        return found


async def work_on(order: JobOrder, observe: Observe) -> Any:
    """Do what an order says, and return its report as JSON. Raises what the work raises."""
    if order.kind in ALONE:
        return json_value(ALONE[order.kind](order))
    async with open_async(order.workspace, flags=order.flags) as workspace:
        return json_value(await (WRITING | READING)[order.kind](workspace, order, _sparsely(observe)))


def _sparsely(observe: Observe) -> Observe:
    """Return what passes progress on a few times a second, and its last always."""
    told = [0.0]

    def tell(progress: Mapping[str, Any]) -> None:
        moment = time.monotonic()
        if moment - told[0] >= TOLD_SECONDS or progress.get("done") == progress.get("total"):
            told[0] = moment
            observe(progress)

    return tell


async def _ingest(workspace: AsyncWorkspace, order: JobOrder, observe: Observe) -> Any:
    def tell(progress: app.Progress) -> None:
        following = progress.following is not None
        observe({"done": progress.done, "total": progress.total, "following": following})

    return (await workspace.ingest(order.documents(), observe=tell, **order.options)).as_json()


async def _estimate(workspace: AsyncWorkspace, order: JobOrder, _: Observe) -> Any:
    match order.options.get("of"):
        case "investigation":
            asked = order.request()
            return await workspace.estimate_investigation(
                asked["question"], search=asked["search"], iterations=asked["iterations"]
            )
        case "check":
            return await workspace.estimate_check(*order.request()["claims"])
        case "anot":
            asked = order.request()
            with order.uploads() as uploads:
                return await app.estimate_seed(workspace, _seed(asked["seed"]), uploads[0], asked["by"])
        case _:
            return await workspace.estimate(order.documents())


async def _investigate(workspace: AsyncWorkspace, order: JobOrder, observe: Observe) -> Any:
    total, turns = order.options.get("iterations", 0), count(1)
    observe({"done": 0, "total": total})
    found = await workspace.investigate(
        **order.options, observe=lambda _: observe({"done": next(turns), "total": total})
    )
    (order.out / "report.html").write_text(found.to_html(), "utf-8")
    (order.out / "report.md").write_text(found.to_markdown(), "utf-8")
    return {**found.as_json(), "run": workspace.ledger.newest("investigate")}


def _seed(given: str | Json) -> app.FormulaSeed:
    """Return a seed from its JSON or a template's name: a client names no file of this machine. Raises InputError."""
    if isinstance(given, dict):
        return app.FormulaSeed.from_dict(given)
    if given.casefold() not in app.seed_templates():
        raise InputError(f"{given[:200]!r} is not a template. Templates: {', '.join(app.seed_templates())}.")
    return app.seed_template(given)


async def _anot(workspace: AsyncWorkspace, order: JobOrder, observe: Observe) -> Any:
    asked = order.request()
    total = len(asked["entities"]) if "entities" in asked else 0
    with order.uploads() as uploads:
        rows = await workspace.anot(
            _seed(asked["seed"]),
            asked["entities"] if "entities" in asked else uploads[0],
            output=order.out / "results.jsonl",
            report=order.out / "report.html",
            by=asked.get("by"),
            observe=lambda done: observe({"done": done, "total": total}),
        )
    return {name: value for name, value in rows.report.as_json().items() if name != "output"}


async def _grow(workspace: AsyncWorkspace, order: JobOrder, observe: Observe) -> Any:
    payload, turns = order.request(), count(1)
    total = app.payload_of(payload)[0].config.max_iterations
    observe({"done": 0, "total": total})
    grown = await workspace.growing.run(
        payload,
        on_turn=lambda *_: observe({"done": next(turns), "total": total}),
        root=workspace.folder / NO_FILES,
    )
    return {name: value for name, value in grown.as_json().items() if name not in ("log", "exported")}


async def _stategraph(workspace: AsyncWorkspace, order: JobOrder, _: Observe) -> Any:
    """Run a graph, or go on with a run. A job whose process was killed goes on where it was: it begins no second run,
    and gives no answer twice."""
    asked, handlers = order.request(), app.load_handlers(None if order.handlers is None else Path(order.handlers))
    if "run" not in asked:
        begin = lambda: app.begin_stategraph(workspace, asked["graph"], asked["inputs"], handlers)  # noqa: E731
        return await app.resume_stategraph(workspace, order.once("run", begin), handlers, None, asked["max_steps"])
    run = asked["run"]
    taken = order.once("steps", lambda: _steps_taken(workspace, run))
    given = asked.get("input") if _steps_taken(workspace, run) == taken else None
    return await app.resume_stategraph(workspace, run, handlers, given, asked["max_steps"])


def _steps_taken(workspace: AsyncWorkspace, run: int) -> int:
    return sum(1 for _ in workspace.ledger.steps(run))


async def _replay(workspace: AsyncWorkspace, order: JobOrder, _: Observe) -> Any:
    return await workspace.replay(order.options["run"])


async def _export(workspace: AsyncWorkspace, order: JobOrder, _: Observe) -> Any:
    kind = order.options["format"]
    if kind in ("view", "report"):
        (workspace.view() if kind == "view" else workspace.report()).save(order.out / f"{kind}.html")
    else:
        workspace.export(order.out / f"graph.{kind}", exact=order.options["exact"])
    return {"graph_hash": workspace.graph_hash()}


def _audit(order: JobOrder) -> Any:
    """Audit an uploaded graph. Its files and texts are put under their names into a folder of their own."""
    with TemporaryDirectory() as home:
        for kind in ("graph", "texts"):
            (Path(home) / kind).mkdir()
        for number, name in enumerate(order.files):
            kind = "graph" if number < order.options["graphs"] else "texts"
            shutil.copyfile(Path(order.folder) / str(number), Path(home) / kind / name)
        graphs, texts = sorted((Path(home) / "graph").iterdir()), sorted((Path(home) / "texts").iterdir())
        try:
            found = app.audit_files(
                graphs[0] if len(graphs) == 1 else Path(home) / "graph",
                texts,
                order.options["window"],
                html=order.out / "audit.html",
                facts=order.out / "facts.json",
                prune=order.out / "supported.graphml",
            )
        except InputError as error:
            raise InputError(str(error).replace(f"{home}/graph/", "").replace(f"{home}/texts/", "")) from None
        named = str(found.path).rpartition("/")[2]
        counts, refused = found.audit.counts, found.refused_documents
        return {"graph": named, "counts": counts, "strange": found.strange, "refused_documents": refused}


async def _decide(workspace: AsyncWorkspace, order: JobOrder, _: Observe) -> Any:
    """Record a decision, once, and run the passes that use it."""
    with order.count_once("decisions", lambda: len(workspace.decisions())) as is_recorded:
        if not is_recorded:
            return await queries.decide(workspace, **order.options)
        passes = await workspace.run_passes()
        return app.DecisionReport(workspace.decisions()[-1], tuple(passes), workspace.graph_hash()).as_json()


async def _remove(workspace: AsyncWorkspace, order: JobOrder, _: Observe) -> Any:
    """Take documents out, once, and run the passes."""
    documents, purge = order.options["documents"], order.options["purge"]
    with order.count_once("removals", lambda: len(workspace.ledger.numbers("remove"))) as is_removed:
        if is_removed:
            removed = sorted(set(documents))
            if purge:
                workspace.database.vacuum()
            await workspace.run_passes()
        else:
            removed = await workspace.remove(documents, purge=purge)
        return {"removed": removed, "graph_hash": workspace.graph_hash()}


Work = Callable[[AsyncWorkspace, JobOrder, Observe], Awaitable[Any]]
CHANGES: dict[str, Work] = {"decide": _decide, "remove": _remove}
"""Kinds that are done within seconds, so that who asks for one waits for its end."""
WRITING: dict[str, Work] = {
    "ingest": _ingest,
    "investigate": _investigate,
    "anot": _anot,
    "stategraph": _stategraph,
    "igg": _grow,
    **CHANGES,
}
"""Kinds of jobs that write to the workspace: one at a time."""
READING: dict[str, Work] = {"estimate": _estimate, "replay": _replay, "export": _export}
ALONE: dict[str, Callable[[JobOrder], Any]] = {"audit": _audit}
"""Kinds that need no workspace."""

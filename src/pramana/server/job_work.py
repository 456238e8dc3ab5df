"""What each kind of job does, in a process of its own: one call of `app`, and its result as JSON."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pramana.app import (
    AsyncWorkspace,
    GivenDocument,
    Progress,
    audit_files,
    load_handlers,
    open_async,
    resume_stategraph,
    start_stategraph,
)
from pramana.errors import InputError
from pramana.serialization import JsonRecord, json_value
from pramana.untrusted import read_body

Json = dict[str, Any]
Observe = Callable[[Mapping[str, Any]], None]
ORIGIN = "upload of {}"
"""Where a document came from that was uploaded: another upload of its name takes its place."""
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

    def documents(self) -> list[GivenDocument]:
        """Return the uploads as documents."""
        return [
            GivenDocument(name, self.body(number), ORIGIN.format(name))
            for number, name in enumerate(self.files)
            if name != REQUEST
        ]

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
    def tell(progress: Progress) -> None:
        following = progress.following is not None
        observe({"done": progress.done, "total": progress.total, "following": following})

    return (await workspace.ingest(order.documents(), observe=tell, **order.options)).as_json()


async def _estimate(workspace: AsyncWorkspace, order: JobOrder, _: Observe) -> Any:
    return await workspace.estimate(order.documents())


async def _investigate(workspace: AsyncWorkspace, order: JobOrder, observe: Observe) -> Any:
    observe({"done": 0, "total": order.options.get("iterations", 0)})
    found = await workspace.investigate(**order.options)
    (order.out / "report.html").write_text(found.to_html(), "utf-8")
    (order.out / "report.md").write_text(found.to_markdown(), "utf-8")
    return {**found.as_json(), "run": workspace.ledger.newest("investigate")}


async def _anot(workspace: AsyncWorkspace, order: JobOrder, observe: Observe) -> Any:
    asked = order.request()
    total = len(asked["entities"])
    rows = await workspace.anot(
        asked["seed"],
        asked["entities"],
        output=order.out / "results.jsonl",
        report=order.out / "report.html",
        by=asked.get("by"),
        observe=lambda done: observe({"done": done, "total": total}),
    )
    return {name: value for name, value in rows.report.as_json().items() if name != "output"}


async def _stategraph(workspace: AsyncWorkspace, order: JobOrder, _: Observe) -> Any:
    asked, handlers = order.request(), load_handlers(None if order.handlers is None else Path(order.handlers))
    if "run" in asked:
        return await resume_stategraph(workspace, asked["run"], handlers, asked.get("input"), asked["max_steps"])
    return await start_stategraph(workspace, asked["graph"], asked["inputs"], handlers, asked["max_steps"])


async def _replay(workspace: AsyncWorkspace, order: JobOrder, _: Observe) -> Any:
    return await workspace.replay(order.options["run"])


async def _export(workspace: AsyncWorkspace, order: JobOrder, _: Observe) -> Any:
    workspace.export(order.out / f"graph.{order.options['format']}", exact=order.options["exact"])
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
            found = audit_files(
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


Work = Callable[[AsyncWorkspace, JobOrder, Observe], Awaitable[Any]]
WRITING: dict[str, Work] = {
    "ingest": _ingest,
    "investigate": _investigate,
    "anot": _anot,
    "stategraph": _stategraph,
}
"""Kinds of jobs that write to the workspace: one at a time."""
READING: dict[str, Work] = {"estimate": _estimate, "replay": _replay, "export": _export}
ALONE: dict[str, Callable[[JobOrder], Any]] = {"audit": _audit}
"""Kinds that need no workspace."""

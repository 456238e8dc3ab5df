"""The graph of a run: the stored one, or rebuilt by repeating every run that changed it, from stored responses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from pramana.app.differences import differences, replay_report
from pramana.app.importing import Importer, import_path, made_of
from pramana.app.ingest import CHAIN, Shelving, document_path
from pramana.app.passes import Passes
from pramana.app.remove import take_document
from pramana.app.workspace import WorkspaceResources
from pramana.documents import LoadedDocument
from pramana.errors import ReplayMiss
from pramana.trace import Run
from pramana.views import Difference, ReplayReport


async def replay_chain(workspace: WorkspaceResources, run: Run) -> ReplayReport:
    """Repeat a run that changed the graph, and all those that it built on."""
    expected = str(run.result.get("graph_hash", ""))
    async with workspace.scratch() as scratch:
        found_differences = await rebuild(workspace, scratch, run.id)
        found = scratch.graph.hash()
        if found != expected:
            found_differences += _absent(run, scratch)
    return replay_report(run, expected, found, found_differences, engine_differs(workspace, run))


def engine_differs(workspace: WorkspaceResources, run: Run) -> bool:
    """Return whether other code reads and answers now than when a run was made."""
    before = run.manifest.get("engine")
    uses = ((str(group), str(name)) for group, name in run.manifest.get("uses", ()))
    return bool(before != workspace.engine(*uses))


@dataclass(frozen=True, slots=True)
class EarlierGraph:
    """A workspace with the graph that a run was made from, models that are never asked, and what differs from then.

    `stored`: it is the stored graph, which is the same still; otherwise it was rebuilt from the texts.
    """

    workspace: WorkspaceResources
    differences: list[Difference]
    stored: bool


@asynccontextmanager
async def graph_before(workspace: WorkspaceResources, run: Run, from_texts: bool) -> AsyncIterator[EarlierGraph]:
    """Yield the graph that a run was made from.

    It is the stored one where nothing has changed the graph since, and all that is stored of facts, evidence and
    passages gives the hash that the run recorded. Otherwise, and with `from_texts`, every run before it is repeated.
    """
    if not from_texts and is_unchanged(workspace, run):
        async with workspace.rereading() as same:
            yield EarlierGraph(same, [], True)
    else:
        async with workspace.scratch() as scratch:
            yield EarlierGraph(scratch, await rebuild(workspace, scratch, run.id - 1), False)


def is_unchanged(workspace: WorkspaceResources, run: Run) -> bool:
    """Return whether the stored graph is the one that a run recorded, row for row, and the code is that of then."""
    asked, graph = run.manifest.get("graph"), workspace.graph
    if engine_differs(workspace, run) or workspace.ledger.newest(*CHAIN) > run.id or graph.hash() != asked:
        return False
    return graph.recomputed_hash() == asked and next(workspace.line_search.index.flaws(), None) is None


async def rebuild(workspace: WorkspaceResources, scratch: WorkspaceResources, last: int) -> list[Difference]:
    """Repeat in `scratch` every run up to number `last` that changed the graph, and return what differs."""
    found: list[Difference] = []
    for run in workspace.ledger.runs(*CHAIN):
        if run.id <= last:
            again = scratch.ledger.begin(run.kind, run.manifest)
            try:
                await _repeat(workspace, scratch, run, again.id)
            except ReplayMiss as error:
                found.append(Difference(f"run {run.id}", str(error)))
            steps = {step.path: step for step in scratch.ledger.steps(again.id)}
            found += differences(workspace.ledger.recorded_steps(run.id), steps)
    return found


async def _repeat(workspace: WorkspaceResources, scratch: WorkspaceResources, run: Run, again: int) -> None:
    if run.kind == "pass":
        return await Passes(scratch).repeat(run, again, workspace.ledger.recorded_steps(run.id))
    if run.kind == "decision":
        return None  # its manifest is what was decided, and is there by now
    if run.kind == "import":
        return _import(workspace, scratch, run, again)
    if run.kind == "remove":
        for doc_id in run.manifest["documents"]:
            take_document(scratch.graph, scratch.shelf, scratch.line_search.index, doc_id)
        return None
    recorded = workspace.ledger.recorded_steps(run.id)
    doc_ids = [doc_id for doc_id, _ in run.manifest["documents"]]
    for doc_id in doc_ids:
        step = recorded.get(document_path(doc_id))
        if step is not None:
            Shelving(scratch.database, scratch.graph, scratch.reader).put(
                again, _stored_document(workspace, doc_id, step.body), ""
            )
    shelved = [doc_id for doc_id in doc_ids if scratch.shelf.get(doc_id) is not None]
    await scratch.reader.read(again, shelved, scratch.batches_ahead, lambda _: None, recorded)
    return None


def _import(workspace: WorkspaceResources, scratch: WorkspaceResources, run: Run, again: int) -> None:
    name = str(run.manifest["import"])
    step = workspace.ledger.recorded_steps(run.id).get(import_path(name))
    imported = None if step is None else Importer(workspace).stored_graph(step)
    if imported is None:
        raise ReplayMiss(f"The graph {name} was purged.")
    Importer(scratch).put(again, name, made_of(name, imported))


def _stored_document(workspace: WorkspaceResources, doc_id: str, body: Mapping[str, Any]) -> LoadedDocument:
    lines = workspace.shelf.body(str(body["body"]))
    if lines is None:
        raise ReplayMiss(f"The text of {doc_id} was purged.")
    return LoadedDocument(doc_id, str(body["sha"]), str(body["loader"]), lines, str(body.get("date", "")))


def _absent(run: Run, scratch: WorkspaceResources) -> Iterator[Difference]:
    """Yield the documents of a run whose text was purged, or could not be read."""
    for doc_id, _ in run.manifest["documents"] if run.kind == "ingest" else ():
        if scratch.shelf.get(doc_id) is None:
            yield Difference(doc_id, "its text was purged since, or could not be read then")

"""The graph of a run rebuilt: every run that changed it is repeated, in order, from stored responses alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pramana.app.differences import differences, replay_report
from pramana.app.importing import Importer, import_path, made_of
from pramana.app.ingest import CHAIN, Shelving
from pramana.app.passes import Passes
from pramana.app.remove import document_path, take_document
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
    before = run.manifest.get("engine", run.manifest.get("identity", {}).get("engine"))
    uses = ((str(group), str(name)) for group, name in run.manifest.get("uses", ()))
    return bool(before != workspace.engine(*uses))


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

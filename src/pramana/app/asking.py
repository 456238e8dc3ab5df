"""Questions to a workspace: each a run, answered from the graph."""

from __future__ import annotations

from pramana.app.chain import engine_differs, rebuild
from pramana.app.differences import differences, replay_report
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import digest
from pramana.errors import InputError, PramanaError
from pramana.trace import Run, Trail
from pramana.views import Difference, FactReader, ReplayReport, Reply, reply_of


async def ask(workspace: WorkspaceResources, question: str) -> Reply:
    """Answer a question, and record the run where the workspace can be written. Raises InputError for an empty one."""
    if not question.strip():
        raise InputError("The question is empty.")
    identity = workspace.pipeline.identity
    about = {"question": question, "graph": workspace.graph.hash(), "identity": identity, "engine": workspace.engine()}
    with workspace.ledger.running_if_writable("ask", about) as run:
        result = await workspace.pipeline.answer_query(question, run.trail)
        run.result = result.model_dump(mode="json")
    return reply_of(result, run.id, FactReader(workspace.graph, workspace.ledger))


async def replay_ask(workspace: WorkspaceResources, run: Run) -> ReplayReport:
    """Answer a question again, from the graph as it was then."""
    expected, found = digest(dict(run.result)), ""
    recorded = workspace.ledger.recorded_steps(run.id)
    async with workspace.scratch() as scratch:
        told = await rebuild(workspace, scratch, run.id - 1)
        if scratch.graph.hash() != run.manifest["graph"]:
            what = "the graph that was asked cannot be rebuilt: it was being written then, or parts were purged since"
            told.append(Difference("graph", what))
        trail = Trail(recorded=recorded)
        try:
            result = await scratch.pipeline.answer_query(str(run.manifest["question"]), trail)
            found = digest(result.model_dump(mode="json"))
        except PramanaError as error:
            told.append(Difference(trail.path or "ask", str(error)))
        told += differences(recorded, {step.path: step for step in trail.steps})
    return replay_report(run, expected, found, told, engine_differs(workspace, run))

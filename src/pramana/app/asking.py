"""Questions to a workspace: each a run, answered from the graph."""

from __future__ import annotations

from pramana.app.engine import engine_hash
from pramana.app.workspace import WorkspaceResources
from pramana.errors import InputError
from pramana.trace import RunStatus, Trail
from pramana.views import FactReader, Reply, reply_of


async def ask(workspace: WorkspaceResources, question: str) -> Reply:
    """Answer a question, and record the run. Raises InputError for an empty one."""
    if not question.strip():
        raise InputError("The question is empty.")
    identity = workspace.pipeline.identity
    about = {"question": question, "graph": workspace.graph.hash(), "identity": identity, "engine": engine_hash()}
    run = workspace.ledger.begin("ask", about)
    trail = Trail()
    try:
        result = await workspace.pipeline.answer_query(question, trail)
    except BaseException as error:
        with workspace.database.transaction():
            workspace.ledger.write(run.id, trail)
            workspace.ledger.end(run.id, RunStatus.FAILED, {"error": type(error).__name__})
        raise
    with workspace.database.transaction():
        workspace.ledger.write(run.id, trail)
        workspace.ledger.end(run.id, RunStatus.DONE, result.model_dump(mode="json"))
    return reply_of(result, run.id, FactReader(workspace.graph, workspace.ledger))

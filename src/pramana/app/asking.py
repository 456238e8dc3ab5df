"""Questions to a workspace: each a run, answered from the graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pramana.app.chain import engine_differs, graph_before
from pramana.app.differences import differences, replay_report
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import digest
from pramana.errors import InputError, PramanaError
from pramana.trace import Proposal, Run, Step, Trail
from pramana.views import Difference, FactReader, ReplayReport, Reply, reply_of

ObserveAnswer = Callable[[str, Mapping[str, Any]], None]
"""Called with `plan` and the plan that was accepted, and with `lines` and the lines that an answer is made from."""


async def ask(workspace: WorkspaceResources, question: str, observe: ObserveAnswer | None = None) -> Reply:
    """Answer a question, and record the run where the workspace can be written. Raises InputError for an empty one.

    `observe` hears how far the answer is; a question that is asked in parts has several plans.
    """
    if not question.strip():
        raise InputError("The question is empty.")
    identity = workspace.pipeline.identity
    about = {"question": question, "graph": workspace.graph.hash(), "identity": identity, "engine": workspace.engine()}
    with workspace.ledger.running_if_writable("ask", about) as run:
        if observe is not None:
            run.trail.watch = partial(_tell_of, workspace, observe)
        result = await workspace.pipeline.answer_query(question, run.trail)
        run.result = result.model_dump(mode="json")
    return reply_of(result, run.id, FactReader(workspace.graph, workspace.ledger), workspace.shelf)


def _tell_of(workspace: WorkspaceResources, observe: ObserveAnswer, recorded: Step | Proposal) -> None:
    """Pass on an accepted plan, and the lines that an answer is made from, with their texts."""
    if isinstance(recorded, Proposal):
        if recorded.verdict.accepted and isinstance(recorded.body, Mapping) and "steps" in recorded.body:
            observe("plan", recorded.body)
    elif recorded.kind == "lines":
        places = [(str(doc_id), int(number)) for doc_id, number in recorded.body["lines"]]
        shelved = [(doc_id, number, workspace.shelf.line(doc_id, number)) for doc_id, number in places]
        found = [(doc_id, number, line.line.text) for doc_id, number, line in shelved if line is not None]
        keys = ("doc_id", "line_number", "text")
        observe("lines", {"lines": [dict(zip(keys, each, strict=True)) for each in found]})


async def replay_ask(workspace: WorkspaceResources, run: Run, from_texts: bool = False) -> ReplayReport:
    """Answer a question again, from the graph as it was then. See `graph_before`."""
    expected, found = digest(dict(run.result)), ""
    recorded = workspace.ledger.recorded_steps(run.id)
    async with graph_before(workspace, run, from_texts) as before:
        scratch, told = before.workspace, before.differences
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
    return replay_report(run, expected, found, told, engine_differs(workspace, run), before.stored)

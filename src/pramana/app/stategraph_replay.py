"""Runs of graphs repeated: models from stored responses, Python executed again, and each step compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pramana.app.differences import replay_report, short_json
from pramana.app.stategraph import StateGraphHandlers, load_handlers
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import canonical, digest
from pramana.errors import UnknownName
from pramana.llm import GatewayMode
from pramana.stategraph import Batches, Checkpoints, RepeatedStep
from pramana.trace import Run, path_part
from pramana.views import Difference, ReplayReport


async def replay_stategraph(
    workspace: WorkspaceResources, run: Run, handlers: StateGraphHandlers | Path | None = None
) -> ReplayReport:
    """Execute each step of a run again from its recorded state, and compare.

    Ptools are answered from stored responses; Python callables are those of `handlers`, a file of yours that is run.
    Raises UnknownName where a callable is not there: no run names code, so a workspace of somebody else runs none.
    """
    callables = handlers if isinstance(handlers, StateGraphHandlers) else load_handlers(handlers)
    registry = callables.with_gateway(workspace, GatewayMode.REPLAY)
    try:
        steps = await Checkpoints(workspace.database, registry).repeat(run.id)
    except UnknownName as error:
        error.add_note("Name the Python file that holds the callables of the run: --handlers FILE.py.")
        raise
    expected = str(steps[-1].recorded["state"]) if steps else ""
    found = str(steps[-1].found.get("state", "")) if steps else ""
    return replay_report(run, expected, found, list(_differences(steps)), engine_changed=False)


async def replay_batch(
    workspace: WorkspaceResources, run: Run, handlers: StateGraphHandlers | Path | None = None
) -> ReplayReport:
    """Repeat each run of a batch; differences are named by run and step."""
    callables = handlers if isinstance(handlers, StateGraphHandlers) else load_handlers(handlers)
    found = []
    for item in Batches(workspace.database, callables.registry).result(run.id).items:
        if item.run is not None:
            found.append(await replay_stategraph(workspace, workspace.ledger.run(item.run), callables))
    expected, now = (digest([getattr(each, name) for each in found]) for name in ("expected", "found"))
    parted = [Difference(f"run/{each.run}/{one.path}", one.what) for each in found for one in each.differences]
    return replay_report(run, expected, now, parted, engine_changed=False)


def _differences(steps: list[RepeatedStep]) -> Iterator[Difference]:
    for step in steps:
        place = f"step/{step.number}/{path_part(step.node)}"
        if step.problem:
            yield Difference(place, step.problem)
            continue
        told = [text for name in sorted(step.recorded) for text in _name_differences(step, name)]
        if told:
            yield Difference(place, "; ".join(told))


def _name_differences(step: RepeatedStep, name: str) -> Iterator[str]:
    """Yield how a field of a step differs; of the changes to the state each key by itself."""
    was, now = step.recorded[name], step.found.get(name)
    if name == "state" or canonical(was) == canonical(now):  # the hash of the state says no more than its changes do
        return
    if name == "changed":
        for key in sorted({*was, *(now or {})}):
            if canonical(was.get(key)) != canonical((now or {}).get(key)):
                yield f"{key} was {short_json(was.get(key))}, is {short_json((now or {}).get(key))}"
    else:
        yield f"{name} was {short_json(was)}, is {short_json(now)}"

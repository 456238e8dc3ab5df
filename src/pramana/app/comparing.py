"""Two versions of a workspace's prompts compared over its own lines."""

from __future__ import annotations

from functools import partial

from pramana.app.chain import engine_differs
from pramana.app.differences import differences, replay_report
from pramana.app.models import all_prompts
from pramana.app.rehearsal import rehearsal_gateway
from pramana.app.workspace import WorkspaceResources
from pramana.evals import Workbench, repeat_comparison
from pramana.trace import Run
from pramana.views import ReplayReport


def workbench(workspace: WorkspaceResources) -> Workbench:
    """Return what a comparison needs of a workspace."""
    config = workspace.config
    return Workbench(
        stores=workspace.stores,
        gateway=workspace.gateway,
        open_gateway=workspace.open_gateway,
        rehearse=partial(rehearsal_gateway, workspace.database, config),
        shipped=all_prompts(),
        prompts=workspace.prompts,
        gsv=config.gsv,
        verification=config.karaka.verification,
        budget=config.budget.budget(),
        ahead=workspace.batches_ahead,
        engine=workspace.engine(),
    )


async def replay_comparison(workspace: WorkspaceResources, run: Run) -> ReplayReport:
    """Repeat a comparison from stored texts and responses alone."""
    recorded = workspace.ledger.recorded_steps(run.id)
    expected, found, steps, told = await repeat_comparison(workbench(workspace), run, recorded)
    told += differences(recorded, steps) if found else []
    return replay_report(run, expected, found, told, engine_differs(workspace, run))

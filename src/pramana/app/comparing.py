"""Two versions of a workspace's prompts compared over its own lines."""

from __future__ import annotations

from pramana.app.engine import engine_hash
from pramana.app.ptools import all_prompts
from pramana.app.workspace import WorkspaceResources
from pramana.evals import Workbench


def workbench(workspace: WorkspaceResources) -> Workbench:
    """Return what a comparison needs of a workspace."""
    config = workspace.config
    return Workbench(
        stores=workspace.stores,
        gateway=workspace.gateway,
        open_gateway=workspace.open_gateway,
        shipped=all_prompts(),
        prompts=workspace.prompts,
        gsv=config.gsv,
        verification=config.karaka.verification,
        budget=config.budget.budget(),
        ahead=workspace.batches_ahead,
        engine=engine_hash(),
    )

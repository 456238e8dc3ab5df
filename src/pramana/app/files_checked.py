"""Checks the files beside a workspace's database: its own prompts, the logs of grown graphs."""

from __future__ import annotations

from functools import partial

from pramana.app.igg import FOLDER
from pramana.app.workspace import WorkspaceResources
from pramana.igg import GrowthShelf
from pramana.views import Check, run_check


def checked_files(workspace: WorkspaceResources) -> list[Check]:
    """Check the files that runs would need later. A file that is not there because it never was is well."""
    checks = {"prompts": _prompts, "logs of grown graphs": _logs}
    return [run_check(what, partial(check, workspace)) for what, check in checks.items()]


def _prompts(workspace: WorkspaceResources) -> Check:
    keys = list(workspace.prompts.keys())
    return Check("prompts", True, f"{len(keys)} in force")


def _logs(workspace: WorkspaceResources) -> Check:
    """Check that each graph that an agent grows has its log, which alone holds it."""
    shelf = GrowthShelf(workspace.database, workspace.folder / FOLDER)
    logs = [shelf.log(each.session) for each in shelf.all()]
    missing = [str(log) for log in logs if not log.is_file()]
    seen = f"missing: {', '.join(missing)}" if missing else f"{len(logs)} there"
    return Check("logs of grown graphs", not missing, seen)

"""Checks the files beside a workspace's database: its own prompts, the logs of grown graphs."""

from __future__ import annotations

import sqlite3

from pramana.app.igg import FOLDER
from pramana.app.workspace import WorkspaceResources
from pramana.errors import PromptError
from pramana.igg import GrowthShelf
from pramana.views import Check


def checked_files(workspace: WorkspaceResources) -> list[Check]:
    """Check the files that runs would need later. A file that is not there because it never was is well."""
    return [_prompts(workspace), _logs(workspace)]


def _prompts(workspace: WorkspaceResources) -> Check:
    try:
        keys = list(workspace.prompts.keys())
    except PromptError as error:
        return Check("prompts", False, str(error))
    return Check("prompts", True, f"{len(keys)} in force")


def _logs(workspace: WorkspaceResources) -> Check:
    """Check that each graph that an agent grows has its log, which alone holds it."""
    shelf = GrowthShelf(workspace.database, workspace.folder / FOLDER)
    try:
        logs = [shelf.log(each.session) for each in shelf.all()]
    except sqlite3.DatabaseError as error:
        return Check("logs of grown graphs", False, str(error))
    missing = [str(log) for log in logs if not log.is_file()]
    seen = f"missing: {', '.join(missing)}" if missing else f"{len(logs)} there"
    return Check("logs of grown graphs", not missing, seen)

"""`watch`: a workspace that follows a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.interrupt import Interrupted, until_interrupted
from pramana.cli.output import note, say
from pramana.cli.progress import Display
from pramana.cli.session import working
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace, FolderUpdate


@options.with_model("policy", "concurrency", "workers", *options.BUDGET)
def watch(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder whose documents the workspace follows.")],
    workspace: options.Folder = None,
    quiet: options.Quiet = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Read a folder, and follow its changes until Ctrl-C: changed files are read again, deleted ones are removed.

    Of a changed file only the lines are read that are new, and those whose context changed. Needs the extra `watch`.
    """
    from pramana.app import watch_folder

    def show(update: FolderUpdate) -> None:
        if update.changed:
            say(_update_text(update))

    async def work(ws: AsyncWorkspace) -> None:
        with Display(quiet=quiet, idles=True) as display:
            note(f"Watching {folder}. Ctrl-C ends it.")
            await until_interrupted(lambda: watch_folder(ws, folder, show, display.observe), display.stopping)

    try:
        working(workspace, work, flags)
    except Interrupted:
        note("Ended. What was read is kept.")


def _update_text(update: FolderUpdate) -> str:
    """Return what an update did, in one line."""
    report = update.report
    read = report.lines.total() - report.lines["unchanged"]
    parts = [f"{plural(report.documents, 'document')} read: {plural(read, 'line')}, {report.kriyas:,} events"]
    parts += [f"removed: {', '.join(update.removed)}"] if update.removed else []
    return f"{'; '.join(parts)}. Graph {report.graph_hash[:12]}."

"""A folder that is watched: its workspace follows it. Changed files are read again, deleted ones are taken out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pramana.app.api import AsyncWorkspace
from pramana.app.config import FILE
from pramana.app.ingest import Observe
from pramana.app.workspace import DATABASE, PROMPT_FILE
from pramana.errors import InputError, WorkspaceLocked
from pramana.extras import optional_import
from pramana.views import IngestReport

QUIET_MS = 500
"""How long a folder must be quiet before its changes are read: editors write a file in several steps."""
LOOK_MS = 1_000
"""How often the loop looks whether it was ended, and whether a locked workspace is free again."""


@dataclass(frozen=True, slots=True)
class FolderUpdate:
    """How a workspace followed its folder once: the report of what was read, and the documents taken out."""

    report: IngestReport
    removed: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Whether the workspace is another one now."""
        return bool(self.report.documents or self.removed)


async def follow_folder(workspace: AsyncWorkspace, folder: Path, observe: Observe | None = None) -> FolderUpdate:
    """Read what is new or changed in a folder, and remove the documents whose files are gone from it."""
    report = await workspace.ingest(folder, observe=observe)
    gone, report.deleted_files = report.deleted_files, []
    return FolderUpdate(report, tuple(await workspace.remove(*gone) if gone else ()))


async def watch_folder(
    workspace: AsyncWorkspace,
    folder: Path,
    tell: Callable[[FolderUpdate], None],
    observe: Observe | None = None,
) -> None:
    """Follow a folder until cancelled; `tell` is called after the first time and after each change.

    Where another process holds the workspace, the change is tried again. Raises InputError where it is not a folder,
    ExtraMissing without the library watchfiles.
    """
    _check_folder(folder)
    with optional_import("watch", "Watching a folder"):
        from watchfiles import awatch

    ours = _is_of_documents(workspace.folder.resolve())
    pending = True  # with the first look it is watched, so that no change is missed while it is first read
    async for changes in awatch(
        folder, step=QUIET_MS, rust_timeout=LOOK_MS, yield_on_timeout=True, watch_filter=lambda _, path: ours(path)
    ):
        pending = pending or bool(changes)
        if not pending:
            continue
        try:
            tell(await follow_folder(workspace, folder, observe))
        except WorkspaceLocked:
            continue
        pending = False


def _check_folder(folder: Path) -> None:
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder. Name the folder whose documents are to be followed.")


def _is_of_documents(workspace: Path) -> Callable[[str], bool]:
    """Return what says of a path whether a change there may be one of documents: not of the workspace's own files."""
    own = {FILE, PROMPT_FILE}
    stem = f"{Path(DATABASE).stem}."

    def test(text: str) -> bool:
        path = Path(text)
        if any(part.startswith(".") for part in path.parts[1:]):
            return False
        return path.parent != workspace or not (path.name in own or path.name.startswith(stem))

    return test

"""Opening the workspace that a command means."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pramana.cli.output import print_json, show_parts
from pramana.errors import ConfigError, PramanaError

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace
    from pramana.views import WorkEstimate
T = TypeVar("T")


def named_workspace(folder: Path | None) -> str | Path | None:
    """Return the workspace that the user named: by an option, else by the environment; None: the nearest one."""
    return folder or os.environ.get("PRAMANA_WORKSPACE") or None


def open_workspace(folder: Path | None, flags: Mapping[str, Any] | None = None) -> AsyncWorkspace:
    """Open the workspace. Raises WorkspaceNotFound, and makes none; ConfigError for a server without a model."""
    from pramana.app import find, open_async

    workspace = open_async(find(named_workspace(folder)), flags=flags, create=False)
    if flags and flags.get("base_url") and workspace.config.llm.default == "rules":
        workspace.database.close()
        raise ConfigError("--base-url names a server, but the embedded model is in force. Name a model, too: --model.")
    return workspace


def working(
    folder: Path | None, work: Callable[[AsyncWorkspace], Awaitable[T]], flags: Mapping[str, Any] | None = None
) -> T:
    """Do work that takes its time in the workspace, in an event loop, and close the workspace."""
    import anyio

    async def run() -> T:
        async with open_workspace(folder, flags) as workspace:
            return await work(workspace)

    return anyio.run(run)


@contextmanager
def reading(folder: Path | None) -> Iterator[AsyncWorkspace]:
    """Open the workspace to look into it."""
    workspace = open_workspace(folder)
    try:
        yield workspace
    finally:
        workspace.database.close()


@contextmanager
def hinting(kind: type[PramanaError], hint: str) -> Iterator[None]:
    """Add to an error of a kind what the user of the command line can do next."""
    try:
        yield
    except kind as error:
        error.add_note(hint)
        raise


def show_estimate(found: WorkEstimate, as_json: bool) -> None:
    """Print what work would take."""
    from pramana.views import work_estimate_parts

    if as_json:
        print_json(found.as_json())
    else:
        show_parts(work_estimate_parts(found))

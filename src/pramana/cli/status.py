"""`status`: the state of the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pramana.cli import options
from pramana.cli.output import print_json, show_parts
from pramana.cli.session import reading

if TYPE_CHECKING:
    pass


def status(workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """Show documents, lines read and left out, the graph, what was spent, metrics, and what is unfinished."""
    from pramana.views import status_parts

    with reading(workspace) as ws:
        found = ws.status()
    if as_json:
        print_json(found.as_json())
    else:
        show_parts(status_parts(found))

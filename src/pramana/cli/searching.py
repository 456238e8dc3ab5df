"""`search`: lines of the documents, ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, show_parts
from pramana.cli.session import working
from pramana.errors import ExitCode

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace


def search(
    query: Annotated[str, typer.Argument(metavar="WORDS", help="Words, names or a question, in quotes.")],
    workspace: options.Folder = None,
    limit: options.Limit = 10,
    explain: Annotated[bool, typer.Option("--explain", help="Show what each line's score is the sum of.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Search the lines of all documents: by words in any form, names, and links over names from passage to passage.

    Exit code 1 if nothing was found.
    """
    from pramana.views import search_parts

    async def work(ws: AsyncWorkspace) -> int:
        found = await ws.search(query, limit)
        if as_json:
            print_json([each.as_json() for each in found])
        else:
            show_parts(search_parts(found, explain=explain))
        if not found:
            note("No line has these words or names.")
        return ExitCode.DONE if found else ExitCode.NOTHING

    raise typer.Exit(working(workspace, work))

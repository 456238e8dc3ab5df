"""`report`: the results of reading, and their cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, show_parts
from pramana.cli.session import reading

if TYPE_CHECKING:
    pass


def report(
    workspace: options.Folder = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", show_default=False, help="Also write an HTML page with plots."),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Report on reading: what was accepted at which attempt, at what cost, why not, how judges agreed, what was slow.

    A workspace of a million steps takes about a second.
    """
    from pramana.views import report_parts

    with reading(workspace) as ws:
        made = ws.report()
    if html is not None:
        made.save(html)
        note("Wrote ", (str(html), "bold"), ".")
    if as_json:
        print_json(made.as_json())
    else:
        show_parts(report_parts(made))

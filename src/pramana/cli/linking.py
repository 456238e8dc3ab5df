"""`link`: entities linked to the entries of a knowledge base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, show_parts
from pramana.cli.passes import links_exit_code
from pramana.cli.progress import WorkDisplay, working_shown
from pramana.cli.session import show_estimate, working

if TYPE_CHECKING:
    from pramana.views import EntryView, PassReport, Unlinked


@options.with_model("concurrency", *options.BUDGET)
def link(
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    limit: options.Limit = 50,
    unsure: Annotated[bool, typer.Option("--unsure", help="Show what was linked to nothing, too, and why.")] = False,
    only_estimate: options.OnlyEstimate = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Link entities to the entries of a knowledge base (table `kb` in pramana.toml), and show the links.

    Where nothing has changed since the last time nothing is asked. `passes undo links` takes all of them back,
    `entity unlink NAME` one.
    """
    from pramana.views import EntryReader, links_parts, passes_parts

    if only_estimate:
        show_estimate(working(workspace, lambda ws: ws.estimate_passes("links"), flags), as_json)
        return

    async def work(
        ws: Any, display: WorkDisplay
    ) -> tuple[list[PassReport], list[EntryView], list[Unlinked], list[str]]:
        reports = await ws.run_passes("links", observe=display.observe)
        reader = EntryReader(ws.stores)
        return reports, reader.all(), reader.refused_links(), reader.failures()

    reports, links, refused, failures = working_shown(workspace, work, flags)
    if as_json:
        found = {"links": [one.as_json() for one in links], "unsure": [one.as_json() for one in refused]}
        print_json({"passes": [report.as_json() for report in reports], **found, "failures": failures})
    else:
        show_parts(passes_parts(reports))
        for reason in failures[:3]:
            note(f"No answer about some names: {reason} The same command asks about them again.")
        show_parts(links_parts(links, refused if unsure else [], len(refused), limit))
    raise typer.Exit(links_exit_code(reports))

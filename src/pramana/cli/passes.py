"""`passes`: list, run and undo the passes over the whole graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.output import print_json, say, show_parts
from pramana.cli.progress import working_shown
from pramana.cli.session import reading, show_estimate, working
from pramana.errors import ExitCode

if TYPE_CHECKING:
    from pramana.views import PassReport

passes = typer.Typer(
    name="passes",
    help="Passes over the whole graph: who is who, what caused what. They follow every ingest.",
    no_args_is_help=True,
)


@passes.callback()
def root(workspace: options.Folder = None) -> None:
    pass


@passes.command("list")
def list_(workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """List the passes in their order: whether each is on, whether it has anything to do, what it put into the graph."""
    from dataclasses import asdict

    from pramana.views import pass_states_parts

    with reading(workspace) as ws:
        found = [asdict(state) for state in ws.passes()]
    if as_json:
        print_json(found)
    else:
        show_parts(pass_states_parts(found))


@passes.command()
@options.with_model("concurrency", "batch_api", "relations", *options.BUDGET)
def run(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Without any: all that are on.", show_default=False)
    ] = None,
    only_estimate: options.OnlyEstimate = False,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Run passes. A pass without changed input does nothing; one that was undone is on again when it is named."""
    from pramana.views import passes_parts

    chosen = names or []
    if only_estimate:
        show_estimate(working(workspace, lambda ws: ws.estimate_passes(*chosen), flags), as_json)
        return
    reports = working_shown(workspace, lambda ws, display: ws.run_passes(*chosen, observe=display.observe), flags)
    if as_json:
        print_json([report.as_json() for report in reports])
    else:
        show_parts(passes_parts(reports))
    raise typer.Exit(links_exit_code(reports))


@passes.command()
@options.with_budget
def undo(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A pass (pramana passes list).")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Remove exactly what a pass put into the graph. The pass stays off until it is run by name."""

    async def work(ws: Any) -> PassReport:
        report: PassReport = await ws.undo_pass(name)
        return report

    report = working(workspace, work, flags)
    if as_json:
        print_json(report.as_json())
    else:
        say((report.name, "bold"), f": {report.taken_back:,} taken out. It is off until it is run by name.")


def links_exit_code(reports: Iterable[PassReport]) -> ExitCode:
    """Return how a command that ran passes ends: in part where no answer came about some of what it asked."""
    return ExitCode.PARTIAL if any(report.links.get("failed") for report in reports) else ExitCode.DONE

"""`passes`: list, run and undo the passes over the whole graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.interrupt import until_interrupted
from pramana.cli.output import Cell, columns, print_json, say, tally_text
from pramana.cli.session import reading, working

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

    with reading(workspace) as ws:
        found = [asdict(state) for state in ws.passes()]
    if as_json:
        print_json(found)
    else:
        columns([pass_row(state) for state in found], indent=0)


def pass_row(state: dict[str, Any]) -> list[Cell]:
    """Return the state of a pass as a row."""
    on = ("on", "green") if state["on"] else ("off", "dim")
    current = ("to be run", "yellow") if state["on"] else ("only when named", "dim")
    if state["current"]:
        current = ("nothing to do", "dim")
    last = f"last run {state['last_run']}" if state["last_run"] else "never run"
    return [state["name"], on, current, f"{state['links']:>7,} in the graph", last]


@passes.command()
@options.with_model("concurrency", *options.BUDGET)
def run(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Without any: all that are on.", show_default=False)
    ] = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Run passes. A pass without changed input does nothing; one that was undone is on again when it is named."""
    chosen = names or []
    reports = working(workspace, lambda ws: until_interrupted(lambda: ws.run_passes(*chosen), lambda: None), flags)
    if as_json:
        print_json([report.as_json() for report in reports])
    else:
        print_passes(reports)
    raise typer.Exit(3 if any(report.links.get("failed") for report in reports) else 0)


@passes.command()
def undo(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A pass (pramana passes list).")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Take exactly what a pass put into the graph out again. It stays off until it is run by name."""

    async def work(ws: Any) -> PassReport:
        report: PassReport = await ws.undo_pass(name)
        return report

    report = working(workspace, work)
    if as_json:
        print_json(report.as_json())
    else:
        say((report.name, "bold"), f": {report.taken_back:,} taken out. It is off until it is run by name.")


def print_passes(reports: Iterable[PassReport]) -> None:
    """Print what passes did, a row each."""
    rows = [pass_did(report) for report in reports]
    if rows:
        columns(rows)


def pass_did(report: PassReport) -> list[Cell]:
    """Return what a pass did as a row."""
    if report.run is None:
        return [report.name, ("nothing to do", "dim")]
    back = f", {report.taken_back:,} taken back" if report.taken_back else ""
    return [report.name, f"{tally_text(report.links)}{back}"]

"""`ledger`, `runs`, `replay`: what was proposed, what became of it, and whether it comes out the same again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import Cell, columns, note, print_json, say, verdict
from pramana.cli.session import reading, working
from pramana.cli.status import run_row

if TYPE_CHECKING:
    from pathlib import Path

    from pramana.app import ReplayReport
    from pramana.views import ErrorLog, LedgerEntry


def ledger(
    workspace: options.Folder = None,
    refused: Annotated[
        bool,
        typer.Option(
            "--refused", metavar="", help="Only what was not accepted, and lines at which nothing was proposed."
        ),
    ] = False,
    run: Annotated[int | None, typer.Option("--run", metavar="N", show_default=False, help="Only this run.")] = None,
    doc: Annotated[
        str | None, typer.Option("--doc", metavar="DOC", show_default=False, help="Only what is about this document.")
    ] = None,
    errors: Annotated[
        bool,
        typer.Option(
            "--errors", metavar="", help="Only what went wrong: failed calls, attempts not accepted, lines left out."
        ),
    ] = False,
    limit: options.Limit = 50,
    as_json: options.AsJson = False,
) -> None:
    """Show everything that a model proposed, what became of it, and why."""
    if errors:
        _print_errors(workspace, run, doc, limit, as_json)
        return
    with reading(workspace) as ws:
        found = ws.inspector.ledger(refused=refused, run=run, doc_id=doc)
        entries, count = found.first(limit), found.count()
    if as_json:
        print_json([entry.as_json() for entry in entries])
    else:
        columns([_row(entry) for entry in entries], indent=0)
    if not count:
        note("Nothing was refused." if refused else "Nothing was proposed.")
    elif count > limit:
        note(f"and {count - limit:,} more (--limit)")


def _row(entry: LedgerEntry) -> list[Cell]:
    return [f"{entry.run}", (entry.path.replace("%2F", "/"), "cyan"), verdict(entry.verdict), entry.in_words]


def _print_errors(workspace: Path | None, run: int | None, doc: str | None, limit: int, as_json: bool) -> None:
    with reading(workspace) as ws:
        found = ws.inspector.errors(run=run, doc_id=doc)
    if as_json:
        print_json([error.as_json() for error in found[:limit]])
    else:
        columns([_error_row(error) for error in found[:limit]], indent=0)
    if not found:
        note("Nothing went wrong.")
    elif len(found) > limit:
        note(f"and {len(found) - limit:,} more (--limit)")


def _error_row(error: ErrorLog) -> list[Cell]:
    place, reason = error.context["path"].replace("%2F", "/"), str(error.context["reason"])
    return [f"{error.context['run']}", (place, "cyan"), (error.error_type, "red"), f"{error.component}: {reason}"]


def runs(workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """List all runs, oldest first."""
    from pramana.views import run_json

    with reading(workspace) as ws:
        found = [run_json(run) for run in ws.runs()]
    if as_json:
        print_json(found)
    elif found:
        columns([run_row(run) for run in found], indent=0)
    else:
        note("No runs yet.")


@options.with_model()
def replay(
    run: Annotated[int, typer.Argument(metavar="RUN", min=1, help="The number of a run (pramana runs).")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Repeat a run from stored responses alone, without a model, and compare. Exit code 1 where it differs.

    A run with --model is repeated with the same --model; nothing is asked.
    """
    print_replay(working(workspace, lambda ws: ws.replay(run), flags), as_json)


def print_replay(report: ReplayReport, as_json: bool) -> None:
    """Print whether a replay is identical. Exits with code 1 if not."""
    if as_json:
        print_json(report.as_json())
    else:
        first, *more = str(report).split("\n")
        say((first, "green" if report.identical else "bold red"))
        for line in more:
            say(line)
    raise typer.Exit(0 if report.identical else 1)

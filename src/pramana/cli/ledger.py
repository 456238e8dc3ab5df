"""`ledger`, `runs`, `replay`: what was proposed, what became of it, and whether it comes out the same again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, show_parts
from pramana.cli.session import reading, working
from pramana.errors import ExitCode

if TYPE_CHECKING:
    from pathlib import Path

    from pramana.app import ReplayReport


def ledger(
    workspace: options.Folder = None,
    refused: Annotated[
        bool,
        typer.Option("--refused", help="Only what was not accepted, and lines at which nothing was proposed."),
    ] = False,
    run: Annotated[int | None, typer.Option("--run", metavar="N", show_default=False, help="Only this run.")] = None,
    doc: Annotated[
        str | None, typer.Option("--doc", metavar="DOC", show_default=False, help="Only what is about this document.")
    ] = None,
    errors: Annotated[
        bool,
        typer.Option("--errors", help="Only what went wrong: failed calls, attempts not accepted, lines left out."),
    ] = False,
    limit: options.Limit = 50,
    as_json: options.AsJson = False,
) -> None:
    """Show everything that a model proposed, whether it was accepted, and why."""
    from pramana.views import entries_parts

    if errors:
        _print_errors(workspace, run, doc, limit, as_json)
        return
    with reading(workspace) as ws:
        found = ws.inspector.ledger(refused=refused, run=run, doc_id=doc)
        entries, count, abstentions = found.first(limit), found.count(), found.abstentions()
    if as_json:
        print_json([entry.as_json() for entry in entries])
    else:
        show_parts(entries_parts(entries, abstentions))
    if not count:
        note("Nothing was refused." if refused else "Nothing was proposed.")
    elif count > limit:
        note(f"and {count - limit:,} more (--limit)")


def _print_errors(workspace: Path | None, run: int | None, doc: str | None, limit: int, as_json: bool) -> None:
    from pramana.views import errors_parts

    with reading(workspace) as ws:
        found = ws.inspector.errors(run=run, doc_id=doc)
    if as_json:
        print_json([error.as_json() for error in found[:limit]])
    else:
        show_parts(errors_parts(found[:limit]))
    if not found:
        note("Nothing went wrong.")
    elif len(found) > limit:
        note(f"and {len(found) - limit:,} more (--limit)")


def runs(workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """List all runs, oldest first."""
    from pramana.views import run_json, runs_parts

    with reading(workspace) as ws:
        found = [run_json(run) for run in ws.runs()]
    if as_json:
        print_json(found)
    elif found:
        show_parts(runs_parts(found))
    else:
        note("No runs yet.")


@options.with_model()
def replay(
    run: Annotated[int, typer.Argument(metavar="RUN", min=1, help="The number of a run (pramana runs).")],
    handlers: options.Handlers = None,
    from_texts: Annotated[
        bool,
        typer.Option(
            "--from-texts",
            help="Rebuild the graph that a question or a claim was asked of from the documents. Default: where the "
            "stored graph still has the hash of then, recomputed from its facts, it is asked.",
        ),
    ] = False,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Repeat a run from stored responses alone, without a model, and compare. Exit code 1 where it differs.

    A run with --model is repeated with the same --model; nothing is asked. The functions of a StateGraph's run are
    called again: name their file with --handlers.
    """
    print_replay(working(workspace, lambda ws: ws.replay(run, handlers, from_texts), flags), as_json)


def print_replay(report: ReplayReport, as_json: bool) -> None:
    """Print whether a replay is identical. Exits with code 1 if not."""
    from pramana.views import replay_parts

    if as_json:
        print_json(report.as_json())
    else:
        show_parts(replay_parts(report))
    raise typer.Exit(ExitCode.DONE if report.identical else ExitCode.NOTHING)

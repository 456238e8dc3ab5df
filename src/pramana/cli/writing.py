"""`init`, `estimate`, `ingest`, `remove`, `export`: documents in and out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.interrupt import INTERRUPTED, Interrupted, until_interrupted
from pramana.cli.output import columns, heading, note, plural, print_json, say, verdict
from pramana.cli.passes import print_passes
from pramana.cli.progress import EMBEDDED, Display
from pramana.cli.session import named_workspace, open_workspace, working

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace, Estimate, IngestReport

BAD_INPUT = 2
"""The exit code if no document could be read."""
SHOWN_REASONS = 8
"""Reasons that are printed, the most frequent first. `pramana ledger --refused` prints all."""
MEANING = {
    "verified": "passed the checks, a scorer and a blind verifier",
    "checked": "passed the deterministic checks; no model judged them",
    "empty": "read, and they state no action",
    "refused": "nothing of them is in the graph",
    "abstained": "the model would have had to guess",
    "failed": "no answer came; the same command tries again",
    "unchanged": "read before",
}

Sources = Annotated[list[Path], typer.Argument(metavar="SOURCE", help="Documents, or folders of them.")]


def init(
    folder: Annotated[Path | None, typer.Argument(metavar="FOLDER", help="Default: the current folder.")] = None,
    workspace: options.Folder = None,
) -> None:
    """Make a folder a workspace: it gets a pramana.toml and a database."""
    from pramana.app import init as make

    path = make(folder or workspace or Path())
    where = "this folder" if path.resolve() == Path.cwd() else str(path)
    say("Made a workspace in ", (where, "bold"), ".")
    note("It works with the embedded model; pramana.toml explains how to use another model.")
    here = "" if path.resolve() == Path.cwd() else f"-w {path} "
    note(f"Next: pramana ingest {here}DOCUMENTS")


@options.with_model("policy")
def estimate(
    sources: Sources,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Say what an ingest would take, before anything is spent. Nothing is written."""
    found = working(workspace, lambda ws: ws.estimate(*sources), flags)
    if as_json:
        print_json(found.as_json())
    else:
        _print_estimate(found)
    raise typer.Exit(3 if found.refused_documents else 0)


def _print_estimate(found: Estimate) -> None:
    from pramana.views import money

    unchanged = f" ({found.unchanged_lines:,} more are read already)" if found.unchanged_lines else ""
    who = "the embedded model" if found.model.startswith(EMBEDDED) else found.model
    tokens = f"{found.prompt_tokens:,} read, {found.completion_tokens:,} written"
    columns(
        [
            ("documents", f"{found.documents:,}"),
            ("lines to read", f"{found.lines:,}{unchanged}"),
            ("model", who),
            ("policy", found.policy),
            ("calls, about", f"{found.calls:,}"),
            ("tokens, about", tokens),
            ("money, about", money(found.money)),
        ],
        indent=0,
    )
    _name_left_out(found.refused_documents)


@options.with_model("policy", "concurrency", "batch_api", *options.BUDGET)
def ingest(
    sources: Sources,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    replace: Annotated[
        bool,
        typer.Option(
            "--replace", metavar="", help="Let a file from another place take the place of a document of its name."
        ),
    ] = False,
    no_passes: options.NoPasses = False,
    quiet: options.Quiet = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Read documents into the graph; go on where an earlier run of the same was cut off.

    Unchanged documents are skipped; what cannot be read is named, and the others are still read. Ctrl-C ends cleanly.
    """
    flags = {**flags, "karaka": {"passes": [] if no_passes else None}}
    report = _read_and_print(
        workspace,
        lambda ws, display: ws.ingest(*sources, observe=display.observe, replace=replace),
        as_json,
        quiet,
        flags,
    )
    raise typer.Exit(BAD_INPUT if _nothing_usable(report) else report.exit_code)


@options.with_model("policy", "concurrency", "batch_api", *options.BUDGET)
def rebuild(
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Read all documents again that were not read under the present configuration, from their stored text.

    A database that another version of Pramana made is replaced by a new one with the same documents and the responses
    that were paid for; the old file is kept. Run it again where it was interrupted.
    """
    from pramana.app import renew_database

    renewal = renew_database(named_workspace(workspace))
    if renewal.backup is not None:
        note(f"The old database is kept as {renewal.backup}; {plural(renewal.documents, 'document')} taken over.")
    report = _read_and_print(
        workspace, lambda ws, display: ws.read_again(display.observe), as_json, quiet, flags, asked=False
    )
    raise typer.Exit(report.exit_code)


def _read_and_print(
    workspace: Path | None,
    reading: Callable[[AsyncWorkspace, Display], Awaitable[IngestReport]],
    as_json: bool,
    quiet: bool,
    flags: Mapping[str, Any],
    asked: bool = True,
) -> IngestReport:
    """Read lines with a progress display, print the report, and return it. `asked`: documents were named."""
    with Display(quiet=quiet) as display:

        async def work(ws: AsyncWorkspace) -> IngestReport:
            return await until_interrupted(lambda: reading(ws, display), display.stopping)

        try:
            report = working(workspace, work, flags)
        except Interrupted as interrupted:
            report = _stopped_report(display, interrupted)
    if as_json:
        print_json(report.as_json())
    else:
        _print_report(report, asked)
    _say_what_next(report, display, workspace)
    return report


def _nothing_usable(report: IngestReport) -> bool:
    return report.run is None and not report.unchanged_documents


def _stopped_report(display: Display, interrupted: Interrupted) -> IngestReport:
    from pramana.app import RunStatus

    if display.report is None:
        message = "Interrupted before any line was accepted. Run the same command again: what was answered is kept."
        raise Interrupted(message) from interrupted
    stopped = display.report
    stopped.status, stopped.stopped_by = RunStatus.STOPPED, "interrupt"  # all lines may be read: not so the passes
    return stopped


def _print_report(report: IngestReport, asked: bool) -> None:
    if _nothing_usable(report) and report.refused_documents:
        say("No document could be read. Nothing was written.")
    elif report.run is None and not asked:
        say("Every document has been read under the present configuration.")
    elif _nothing_usable(report):
        from pramana.app import document_kinds

        say(f"No document to read was found ({document_kinds()}). Nothing was written.")
    elif report.run is None:
        say(f"Nothing to do: {plural(report.unchanged_documents, 'document')} unchanged.")
    else:
        unchanged = f", {plural(report.unchanged_documents, 'more document')} unchanged"
        say(
            (f"Run {report.run}", "bold"),
            f": {plural(report.documents, 'document')}{unchanged if report.unchanged_documents else ''}, "
            f"{plural(report.read, 'line')} read in {report.seconds:.1f} s",
        )
        _print_outcomes(report)
    if any(each.run is not None for each in report.passes):
        heading(f"Passes over the graph, {report.passes_seconds:.1f} s")
        print_passes(report.passes)
    _name_left_out(report.refused_documents)
    if report.skipped_files:
        say(f"{plural(report.skipped_files, 'file')} passed over: no documents by their names, or links.")


def _print_outcomes(report: IngestReport) -> None:
    rows = [
        (verdict(name), f"{report.lines[name]:>7,} lines", meaning)
        for name, meaning in MEANING.items()
        if report.lines[name]
    ]
    left = "left out: their preposition changes what they say (outside Paris); pramana show line names them"
    parts = [("participants", f"{report.participants_left_out:>7,}", left)] if report.participants_left_out else []
    columns([*rows, ("Kriyās", f"{report.kriyas:>7,}", "now in the graph from these lines"), *parts])
    for name, spending in report.spending.get("models", {}).items():
        _print_spending(name, spending, report)
    if report.reasons:
        heading("Left out, by reason")
        reasons = report.reasons.most_common()
        columns([(f"{number:,}", reason) for reason, number in reasons[:SHOWN_REASONS]])
        if len(reasons) > SHOWN_REASONS:
            say(f"  and {plural(len(reasons) - SHOWN_REASONS, 'other reason')}: pramana ledger --refused")


def _print_spending(name: str, spending: dict[str, Any], report: IngestReport) -> None:
    from pramana.views import money, token_text

    calls, stored = spending["calls"], spending["stored"]
    again = f", {stored:,} answered from the store" if stored else ""
    if name.startswith(EMBEDDED):
        say(f"  The embedded model answered {plural(calls, 'time')}{again}; no cost.")
        return
    cost = None if spending["unpriced"] else spending["money"]
    each = calls / max(report.read, 1)
    say(f"  {name}: {plural(calls, 'call')}{again} ({each:.2f} a line), {token_text(spending)}, {money(cost)}.")


def _name_left_out(refused: Any) -> None:
    if refused:
        heading("Files left out")
        columns([((item.path, "bold"), item.reason) for item in refused])


def _say_what_next(report: IngestReport, display: Display, workspace: Path | None) -> None:
    note()
    if report.exit_code in (4, INTERRUPTED):
        why = "Interrupted" if report.exit_code == INTERRUPTED else report.stopped_by.rstrip(".")
        done = f" {display.done:,} of {display.total:,} lines are done and kept." if display.total else ""
        note(f"{why}.{done}")
        note("Run the same command again to resume.")
    elif report.lines["failed"]:
        note(f"{plural(report.lines['failed'], 'line')} got no answer: run the same command again to try them again.")
    elif report.run is not None and report.kriyas:
        where = f" -w {workspace}" if workspace else ""
        note(f'Next: pramana ask{where} "WHO DID WHAT?", pramana status{where}, pramana ledger{where} --refused')


def remove(
    documents: Annotated[
        list[str], typer.Argument(metavar="DOC", help="Documents by their ids (pramana status), or imported graphs.")
    ],
    workspace: options.Folder = None,
    purge: Annotated[
        bool,
        typer.Option(
            "--purge", metavar="", help="Delete the stored text too, and what models said of it. No replay reads it."
        ),
    ] = False,
) -> None:
    """Take documents or imported graphs out, with every fact that rests on them alone."""
    gone = working(workspace, lambda ws: ws.remove(*documents, purge=purge))
    kept = "Text and responses are deleted, too." if purge else "The text is kept for replays; --purge deletes it, too."
    say("Removed ", (", ".join(gone), "bold"), f" and all facts that rested on {'it' if len(gone) == 1 else 'them'}.")
    note(kept)


def export(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Its ending says the format, such as .graphml, .json, .csv or .parquet.",
        ),
    ],
    workspace: options.Folder = None,
) -> None:
    """Write the graph to a file, whole or not at all.

    Table formats write two files: graph.csv is written as graph.nodes.csv and graph.edges.csv.
    """
    ws = open_workspace(workspace)
    try:
        path = ws.export(file)
        nodes, edges = sum(ws.graph.count_nodes().values()), sum(ws.graph.count_edges().values())
    finally:
        ws.database.close()
    say("Wrote ", (str(path), "bold"), f": {plural(nodes, 'node')}, {plural(edges, 'edge')}.")

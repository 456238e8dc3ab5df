"""`init`, `estimate`, `ingest`, `remove`, `export`: documents in and out."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pramana.cli import options
from pramana.cli.interrupt import Interrupted, until_interrupted
from pramana.cli.output import note, print_json, say, show_parts
from pramana.cli.progress import Display
from pramana.cli.session import hinting, named_workspace, open_workspace, working
from pramana.errors import ExitCode, UnknownName
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace, GivenDocument, IngestReport


Sources = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE", help="Documents, folders of them, addresses of web pages (https://…), - for standard input."
    ),
]
Name = Annotated[
    str,
    typer.Option("--name", metavar="NAME", help="The name of standard input; its ending says what it is: mail.eml."),
]
AllowPrivate = Annotated[
    bool,
    typer.Option("--allow-private", help="Fetch web pages of this machine and of private networks, too."),
]
Encoding = Annotated[
    str,
    typer.Option(
        "--encoding", metavar="NAME", help="The encoding of all texts among these. Default: what they say, else UTF-8."
    ),
]
STDIN = "stdin.txt"


def sources_of(sources: Iterable[str], name: str = STDIN) -> list[str | GivenDocument]:
    """Return the sources, `-` replaced by what standard input holds."""
    from pramana.app import GivenDocument

    return [
        GivenDocument(name, sys.stdin.buffer.read(), "standard input") if source == "-" else source
        for source in dict.fromkeys(sources)
    ]


def init(
    folder: Annotated[Path | None, typer.Argument(metavar="FOLDER", help="Default: the current folder.")] = None,
    workspace: options.Folder = None,
) -> None:
    """Create a workspace: a folder with a pramana.toml and a database."""
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
    name: Name = STDIN,
    allow_private: AllowPrivate = False,
    encoding: Encoding = "",
    flags: options.Flags = options.NONE,
) -> None:
    """Estimate an ingest before anything is spent: lines, calls, tokens, money. Nothing is written."""
    from pramana.views import estimate_parts

    named = sources_of(sources, name)
    found = working(workspace, lambda ws: ws.estimate(*named, allow_private=allow_private, encoding=encoding), flags)
    if as_json:
        print_json(found.as_json())
    else:
        show_parts(estimate_parts(found))
    if not (found.documents or found.unchanged_lines):
        raise typer.Exit(ExitCode.BAD_INPUT)
    raise typer.Exit(ExitCode.PARTIAL if found.refused_documents else ExitCode.DONE)


@options.with_model("policy", "concurrency", "workers", "ray", "batch_api", "relations", *options.BUDGET)
def ingest(
    sources: Sources,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Replace a document of the same name that came from a different path."),
    ] = False,
    date: Annotated[
        str,
        typer.Option(
            "--date",
            metavar="DATE",
            help="When these documents were written: 2019-03-14, 2019-03 or 2019. Default: what their files say.",
        ),
    ] = "",
    since: Annotated[
        str,
        typer.Option(
            "--since",
            metavar="TIME",
            help="Leave out files last changed before: 2026-05-01, 2026-05-01T06:30, or how long ago: 30m, 2h, 1d.",
        ),
    ] = "",
    name: Name = STDIN,
    allow_private: AllowPrivate = False,
    encoding: Encoding = "",
    no_passes: options.NoPasses = False,
    quiet: options.Quiet = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Read documents into the graph. The same command resumes a run that was interrupted.

    Unchanged documents are skipped; what cannot be read is named, and the others are still read. Ctrl-C ends cleanly.
    Exit code 1 if no line was accepted.
    """
    flags = {**flags, "karaka": {**flags["karaka"], "passes": [] if no_passes else None}}
    named = sources_of(sources, name)
    report = _read_and_print(
        workspace,
        lambda ws, display: ws.ingest(
            *named,
            observe=display.observe,
            replace=replace,
            date=date,
            allow_private=allow_private,
            encoding=encoding,
            since=since,
        ),
        as_json,
        quiet,
        flags,
    )
    raise typer.Exit(ExitCode.BAD_INPUT if report.nothing_usable else report.exit_code)


@options.with_model("policy", "concurrency", "batch_api", "relations", *options.BUDGET)
def rebuild(
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    quiet: options.Quiet = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Read again, from the stored text, all documents that were read under another configuration.

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
    from pramana.views import ingest_parts

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
        show_parts(ingest_parts(report, asked))
    _say_what_next(report, display, workspace)
    return report


def _stopped_report(display: Display, interrupted: Interrupted) -> IngestReport:
    from pramana.app import RunStatus

    if display.report is None:
        message = "Interrupted before any answer came. Run the same command again."
        raise Interrupted(message) from interrupted
    stopped = display.report
    stopped.status, stopped.stopped_by = RunStatus.STOPPED, "interrupt"  # all lines may be read: not so the passes
    return stopped


def _say_what_next(report: IngestReport, display: Display, workspace: Path | None) -> None:
    note()
    if report.exit_code in (ExitCode.STOPPED, ExitCode.INTERRUPTED):
        why = "Interrupted" if report.exit_code == ExitCode.INTERRUPTED else report.stopped_by.rstrip(".")
        note(f"{why}.{display.kept_text()}")
        note("Run the same command again to resume.")
    elif report.lines["failed"]:
        note(f"{plural(report.lines['failed'], 'line')} got no answer: run the same command again to try them again.")
    elif report.run is not None and report.kriyas:
        where = f" -w {workspace}" if workspace else ""
        note(f'Next: pramana ask{where} "WHO DID WHAT?", pramana status{where}, pramana ledger{where} --refused')


@options.with_budget
def remove(
    documents: Annotated[
        list[str], typer.Argument(metavar="DOC", help="Documents by their ids (pramana status), or imported graphs.")
    ],
    workspace: options.Folder = None,
    purge: Annotated[
        bool,
        typer.Option("--purge", help="Delete the stored text too, and what models said of it. No replay reads it."),
    ] = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Remove documents or imported graphs, with every fact that rests on them alone."""
    with hinting(UnknownName, "`pramana status` lists the documents."):
        gone = working(workspace, lambda ws: ws.remove(*documents, purge=purge), flags)
    kept = "Text and responses are deleted, too." if purge else "The text is kept for replays; --purge deletes it, too."
    say("Removed ", (", ".join(gone), "bold"), f" and all facts that rested on {'it' if len(gone) == 1 else 'them'}.")
    note(kept)


def export(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="The file; its ending is the format: .graphml, .json, .csv, .parquet and others.",
        ),
    ],
    exact: Annotated[
        bool,
        typer.Option("--exact", help="CSV: write texts that a spreadsheet would run as formulas as they are."),
    ] = False,
    workspace: options.Folder = None,
) -> None:
    """Write the graph to a file.

    Table formats write two files: graph.csv is written as graph.nodes.csv and graph.edges.csv. In CSV, a text that a
    spreadsheet would run as a formula (it begins with = + - @) gets an apostrophe before it; --exact leaves it.
    """
    ws = open_workspace(workspace)
    try:
        path = ws.export(file, exact)
        nodes, edges = sum(ws.graph.count_nodes().values()), sum(ws.graph.count_edges().values())
    finally:
        ws.database.close()
    say("Wrote ", (str(path), "bold"), f": {plural(nodes, 'node')}, {plural(edges, 'edge')}.")

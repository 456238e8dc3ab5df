"""`audit`: does the text support the graph?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, show_parts

if TYPE_CHECKING:
    from pramana.app import AuditJudge, FileAudit

_PANEL = "Files to write"


SourceFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--source",
        "-s",
        metavar="FILES",
        help="The text that it was made from: files or folders. Default: its own.",
    ),
]
Html = Annotated[
    Path | None,
    typer.Option(
        "--html", metavar="FILE", rich_help_panel=_PANEL, show_default=False, help="A page to read and to filter."
    ),
]
Facts = Annotated[
    Path | None,
    typer.Option(
        "--facts", metavar="FILE", rich_help_panel=_PANEL, show_default=False, help="What --json prints, in a file."
    ),
]
Prune = Annotated[
    Path | None,
    typer.Option(
        "--prune", metavar="FILE", rich_help_panel=_PANEL, show_default=False, help="The graph of supported facts."
    ),
]
AnswerStore = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", show_default=False, help="The database that keeps a model's answers."),
]


@options.with_model("concurrency", *options.BUDGET)
def audit(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph's file or folder, made by any tool.")],
    more: Annotated[
        list[Path] | None,
        typer.Argument(metavar="MORE", help="More files of text, after --source.", show_default=False),
    ] = None,
    source: SourceFiles = None,
    window: Annotated[
        int, typer.Option("--window", metavar="N", help="How many lines (sentences) in a row count as near: 1 to 100.")
    ] = 3,
    as_json: options.AsJson = False,
    html: Html = None,
    facts: Facts = None,
    prune: Prune = None,
    store: AnswerStore = None,
    workspace: options.Folder = None,
    flags: options.Flags = options.NONE,
) -> None:
    """Say of every node and edge of a graph whether the text supports it, and where. No workspace, no model.

    --model has a configured model judge the weak edges, up to ten in a call.

    A workspace, and a store of LightRAG, have text of their own. Exit code 3 where a file of text could not be read
    and was left out.
    """
    from pramana.app import audit_files
    from pramana.views import audit_parts

    sources = [*(source or []), *(more or [])]
    judge = _judge(flags, workspace, store)
    found = audit_files(graph, sources, window, html=html, facts=facts, prune=prune, judge=judge)
    if as_json:
        print_json(found.as_json())
    else:
        show_parts(audit_parts(found.audit, found.path, found.graph.format))
    _say_what_is_left_out(found)
    for written in found.written:
        note("Wrote ", (str(written), "bold"), ".")
    raise typer.Exit(found.exit_code)


def _judge(flags: options.Flags, workspace: Path | None, store: Path | None) -> AuditJudge | None:
    """Return the model that --model or --base-url names, None where neither is given."""
    from pramana.app import AuditJudge
    from pramana.cli.gasl_run import _settings

    if not flags.get("model") and not flags.get("base_url"):
        return None
    return AuditJudge(flags, _settings(workspace), store)


def _say_what_is_left_out(found: FileAudit) -> None:
    for warning in found.graph.warnings:
        note(("note: ", "yellow"), warning)
    for error in found.refused:
        note(("left out: ", "yellow"), str(error))
    for phrase in found.skipped_in_words:
        note(("passed over: ", "yellow"), phrase)
    if any(node.type == "Kriya" for node in found.graph.nodes):
        note(
            "The graph was made by Pramana: its events are nodes without a name in the text. "
            "`pramana doctor --deep` compares the facts of a workspace with their lines."
        )
    if found.strange:
        note("Almost nothing of the graph occurs in this text. Is it the text that the graph was made from?")

"""`status`: how the workspace stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pramana.cli import options
from pramana.cli.output import Cell, columns, counted, heading, print_json, say, tallied, verdict
from pramana.cli.passes import pass_row
from pramana.cli.progress import EMBEDDED
from pramana.cli.session import reading

if TYPE_CHECKING:
    from pramana.app.views import Status

SHOWN_DOCUMENTS = 12


def status(workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """Show documents, lines by what became of them, the graph, what was spent, and what is unfinished."""
    with reading(workspace) as inspector:
        found = inspector.status()
    if as_json:
        print_json(found.as_json())
    else:
        _print_status(found)


def _print_status(found: Status) -> None:
    say((found.folder, "bold"))
    _print_documents(found)
    heading("Lines")
    columns([(verdict(name), f"{number:>9,}") for name, number in found.lines.items()] or [("none", "")])
    heading("Graph")
    columns([("nodes", tallied(found.nodes)), ("edges", tallied(found.edges))])
    columns([("facts", tallied(found.verdicts)), ("hash", found.graph_hash)])
    heading("Passes")
    columns([pass_row(state) for state in found.passes])
    columns([(f"{relation} links", tallied(verdicts)) for relation, verdicts in found.links.items()])
    heading("Models")
    columns([_spent(row) for row in found.spending] or [("none asked so far", "")])
    heading("Last runs")
    columns([run_row(run) for run in found.runs] or [("none yet", "")])
    if found.unfinished:
        heading("Unfinished")
        columns([(reason,) for reason in found.unfinished])


def _print_documents(found: Status) -> None:
    heading(counted(len(found.documents), "document"))
    rows = [
        (document["doc_id"], f"{document['lines']:>7,} lines", "" if document["finished"] else "not finished")
        for document in found.documents
    ]
    columns(rows[:SHOWN_DOCUMENTS])
    if len(rows) > SHOWN_DOCUMENTS:
        say(f"  and {len(rows) - SHOWN_DOCUMENTS:,} more (--json names them all)")


def _spent(row: dict[str, Any]) -> tuple[Cell, ...]:
    from pramana.app.reports import money

    tokens = row["prompt_tokens"] + row["completion_tokens"]
    if row["model"].startswith(EMBEDDED):
        return f"embedded model {row['model'].removeprefix(EMBEDDED)}", f"{row['calls']:,} answers, no cost"
    return row["model"], f"{row['calls']:,} answers, {tokens:,} tokens, {money(row['money'])}"


def _pass(about: dict[str, Any], result: dict[str, Any]) -> str:
    taken = f"{result.get('taken_back', 0):,} taken back"
    if about.get("undo"):
        return f"undo {about['pass']}: {taken}"
    return f"{about['pass']}: {tallied(result.get('links', {}))}{f', {taken}' if result.get('taken_back') else ''}"


def _decision(about: dict[str, Any], result: dict[str, Any]) -> str:
    what = f"undo of decision {about['undoes']}" if "undoes" in about else about["what"]
    return f"{what}: {about['one']}, {about['other']}{f' ({why})' if (why := about['why']) else ''}"


def _removal(about: dict[str, Any], result: dict[str, Any]) -> str:
    return ", ".join(about["documents"])


TELLING: dict[str, Callable[[dict[str, Any], dict[str, Any]], str]] = {
    "pass": _pass,
    "decision": _decision,
    "remove": _removal,
}
"""What came of a run in words, by its kind."""


def run_row(run: dict[str, Any]) -> tuple[Cell, ...]:
    """Return a run as a row: number, kind, status, begin, and what came of it."""
    result = run["result"]
    if run["kind"] == "ask":
        told = f"{result.get('question', '')} → {result.get('status', 'no answer')}"
    elif run["kind"] == "ingest" and "lines" in result:
        told = tallied(result["lines"])
    elif run["kind"] in TELLING:
        told = TELLING[run["kind"]](run["about"], result)
    else:
        told = str(result.get("graph_hash", ""))
    return f"{run['run']}", run["kind"], verdict(run["status"]), run["started"][:19].replace("T", " "), told

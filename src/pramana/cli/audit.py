"""`audit`: does the text support the graph?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import Cell, columns, heading, note, place, plural, print_json, say, verdict

if TYPE_CHECKING:
    from pramana.app import EdgeFinding, FileAudit, NodeFinding

SHOWN = 3
"""Examples that are named for each reason: one line of a terminal."""
_PANEL = "Files to write"


def audit(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph's file or folder, made by any tool.")],
    more: Annotated[
        list[Path] | None,
        typer.Argument(metavar="MORE", help="More files of text, after --source.", show_default=False),
    ] = None,
    source: Annotated[
        list[Path] | None,
        typer.Option(
            "--source",
            "-s",
            metavar="FILES",
            help="The text that it was made from: files or folders. Default: its own.",
        ),
    ] = None,
    window: Annotated[
        int, typer.Option("--window", metavar="N", help="How many lines (sentences) in a row count as near: 1 to 100.")
    ] = 3,
    as_json: options.AsJson = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html", metavar="FILE", rich_help_panel=_PANEL, show_default=False, help="A page to read and to filter."
        ),
    ] = None,
    facts: Annotated[
        Path | None,
        typer.Option(
            "--facts", metavar="FILE", rich_help_panel=_PANEL, show_default=False, help="What --json prints, in a file."
        ),
    ] = None,
    prune: Annotated[
        Path | None,
        typer.Option(
            "--prune", metavar="FILE", rich_help_panel=_PANEL, show_default=False, help="The graph of supported facts."
        ),
    ] = None,
) -> None:
    """Say of every node and edge of a graph whether the text supports it, and where. No workspace, no model.

    A workspace, and a store of LightRAG, have text of their own. Exit code 3 where a file of text could not be read
    and was left out.
    """
    from pramana.app import audit_files

    sources = [*(source or []), *(more or [])]
    found = audit_files(graph, sources, window, html=html, facts=facts, prune=prune)
    if as_json:
        print_json(found.as_json())
    else:
        _print(found)
    _say_what_is_left_out(found)
    for written in found.written:
        note("Wrote ", (str(written), "bold"), ".")
    raise typer.Exit(found.exit_code)


def _print(found: FileAudit) -> None:
    audit = found.audit
    size = f"{plural(len(audit.nodes), 'node')}, {plural(len(audit.edges), 'edge')}"
    text = f"{plural(len(audit.documents), 'document')}, {plural(audit.lines, 'line')}"
    say((found.path, "bold"), f" ({found.graph.format}): {size}; {text}; near is {plural(audit.window, 'line')}")
    rows: list[list[Cell]] = [["", *(verdict(name) for name in audit.counts["nodes"])]]
    for kind, counts in audit.counts.items():
        whole = max(sum(counts.values()), 1)
        rows.append([kind, *(f"{number:,} ({number / whole:.0%})" for number in counts.values())])
    columns(rows)
    _print_findings("Nodes", audit.nodes)
    _print_findings("Edges", audit.edges)


def _print_findings(title: str, findings: tuple[NodeFinding, ...] | tuple[EdgeFinding, ...]) -> None:
    from pramana.app import AuditVerdict as Verdict
    from pramana.app import audit_reasons as reasons

    for each in (Verdict.WEAK, Verdict.UNSUPPORTED):
        counts = reasons(findings, each)
        if counts:
            heading(f"{title}, {each.value}")
            columns([(f"{number:,}", reason, _examples(findings, each, reason)) for reason, number in counts])


def _examples(findings: tuple[NodeFinding, ...] | tuple[EdgeFinding, ...], each: str, reason: str) -> str:
    from pramana.app import audit_reason as reason_of

    alike = [finding for finding in findings if finding.verdict == each and reason_of(finding) == reason]
    return "; ".join(_finding_name(finding) for finding in alike[:SHOWN])


def _finding_name(finding: NodeFinding | EdgeFinding) -> str:
    from pramana.app import NodeFinding, shorten_name

    if isinstance(finding, NodeFinding):
        return shorten_name(finding.node.name, 40)
    where = f" [{place(finding.passage.doc_id, finding.passage.first)}]" if finding.passage else ""
    return f"{shorten_name(finding.edge.source, 30)} – {shorten_name(finding.edge.target, 30)}{where}"


def _say_what_is_left_out(found: FileAudit) -> None:
    for warning in found.graph.warnings:
        note(("note: ", "yellow"), warning)
    for error in found.refused:
        note(("left out: ", "yellow"), str(error))
    if found.skipped:
        note(f"{plural(found.skipped, 'file')} passed over: no documents by their names, or links.")
    if found.strange:
        note("Almost nothing of the graph occurs in this text. Is it the text that the graph was made from?")

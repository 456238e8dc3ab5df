"""Imports of graphs, and graphs held to their schemas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.graph import Violation
from pramana.views.render.parts import Part, aside, columns, line
from pramana.views.reports import ImportReport, PushReport
from pramana.wording import plural

SHOWN = 20
"""Violations that are printed: they fit on one screen."""


def import_parts(report: ImportReport) -> Iterator[Part]:
    """Yield what an import brought: its size, the types that the schema gained, the warnings."""
    yield line((f"Run {report.run}: ", "bold") if report.run is not None else "", str(report))
    named = [each.name for each in report.added if each.what == "node type"]
    relations = [each.name for each in report.added if each.what == "relation"]
    if report.run is not None:
        yield columns([("node types", ", ".join(named) or "none"), ("relations", ", ".join(relations) or "none")])


def push_parts(report: PushReport) -> Iterator[Part]:
    """Yield what a push wrote, and what reading it back has shown."""
    yield line(str(report))
    if report.check is not None:
        check = report.check
        found = "the same" if check.same else "NOT the same: push again, with --replace"
        yield line("Read back: ", (found, "green" if check.same else "red"))
        rows = [("source", check.source_count, check.source_hash), ("target", check.target_count, check.target_hash)]
        yield columns([(name, f"{nodes:,} nodes, {edges:,} edges", state) for name, (nodes, edges), state in rows])


def violations_parts(name: str, size: tuple[int, int], found: Sequence[Violation]) -> Iterator[Part]:
    """Yield the size of a graph (nodes, edges), and the first violations of a schema."""
    nodes, edges = size
    count = plural(len(found), "violation")
    yield line((name, "bold"), f": {plural(nodes, 'node')}, {plural(edges, 'edge')}, {count}")
    yield columns([(each.where, str(each).removeprefix(f"{each.where}: ")) for each in found[:SHOWN]])
    if len(found) > SHOWN:
        yield line(f"  and {len(found) - SHOWN:,} more: --json lists them all")


def warnings_parts(warnings: Sequence[str]) -> Iterator[Part]:
    """Yield what the reader of a file warned of."""
    for warning in warnings:
        yield aside(("note: ", "yellow"), warning)

"""Whether a text supports a graph."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.audit import AuditVerdict as Verdict
from pramana.audit import EdgeFinding, GraphAudit, NodeFinding, reason_counts, reason_of, shorten_name
from pramana.views.render.parts import Cell, Part, columns, heading, line, verdict
from pramana.wording import cited_place, plural

SHOWN = 3
"""Examples that are named for each reason: one line of a terminal."""


def _examples(findings: tuple[NodeFinding, ...] | tuple[EdgeFinding, ...], each: str, reason: str) -> str:
    alike = [finding for finding in findings if finding.verdict == each and reason_of(finding) == reason]
    return "; ".join(_finding_name(finding) for finding in alike[:SHOWN])


def _finding_name(finding: NodeFinding | EdgeFinding) -> str:
    if isinstance(finding, NodeFinding):
        return shorten_name(finding.node.name, 40)
    where = f" {cited_place(finding.passage.doc_id, finding.passage.first)}" if finding.passage else ""
    return f"{shorten_name(finding.edge.source, 30)} – {shorten_name(finding.edge.target, 30)}{where}"


def _findings(title: str, findings: tuple[NodeFinding, ...] | tuple[EdgeFinding, ...]) -> Iterator[Part]:
    for each in (Verdict.CONTRADICTED, Verdict.WEAK, Verdict.UNSUPPORTED):
        counts = reason_counts(findings, each)
        if counts:
            yield heading(f"{title}, {each.value}")
            yield columns([(f"{number:,}", reason, _examples(findings, each, reason)) for reason, number in counts])


def audit_parts(audit: GraphAudit, path: str, format: str) -> Iterator[Part]:
    size = f"{plural(len(audit.nodes), 'node')}, {plural(len(audit.edges), 'edge')}"
    text = f"{plural(len(audit.documents), 'document')}, {plural(audit.lines, 'line')}"
    yield line((path, "bold"), f" ({format}): {size}; {text}; near is {plural(audit.window, 'line')}")
    rows: list[list[Cell]] = [["", *(verdict(name) for name in audit.counts["nodes"])]]
    for kind, counts in audit.counts.items():
        whole = max(sum(counts.values()), 1)
        rows.append([kind, *(f"{number:,} ({number / whole:.0%})" for number in counts.values())])
    yield columns(rows)
    stated = sum(finding.is_stated for finding in audit.edges)
    if stated:
        yield line(f"{plural(stated, 'edge')} of the supported: a line says it, every word accounted for")
    yield from _findings("Edges", audit.edges)
    yield from _findings("Nodes", audit.nodes)

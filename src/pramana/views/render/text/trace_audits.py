"""Whether runs kept their rules."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.audit import AuditResult, TraceAudit
from pramana.views.render.parts import Part, columns, line, verdict
from pramana.wording import plural

SHOWN = 5
"""Violations that are named for each trace; `--json` prints all."""


def _reasons(result: AuditResult) -> str:
    shown = "; ".join(f"{each.place}: {each.reason}" for each in result.violations[:SHOWN])
    rest = len(result.violations) - SHOWN
    return f"{shown}; and {rest:,} more" if rest > 0 else shown


def trace_audits_parts(results: list[tuple[str, list[AuditResult]]], audits: list[TraceAudit]) -> Iterator[Part]:
    failed = sum(any(each.violations for each in those) for _, those in results)
    yield line(f"{plural(len(results), 'trace')}, {plural(len(audits), 'audit')} each: {failed:,} failed")
    for name, those in results:
        yield line((name, "bold"))
        yield columns([(verdict(each.verdict), each.audit, _reasons(each)) for each in those])

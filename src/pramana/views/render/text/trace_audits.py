"""Whether runs kept their rules."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.audit import AuditResult
from pramana.views.render.parts import Part, columns, line, verdict
from pramana.wording import plural

SHOWN = 5
"""Violations that are named for each trace; `--json` prints all."""


def _reasons(result: AuditResult) -> str:
    shown = "; ".join(f"{each.place}: {each.reason}" for each in result.violations[:SHOWN])
    rest = len(result.violations) - SHOWN
    return f"{shown}; and {rest:,} more" if rest > 0 else shown


def trace_audits_parts(results: list[tuple[str, list[AuditResult]]]) -> Iterator[Part]:
    failed = sum(any(each.violations for each in those) for _, those in results)
    held = [each for _, those in results for each in those]
    broken = sum(bool(each.violations) for each in held)
    traces, audits = plural(len(results), "trace"), plural(len(held), "audit")
    yield line(f"{failed:,} of {traces} failed; {broken:,} of {audits} failed")
    for name, those in results:
        yield line((name, "bold"))
        yield columns([(verdict(each.verdict), each.audit, _reasons(each)) for each in those])

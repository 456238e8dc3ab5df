"""An investigation that has ended, with everything that can be made of it: a trace, Markdown, a page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pramana.investigate.outcome import InvestigationRecord
from pramana.investigate.report import markdown
from pramana.investigate.report_html import html
from pramana.investigate.tracing import trace_of_turns
from pramana.trace import WorkflowTrace

KIND = "investigate"
"""The kind of run that an investigation is."""


@dataclass(frozen=True)
class Investigation(InvestigationRecord):
    """An investigation that has ended: its record, as a trace and as reports."""

    @cached_property
    def trace(self) -> WorkflowTrace:
        """What happened as a trace, for audits, clustering and replay."""
        return trace_of_turns(self)

    def to_markdown(self) -> str:
        """Return the report as Markdown."""
        return markdown(self)

    def to_html(self) -> str:
        """Return the report as one HTML page, with nothing loaded from elsewhere."""
        return html(self)

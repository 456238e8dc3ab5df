"""Findings in a graph, each with its fix."""

from __future__ import annotations

from dataclasses import dataclass

from pramana.findings import Found, Severity

__all__ = ["GraphFinding", "Severity"]


@dataclass(frozen=True, slots=True)
class GraphFinding(Found):
    """One finding in a graph. `code` names its kind. The last field is the fix, "" where none is needed."""

    code: str
    reason: str
    mend: str = ""

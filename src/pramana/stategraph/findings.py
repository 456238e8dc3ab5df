"""What is wrong with a graph, said so that it can be mended."""

from __future__ import annotations

from dataclasses import dataclass

from pramana.findings import Found, Severity

__all__ = ["GraphFinding", "Severity"]


@dataclass(frozen=True, slots=True)
class GraphFinding(Found):
    """One thing found in a graph. `code` names the kind of finding, `mend` says what to do, "" where nothing need be
    done."""

    code: str
    reason: str
    mend: str = ""

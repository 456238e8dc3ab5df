"""Audits: whether a text supports what a graph, made by any tool, says. No model.

`audit_graph` gives every node and edge a verdict, and the place in the text that it rests on.
"""

from pramana.audit.html import as_html
from pramana.audit.model import (
    AuditEdge,
    AuditGraph,
    AuditNode,
    EdgeFinding,
    GraphAudit,
    Mention,
    NodeFinding,
    Passage,
    Rule,
    Verdict,
    shortened,
)
from pramana.audit.reading import graph_of
from pramana.audit.report import as_json, reason_of, reasons
from pramana.audit.support import WIDEST, WINDOW, audit_graph

__all__ = [
    "WIDEST",
    "WINDOW",
    "AuditEdge",
    "AuditGraph",
    "AuditNode",
    "EdgeFinding",
    "GraphAudit",
    "Mention",
    "NodeFinding",
    "Passage",
    "Rule",
    "Verdict",
    "as_html",
    "as_json",
    "audit_graph",
    "graph_of",
    "reason_of",
    "reasons",
    "shortened",
]

"""Audits, by rules: whether a text supports the facts of a graph; whether a run followed its rules.

`audit_graph` gives every node and edge a verdict and its place in the text; `audit_trace` applies audits to a trace.
"""

from pramana.audit import kinds as _kinds  # noqa: F401 - the kinds register themselves
from pramana.audit import transitions as _transitions  # noqa: F401
from pramana.audit.html import as_html
from pramana.audit.judging import judge_weak_edges
from pramana.audit.model import (
    AuditEdge,
    AuditGraph,
    AuditNode,
    AuditVerdict,
    EdgeFinding,
    GraphAudit,
    MatchRule,
    NodeFinding,
    NodeMention,
    TextPassage,
    shorten_name,
)
from pramana.audit.reading import graph_of
from pramana.audit.report import audit_json, reason_counts, reason_of, without_surrogates
from pramana.audit.support import DEFAULT_WINDOW, MAX_WINDOW, audit_graph
from pramana.audit.traces import (
    AuditKinds,
    AuditResult,
    TraceAudit,
    TraceAuditSettings,
    TraceViolation,
    audit_trace,
    audits_of,
    read_audits,
    trace_audits,
)

__all__ = [
    "DEFAULT_WINDOW",
    "MAX_WINDOW",
    "AuditEdge",
    "AuditGraph",
    "AuditKinds",
    "AuditNode",
    "AuditResult",
    "AuditVerdict",
    "EdgeFinding",
    "GraphAudit",
    "MatchRule",
    "NodeFinding",
    "NodeMention",
    "TextPassage",
    "TraceAudit",
    "TraceAuditSettings",
    "TraceViolation",
    "as_html",
    "audit_graph",
    "audit_json",
    "audit_trace",
    "audits_of",
    "graph_of",
    "judge_weak_edges",
    "read_audits",
    "reason_counts",
    "reason_of",
    "shorten_name",
    "trace_audits",
    "without_surrogates",
]

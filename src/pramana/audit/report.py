"""An audit as JSON: every fact with its verdict, the reason, and the place."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pramana.audit.model import AuditVerdict, EdgeFinding, GraphAudit, NodeFinding, NodeMention, TextPassage
from pramana.evidence import Evidence


def as_json(audit: GraphAudit) -> dict[str, Any]:
    """Return an audit as JSON. Lone surrogates, which JSON cannot hold, become U+FFFD."""
    return {
        "window": audit.window,
        "documents": [storable(doc_id) for doc_id in audit.documents],
        "lines": audit.lines,
        "counts": audit.counts,
        "nodes": [_node(finding) for finding in audit.nodes],
        "edges": [_edge(finding) for finding in audit.edges],
    }


def reasons(
    findings: tuple[NodeFinding, ...] | tuple[EdgeFinding, ...], verdict: AuditVerdict
) -> list[tuple[str, int]]:
    """Return the reasons for a verdict and the number of findings with each, the commonest first.

    See `reason_of`.
    """
    counted = Counter(reason_of(finding) for finding in findings if finding.verdict is verdict)
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def reason_of(finding: NodeFinding | EdgeFinding) -> str:
    """Return a finding's reason without names, so that findings alike in reason can be counted together."""
    return "an end does not occur in the text" if finding.reason.startswith("“") else finding.reason


def storable(text: str) -> str:
    """Return a text without lone surrogates, which UTF-8 cannot hold.

    >>> storable("a\\ud800b")
    'a�b'
    """
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _node(finding: NodeFinding) -> dict[str, Any]:
    return {
        "id": storable(finding.node.id),
        "name": storable(finding.node.name),
        "type": storable(finding.node.type),
        "verdict": finding.verdict.value,
        "reason": storable(finding.reason),
        "mentions": finding.mentions,
        "evidence": _mention(finding.mention),
    }


def _edge(finding: EdgeFinding) -> dict[str, Any]:
    edge = finding.edge
    return {
        "source": storable(edge.source),
        "relation": None if edge.relation is None else storable(edge.relation),
        "target": storable(edge.target),
        "descriptions": [storable(text) for text in edge.descriptions],
        "verdict": finding.verdict.value,
        "reason": storable(finding.reason),
        "meetings": finding.meetings,
        "source_evidence": _mention(finding.source),
        "target_evidence": _mention(finding.target),
        "passage": _passage(finding.passage),
        "words": [_evidence(word) for word in finding.words],
    }


def _mention(mention: NodeMention | None) -> dict[str, Any] | None:
    if mention is None:
        return None
    return {**_evidence(mention.evidence), "alias": storable(mention.alias), "rule": mention.rule.value}


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "doc_id": storable(evidence.doc_id),
        "line_number": evidence.line_number,
        "start": evidence.start,
        "end": evidence.end,
        "quote": storable(evidence.quote),
        "grade": evidence.grade.value,
    }


def _passage(passage: TextPassage | None) -> dict[str, Any] | None:
    if passage is None:
        return None
    lines = [storable(line) for line in passage.lines]
    return {"doc_id": storable(passage.doc_id), "first": passage.first, "last": passage.last, "lines": lines}

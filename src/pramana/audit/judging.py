"""Edges whose text proves nothing by rules, judged by a configured model, several in a call."""

from __future__ import annotations

from dataclasses import replace

from pramana.audit.model import AuditVerdict, EdgeFinding, GraphAudit
from pramana.claims import ClaimCheck, ClaimVerdict, Decider, OpenClaim, judge_claims
from pramana.evidence import words
from pramana.llm import Gateway

_VERDICTS = {
    ClaimVerdict.SUPPORTED: AuditVerdict.SUPPORTED,
    ClaimVerdict.CONTRADICTED: AuditVerdict.CONTRADICTED,
}


async def judge_weak_edges(audit: GraphAudit, gateway: Gateway) -> GraphAudit:
    """Return an audit in which a model judged the weak edges whose ends meet; without a model the same audit.

    The model sees what the graph says of the edge, and the lines of its passage. What it does not find said stays weak.
    """
    open_claims = {place: _open_claim(finding) for place, finding in enumerate(audit.edges) if _is_open(finding)}
    judged = await judge_claims(gateway, list(open_claims.values()))
    edges = list(audit.edges)
    for place, check in zip(open_claims, judged, strict=True):
        edges[place] = _judged_edge(edges[place], check)
    return replace(audit, edges=tuple(edges))


def _is_open(finding: EdgeFinding) -> bool:
    return finding.verdict is AuditVerdict.WEAK and finding.passage is not None


def _open_claim(finding: EdgeFinding) -> OpenClaim:
    lines = tuple(finding.passage.lines) if finding.passage is not None else ()
    return OpenClaim(ClaimCheck(claim_of(finding), ClaimVerdict.UNSURE), lines, tuple(range(len(lines))))


def _judged_edge(finding: EdgeFinding, judged: ClaimCheck) -> EdgeFinding:
    if judged.decided_by is not Decider.MODEL:
        return finding
    verdict = _VERDICTS.get(judged.verdict, AuditVerdict.WEAK)
    reason = f"a model, {judged.verdict.value.replace('_', ' ')}: {judged.reasons[0]}"
    return replace(finding, verdict=verdict, reason=reason, decided_by=Decider.MODEL)


def claim_of(finding: EdgeFinding) -> str:
    """Return what a graph says of an edge: its descriptions, else its ends with the relation between them."""
    edge = finding.edge
    if edge.descriptions:
        return " ".join(edge.descriptions)
    relation = " ".join(words((edge.relation or "is related to").replace("_", " ")).forms)
    return f"{edge.source} {relation} {edge.target}."

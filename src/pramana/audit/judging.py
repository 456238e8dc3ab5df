"""Edges whose text proves nothing by rules, judged by a configured model: one isolated call an edge."""

from __future__ import annotations

from dataclasses import replace

from pramana.audit.model import AuditVerdict, EdgeFinding, GraphAudit
from pramana.claims import ClaimCheck, ClaimVerdict, Decider, judge_claim
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
    edges = [await _judge_edge(finding, gateway) for finding in audit.edges]
    return replace(audit, edges=tuple(edges))


async def _judge_edge(finding: EdgeFinding, gateway: Gateway) -> EdgeFinding:
    if finding.verdict is not AuditVerdict.WEAK or finding.passage is None:
        return finding
    lines = finding.passage.lines
    open_claim = ClaimCheck(claim_of(finding), ClaimVerdict.UNSURE)
    judged = await judge_claim(gateway, open_claim, lines, range(len(lines)))
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

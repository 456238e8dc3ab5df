"""An audit as JSON: every fact with its verdict, the reason, and the place."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pramana.audit.model import AuditVerdict, EdgeFinding, GraphAudit, NodeFinding


def audit_json(audit: GraphAudit) -> dict[str, Any]:
    """Return an audit as JSON. Lone surrogates, which JSON cannot hold, become U+FFFD."""
    found: dict[str, Any] = storable_json(audit.as_json())
    return found


def reason_counts(
    findings: tuple[NodeFinding, ...] | tuple[EdgeFinding, ...], verdict: AuditVerdict
) -> list[tuple[str, int]]:
    """Return the reasons for a verdict and the number of findings with each, the commonest first.

    See `reason_of`.
    """
    counted = Counter(reason_of(finding) for finding in findings if finding.verdict is verdict)
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


def reason_of(finding: NodeFinding | EdgeFinding) -> str:
    """Return a finding's reason without names, so that findings alike in reason can be counted together."""
    if finding.reason.startswith("“"):
        return "an end does not occur in the text"
    return next((reason for reason in _OPPOSED if finding.reason.startswith(reason)), finding.reason)


_OPPOSED = ("the line says the opposite", "the text denies it", "the text has the ends in reversed roles")
"""How reasons for `contradicted` begin, before the words of the line."""
_ORDER = (AuditVerdict.CONTRADICTED, AuditVerdict.SUPPORTED, AuditVerdict.WEAK, AuditVerdict.UNSUPPORTED)


def certain_first(findings: tuple[EdgeFinding, ...]) -> list[EdgeFinding]:
    """Return findings in the order in which they are shown: contradicted, stated in full, supported, weak, unsupported.

    Equal ones keep the graph's order.
    """
    return sorted(findings, key=lambda each: (_ORDER.index(each.verdict), not each.is_stated))


def without_surrogates(text: str) -> str:
    """Return a text without lone surrogates, which UTF-8 cannot hold.

    >>> storable("a\\ud800b")
    'a�b'
    """
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def storable_json(value: Any) -> Any:
    """Return a JSON value without lone surrogates."""
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, list):
        return [storable_json(item) for item in value]
    return {key: storable_json(item) for key, item in value.items()} if isinstance(value, dict) else value

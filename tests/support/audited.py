"""Small graphs and texts for audits."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.audit import AuditEdge, AuditGraph, AuditNode, EdgeFinding, GraphAudit, NodeFinding, audit_graph
from pramana.documents import Line, LoadedDocument

STORY = (
    "Ebenezer Scrooge kept his counting-house in the City.",
    "His clerk, Bob Cratchit, copied letters in a dismal little cell.",
    "'A merry Christmas, uncle!' cried Scrooge's nephew.",
    "'Humbug!' said Scrooge.",
    "The fog came pouring in at every chink and keyhole.",
    "Candles were flaring in the windows of the neighbouring offices.",
    "The clock had only just gone three, but it was quite dark already.",
    "Mrs. Cratchit made the pudding, and Tiny Tim heard it singing.",
    "The nephew went home; Bob was glad of it.",
)


def document(*lines: str, doc_id: str = "story.txt") -> LoadedDocument:
    """A document of these lines, as a loader gives it."""
    kept = tuple(Line(number, text, 0, len(text)) for number, text in enumerate(lines, start=1))
    return LoadedDocument(doc_id, "sha", "text-1", kept)


def audited(
    nodes: Sequence[AuditNode] = (), edges: Sequence[AuditEdge] = (), text: Sequence[str] = STORY, window: int = 3
) -> GraphAudit:
    return audit_graph(AuditGraph(tuple(nodes), tuple(edges)), [document(*text)], window)


def node(name: str, text: Sequence[str] = STORY, kind: str = "PERSON", aliases: tuple[str, ...] = ()) -> NodeFinding:
    """What an audit says of one node."""
    return audited([AuditNode(name, name, kind, (), aliases)], text=text).nodes[0]


def edge(
    source: str,
    target: str,
    *told: str,
    relation: str | None = None,
    text: Sequence[str] = STORY,
    window: int = 3,
    kind: str = "PERSON",
) -> EdgeFinding:
    """What an audit says of one edge between two persons."""
    nodes = [AuditNode(name, name, kind) for name in dict.fromkeys((source, target))]
    return audited(nodes, [AuditEdge(source, target, relation, told)], text, window).edges[0]

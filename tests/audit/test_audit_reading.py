"""From nodes and edges of any graph to what is audited."""

from __future__ import annotations

from pramana.audit import AuditEdge, AuditNode, graph_of
from pramana.graph import Edge, Node


def test_names_aliases_and_descriptions_come_from_the_usual_properties() -> None:
    """A node's name is its `name` or `title`, else its id; `<SEP>` parts descriptions."""
    nodes = [
        Node("17", "person", {"title": "BOB", "aliases": ["Robert", 3], "description": "A clerk.<SEP>A father."}),
        Node("Rama", "", {"name": " ", "description": ["A king."]}),
    ]
    edges = [Edge("17", "KNOWS", "Rama", {"description": " He knows him. "})]
    graph = graph_of(nodes, edges)
    assert graph.nodes == (
        AuditNode("17", "BOB", "person", ("A clerk.", "A father."), ("Robert",)),
        AuditNode("Rama", "Rama", "", ("A king.",)),
    )
    assert graph.edges == (AuditEdge("17", "Rama", "KNOWS", ("He knows him.",)),)

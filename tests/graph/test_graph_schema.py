"""What a graph may hold."""

from __future__ import annotations

import pytest

from pramana.errors import SchemaViolation
from pramana.graph import Edge, GraphSchema, Node, NodeType, Relation, fold_name

SCHEMA = GraphSchema(
    node_types={"Person": NodeType(required=("name",)), "Place": NodeType()},
    relations={"LIVES_IN": Relation(("Person",), ("Place",)), "KNOWS": Relation(("Person",), ("Person",))},
)


@pytest.mark.parametrize(
    ("node", "problem"),
    [
        (Node("", "Place"), "a node's id cannot be empty"),
        (Node(" \t", "Place"), "a node's id cannot be empty"),
        (Node("x", "Persona"), "unknown node type 'Persona'"),
        (Node("x", "Person"), "a Person needs the property 'name'"),
        (Node("x", "Person", {"name": ""}), "a Person needs the property 'name'"),
        (Node("x", "Person", {"name": None}), "a Person needs the property 'name'"),
    ],
)
def test_node_that_breaks_the_schema_is_refused(node: Node, problem: str) -> None:
    """The refusal names the node and the problem as fields."""
    with pytest.raises(SchemaViolation) as caught:
        SCHEMA.validate_node(node)
    assert (caught.value.where, caught.value.problem) == (f"node {node.id!r}", problem)


@pytest.mark.parametrize(
    ("edge", "types", "problem", "allowed"),
    [
        (Edge("a", "LOVES", "b"), ("Person", "Person"), "unknown relation 'LOVES'", ("LIVES_IN", "KNOWS")),
        (Edge("a", "LIVES_IN", "b"), ("Place", "Place"), "LIVES_IN cannot lead from a Place", ("Person",)),
        (Edge("a", "LIVES_IN", "b"), ("Person", "Person"), "LIVES_IN cannot lead to a Person", ("Place",)),
        (Edge("a", "KNOWS", "a"), ("Person", "Person"), "an edge cannot lead from a node to itself", ()),
    ],
)
def test_edge_that_breaks_the_schema_is_refused(
    edge: Edge, types: tuple[str, str], problem: str, allowed: tuple[str, ...]
) -> None:
    """The refusal names the edge, the problem and what would have been taken, as fields."""
    with pytest.raises(SchemaViolation) as caught:
        SCHEMA.validate_edge(edge, *types)
    assert (caught.value.where, caught.value.problem) == (f"edge {edge.id!r}", problem)
    assert caught.value.allowed == allowed


def test_what_keeps_to_the_schema_passes() -> None:
    """A property that is false or nought is there; self-loops pass where the schema has them."""
    SCHEMA.validate_node(Node("x", "Person", {"name": 0}))
    SCHEMA.validate_edge(Edge("a", "KNOWS", "b"), "Person", "Person")
    GraphSchema(SCHEMA.node_types, SCHEMA.relations, self_loops=True).validate_edge(
        Edge("a", "KNOWS", "a"), "Person", "Person"
    )


def test_edges_id_tells_parallel_edges_apart() -> None:
    """The first of parallel edges has no number, the others have theirs."""
    assert Edge("a", "KNOWS", "b").id == "a -KNOWS-> b"
    assert Edge("a", "KNOWS", "b", ordinal=2).id == "a -KNOWS-> b #2"


@pytest.mark.parametrize(
    ("one", "other"),
    [("É", "e\u0301"), ("STRASSE", "straße"), ("Mr.\u00a0Scrooge", "mr.  scrooge"), ("ὈΔΥΣΣΕΎΣ", "ὀδυσσεύς")],
)
def test_names_fold_alike(one: str, other: str) -> None:
    """Case, white space and Unicode normal form do not tell names apart."""
    assert fold_name(one) == fold_name(other)

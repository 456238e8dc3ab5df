"""Schemas with typed properties, bounds and soft growth: as data, in files, inferred and compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from graph_files import sources
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import GraphFileError, InputError, SchemaViolation
from pramana.graph import Edge, GraphSchema, Node, NodeType, Relation
from pramana.graph.io import ListedGraph
from pramana.graph.schema import (
    Added,
    Attribute,
    AttributeType,
    SchemaMode,
    SchemaModel,
    Violation,
    diff_schemas,
    extend_schema,
    infer_schema,
    read_schema,
    schema_as_json,
    schema_as_yaml,
    schema_from_json,
    violations,
    write_schema,
)

PERSON = {
    "required": ["name"],
    "attributes": {
        "name": "text",
        "age": "integer",
        "height": "number",
        "alive": "boolean",
        "born": "date",
        "aliases": "list of text",
        "rank": {"type": "text", "one_of": ["king", "prince"]},
    },
    "unique": ["name"],
}
SCHEMA = schema_from_json(
    {
        "node_types": {"Person": PERSON, "Place": {"closed": True, "attributes": ["name"]}},
        "relations": {
            "KNOWS": {"sources": ["Person"], "targets": ["Person"], "attributes": {"since": "integer"}},
            "NEAR": {"required": ["km"]},
        },
        "max_nodes": 3,
        "max_edges": 1,
    }
)


def person(node_id: str = "a", **properties: Any) -> Node:
    return Node(node_id, "Person", {"name": node_id, **properties})


@pytest.mark.parametrize(
    ("node", "what", "name", "given_value", "allowed", "nearest"),
    [
        (person(age="3"), "value", "age", "3", ("integer",), ()),
        (person(age=True), "value", "age", True, ("integer",), ()),
        (person(age=3.0), "value", "age", 3.0, ("integer",), ()),
        (person(height=True), "value", "height", True, ("number",), ()),
        (person(alive=1), "value", "alive", 1, ("boolean",), ()),
        (person(born="soon"), "value", "born", "soon", ("date",), ()),
        (person(aliases=["x", 1]), "value", "aliases", ["x", 1], ("list of text",), ()),
        (person(rank="Prinze"), "choice", "rank", "Prinze", ('"king"', '"prince"'), ("prince",)),
        (Node("a", "Person", {"nam": "x"}), "missing", "name", None, ("name",), ("nam",)),
        (Node("a", "person"), "type", "", "person", ("Person", "Place"), ("Person",)),
        (Node("a", "Place", {"nme": 1}), "property", "nme", 1, ("name",), ("name",)),
        (Node(" ", "Place"), "id", "", " ", (), ()),
    ],
)
def test_violation_of_a_node_is_data(
    node: Node, what: str, name: str, given_value: Any, allowed: tuple[str, ...], nearest: tuple[str, ...]
) -> None:
    """It says what is wrong, where, what was given, what would have been taken, and the nearest of that."""
    (found,) = SCHEMA.node_violations(node)
    assert (found.what, found.name, found.given, found.allowed, found.nearest) == (
        what,
        name,
        given_value,
        allowed,
        nearest,
    )
    assert found.where == f"node {node.id!r}"
    with pytest.raises(SchemaViolation) as caught:
        SCHEMA.validate_node(node)
    assert (caught.value.given, caught.value.allowed, caught.value.nearest) == (given_value, allowed, nearest)
    assert str(caught.value) == str(found)
    assert json.dumps(found.as_json())


def test_node_that_keeps_to_its_types_passes() -> None:
    """A whole number is a number, a date may have a time, None is nothing, and other properties are free."""
    SCHEMA.validate_node(
        person(age=3, height=2, alive=False, born="1843-12-19T12:00", aliases=[], rank="king", odd=None, free={})
    )
    SCHEMA.validate_edge(Edge("a", "NEAR", "b", {"km": 0}), "Place", "Person")


def test_everything_wrong_with_a_graph_is_listed_in_order() -> None:
    """Nodes first, then edges, then the size; a limit cuts the list."""
    nodes = [person("a"), person("b", name="a"), person("a"), Node("c", "Place"), Node("d", "Place")]
    edges = [
        Edge("a", "KNOWS", "c", {"since": "1"}),
        Edge("a", "KNOWS", "e"),
        Edge("a", "KNOWS", "a"),
        Edge("a", "KNOWS", "a"),
        Edge("c", "NEAR", "d"),
    ]
    found = violations(SCHEMA, nodes, edges)
    assert [(each.what, each.where) for each in found] == [
        ("unique", "node 'b'"),
        ("twice", "node 'a'"),
        ("target", "edge 'a -KNOWS-> c'"),
        ("value", "edge 'a -KNOWS-> c'"),
        ("end", "edge 'a -KNOWS-> e'"),
        ("loop", "edge 'a -KNOWS-> a'"),
        ("twice", "edge 'a -KNOWS-> a'"),
        ("loop", "edge 'a -KNOWS-> a'"),
        ("missing", "edge 'c -NEAR-> d'"),
        ("limit", "the graph"),
        ("limit", "the graph"),
    ]
    assert violations(SCHEMA, nodes, edges, limit=2) == found[:2]
    assert violations(SCHEMA, [person()], []) == []


def test_bounds_are_inclusive() -> None:
    """The most that is allowed is allowed; one more is refused with its number."""
    SCHEMA.validate_counts(3, 1)
    with pytest.raises(SchemaViolation, match="4 nodes; the limit is 3") as caught:
        SCHEMA.validate_counts(4, 2)
    assert caught.value.given == 4


SOFT = GraphSchema({"Person": NodeType(("name",))}, {"KNOWS": Relation(("Person",), ("Person",))}, mode=SchemaMode.SOFT)


def test_soft_schema_admits_types_and_relations_and_says_so() -> None:
    """What was added comes back in order; what is required stays required."""
    nodes = [Node("a", "Person"), Node("b", "Place")]
    edges = [Edge("a", "KNOWS", "b"), Edge("b", "NEAR", "c")]
    schema, added = extend_schema(SOFT, nodes, edges, {"c": "Person"})
    assert added == (
        Added("node type", "Place"),
        Added("target", "KNOWS", "Place"),
        Added("relation", "NEAR"),
        Added("source", "NEAR", "Place"),
        Added("target", "NEAR", "Person"),
    )
    assert [
        violation.what for violation in violations(schema, [*nodes, Node("c", "Person", {"name": "c"})], edges)
    ] == ["missing"]
    assert extend_schema(schema, nodes, edges, {"c": "Person"}) == (schema, ())


def test_strict_schema_admits_nothing() -> None:
    """A strict schema comes back as it is."""
    assert extend_schema(SCHEMA, [Node("a", "Ghost")]) == (SCHEMA, ())


@given(source=sources())
@settings(max_examples=60)
def test_graph_keeps_to_the_schema_that_is_inferred_from_it(source: ListedGraph) -> None:
    """Nothing is wrong with a graph under its own schema, in whatever order it is gone through."""
    schema = infer_schema(source.nodes(), source.edges())
    assert violations(schema, source.nodes(), source.edges()) == []
    assert infer_schema(reversed(source.nodes()), reversed(source.edges())) == schema
    assert schema_from_json(json.loads(json.dumps(schema_as_json(schema)))) == schema


def test_inferred_schema_is_narrow() -> None:
    """Types are joined no further than needed, and what all nodes have is required."""
    nodes = [
        Node("a", "T", {"n": 1, "x": [], "name": "a", "e": ""}),
        Node("b", "T", {"n": 1.5, "x": [1], "name": "b", "e": "e", "o": {}}),
    ]
    schema = infer_schema(nodes, [Edge("a", "R", "b", {"w": True}), Edge("b", "R", "b")])
    assert schema_as_json(schema) == {
        "node_types": {
            "T": {
                "required": ["n", "name", "x"],
                "attributes": {"e": "text", "n": "number", "name": "text", "o": "object", "x": "list"},
            }
        },
        "relations": {"R": {"sources": ["T"], "targets": ["T"], "attributes": {"w": "boolean"}}},
        "self_loops": True,
    }


names = st.text(min_size=1, max_size=4)
attributes = st.dictionaries(
    names,
    st.builds(Attribute, st.sampled_from(AttributeType))
    | st.just(Attribute(AttributeType.INTEGER, (1, 2)))
    | st.just(Attribute(AttributeType.ANY, ("a", True, 0.5, [1]))),
    max_size=3,
)
lists = st.lists(names, max_size=2, unique=True).map(tuple)
node_types = st.dictionaries(names, st.builds(NodeType, lists, attributes, lists, st.booleans()), max_size=3)


@st.composite
def schemas(draw: st.DrawFn) -> GraphSchema:
    """Draw a schema whose relations join its own types."""
    types = draw(node_types)
    ends = st.none() | st.lists(st.sampled_from(sorted(types)), max_size=2).map(tuple) if types else st.none()
    relations = st.dictionaries(names, st.builds(Relation, ends, ends, lists, attributes, st.booleans()), max_size=2)
    bounds = st.none() | st.integers(0, 9)
    return GraphSchema(
        types, draw(relations), draw(st.booleans()), draw(bounds), draw(bounds), draw(st.sampled_from(SchemaMode))
    )


@given(schema=schemas())
@settings(max_examples=80)
def test_schema_comes_back_from_json_and_yaml(schema: GraphSchema, tmp_path_factory: Any) -> None:
    """A schema is the same after JSON, YAML and files of both, and differs in nothing from itself."""
    assert schema_from_json(json.loads(json.dumps(schema_as_json(schema)))) == schema
    assert schema_from_json(yaml.safe_load(schema_as_yaml(schema))) == schema
    folder = tmp_path_factory.mktemp("schema")
    for name in ("s.json", "s.yaml"):
        write_schema(schema, folder / name)
        assert read_schema(folder / name) == schema
    assert diff_schemas(schema, schema) == []


def test_short_form_of_agents_configurations_is_taken() -> None:
    """Lists of names, required attributes by type and constraints say the same as the long form."""
    short = schema_from_json(
        {
            "node_types": ["Class", "Method"],
            "edge_types": ["CALLS"],
            "required_attributes": {"Class": ["name", "package"]},
            "constraints": {"max_nodes": 50, "max_edges": 100, "allow_self_loops": False},
        }
    )
    assert short == GraphSchema(
        {"Class": NodeType(("name", "package")), "Method": NodeType()},
        {"CALLS": Relation()},
        max_nodes=50,
        max_edges=100,
    )


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({}, "node_types: Field required"),
        ({"node_types": {"T": {"requird": []}}}, "node_types.T.requird"),
        ({"node_types": {"T": {"attributes": {"a": "integr"}}}}, "node_types.T.attributes.a.type"),
        (
            {"node_types": {"T": {"attributes": {"a": {"type": "integer", "one_of": ["x"]}}}}},
            '"x" in one_of is not of type integer',
        ),
        ({"node_types": ["Person"], "relations": {"R": {"sources": ["Persn"]}}}, "Did you mean Person"),
        ({"node_types": ["T"], "max_nodes": -1}, "max_nodes"),
        ({"node_types": ["T"], "constraints": {"max_node": 1}}, "max_node"),
        ({"node_types": ["T"], "required_attributes": {"U": ["a"]}}, "unknown node type 'U'"),
        ({"node_types": {"T": {"attributes": {"a": {"one_of": [float("nan")]}}}}}, "NaN|nan"),
        ([], "Input should be"),
    ],
)
def test_schema_that_makes_no_sense_is_refused_with_its_place(value: Any, told: str) -> None:
    """The refusal says where in the value it is, and what would do."""
    with pytest.raises(InputError, match=told) as caught:
        schema_from_json(value)
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("name", "text", "told", "place"),
    [
        ("s.json", '{"node_types":\n [}', "not valid JSON", (2, 3)),
        ("s.yaml", "node_types:\n - a\n b", "not valid YAML", (3, 3)),
        ("s.yaml", "a: &x [1]\nb: *x\n", "alias", (2, 4)),
        ("s.yaml", "node_types: !!python/object/apply:os.system [ls]\n", "not valid YAML", (1, 13)),
        ("s.yaml", "x: \0", "not valid YAML", (None, None)),
        ("s.json", "[" * 100_000, "nested deeper than 300 levels", (None, None)),
    ],
)
def test_broken_schema_file_is_told_with_its_place(tmp_path: Path, name: str, text: str, told: str, place: Any) -> None:
    """A file that is no JSON or YAML, has an alias or would make an object, is refused with line and column."""
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(GraphFileError, match=told) as caught:
        read_schema(tmp_path / name)
    assert (caught.value.line, caught.value.column) == place


def test_what_changed_between_schemas_is_data() -> None:
    """Types and relations that came or went, and each thing that changed inside of others; the order means nothing."""
    before = schema_from_json(
        {
            "node_types": {"Person": {"required": ["name", "age"], "attributes": {"age": "integer"}}, "Ghost": {}},
            "relations": {"KNOWS": {"sources": ["Person"], "targets": ["Person"]}},
        }
    )
    after = schema_from_json(
        {
            "node_types": {"Person": {"required": ["age", "name"], "attributes": {"age": "number", "born": "date"}}},
            "relations": {"KNOWS": {"sources": ["Person"]}},
            "max_nodes": 9,
        }
    )
    assert list(map(str, diff_schemas(before, after))) == [
        "+ max_nodes: 9",
        "- node_types Ghost: {}",
        '~ node_types Person attributes age: "integer" -> "number"',
        '+ node_types Person attributes born: "date"',
        '- relations KNOWS targets: ["Person"]',
    ]


def test_violation_is_told_in_one_line() -> None:
    """The text says all that the fields say."""
    violation = Violation("type", "node 'a'", "unknown node type 'Persn'", "", "Persn", ("Person",), ("Person",))
    assert str(violation) == "node 'a': unknown node type 'Persn'. Allowed: Person. Did you mean Person?"


def test_published_json_schema_is_the_models() -> None:
    """`docs/graph-schema.json` is what the model of the border says."""
    published = Path(__file__).parents[2] / "docs" / "graph-schema.json"
    assert json.loads(published.read_text("utf-8")) == SchemaModel.model_json_schema()

"""The payload of a run."""

import json
from typing import Any

import pytest

from pramana.errors import InputError
from pramana.graph.schema import Attribute, AttributeType, NodeType, Relation, SchemaMode
from pramana.igg import EvidenceRule, Payload, load_payload, read_payload

SEED: dict[str, Any] = {
    "session_id": "uuid-1234",
    "goal_prompt": "Map out the dependencies of the authentication module based on the provided source files.",
    "context_data": "...",
    "config": {
        "max_iterations": 20,
        "constraints": {"max_nodes": 50, "max_edges": 100, "allow_self_loops": False},
        "schema": {
            "node_types": ["Class", "Interface", "Method", "DatabaseTable"],
            "edge_types": ["CALLS", "IMPLEMENTS", "READS_FROM", "WRITES_TO"],
            "required_attributes": {"Class": ["name", "package"], "Method": ["name", "signature"]},
        },
    },
}


def with_schema(**schema: Any) -> dict[str, Any]:
    return {**SEED, "config": {"schema": {"node_types": ["A"], "edge_types": ["R"], **schema}}}


def test_seeds_payload_is_taken_as_it_stands() -> None:
    """The payload of the specification is read, and what it leaves out has the stated defaults."""
    payload = read_payload(SEED)
    schema = payload.graph_schema()
    assert (payload.config.max_iterations, schema.max_nodes, schema.max_edges, schema.self_loops) == (
        20,
        50,
        100,
        False,
    )
    assert schema.mode is SchemaMode.STRICT
    assert schema.node_types["Class"] == NodeType(("name", "package"))
    assert schema.relations["CALLS"] == Relation()
    assert payload.config.schema_.evidence is EvidenceRule.OPTIONAL
    assert not payload.config.prune


def test_payload_comes_back_from_its_own_json() -> None:
    """What is written is read as the same payload."""
    payload = read_payload({**SEED, "seed_data": {"nodes": [{"label": "Class", "properties": {"name": "A"}}]}})
    assert read_payload(json.loads(json.dumps(payload.model_dump(mode="json", by_alias=True)))) == payload


def test_schema_takes_types_endpoints_and_unique_keys() -> None:
    """Attribute types, endpoint types and unique keys reach the graph's schema; a key of several stays beside it."""
    payload = read_payload(
        with_schema(
            node_types=["A", "B"],
            attribute_types={"A": {"n": "integer"}, "R": {"w": {"type": "text", "one_of": ["x", "y"]}}},
            endpoints={"R": {"from": ["A"], "to": ["B"]}},
            unique_keys={"A": ["n", ["n", "m"]]},
        )
    )
    schema = payload.graph_schema()
    assert schema.node_types["A"] == NodeType((), {"n": Attribute(AttributeType.INTEGER)}, ("n",))
    assert schema.relations["R"].sources == ("A",)
    assert schema.relations["R"].attributes["w"].one_of == ("x", "y")
    assert payload.config.schema_.keys_of("A") == (("n",), ("n", "m"))


@pytest.mark.parametrize(
    ("payload", "told"),
    [
        (with_schema(required_attributes={"B": ["n"]}), "required_attributes has the unknown name 'B'"),
        (with_schema(endpoints={"S": {}}), "endpoints has the unknown name 'S'"),
        (with_schema(endpoints={"R": {"from": ["Aa"]}}), "refers to the unknown node type 'Aa'"),
        (with_schema(unique_keys={"R": ["n"]}), "unique_keys has the unknown name 'R'"),
        (with_schema(node_types=["A", "A"]), "'A' occurs twice"),
        (with_schema(node_types=["A", ""]), "'' is not a valid type name"),
        (with_schema(node_types=["A\n"]), "is not a valid type name"),
        (with_schema(unique_keys={"A": [[]]}), "a key of 'A' without attributes"),
        (with_schema(attribute_types={"A": {"n": "txt"}}), "node_types.A.attributes.n.type: Input should be 'any'"),
        ({**SEED, "context_data": [float("nan")]}, "is nan, which JSON cannot hold"),
        (with_schema(nodetypes=[]), "config.schema.nodetypes: Extra inputs"),
        ({**SEED, "session_id": ""}, "session_id: "),
        ({**SEED, "config": {**SEED["config"], "max_iterations": 0}}, "config.max_iterations: "),
        ({**SEED, "goal_prompt": "\ud800"}, "surrogate"),
        ([], "valid dictionary"),
    ],
)
def test_wrong_payload_is_refused_with_the_place(payload: Any, told: str) -> None:
    """What is wrong is named with its place; nothing is guessed."""
    with pytest.raises(InputError, match=told.replace(".", r"\.")):
        read_payload(payload)


def test_payload_is_read_from_a_file(tmp_path: Any) -> None:
    """A JSON file is read; one that is not there, or no JSON, is an input error that names it."""
    path = tmp_path / "payload.json"
    path.write_text(json.dumps(SEED))
    assert load_payload(path) == read_payload(SEED)
    path.write_text("{")
    with pytest.raises(InputError, match=r"payload\.json \(line 1"):
        load_payload(path)
    with pytest.raises(InputError, match="No such file"):
        load_payload(tmp_path / "none.json")


def test_json_schema_is_published_under_the_seeds_keys() -> None:
    """The JSON Schema names what the seed names, and what is obligatory."""
    schema = Payload.json_schema()
    assert schema["required"] == ["session_id", "goal_prompt", "config"]
    assert "schema" in schema["$defs"]["RunConfig"]["properties"]
    assert "from" in schema["$defs"]["SeedEdge"]["properties"]


def test_manifest_has_the_hash_of_the_context_in_its_place() -> None:
    """A log does not repeat the context, but says which it was."""
    manifest = read_payload({**SEED, "context_data": "a long text"}).manifest()
    assert list(manifest["context_data"]) == ["hash"]
    assert manifest != read_payload({**SEED, "context_data": "another text"}).manifest()

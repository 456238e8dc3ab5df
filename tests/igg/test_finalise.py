"""The end of a run: what goes out."""

from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from pramana.errors import SchemaViolation, UnknownName
from pramana.evidence import Evidence, Grade
from pramana.graph import GraphSchema
from pramana.graph.adapters import MemoryAdapter
from pramana.graph.io import read_graph
from pramana.graph.schema import SchemaMode, violations
from pramana.igg import Growth, export, final_schema, promote, promoted_config, prune, read_answer, read_payload


class Text:
    documents = ("d",)

    def align(self, quote: str, doc: str | None = None) -> Evidence | None:
        return Evidence("d", 1, 0, len(quote), quote, Grade.VERBATIM)

    def passage(self, quote: str, place: Evidence) -> None:
        return None


def grown(order: int = 1, **config: Any) -> Growth:
    """Return a small graph, whatever the order in which it grew."""
    schema = {
        "node_types": ["A"],
        "edge_types": ["R"],
        "required_attributes": {"A": ["name"]},
        "unique_keys": {"A": ["name"]},
    }
    payload = {"session_id": "s", "goal_prompt": "g", "config": {"schema": schema, "mode": "soft", **config}}
    growth = Growth(read_payload(payload), Text())
    nodes = [
        {"type": "ADD_NODE", "label": "A", "properties": {"name": "x", "quote": "own"}, "evidence": "x is"},
        {"type": "ADD_NODE", "label": "B", "properties": {"name": "y"}},
        {"type": "ADD_NODE", "label": "A", "properties": {"name": "z"}},
    ]
    edge = {"type": "ADD_EDGE", "label": "S", "from": "x", "to": "y", "properties": {"w": [1, 2]}}
    assert not growth.act(read_answer([*nodes[::order], edge])).refused
    return growth


@pytest.mark.parametrize("name", ["g.json", "g.graphml", "g.cypher", "g.csv"])
def test_same_graph_gives_the_same_bytes(tmp_path: Path, name: str) -> None:
    """In whatever order it grew."""
    (tmp_path / "other").mkdir()
    first = export(grown(1), tmp_path / name)
    second = export(grown(-1), tmp_path / "other" / name)
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_exported_graph_is_read_back_with_its_evidence(tmp_path: Path) -> None:
    """JSON is the graph itself; GraphML has the first place of each node beside its own properties."""
    growth = grown()
    export(growth, tmp_path / "g.json")
    imported = read_graph(tmp_path / "g.json")
    assert sorted(imported.nodes, key=lambda node: node.id) == sorted(growth.graph.nodes(), key=lambda node: node.id)
    assert '"quote":"x is"' in (tmp_path / "g.json").read_text()
    export(growth, tmp_path / "g.graphml")
    attributes = nx.read_graphml(tmp_path / "g.graphml").nodes["A:x"]
    assert {attributes["quote"], attributes["quote_"]} == {"x is", "own"}
    with pytest.raises(UnknownName):
        export(growth, tmp_path / "g.xyz")


def test_exported_graph_can_be_the_seed_of_another_run(tmp_path: Path) -> None:
    """With the schema that it grew to, strict: the same graph, the same hash."""
    import json

    growth = grown()
    export(growth, tmp_path / "g.json")
    payload = {
        "session_id": "t",
        "goal_prompt": "g",
        "config": promoted_config(growth).model_dump(mode="json", by_alias=True),
        "seed_data": json.loads((tmp_path / "g.json").read_text()),
    }
    again = Growth(read_payload(payload))
    assert (again.hash, again.schema.mode) == (growth.hash, SchemaMode.STRICT)
    assert again.schema == promote(growth)


def test_graph_goes_into_any_adapter_that_can_be_written() -> None:
    """All of it, or, where one thing is refused, nothing."""
    growth = grown()
    target = MemoryAdapter()
    assert export(growth, target) == ()
    assert target.hash() == growth.hash
    narrow = MemoryAdapter(GraphSchema({"A": promote(growth).node_types["A"]}, {}))
    with pytest.raises(SchemaViolation):
        export(growth, narrow)
    assert narrow.count() == (0, 0)


def test_isolated_nodes_are_pruned_where_the_configuration_says_so() -> None:
    """And they alone; what is pruned is named."""
    assert prune(grown()) == ()
    growth = grown(prune=True)
    assert prune(growth) == ("A:z",)
    assert growth.graph.count() == (2, 1)
    assert prune(growth) == ()


def test_soft_schema_becomes_a_strict_one_that_the_graph_keeps_to() -> None:
    """The final schema says what it was widened by."""
    growth = grown()
    strict = promote(growth)
    assert strict.mode is SchemaMode.STRICT
    assert violations(strict, growth.graph.nodes(), growth.graph.edges()) == []
    assert [one["name"] for one in final_schema(growth)["widened"]] == ["B", "S", "S", "S"]
    assert final_schema(growth)["schema"]["relations"]["S"] == {"sources": ["A"], "targets": ["B"]}

"""Graphs that are written and read again, in every format that goes both ways."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from graph_files import round_trip, sources, stated
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.canonical import canonical
from pramana.errors import CanonicalError
from pramana.graph import Node
from pramana.graph.io import ListedGraph, write_graph

EXACT = ["g.graphml", "g.gexf", "g.json", "g.parquet", "g.arrow"]
TWO_WAY = [*EXACT, "g.csv"]


def told(source: Any) -> list[Any]:
    """Return all of a graph as JSON, in which 1, 1.0 and True differ, and -0.0 and 0.0."""
    nodes = [canonical([node.id, node.type, dict(node.properties)]) for node in source.nodes()]
    return [nodes, [canonical([*edge.key, dict(edge.properties)]) for edge in source.edges()]]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXACT)
@given(source=sources())
@settings(max_examples=60)
def test_graph_comes_back_as_it_went(name: str, source: ListedGraph) -> None:
    """Ids, types, relations, names, values, order, parallel edges and direction come back, but for None."""
    found = round_trip(source, name)
    assert told(found.source()) == told(stated(source))
    assert found.directed == source.directed
    assert found.warnings == ()


@given(source=sources())
@settings(max_examples=60)
def test_csv_loses_direction_and_the_names_of_its_own_columns(source: ListedGraph) -> None:
    """What CSV loses: an undirected graph is read as directed, and a property `id` comes back as `id_`."""
    found = round_trip(source, "g.csv")
    assert told(found.source()) == told(in_columns(stated(source)))
    assert found.directed


def in_columns(source: ListedGraph) -> ListedGraph:
    """Return the graph with its properties called as their columns are."""
    nodes = tuple(Node(node.id, node.type, beside(node.properties, ("id", "type"))) for node in source.nodes())
    edges = tuple(
        replace(edge, properties=beside(edge.properties, ("source", "target", "relation"))) for edge in source.edges()
    )
    return ListedGraph(nodes, edges)


def beside(properties: Mapping[str, Any], own: tuple[str, ...]) -> dict[str, Any]:
    """Return properties under names that are not those of a table's own columns."""
    record: dict[str, Any] = {}
    for name, value in properties.items():
        free = name
        while free in own or (free != name and free in properties):
            free += "_"
        record[free] = value
    return record


@pytest.mark.parametrize("name", [*TWO_WAY, "g.cypher"])
@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, [math.inf], "\ud800", {"a": math.nan}])
def test_value_that_no_file_can_hold_is_refused_and_nothing_written(name: str, value: Any, tmp_path: Path) -> None:
    """Infinities, NaN and half characters are refused, and no file stands there then."""
    source = ListedGraph((Node("a", "T", {"x": value}),), ())
    with pytest.raises(CanonicalError):
        write_graph(source, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [*TWO_WAY, "g.cypher"])
@given(data=st.data())
@settings(max_examples=10)
def test_same_graph_gives_the_same_bytes(name: str, data: st.DataObject, tmp_path_factory: Any) -> None:
    """Files hang on the graph alone."""
    source = data.draw(sources())
    folder = tmp_path_factory.mktemp("bytes")
    first = [path.read_bytes() for path in write_graph(source, folder / name)]
    again = [path.read_bytes() for path in write_graph(source, folder / name)]
    assert first == again


@pytest.mark.parametrize("name", TWO_WAY)
def test_empty_graph_comes_back_empty(name: str) -> None:
    """A graph without nodes is a graph."""
    assert told(round_trip(ListedGraph((), ()), name).source()) == [[], []]

"""A graph on a Gremlin server that somebody else wrote, with ids that are no numbers: read whole, and searched here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pramana.graph.adapters.base import BaseAdapter
from pramana.graph.adapters.gremlin.connection import GremlinConnection
from pramana.graph.adapters.gremlin.layout import META
from pramana.graph.adapters.protocol import Caps
from pramana.graph.adapters.values import plain_properties
from pramana.graph.model import Edge, Node


class ForeignGremlinAdapter(BaseAdapter):
    """A vertex is a node of its id (as text) and label. The first search reads the graph; `refresh` reads it again.

    Nodes and edges come in the order of their ids and labels: servers keep no order of insertion. Values that are no
    JSON (dates, say) become texts.
    """

    name = "gremlin"

    def __init__(self, connection: GremlinConnection, *, caps: Caps | None = None) -> None:
        self.connection = connection
        self.caps = caps or Caps()

    def close(self) -> None:
        """Close the connection, which is opened again when it is needed."""
        self.connection.close()

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes."""
        from gremlin_python.process.graph_traversal import __
        from gremlin_python.process.traversal import P

        vertices = self.connection.g.V().has_label(P.neq(META))
        found = self.connection.run(vertices.project("i", "l", "p").by(__.id_()).by(__.label()).by(__.value_map()))
        for each in sorted(found, key=lambda one: _id_order(one["i"])):
            yield Node(str(each["i"]), each["l"], vertex_properties(each["p"]))

    def edges(self) -> Iterator[Edge]:
        """Yield all edges."""
        from gremlin_python.process.graph_traversal import __

        named = self.connection.g.E().project("s", "l", "t", "p")
        read = named.by(__.out_v().id_()).by(__.label()).by(__.in_v().id_()).by(__.value_map())
        found = [(str(each["s"]), each["l"], str(each["t"]), each["p"]) for each in self.connection.run(read)]
        taken: dict[tuple[str, str, str], int] = {}
        for source, relation, target, values in sorted(found, key=lambda one: (*one[:3], repr(sorted(one[3].items())))):
            ordinal = taken[source, relation, target] = taken.get((source, relation, target), -1) + 1
            yield Edge(source, relation, target, edge_properties(values), ordinal)


def _id_order(element_id: object) -> tuple[int, int, str]:
    return (0, element_id, "") if isinstance(element_id, int) else (1, 0, str(element_id))


def vertex_properties(values: dict[Any, Any]) -> dict[str, Any]:
    """Return the properties of a vertex, which holds a list of values under each name, mostly of one."""
    named = {str(name): value for name, value in values.items()}
    return edge_properties(
        {name: value[0] if isinstance(value, list) and len(value) == 1 else value for name, value in named.items()}
    )


def edge_properties(values: dict[Any, Any]) -> dict[str, Any]:
    """Return the properties of an edge."""
    return plain_properties({str(name): _json_value(value) for name, value in values.items()})


def _json_value(value: Any) -> Any:
    if isinstance(value, list | tuple | set):
        return [_json_value(each) for each in value]
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)

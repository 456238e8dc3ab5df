"""What an address in Neo4j means: a graph that Pramana wrote, or a user's own."""

from __future__ import annotations

from pramana.errors import AdapterError, InputError
from pramana.graph.adapters.neo4j.connection import Neo4jConnection
from pramana.graph.adapters.neo4j.growing import GrowingNeo4jAdapter
from pramana.graph.adapters.neo4j.layout import META, Layout, quote_name
from pramana.graph.adapters.neo4j.target import Neo4jTarget
from pramana.graph.adapters.neo4j.walking import Neo4jAdapter
from pramana.graph.adapters.protocol import GraphAdapter
from pramana.graph.address import GraphAddress
from pramana.graph.io.cypher_write import LABEL

OPTIONS = ("label", "id")
"""`label`: the graph is the nodes with this label; `id`: the property that is the id in a user's own graph."""

EVERYTHING = "*"
"""As the label: all nodes of the database, also where it holds a graph of Pramana's."""


def connect_neo4j(address: GraphAddress, read_only: bool = True) -> GraphAdapter:
    """Return an adapter over a graph in Neo4j.

    `label` in the address names the graph; without it, it is Pramana's own graph where the database has just one, else
    all nodes. Only a graph of Pramana's can be written to: a label that no node has is made one. Raises InputError,
    GraphServerError.
    """
    address.refuse_unknown_options(OPTIONS)
    connection = Neo4jConnection(address, read_only=read_only)
    try:
        layout = _layout(connection, address)
        if read_only:
            return Neo4jAdapter(connection, layout)
        label = graph_label(connection, address)
        return GrowingNeo4jAdapter(connection, label)
    except BaseException:
        connection.close()
        raise


def neo4j_target(address: GraphAddress) -> Neo4jTarget:
    """Return what a projection is written to in Neo4j. Raises InputError, GraphServerError."""
    address.refuse_unknown_options(("label",))
    connection = Neo4jConnection(address)
    try:
        return Neo4jTarget(connection, graph_label(connection, address))
    except BaseException:
        connection.close()
        raise


def graph_label(connection: Neo4jConnection, address: GraphAddress) -> str:
    """Return the label of a graph that may be written to.

    Raises InputError for a label that Pramana uses itself, AdapterError for one that other nodes have.
    """
    label = address.option("label") or LABEL
    if label in (EVERYTHING, META) or label.startswith("pramana_") or "\0" in label:
        raise InputError(f"{address}: a graph that is written to needs a label of its own, such as label=Story.")
    managed = connection.run(f"MATCH (m:{META} {{label: $label}}) RETURN 1", {"label": label})
    if not managed and connection.run(f"MATCH (n:{quote_name(label)}) RETURN 1 LIMIT 1"):
        raise AdapterError(
            f"{address}: nodes with the label {label} are there, and Pramana did not write them. Name another label."
        )
    return label


def _layout(connection: Neo4jConnection, address: GraphAddress) -> Layout:
    label = address.option("label")
    known = [name for (name,) in connection.run(f"MATCH (m:{META}) RETURN m.label ORDER BY m.label")]
    if not label and len(known) > 1:
        listed = ", ".join(f"label={name}" for name in known)
        raise InputError(f"{address} holds several graphs. Name one: {listed}, or label={EVERYTHING} for all nodes.")
    if not label and known:
        label = known[0]
    if label in known:
        return Layout(label, managed=True)
    return Layout("" if label == EVERYTHING else label, key=address.option("id"), beside=bool(known))

"""What an address of a Gremlin server means: a graph that Pramana wrote, or all that somebody else wrote."""

from __future__ import annotations

from pramana.errors import AdapterError
from pramana.graph.adapters.gremlin.connection import GremlinConnection
from pramana.graph.adapters.gremlin.foreign import ForeignGremlinAdapter
from pramana.graph.adapters.gremlin.growing import GrowingGremlinAdapter
from pramana.graph.adapters.gremlin.layout import GRAPH, META_NAME
from pramana.graph.adapters.gremlin.own import OwnGremlinAdapter, can_be_searched
from pramana.graph.adapters.gremlin.target import GremlinTarget
from pramana.graph.adapters.gremlin.walking import GremlinAdapter
from pramana.graph.adapters.protocol import GraphAdapter
from pramana.graph.address import GraphAddress

OPTIONS = ("graph", "source")
"""`graph`: the name of a graph that Pramana wrote; `source`: the server's traversal source, `g` without it."""
KEY_OPTION = "id"
"""The property that is the id in a user's own graph, which is read only."""
DEFAULT = "pramana"


def connect_gremlin(address: GraphAddress, read_only: bool = True) -> GraphAdapter:
    """Return an adapter over a graph on a Gremlin server.

    `graph` in the address names one that Pramana wrote or is to write; without it, it is the default one where it is
    there, else all that the server holds, which can be read only. Raises InputError, GraphServerError, AdapterError.
    """
    address.refuse_unknown_options((*OPTIONS, KEY_OPTION) if read_only else OPTIONS)
    connection = GremlinConnection(address, read_only=read_only)
    try:
        name = address.option("graph") or DEFAULT
        if not read_only:
            return GrowingGremlinAdapter(connection, name)
        key = address.option(KEY_OPTION)
        if not key and is_there(connection, name):
            return GremlinAdapter(connection, name)
        if address.option("graph"):
            raise AdapterError(f"{address}: Pramana wrote no graph {name!r} there.")
        return OwnGremlinAdapter(connection, key) if can_be_searched(connection) else _read_whole(connection, key)
    except BaseException:
        connection.close()
        raise


def _read_whole(connection: GremlinConnection, key: str) -> ForeignGremlinAdapter:
    if key:
        raise AdapterError(f"{connection.address}: its ids are no numbers; without id={key} the graph is read whole.")
    return ForeignGremlinAdapter(connection)


def is_there(connection: GremlinConnection, name: str) -> bool:
    """Return whether a server holds a graph of that name that Pramana wrote."""
    found = (connection.g.V().has(key, name).limit(1).values(key) for key in (META_NAME, GRAPH))
    return any(map(connection.run, found))


def gremlin_target(address: GraphAddress) -> GremlinTarget:
    """Return what a projection is written to on a Gremlin server. Raises InputError, GraphServerError."""
    address.refuse_unknown_options(OPTIONS)
    connection = GremlinConnection(address)
    try:
        return GremlinTarget(connection, address.option("graph") or DEFAULT)
    except BaseException:
        connection.close()
        raise

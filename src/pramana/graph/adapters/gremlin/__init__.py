"""Graphs on Gremlin servers: TinkerGraph, JanusGraph. A user's own is read; graphs of Pramana's are written, too.

Imports the driver on the first connection; it comes with the extra `gremlin`.
"""

from pramana.graph.adapters.gremlin.connection import GremlinConnection
from pramana.graph.adapters.gremlin.foreign import ForeignGremlinAdapter
from pramana.graph.adapters.gremlin.growing import GrowingGremlinAdapter
from pramana.graph.adapters.gremlin.opening import connect_gremlin, gremlin_target
from pramana.graph.adapters.gremlin.own import OwnGremlinAdapter
from pramana.graph.adapters.gremlin.target import GremlinTarget
from pramana.graph.adapters.gremlin.walking import GremlinAdapter

__all__ = [
    "ForeignGremlinAdapter",
    "GremlinAdapter",
    "GremlinConnection",
    "GremlinTarget",
    "GrowingGremlinAdapter",
    "OwnGremlinAdapter",
    "connect_gremlin",
    "gremlin_target",
]

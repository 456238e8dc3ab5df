"""Graphs in Neo4j: a user's own, read where it is, and graphs that Pramana writes there, under a label of their own.

Imports the driver on the first connection; it comes with the extra `neo4j`.
"""

from pramana.graph.adapters.neo4j.connection import Neo4jConnection
from pramana.graph.adapters.neo4j.growing import GrowingNeo4jAdapter
from pramana.graph.adapters.neo4j.opening import connect_neo4j, neo4j_target
from pramana.graph.adapters.neo4j.target import Neo4jTarget
from pramana.graph.adapters.neo4j.walking import Neo4jAdapter

__all__ = ["GrowingNeo4jAdapter", "Neo4jAdapter", "Neo4jConnection", "Neo4jTarget", "connect_neo4j", "neo4j_target"]

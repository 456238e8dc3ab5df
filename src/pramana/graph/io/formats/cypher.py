"""A script of Cypher, which is written and never read: it is a program."""

from __future__ import annotations

from pramana.graph.io.cypher_write import write_cypher_source
from pramana.graph.io.format import GraphFormat, one_file

PLUGIN = GraphFormat(suffixes=(".cypher",), write=one_file(write_cypher_source))

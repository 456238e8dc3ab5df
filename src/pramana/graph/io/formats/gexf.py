"""GEXF, as Gephi writes it."""

from __future__ import annotations

from pramana.graph.io.format import GraphFormat, one_file
from pramana.graph.io.gexf_read import read_gexf
from pramana.graph.io.gexf_write import write_gexf_source

PLUGIN = GraphFormat(suffixes=(".gexf",), read=read_gexf, write=one_file(write_gexf_source))

"""A graph in narrow columns and sorted neighbour lists: read-only, and the fast one.

Conditions run over whole columns, hops over arrays; a million nodes and five million edges take about 0.3 GB.
"""

from pramana.graph.adapters.columnar.graph import ColumnarAdapter

__all__ = ["ColumnarAdapter"]

"""A read-only graph in narrow columns and sorted neighbour lists: the fastest adapter.

Conditions run over whole columns, hops over arrays; one million nodes and five million edges take about 0.3 GB.
"""

from pramana.graph.adapters.columnar.graph import ColumnarAdapter

__all__ = ["ColumnarAdapter"]

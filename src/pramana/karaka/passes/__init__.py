"""Passes over the whole graph, after the lines have been read: who is who, what caused what.

Each reads one frozen view, decides every proposal by itself, and is applied as a whole.
"""

from pramana.karaka.passes.model import Event, GraphView, Link, Mention

__all__ = ["Event", "GraphView", "Link", "Mention"]

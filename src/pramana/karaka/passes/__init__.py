"""Passes over the whole graph, after the lines have been read: who is who, what caused what.

Each reads one frozen view, decides every proposal by itself, and is applied as a whole.
"""

from collections.abc import Mapping

from pramana.karaka.passes import coreference, resolution
from pramana.karaka.passes.model import Event, GraphView, Link, Mention
from pramana.karaka.passes.runner import PassOutcome, PassRunner, Propose
from pramana.karaka.passes.view import view_of

PASSES: Mapping[str, Propose] = {"resolution": resolution.propose, "coreference": coreference.propose}
"""By name, in the order in which they are carried out."""

__all__ = ["PASSES", "Event", "GraphView", "Link", "Mention", "PassOutcome", "PassRunner", "Propose", "view_of"]

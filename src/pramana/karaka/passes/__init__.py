"""Passes over the whole graph, after the lines have been read: who is who, what caused what.

Each reads one frozen view, decides every proposal by itself, and is applied as a whole.
"""

from collections.abc import Mapping

from pramana.karaka.passes import causes, coreference, resolution
from pramana.karaka.passes.decisions import decided, upheld
from pramana.karaka.passes.model import Decision, Event, GraphView, Link, Mention
from pramana.karaka.passes.runner import PassOutcome, PassRunner, Propose
from pramana.karaka.passes.view import view_of

PASSES: Mapping[str, Propose] = {
    "resolution": decided(resolution.propose),
    "coreference": coreference.propose,
    "causes": causes.propose,
}
"""By name, in the order in which they are carried out."""
DECIDED = ("resolution",)
"""The passes that heed people's decisions."""

__all__ = [
    "DECIDED",
    "PASSES",
    "Decision",
    "Event",
    "GraphView",
    "Link",
    "Mention",
    "PassOutcome",
    "PassRunner",
    "Propose",
    "upheld",
    "view_of",
]

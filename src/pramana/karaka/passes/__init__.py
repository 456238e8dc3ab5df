"""Passes over the whole graph, after the lines have been read: who is who, what caused what.

Each reads one frozen view, decides every proposal by itself, and is applied as a whole.
"""

from collections.abc import Mapping

from pramana.karaka.passes import causes, coreference, references, resolution, types
from pramana.karaka.passes.decisions import decided, kept_apart, upheld
from pramana.karaka.passes.model import Decision, Event, GraphView, Link, Mention
from pramana.karaka.passes.runner import Ask, PassOutcome, PassRunner, Propose
from pramana.karaka.passes.types import DEFAULT as ENTITY_TYPES
from pramana.karaka.passes.types import propose as propose_types
from pramana.karaka.passes.view import view_of

PASSES: Mapping[str, Propose] = {
    "resolution": decided(resolution.propose),
    "coreference": coreference.propose,
    "references": lambda _: (),
    "causes": causes.propose,
    "types": types.propose,
}
"""By name, in the order in which they are carried out."""
ASKING: Mapping[str, Ask] = {"references": kept_apart(references.ask, decided(resolution.propose))}
"""The passes that have a model propose, too."""
DECIDED = ("resolution", "references")
"""The passes that heed people's decisions; the first makes the links of what they merge."""

__all__ = [
    "ASKING",
    "DECIDED",
    "ENTITY_TYPES",
    "PASSES",
    "Ask",
    "Decision",
    "Event",
    "GraphView",
    "Link",
    "Mention",
    "PassOutcome",
    "PassRunner",
    "Propose",
    "propose_types",
    "upheld",
    "view_of",
]

"""Relations between entities that declared rules derive from events."""

from __future__ import annotations

from pramana.karaka.passes import relation_blocks, relations
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass(
    "relations",
    relations.propose,
    refuse=relations.refusals,
    follows=("homonyms", "resolution", "coreference", "types"),
    takes_rules=True,
    blocks=relation_blocks.decide,
    order=65,
)
"""After names, pronouns and kinds are settled: the ends of a relation are whom the links mean."""

"""Names that mean the same."""

from __future__ import annotations

from pramana.karaka.passes import resolution, resolution_blocks
from pramana.karaka.passes.decisions import add_decisions, kept_apart
from pramana.karaka.passes.runner import Pass

RESOLVE = add_decisions(resolution.propose)
"""What rules propose, under people's decisions."""
PLUGIN = Pass(
    "resolution",
    RESOLVE,
    ask=kept_apart(resolution.ask, RESOLVE),
    refuse=resolution.refusals,
    embeds=True,
    heeds_decisions=True,
    blocks=resolution_blocks.decide,
    order=20,
)

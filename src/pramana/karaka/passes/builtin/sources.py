"""How many independent sources state an event."""

from __future__ import annotations

from pramana.karaka.passes import source_blocks, sources
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass("sources", sources.propose, follows=("events",), blocks=source_blocks.decide, order=47)
"""After `events`, whose links it follows."""

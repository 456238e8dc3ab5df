"""How many independent sources state an event."""

from __future__ import annotations

from pramana.karaka.passes import sources
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass("sources", sources.propose, follows=("events",), order=47)
"""After `events`, whose links it follows."""

"""Kriyās that tell of one event."""

from __future__ import annotations

from pramana.karaka.passes import event_blocks, events
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass("events", events.propose, blocks=event_blocks.decide, order=45)
"""After names are resolved, before causes are read: chains of causes follow these links."""

"""Kriyās that tell of one event."""

from __future__ import annotations

from pramana.karaka.passes import events
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass("events", events.propose, order=45)
"""After names are resolved, before causes are read: chains of causes follow these links."""

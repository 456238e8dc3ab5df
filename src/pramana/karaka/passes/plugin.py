"""Which passes there are: those in `builtin/`, and those of other packages (`pramana.passes`)."""

from __future__ import annotations

from pramana.karaka.passes.runner import Pass
from pramana.registry import PluginRegistry

PASSES: PluginRegistry[Pass] = PluginRegistry(
    "passes", "pramana.karaka.passes.builtin", Pass, "pass", lambda each: each.order
)
"""By name, in the order in which they run."""
LINKS = "links"
"""The pass that links entities to a knowledge base. It is given its base, and what people stated, where it is run."""


def default_passes() -> tuple[str, ...]:
    """Return the names of the passes that run unless the configuration says otherwise, in their order."""
    return tuple(name for name, each in PASSES.items() if each.on)

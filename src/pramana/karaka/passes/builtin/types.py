"""What kind of thing an entity is."""

from __future__ import annotations

from pramana.karaka.passes import types
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass("types", types.propose, takes_types=True, order=60)

"""What kind of thing an entity is."""

from __future__ import annotations

from pramana.karaka import ptools
from pramana.karaka.passes import type_blocks, type_judging, types
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass(
    "types",
    types.propose,
    loop=type_judging.settle,
    ptools=(ptools.LINK_BATCH_SCORING, ptools.LINK_BATCH_VERIFICATION),
    takes_types=True,
    blocks=type_blocks.decide,
    order=60,
)

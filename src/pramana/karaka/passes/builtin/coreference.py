"""Whom pronouns and descriptions mean: by the reading and by rules, with a model by asking it, too."""

from __future__ import annotations

from pramana.karaka import ptools
from pramana.karaka.passes import coreference, coreference_blocks, references
from pramana.karaka.passes.builtin.resolution import RESOLVE
from pramana.karaka.passes.decisions import loop_apart, not_splitting
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass(
    "coreference",
    not_splitting(coreference.propose, RESOLVE),
    loop=loop_apart(references.settle, RESOLVE),
    refuse=coreference.refusals,
    ptools=(ptools.REFERENCE_BATCH, ptools.LINK_BATCH_SCORING, ptools.LINK_BATCH_VERIFICATION),
    embeds=True,
    heeds_splits=True,
    keeps_notes=True,
    blocks=coreference_blocks.decide,
    order=30,
)

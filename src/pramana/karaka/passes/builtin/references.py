"""Pronouns and descriptions that rules leave open: a model is asked whom they mean."""

from __future__ import annotations

from pramana.karaka import ptools
from pramana.karaka.passes import references
from pramana.karaka.passes.builtin.resolution import RESOLVE
from pramana.karaka.passes.decisions import loop_apart
from pramana.karaka.passes.runner import Pass

_PTOOLS = (
    ptools.REFERENCE,
    ptools.REFERENCE_SCORING,
    ptools.REFERENCE_VERIFICATION,
    ptools.REFERENCE_BATCH,
    ptools.LINK_BATCH_SCORING,
    ptools.LINK_BATCH_VERIFICATION,
)


PLUGIN = Pass(
    "references",
    lambda _: (),
    loop=loop_apart(references.ask, RESOLVE),
    ptools=_PTOOLS,
    embeds=True,
    heeds_splits=True,
    on=False,
    order=40,
)

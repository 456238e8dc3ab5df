"""Entities linked to the entries of a knowledge base."""

from __future__ import annotations

from pramana.karaka.entry_ptools import ENTRY_BATCH_PTOOLS, ENTRY_PTOOLS
from pramana.karaka.passes.builtin.resolution import RESOLVE
from pramana.karaka.passes.linking import Linker
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass(
    "links",
    lambda _: (),
    loop=Linker(None, (), RESOLVE),
    ptools=(*ENTRY_PTOOLS, *ENTRY_BATCH_PTOOLS),
    heeds_decisions=True,
    on=False,
    order=70,
)

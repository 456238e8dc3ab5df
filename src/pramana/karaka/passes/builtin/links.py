"""Entities linked to the entries of a knowledge base."""

from __future__ import annotations

from pramana.karaka.passes.builtin.resolution import RESOLVE
from pramana.karaka.passes.linking import Linker
from pramana.karaka.passes.runner import Pass
from pramana.karaka.ptools import ENTRY, ENTRY_SCORING, ENTRY_VERIFICATION

PLUGIN = Pass(
    "links",
    lambda _: (),
    loop=Linker(None, (), RESOLVE),
    ptools=(ENTRY, ENTRY_SCORING, ENTRY_VERIFICATION),
    heeds_decisions=True,
    on=False,
    order=70,
)

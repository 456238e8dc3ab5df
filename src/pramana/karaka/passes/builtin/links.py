"""Entities linked to the entries of a knowledge base."""

from __future__ import annotations

from pramana.karaka.passes.builtin.resolution import RESOLVE
from pramana.karaka.passes.linking import Linker
from pramana.karaka.passes.linking_asking import PTOOLS, TOGETHER
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass(
    "links",
    lambda _: (),
    loop=Linker(None, (), RESOLVE),
    ptools=(*PTOOLS, *TOGETHER),
    heeds_decisions=True,
    on=False,
    order=70,
)

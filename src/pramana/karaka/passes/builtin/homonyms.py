"""Names that several go by: which of them a mention means."""

from __future__ import annotations

from pramana.karaka.passes import homonym_blocks, homonyms
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass("homonyms", lambda _: (), loop=homonyms.part, parts=True, blocks=homonym_blocks.decide, order=10)

"""What caused what."""

from __future__ import annotations

from pramana.karaka.passes import causes
from pramana.karaka.passes.runner import Pass

PLUGIN = Pass("causes", causes.propose, refuse=causes.refusals, by_document=True, reads_senses=False, order=50)

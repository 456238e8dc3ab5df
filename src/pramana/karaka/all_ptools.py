"""All ptools of this package, for configuration and prompts."""

from __future__ import annotations

from typing import Any

from pramana.karaka import entry_ptools, ptools
from pramana.llm import Ptool

PTOOLS: tuple[Ptool[Any, Any], ...] = (
    *ptools.PTOOLS,
    *entry_ptools.ENTRY_PTOOLS,
    *entry_ptools.ENTRY_BATCH_PTOOLS,
)

"""What all rooms together ask models: the ptools, their prompts, and the embedded model's rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pramana import anot, gasl, igg, investigate, karaka, mining
from pramana.app import gasl_verifier
from pramana.llm import Ptool, Rule

PTOOLS: tuple[Ptool[Any, Any], ...] = (
    *(*karaka.PTOOLS, *gasl.PTOOLS, *gasl_verifier.PTOOLS),
    *(*anot.COMPILE_PTOOLS, *anot.EXECUTE_PTOOLS, *mining.PTOOLS, *investigate.PTOOLS),
    *igg.PTOOLS,
)
PROMPTS: Mapping[str, str] = {
    **karaka.PROMPTS,
    **gasl.PROMPTS,
    **anot.PROMPTS,
    **mining.PROMPTS,
    **investigate.PROMPTS,
    **igg.PROMPTS,
}
RULES: Mapping[str, Rule] = {
    **karaka.RULES,
    **gasl.RULES,
    **anot.RULES,
    **mining.RULES,
    **investigate.RULES,
    **igg.RULES,
}

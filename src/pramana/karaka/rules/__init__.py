"""The embedded model's answers to Kāraka's own ptools: rules over `language`, no network, no weights.

Each module answers one ptool, and abstains rather than guess. None scores or verifies: rules that verify themselves
prove nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pramana.karaka.rules.answers import answer
from pramana.karaka.rules.extraction import extract
from pramana.karaka.rules.queries import plan
from pramana.llm.providers.rules import Rule

if TYPE_CHECKING:
    from pramana.karaka.model import Extraction
    from pramana.karaka.ptools import KriyaInput
    from pramana.llm import Abstention


def _extract(input: KriyaInput) -> Extraction | Abstention:
    return extract(input.text, input.context)


RULES: Mapping[str, Rule] = {
    "karaka.kriya_extraction": _extract,
    "karaka.query_decomposition": plan,
    "karaka.answer_generation": answer,
}
"""By ptool name. All pure."""

__all__ = ["RULES"]

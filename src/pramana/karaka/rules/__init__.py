"""The embedded model's answers to Kāraka's own ptools: rules over `language`, no network, no weights.

Each module answers one ptool, and abstains rather than guess. None scores or verifies: rules that verify themselves
prove nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pramana.events import Extraction, Unread, read_kriyas
from pramana.llm import Abstention, Rule

if TYPE_CHECKING:
    from pramana.karaka.plans import QueryPlan
    from pramana.karaka.ptools import Answer, AnswerInput, KriyaInput, QueryInput


def _extract(input: KriyaInput) -> Extraction | Abstention:
    found = read_kriyas(input.text, input.context)
    return Abstention(reason=found.reason) if isinstance(found, Unread) else found


def _plan(input: QueryInput) -> QueryPlan | Abstention:
    from pramana.karaka.rules.queries import plan  # only where a question is asked: reading needs none of it

    return plan(input)


def _answer(input: AnswerInput) -> Answer | Abstention:
    from pramana.karaka.rules.answers import answer  # only where a question is asked

    return answer(input)


RULES: Mapping[str, Rule] = {
    "karaka.kriya_extraction": _extract,
    "karaka.query_decomposition": _plan,
    "karaka.answer_generation": _answer,
}
"""By ptool name. All pure."""

__all__ = ["RULES"]

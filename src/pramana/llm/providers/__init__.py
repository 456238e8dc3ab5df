"""Who answers: servers that speak chat completions, the embedded model's rules, and functions for tests.

A provider turns one isolated call into a raw response, or into one of the errors of `pramana.errors`.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.llm.providers.base import Ask, Provider, RawResponse, Renegotiated
    from pramana.llm.providers.rules import Rule, RuleBook, Rules
    from pramana.llm.providers.scripted import Answer, Script, Scripted
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "Answer",
    "Ask",
    "Provider",
    "RawResponse",
    "Renegotiated",
    "Rule",
    "RuleBook",
    "Rules",
    "Script",
    "Scripted",
]

"""Who answers: servers that speak chat completions, the embedded model's rules, and functions for tests.

A provider turns one isolated call into a raw response, or into one of the errors of `pramana.errors`.
"""

from pramana.llm.providers.base import Ask, Provider, RawResponse, Renegotiated
from pramana.llm.providers.rules import Rule, RuleBook, Rules
from pramana.llm.providers.scripted import Answer, Script, Scripted

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

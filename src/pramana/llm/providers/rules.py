"""The embedded model: ptools answered by pure functions. No network, no download, and it abstains rather than guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pramana.canonical import canonical
from pramana.errors import NeedsModel
from pramana.llm.providers.base import Ask, RawResponse, Status
from pramana.llm.ptool import Abstention

Rule = Callable[[Any], Any]
"""From a ptool's input model to its output model, or to an Abstention. Pure."""


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of all packages, by ptool name. `version` names the engine: other answers need another version.

    `version_for` returns the version of the rule of one ptool, where they do not all have that one.
    """

    version: str
    rules: Mapping[str, Rule]
    version_for: Callable[[str], str] | None = None

    def about(self, ptool: str) -> RuleBook:
        """Return the book with the version that answers to a ptool have."""
        return self if self.version_for is None else replace(self, version=self.version_for(ptool), version_for=None)


class Rules:
    """The provider that asks a rule book."""

    reads_messages = False
    computes = True
    """Whether an answer can be computed again at any time, so that it need not be stored."""

    def __init__(self, book: RuleBook) -> None:
        self._book = book

    def answers(self, ptool: str) -> bool:
        return ptool in self._book.rules

    async def complete(self, ask: Ask) -> RawResponse:
        """Answer by rule. Raises NeedsModel for a ptool that has none."""
        rule = self._book.rules.get(ask.ptool.name)
        if rule is None:
            raise NeedsModel(
                f"The embedded model has no rule for {ask.ptool.name}. Configure a model for it in pramana.toml: "
                f'[llm.models.mine] with provider, model and base_url, and [llm] default = "mine".'
            )
        output = rule(ask.value)
        status: Status = "abstained" if isinstance(output, Abstention) else "stop"
        return RawResponse(canonical(output), status, 0, 0)

    async def aclose(self) -> None:
        pass

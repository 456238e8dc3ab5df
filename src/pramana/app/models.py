"""The way to models: gateways, and what all packages together ask: ptools, prompts, the embedded model's rules.

Nothing here imports a room before something of it is wanted: most commands have work for one room, or two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from pramana.app.config import Config
from pramana.app.engine import embedded_version
from pramana.llm import Budget, Gateway, GatewayMode, PromptBook, PromptFolder, Provider, Ptool, Rule, RuleBook
from pramana.store import Database

ROOMS = ("karaka", "gasl", "anot", "mining", "investigate", "igg")
"""The packages that ask models. A ptool's name begins with its package's; `prompts/` there holds the prompts."""


class RoomRules(Mapping[str, Rule]):
    """The embedded model's rules by ptool. A room is imported when the rule for a ptool of its own is looked up."""

    def __getitem__(self, ptool: str) -> Rule:
        rules: Mapping[str, Rule] = _rules(ptool.partition(".")[0])
        return rules[ptool]

    def __iter__(self) -> Iterator[str]:
        return (ptool for room in ROOMS for ptool in _rules(room))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def all_prompts() -> Mapping[str, str]:
    """Return the prompts of all rooms by key, as they ship."""
    package = Path(__file__).parent.parent
    return {key: text for room in ROOMS for key, text in PromptFolder(package / room / "prompts").items()}


@cache
def all_ptools() -> tuple[Ptool[Any, Any], ...]:
    """Return the ptools of all rooms, and of what `app` plugs together. All rooms are imported."""
    from pramana import anot, gasl, igg, investigate, karaka, mining
    from pramana.app import gasl_verifier

    return (
        *(*karaka.PTOOLS, *gasl.PTOOLS, *gasl_verifier.PTOOLS),
        *(*anot.COMPILE_PTOOLS, *anot.EXECUTE_PTOOLS, *mining.PTOOLS, *investigate.PTOOLS),
        *igg.PTOOLS,
    )


def _rules(room: str) -> Mapping[str, Rule]:
    """Return the rules of a room; none where no room of that name asks models, as for a user's own ptool."""
    if room not in ROOMS:
        return {}
    rules: Mapping[str, Rule] = import_module(f"pramana.{room}").RULES
    return rules


def open_gateway(
    database: Database,
    config: Config,
    prompts: PromptBook | None = None,
    *,
    rules: Mapping[str, Rule] | None = None,
    mode: GatewayMode = GatewayMode.LIVE,
    budget: Budget | None = None,
    providers: Mapping[str, Provider] | None = None,
) -> Gateway:
    """Return a gateway that asks the models of `config` and keeps responses in `database` (with RESPONSE_SCHEMA).

    None stands for the prompts of all rooms as they ship, for the embedded model's rules of all rooms, and for the
    budget of `config`. `providers` puts models of your own in the place of configured ones by name.
    """
    return Gateway(
        database,
        PromptBook(all_prompts()) if prompts is None else prompts,
        config.llm,
        rules=RuleBook(embedded_version(), RoomRules() if rules is None else rules),
        mode=mode,
        budget=config.budget.budget() if budget is None else budget,
        providers=providers,
    )

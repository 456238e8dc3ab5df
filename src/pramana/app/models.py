"""Access to models: gateways, and the ptools, prompts and embedded model's rules of all packages.

A package is imported only when it is needed: most commands use one package, or two.
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

ROOMS = ("claims", "karaka", "gasl", "anot", "mining", "investigate", "igg")
"""The packages that ask models. A ptool's name begins with its package's; `prompts/` there holds the prompts."""


class RoomRules(Mapping[str, Rule]):
    """The embedded model's rules by ptool. A package is imported when the rule for one of its ptools is looked up."""

    def __getitem__(self, ptool: str) -> Rule:
        rules: Mapping[str, Rule] = _rules(ptool.partition(".")[0])
        return rules[ptool]

    def __iter__(self) -> Iterator[str]:
        return (ptool for room in ROOMS for ptool in _rules(room))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def all_prompts() -> Mapping[str, str]:
    """Return the default prompts of all packages by key."""
    package = Path(__file__).parent.parent
    return PromptFolder(*(package / room / "prompts" for room in ROOMS))


@cache
def all_ptools() -> tuple[Ptool[Any, Any], ...]:
    """Return the ptools of all packages, and those that `app` defines. All packages are imported."""
    from pramana import anot, claims, gasl, igg, investigate, karaka, mining
    from pramana.app import gasl_verifier

    return (
        *(*claims.PTOOLS, *karaka.PTOOLS, *gasl.PTOOLS, *gasl_verifier.PTOOLS),
        *(*anot.COMPILE_PTOOLS, *anot.EXECUTE_PTOOLS, *mining.PTOOLS, *investigate.PTOOLS),
        *igg.PTOOLS,
    )


def _rules(room: str) -> Mapping[str, Rule]:
    """Return the rules of a package; none if no package of that name asks models, as for a user's own ptool."""
    if room not in ROOMS:
        return {}
    rules: Mapping[str, Rule] = import_module(f"pramana.{room}").RULES
    return rules


def package_rule(ptool: str) -> Rule | None:
    """Return the embedded model's rule for a ptool, None where it has none."""
    return _rules(ptool.partition(".")[0]).get(ptool)


def _version_for(ptool: str) -> str:
    """Return the version of the embedded model's rule for a ptool."""
    return embedded_version(ptool.partition(".")[0])


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

    None means the default prompts of all packages, the embedded model's rules of all packages, and the budget of
    `config`. `providers` replaces configured models by yours, by name. Raises UnknownName where none is
    configured under such a name.
    """
    for name in providers or {}:
        config.llm.model(name)
    return Gateway(
        database,
        PromptBook(all_prompts()) if prompts is None else prompts,
        config.llm,
        rules=RuleBook(embedded_version(), RoomRules() if rules is None else rules, _version_for),
        mode=mode,
        budget=config.budget.budget() if budget is None else budget,
        providers=providers,
    )

"""The door to models: opened in one way for every place that work is kept in."""

from __future__ import annotations

from collections.abc import Mapping

from pramana.app.config import Config
from pramana.app.engine import embedded_version
from pramana.app.ptools import RoomRules, all_prompts
from pramana.llm import Budget, Gateway, Mode, PromptBook, Provider, Rule, RuleBook
from pramana.store import Database


def open_gateway(
    database: Database,
    config: Config,
    prompts: PromptBook | None = None,
    *,
    rules: Mapping[str, Rule] | None = None,
    mode: Mode = Mode.LIVE,
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

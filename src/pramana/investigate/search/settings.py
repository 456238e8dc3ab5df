"""How a search goes, and what it may spend."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from pramana.errors import InputError, UnknownName


class Strategy(StrEnum):
    """Which node comes next."""

    GREEDY = "greedy"
    """the most confident action of the newest node; nothing is gone back to"""
    BEST_FIRST = "best-first"
    """the most promising of all that is open"""
    MCTS = "mcts"
    """what PUCT selects from the root down"""


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides a search, beside the problem.

    `width`: how many nodes a round expands at once. `explore`: the weight of the prior in PUCT. `best`: how much of a
    node's value is that of its best child, 0 (the mean) to 1. `trust`: the weight of the scorer against the signals.
    `asks`: how often one node is asked. `depth`: the most steps of a branch. `failures`: so many identical failures
    end a branch. `accept`: an answer of this value ends the search; above 1, none does. `judged`: whether the scorer
    judges every node, or answers alone. `seed` decides between equals.
    """

    strategy: Strategy = Strategy.MCTS
    width: int = 1
    explore: float = 1.0
    best: float = 0.5
    trust: float = 0.5
    asks: int = 3
    depth: int = 12
    failures: int = 2
    accept: float = 0.8
    judged: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "strategy", Strategy(self.strategy))
        except ValueError:
            raise UnknownName("strategy", str(self.strategy), list(Strategy)) from None
        for name in ("width", "asks", "depth", "failures"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it is 1 or more.")
        for name in ("best", "trust"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"{name} is {getattr(self, name)}; it is from 0 to 1.")
        if not (self.explore >= 0 and self.accept >= 0):
            raise InputError("explore and accept are 0 or more.")

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "strategy": str(self.strategy)}


@dataclass(frozen=True, slots=True)
class Limits:
    """What the whole tree may take; None leaves a limit open. `money` in millionths of a US dollar.

    A round is made smaller rather than pass `calls`, `tokens` or `money`. `seconds` ends it between two rounds.
    """

    rounds: int = 100
    calls: int | None = None
    tokens: int | None = None
    money: int | None = None
    seconds: float | None = None

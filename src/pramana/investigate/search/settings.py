"""How a search goes, and what it may spend."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pramana.errors import InputError, UnknownName
from pramana.serialization import JsonRecord


class Strategy(StrEnum):
    """Which node comes next."""

    GREEDY = "greedy"
    """the most confident action of the newest node; nothing is gone back to"""
    BEST_FIRST = "best-first"
    """the most promising of all that is open"""
    MCTS = "mcts"
    """what PUCT selects from the root down"""


class Judging(StrEnum):
    """Which nodes the scorer judges; answers it always does."""

    ALL = "all"
    """each, when it is found"""
    LATE = "late"
    """those that the search comes to a second time; at its end those on the ways to rival answers"""
    ANSWERS = "answers"
    """no others"""


@dataclass(frozen=True, slots=True)
class SearchSettings(JsonRecord):
    """What decides a search, beside the problem.

    `width`: how many nodes a round expands at once. `explore`: the weight of the prior in PUCT. `trust`: the weight of
    the scorer against the signals, 0 to 1. `asks`: how often one node is asked at most; `idle`: so many askings in a
    row that bring nothing new are its last. `depth`: the most steps of a branch. `failures`: so many identical failures
    end a branch. `accept`: an answer of this value ends the search; above 1, none does. `judging` is for MCTS: best
    first judges all nodes, greedy none. `deep`: a walk of MCTS goes on to an answer or a failure, asking on its way;
    else it ends at its first new node. `seed` decides between equals.
    """

    strategy: Strategy = Strategy.MCTS
    width: int = 1
    explore: float = 2.0
    trust: float = 0.5
    asks: int = 12
    idle: int = 4
    depth: int = 12
    failures: int = 3
    accept: float = 0.95
    judging: Judging = Judging.LATE
    deep: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        for name, kind in (("strategy", Strategy), ("judging", Judging)):
            try:
                object.__setattr__(self, name, kind(getattr(self, name)))
            except ValueError:
                raise UnknownName(name, str(getattr(self, name)), list(kind)) from None
        for name in ("width", "asks", "idle", "depth", "failures"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it is 1 or more.")
        if not 0 <= self.trust <= 1:
            raise InputError(f"trust is {self.trust}; it is from 0 to 1.")
        if not (self.explore >= 0 and self.accept >= 0):
            raise InputError("explore and accept are 0 or more.")


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

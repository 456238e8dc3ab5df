"""What a search is about: a problem that is asked, applied and valued, and what each of these brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from pramana.canonical import digest
from pramana.investigate.stepping import Signals
from pramana.serialization import JsonRecord


class SearchState(Protocol):
    """A snapshot. States with one hash are one node."""

    @property
    def hash(self) -> str: ...


S = TypeVar("S", bound=SearchState)


@dataclass(frozen=True, slots=True)
class Cost(JsonRecord):
    """What requests cost when they were first made. `money` in millionths of a US dollar."""

    calls: int = 0
    tokens: int = 0
    money: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.calls + other.calls, self.tokens + other.tokens, self.money + other.money)


Charges = Mapping[str, Cost]
"""What was asked of models: the key of each request, and its cost. One request is paid once in a search."""


@dataclass(frozen=True, slots=True)
class SearchAction(JsonRecord):
    """One of the next actions that a planner proposed. `body` is JSON: a plan, or an answer where `completes`.

    `confidence` 0 to 1. Actions with one body are one action. `carried` is JSON for whoever applies it.
    """

    body: Any
    confidence: float
    rationale: str = ""
    completes: bool = False
    label: str = ""
    carried: Any = None

    @property
    def id(self) -> str:
        return digest([self.completes, self.body])


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """An answer whose citations check out. `same` is equal for answers that say the same."""

    text: str
    same: str = ""
    body: Any = None


@dataclass(frozen=True, slots=True)
class PlannerProposals(JsonRecord):
    """What a planner proposed at a node. `ended` says why nothing can come of the node, "" where something may."""

    actions: tuple[SearchAction, ...] = ()
    ended: str = ""
    charges: Charges = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AppliedSearchAction(Generic[S]):
    """What an action led to. `failure` names how it failed, equal for identical failures, "" where it did not.

    `answer` is set where the action was an answer that was taken. `notes` is for the planner: records, diagnoses.
    """

    snapshot: S
    signals: Signals
    failure: str = ""
    answer: SearchAnswer | None = None
    notes: Any = None
    charges: Charges = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Valued(JsonRecord):
    """How promising a node is, 0 to 1; how right it is, where it holds an answer. None: there was no one to judge."""

    value: float | None
    why: str = ""
    charges: Charges = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Taken(Generic[S]):
    """An action with what it led to."""

    action: SearchAction
    applied: AppliedSearchAction[S]


@dataclass(frozen=True, slots=True)
class SearchPlace(Generic[S]):
    """A node as its planner sees it: how it was first reached, what was tried from it, and nothing of other branches.

    `proposed` are the bodies that the planner has proposed here, `asked` is how often it was asked.
    """

    snapshot: S
    node: str
    steps: tuple[Taken[S], ...] = ()
    tried: tuple[Taken[S], ...] = ()
    proposed: tuple[SearchAction, ...] = ()
    asked: int = 0
    answer: SearchAnswer | None = None

    @property
    def context(self) -> str:
        """The hash of all that may decide what a planner says here."""
        told = [[[taken.action.id, taken.applied.failure] for taken in part] for part in (self.steps, self.tried)]
        return digest([self.node, told, [action.id for action in self.proposed], self.asked])


@dataclass(frozen=True, slots=True)
class Worst:
    """The most that one asking, one application, one valuation of a node can cost, rollouts counted."""

    ask: Cost = Cost(calls=1)
    apply: Cost = Cost()
    value: Cost = Cost(calls=1)
    answer: Cost = Cost()


class SearchProblem(Protocol[S]):
    """What is searched. Each method is called once for one `key`, several at once; each answers for its place alone.

    `key` is the path of the step, as `node/<hash>/ask/1`. `samples`: asked again in the same situation, the planner
    may say something else.
    """

    @property
    def root(self) -> S: ...

    @property
    def worst(self) -> Worst: ...

    @property
    def samples(self) -> bool: ...

    async def ask(self, place: SearchPlace[S], *, key: str) -> PlannerProposals: ...

    async def apply(self, place: SearchPlace[S], action: SearchAction, *, key: str) -> AppliedSearchAction[S]: ...

    async def value(self, place: SearchPlace[S], *, key: str) -> Valued: ...

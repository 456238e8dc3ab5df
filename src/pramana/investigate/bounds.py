"""How far an investigation goes, and why it stopped."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pramana.errors import InputError


class StopReason(StrEnum):
    """Why an investigation stopped. `STOPPED_BY` are those after which the same command, with more, resumes it."""

    ANSWERED = "answered"
    UNANSWERABLE = "unanswerable"
    NOT_PLANNED = "not planned"
    """the planner knows no plan for the question; nothing follows for the graph"""
    LIMIT = "limit reached"
    """nothing was found, and a bound of a search cut what could be looked at"""
    REFUSED = "refused"
    """the answer's claims did not check out, as often as they may be sent back"""
    REPEATED = "repeated"
    """the same failure, or the same plan that brings nothing new, again and again"""
    NO_PLAN = "no plan"
    """the planner proposed nothing to do"""
    FAILED = "failed"
    """no valid answer came from the model"""
    BROKEN = "broken"
    """the planner, or what it calls, raised an error"""
    ITERATIONS = "iterations"
    BUDGET = "budget"
    TIME = "time"


STOPPED_BY = frozenset({StopReason.ITERATIONS, StopReason.BUDGET, StopReason.TIME, StopReason.BROKEN})


@dataclass(frozen=True, slots=True)
class Bounds:
    """`iterations` plans at most; `calls` and `money` (millionths of a US dollar) paid now; `seconds` of wall clock.

    None leaves a limit open. `refusals`: how often an answer is sent back. `repeats`: so many identical failures end a
    hypothesis, and as many hypotheses ended so end the investigation.
    """

    iterations: int = 12
    calls: int | None = None
    money: int | None = None
    seconds: float | None = None
    refusals: int = 2
    repeats: int = 2

    def __post_init__(self) -> None:
        for name in ("iterations", "repeats"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it is 1 or more.")
        for name in ("calls", "money", "seconds", "refusals"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise InputError(f"{name} is {value}; it is 0 or more.")

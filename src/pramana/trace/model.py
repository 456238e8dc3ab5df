"""Steps, proposals and runs: the one record model that every log, report and replay is a view of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """What happened at one place of a run. `path` is the place (`rama.txt/line/7/score/B/2`), `kind` names the body.

    A body is JSON and the same however often the run is repeated from stored responses: no times, no "was cached".
    """

    path: str
    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Timing:
    """What may differ from one repetition to the next, kept apart from the step. Seconds of wall clock."""

    path: str
    seconds: float
    cached: bool


class Verdict(StrEnum):
    """What became of a proposal."""

    VERIFIED = "verified"
    """Passed the deterministic checks, a scorer and a blind verifier, who agreed."""
    CHECKED = "checked"
    """Passed the deterministic checks alone: no model was there to judge."""
    REFUSED = "refused"
    """Not in the graph, with the reason."""

    @property
    def accepted(self) -> bool:
        return self is not Verdict.REFUSED


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that a model wanted to be true. `path` is its place in the run, `body` what it proposed (JSON).

    `reason` says in one sentence why it was accepted or refused. `scores` are the scorers' votes, 1 to 100.
    """

    path: str
    body: Any
    verdict: Verdict
    reason: str
    scores: tuple[int, ...] = ()


class RunStatus(StrEnum):
    RUNNING = "running"
    """Running, or killed before its end was recorded. Running the same command again resumes it."""
    DONE = "done"
    PARTIAL = "partial"
    """Ended, and left out what its summary names."""
    STOPPED = "stopped"
    """Ended by a budget or by the user. The same command resumes it."""
    FAILED = "failed"
    """Ended by an error. What was done until then is kept; the same command resumes it."""


UNFINISHED_STATUSES = (RunStatus.RUNNING, RunStatus.STOPPED, RunStatus.FAILED)


def path_part(name: str) -> str:
    """Return a name as one part of a path: no slash in it.

    >>> path_part("letters/1843.txt")
    'letters%2F1843.txt'
    """
    return name.replace("%", "%25").replace("/", "%2F")


@dataclass(slots=True)
class Trail:
    """A place in a run at which steps are recorded. `at` leads to a place below; all share one buffer.

    `recorded` holds the steps of the run that is being replayed, by path; empty outside a replay.
    """

    path: str = ""
    steps: list[Step] = field(default_factory=list)
    timings: list[Timing] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
    recorded: Mapping[str, Step] = field(default_factory=dict)
    watch: Callable[[Step | Proposal], None] | None = None
    """Called with what is recorded here or below, as it is."""

    def at(self, *parts: object) -> Trail:
        """Return the trail at `parts` below this place."""
        below = "/".join(str(part) for part in parts)
        path = f"{self.path}/{below}" if self.path else below
        return Trail(path, self.steps, self.timings, self.proposals, self.recorded, self.watch)

    def take(self, other: Trail) -> None:
        """Take over what was recorded along another trail: written together, it is one link of the run's chain."""
        self.steps += other.steps
        self.timings += other.timings
        self.proposals += other.proposals
        if self.watch is not None and other.watch is None:
            for step in other.steps:
                self.watch(step)
            for proposal in other.proposals:
                self.watch(proposal)

    def record(self, kind: str, body: Mapping[str, Any]) -> None:
        """Record what happened here. A place holds one step; a second one replaces the first when written."""
        self.steps.append(step := Step(self.path, kind, body))
        if self.watch is not None:
            self.watch(step)

    def propose(self, body: Any, verdict: Verdict, reason: str, scores: tuple[int, ...] = ()) -> Proposal:
        """Record what a model wanted to be true here, and what became of it."""
        proposal = Proposal(self.path, body, verdict, reason, scores)
        self.proposals.append(proposal)
        if self.watch is not None:
            self.watch(proposal)
        return proposal

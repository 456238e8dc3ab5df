"""The state of one item: its attempts so far, their cost, and how they are recorded."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from pydantic import BaseModel

from pramana.gsv.model import FailedAttempt, GSVResult
from pramana.gsv.round import Draft, Round, RoundOutcome, candidate_id, candidate_of
from pramana.gsv.settings import MOST_CALLS, GSVSettings
from pramana.gsv.task import GSVTask
from pramana.gsv.words import feedback_on, reason_for, repair_note
from pramana.llm import Abstention, Call
from pramana.trace import Trail, Verdict

I = TypeVar("I")  # noqa: E741
C = TypeVar("C", bound=BaseModel)


@dataclass(slots=True)
class Case(Generic[I, C]):
    """An item with all that was tried.

    `feedback` is the text for the next attempt, `note` a short one for a call that repairs several items. `decided` is
    the result, None while it is open.
    """

    task: GSVTask[I, C]
    item: I
    trail: Trail
    settings: GSVSettings
    feedback: str = ""
    note: str = ""
    decided: GSVResult | None = None
    calls: Fraction = Fraction(0)
    rounds: list[Round[C]] = field(default_factory=list)
    feedbacks: list[str] = field(default_factory=list)
    failures: list[FailedAttempt] = field(default_factory=list)

    def affords(self, calls: int) -> bool:
        """Return whether so many further calls stay within the bound for one item."""
        return self.calls + calls <= MOST_CALLS

    def begin(self, quorum: int) -> Round[C]:
        """Begin the next attempt."""
        state: Round[C] = Round(len(self.rounds) + 1, quorum, self.settings.accept_score)
        self.rounds.append(state)
        return state

    def at(self, state: Round[C], *parts: object) -> Trail:
        return self.trail.at("attempt", state.number, *parts)

    def draft_of_call(self, index: int, call: Call[C]) -> Draft[C] | Abstention:
        """Return the draft of a generation, checked, or its abstention."""
        output = call.output
        if isinstance(output, Abstention):
            return output
        return self.draft(index, output, call.response)

    def draft(self, index: int, value: C, response: str) -> Draft[C]:
        """Return the draft of a generated value: corrected as far as code can, and checked."""
        tidied = value if self.task.tidy is None else self.task.tidy(self.item, value)
        return self._checked_draft(index, tidied, response, ())

    def _checked_draft(self, index: int, value: C, response: str, left_out: tuple[str, ...]) -> Draft[C]:
        identity = None if self.task.identity is None else self.task.identity(value)
        violations = tuple(self.task.check(self.item, value))
        words = () if self.task.words is None else tuple(self.task.words(value))
        return Draft(candidate_id(index), value, response, violations, identity, left_out, words)

    def salvage(self, state: Round[C]) -> None:
        """Where no candidate of a round is sound, add what is left of the newest one without what the checks refuse."""
        if state.sound or self.task.salvage is None:
            return
        for draft in reversed([draft for each in self.rounds for draft in each.drafts if draft.violations]):
            kept = self.task.salvage(self.item, draft.value)
            if kept is None:
                continue
            found = self._checked_draft(len(state.drafts), kept, draft.response, draft.violations)
            if not found.violations:
                state.generated.append(found)
                return

    def close(self, state: Round[C], outcome: RoundOutcome[C]) -> GSVResult | None:
        """Record an attempt, and return the result where it decided; otherwise prepare the next one's feedback.

        An attempt that leaves nothing to say about candidates leaves the feedback as it was.
        """
        self._propose(state, outcome)
        if outcome.status is None:
            self.feedback = feedback_on(state) or self.feedback
            self.note = repair_note(state) or self.note
            self.feedbacks.append(self.feedback)
        if outcome.golden is None:
            self._log(state, outcome)
        self.decided = None if outcome.status is None else self.result(outcome)
        return self.decided

    def exhausted_result(self) -> GSVResult:
        """Return the result of an item whose attempts are used up."""
        count = len(self.rounds)
        tried = "one attempt" if count == 1 else f"{count} attempts"
        return self.result(RoundOutcome("refused", f"Not accepted in {tried}. The last: {self.failures[-1].reason}"))

    def result(self, outcome: RoundOutcome[C]) -> GSVResult:
        assert outcome.status is not None
        last = self.rounds[-1]
        heard = [state.verification for state in self.rounds if state.verification is not None]
        return GSVResult(
            golden_candidate=None if outcome.golden is None else candidate_of(outcome.golden.draft, last.number),
            left_out=[] if outcome.golden is None else list(outcome.golden.draft.left_out),
            agreed=0 if outcome.golden is None else len(outcome.golden.ids),
            attempts=len(self.rounds),
            all_candidates=[candidate for state in self.rounds for candidate in state.candidates()],
            all_scores=[scoring for state in self.rounds for scoring in state.scorings()],
            verification=heard[-1] if heard else None,
            feedback_history=list(self.feedbacks),
            status=outcome.status,
            reason=outcome.reason,
            calls=self.calls,
            failure_log=list(self.failures),
        )

    def _propose(self, state: Round[C], outcome: RoundOutcome[C]) -> None:
        for rival in state.rivals:
            golden = outcome.golden is not None and outcome.golden.id == rival.id
            verdict = Verdict(str(outcome.status)) if golden else Verdict.REFUSED
            place = self.at(state, "candidate", rival.id.removeprefix("Candidate_"))
            place.propose(rival.draft.data, verdict, reason_for(state, rival, outcome), state.scores(rival))

    def _log(self, state: Round[C], outcome: RoundOutcome[C]) -> None:
        scores = {name: list(state.scores(rival)) for rival in state.rivals for name in rival.ids}
        failed = FailedAttempt(
            attempt=state.number,
            candidates=[draft.id for draft in state.drafts],
            scores=[scores[draft.id] for draft in state.drafts],
            verifier_choice=state.verification.choice if state.verification else "",
            feedback=self.feedback if outcome.status is None else "",
            reason=outcome.reason,
        )
        self.failures.append(failed)
        self.at(state).record("gsv_failure", failed.model_dump(mode="json"))

"""The loop: plans, evaluation, bounds, and answers that are sent back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import anyio
import pytest
from planners import FIND_STAFF, FIRM, STAFF_ANSWER, Written, action, answer, begin, go_on, line

from pramana.errors import BudgetExceeded, CallTimedOut, InputError, OutputInvalid
from pramana.investigate import (
    Bounds,
    Investigation,
    Judgement,
    NextStep,
    PlannerProposal,
    Situation,
    StopReason,
    investigate,
)
from pramana.investigate.model import HypothesisVerdict

QUESTION = "Who works for Orbit?"
SUPPORTED = HypothesisVerdict(
    hypothesis="h1", verdict=Judgement.SUPPORTED, because="Edges say it.", evidence=("staff",)
)


def run(
    *proposals: PlannerProposal | Callable[[Situation], PlannerProposal], bounds: Bounds | None = None
) -> Investigation:
    return asyncio.run(investigate(QUESTION, FIRM, Written(*proposals), bounds=bounds, lines=line))


def test_a_plan_an_evaluation_and_an_answer() -> None:
    """A hypothesis is tried, its record kept, and the answer comes with claims that lead to lines."""
    found = run(begin(action(*FIND_STAFF)), STAFF_ANSWER.model_copy(update={"judged": SUPPORTED}))
    assert found.complete == "COMPLETE: 2 people work for Orbit."
    (hypothesis,) = found.hypotheses
    assert (hypothesis.verdict, hypothesis.plans, hypothesis.evidence) == ("supported", ("p",), ("staff",))
    assert found.claims[1].citations[0].places[0]["line"] == "Ann Ray has worked for Orbit since 2001."
    assert found.summary()["staff"]["count"] == 2


def test_the_most_confident_action_is_carried_out() -> None:
    """Greedy takes the highest confidence, of equal ones the first; the others stay on record."""
    actions = (action("FIND nodes AS a", confidence=0.3, plan="low"), action(*FIND_STAFF, confidence=0.9, plan="high"))
    found = run(begin(*actions), STAFF_ANSWER)
    assert [plan.plan_id for plan in found.plans] == ["high"]
    assert found.as_json()["iterations"][0]["other_actions"][0]["plan"]["plan_id"] == "low"


def test_no_answer_is_said_honestly() -> None:
    """Where the graph cannot tell, that is the outcome, and no invention."""
    found = run(PlannerProposal(decision=NextStep.TERMINATE, unanswerable="There are no salaries in the graph."))
    assert found.complete == "not answerable from this graph: There are no salaries in the graph."
    assert (found.stop, found.answered, found.resumable) == (StopReason.UNANSWERABLE, False, False)


def test_refused_claims_go_back() -> None:
    """A refused claim comes back with its problem and the accepted claims; then it can be corrected."""
    wrong = answer("3 work there.", ("2 people work for Orbit.", ["staff"]), ("Zoe Lim does.", ["staff[0]"]))
    planner = Written(begin(action(*FIND_STAFF)), wrong, STAFF_ANSWER)
    found = asyncio.run(investigate(QUESTION, FIRM, planner))
    assert found.answered
    sent_back = planner.seen[2]
    assert [each.problem for each in sent_back.refused] == ["It says Zoe, Lim, which 'staff[0]' does not hold."]
    assert [each.text for each in sent_back.held] == ["2 people work for Orbit."]
    assert [each.text for each in found.refused] == ["Zoe Lim does."]


def test_an_answer_is_sent_back_so_often_and_no_more() -> None:
    """Who insists is refused: what held is told, and the stop says why."""
    wrong = answer("Zoe Lim.", ("2 people work for Orbit.", ["staff"]), ("It is Zoe Lim.", ["staff"]))
    found = run(begin(action(*FIND_STAFF)), wrong, bounds=Bounds(refusals=2))
    assert (found.stop, found.answer) == (StopReason.REFUSED, "2 people work for Orbit.")
    assert len(found.refused) == 3
    assert found.why == (
        "The answer was sent back 2 times, and still does not check out: It says Zoe, Lim, which 'staff' does not hold."
    )


def test_a_broken_plan_comes_back_whole_with_its_diagnoses() -> None:
    """A planner that remembers nothing is shown all of the plan that could not be read, and what is wrong where."""
    planner = Written(
        begin(action("FIND nodes AS n", "SORT n ORDER BY age AS s")), go_on(action(*FIND_STAFF)), STAFF_ANSWER
    )
    asyncio.run(investigate(QUESTION, FIRM, planner))
    second = planner.seen[1]
    assert second.last_plan == ("FIND nodes AS n", "SORT n ORDER BY age AS s")
    assert [each.error["problem"] for each in second.diagnoses] == ["SORT is a command of its own."]
    assert second.records == ()


def test_the_same_failure_ends_the_hypothesis_then_the_investigation() -> None:
    """Identical failures close the branch; when another hypothesis fails so too, it is over, and said why."""
    broken = action("COUNT nothing AS n")

    def again(situation: Situation) -> PlannerProposal:
        new = not situation.hypotheses or situation.hypotheses[-1].closed
        return begin(broken, number=len(situation.hypotheses) + 1) if new else go_on(broken)

    found = run(again, bounds=Bounds(iterations=50))
    assert found.stop is StopReason.REPEATED
    assert found.why == "The same failure came again and again: has no value"
    assert [each.closed for each in found.hypotheses] == [True, False]
    assert len(found.plans) < 10


def test_the_same_plan_without_gain_is_told_and_ended() -> None:
    """A repeated plan that changes nothing is a failure of its own kind."""
    planner = Written(begin(action(*FIND_STAFF)), go_on(action(*FIND_STAFF)))
    found = asyncio.run(investigate(QUESTION, FIRM, planner))
    assert planner.seen[2].diagnoses[0].error["problem"].startswith("The same plan was executed before")
    assert found.stop is StopReason.REPEATED


def test_an_empty_result_is_no_failure_by_itself() -> None:
    """Different plans that find nothing are research: only the bound ends them."""
    plans = [go_on(action(f'FIND nodes WHERE name = "{name}" AS n')) for name in "abcd"]
    found = run(begin(action('FIND nodes WHERE name = "z" AS n')), *plans, bounds=Bounds(iterations=4))
    assert (found.stop, found.why) == (StopReason.ITERATIONS, "The bound of 4 iterations is reached.")


def test_the_last_iteration_asks_for_an_answer() -> None:
    """At the bound what was found is not thrown away: the planner is told that only an answer is wanted."""

    def says(situation: Situation) -> PlannerProposal:
        return (
            STAFF_ANSWER if situation.last else go_on(action("FIND nodes AS n", f"COUNT n AS c{situation.iteration}"))
        )

    found = run(begin(action(*FIND_STAFF)), says, bounds=Bounds(iterations=3))
    assert found.answered and found.why.endswith("found in the last iteration.")
    assert len(found.plans) == 3


def test_a_verdict_without_evidence_supports_nothing() -> None:
    """`supported` counts only with items of the state; references that are not there are dropped."""
    bare = SUPPORTED.model_copy(update={"evidence": ("nowhere[3]",)})
    found = run(begin(action(*FIND_STAFF)), STAFF_ANSWER.model_copy(update={"judged": bare}))
    (hypothesis,) = found.hypotheses
    assert (hypothesis.verdict, hypothesis.evidence) == ("partial", ())
    assert "with no evidence in the state" in hypothesis.because


def test_a_pivot_closes_the_old_hypothesis() -> None:
    """What was refuted stays on record, closed, and the plans after it belong to the new one."""
    refuted = HypothesisVerdict(hypothesis="h1", verdict=Judgement.REFUTED, because="No such edge.")
    pivot = begin(action(*FIND_STAFF, plan="p2"), number=2).model_copy(
        update={"decision": NextStep.PIVOT, "judged": refuted}
    )
    found = run(begin(action("FIND nodes AS n", plan="p1")), pivot, STAFF_ANSWER)
    assert [(each.verdict, each.closed, each.plans) for each in found.hypotheses] == [
        ("refuted", True, ("p1",)),
        ("open", True, ("p2",)),
    ]


def test_a_planner_without_plans_is_not_asked_for_ever() -> None:
    """Proposing nothing, twice in a row, ends it."""
    assert run(go_on(), bounds=Bounds(iterations=9)).stop is StopReason.NO_PLAN


def test_a_budget_and_a_failed_answer_end_it_with_what_was_found() -> None:
    """What the model's door raises becomes the stop and its reason; the state and the hypotheses stay."""

    def raising(error: Exception) -> Callable[[Situation], PlannerProposal]:
        def planner(_: Situation) -> PlannerProposal:
            raise error

        return planner

    stopped = run(begin(action(*FIND_STAFF)), raising(BudgetExceeded("The budget is 1 calls.")))
    assert (stopped.stop, stopped.resumable, stopped.why) == (StopReason.BUDGET, True, "The budget is 1 calls.")
    assert stopped.summary()["staff"]["count"] == 2
    failed = run(begin(action(*FIND_STAFF)), raising(OutputInvalid("No JSON.")))
    assert (failed.stop, failed.why) == (StopReason.FAILED, "No JSON.")


def test_the_clock_ends_a_planner_that_does_not_answer() -> None:
    """The time is a hard stop: a call under way is cancelled, and what was found is kept."""

    class Slow(Written):
        async def next_actions(self, situation: Situation, *, key: str) -> PlannerProposal:
            if self.seen:
                await anyio.sleep(30)
            return await super().next_actions(situation, key=key)

    planner = Slow(begin(action(*FIND_STAFF)), STAFF_ANSWER)
    found = asyncio.run(investigate(QUESTION, FIRM, planner, bounds=Bounds(seconds=0.3)))
    assert (found.stop, found.resumable) == (StopReason.TIME, True)
    assert found.why == "The time, 0.3 seconds, is over." and found.seconds < 5
    assert found.summary()["staff"]["count"] == 2


def test_bounds_are_checked() -> None:
    """A bound that is none is refused with its name and value."""
    with pytest.raises(InputError, match="iterations is 0; it is 1 or more"):
        Bounds(iterations=0)
    with pytest.raises(InputError, match="seconds is -1"):
        Bounds(seconds=-1)


def test_the_situation_is_bounded_and_the_same_each_time() -> None:
    """Two runs show a planner the same, to the byte, whatever the clock says."""
    planners = [Written(begin(action(*FIND_STAFF)), STAFF_ANSWER) for _ in range(2)]
    for planner in planners:
        asyncio.run(investigate(QUESTION, FIRM, planner))
    one, other = ([each.model_dump_json() for each in planner.seen] for planner in planners)
    assert one == other and all(len(text) < 20_000 for text in one)


@pytest.mark.parametrize("error", [ValueError("no luck"), KeyError("x"), CallTimedOut("no answer")], ids=repr)
@pytest.mark.parametrize("search", ["greedy", "best-first", "mcts"])
def test_a_planner_that_raises_leaves_what_was_found(error: Exception, search: str) -> None:
    """The investigation ends broken, with its reason and what it has; it can be resumed."""

    def raising(_: Situation) -> PlannerProposal:
        raise error

    planner = Written(begin(action(*FIND_STAFF)), *[raising] * 9)
    found = asyncio.run(investigate(QUESTION, FIRM, planner, lines=line, search=search))
    assert (found.stop, found.resumable) == (StopReason.BROKEN, True)
    assert type(error).__name__ in found.why and "the same command resumes" in found.why
    if search == "greedy":
        assert found.summary()["staff"]["count"] == 2

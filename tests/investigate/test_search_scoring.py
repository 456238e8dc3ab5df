"""What scorers are shown, how they may write, and what a search does where a planner fails or plans several ways."""

from __future__ import annotations

import anyio
import pytest
from planners import FIND_STAFF, FIRM, LINES, action, answer, begin, line
from pydantic import ValidationError

from pramana.errors import OutputInvalid
from pramana.gasl.state import StateStore
from pramana.investigate import Bounds, Claim, PlannerProposal, Situation, StopReason
from pramana.investigate.answering import Texts
from pramana.investigate.loop import Course
from pramana.investigate.problem import Problem
from pramana.investigate.ptools import Scored
from pramana.investigate.search import SearchSettings, search_plans
from pramana.investigate.search.branching import evidence_of
from pramana.investigate.stepping import PlanStepper, StateFork

QUESTION = "Who works for Orbit?"
NOTHING = ('FIND edges WHERE relation = "OWES" AS none', "UPDATE none WITH none")
GOOD = answer("ann works for Orbit.", ("ann works for Orbit.", ["staff[0]"]))


class Plans:
    """Two plans for one hypothesis, the surer of which finds nothing; then an answer. `seen` is what it was shown."""

    def __init__(self) -> None:
        self.seen: list[Situation] = []

    async def next_actions(self, situation: Situation, *, key: str) -> PlannerProposal:
        self.seen.append(situation)
        if "staff" in situation.state:
            return GOOD
        return begin(action(*NOTHING, confidence=0.9, plan="a"), action(*FIND_STAFF, confidence=0.5, plan="b"))


class Fails:
    async def next_actions(self, situation: Situation, *, key: str) -> PlannerProposal:
        raise OutputInvalid("The model gave no valid answer.")


class Sleeps(Plans):
    async def next_actions(self, situation: Situation, *, key: str) -> PlannerProposal:
        if "staff" in situation.state:
            await anyio.sleep(60)
        return await super().next_actions(situation, key=key)


def searched(planner: Plans | Fails, bounds: Bounds | None = None) -> Course:
    async def run() -> Course:
        how = SearchSettings("mcts")
        found = await search_plans(
            Problem(QUESTION), StateFork.root(), planner, PlanStepper(FIRM), settings=how, bounds=bounds
        )
        return found[0]

    return anyio.run(run)


def test_a_hypothesis_that_several_plans_try_is_one() -> None:
    """A second plan of one proposal is a second plan of its hypothesis, not of another that says the same."""
    course = searched(Plans())
    assert [(each.id, each.plans) for each in course.hypotheses] == [("h1", ("a", "b"))]


def test_an_answer_of_a_rollout_does_not_close_the_hypothesis_for_the_planner() -> None:
    """The planner is asked at a state as if nobody had answered from it: what a cheaper one said is another branch."""
    planner = Plans()

    async def run() -> None:
        how = SearchSettings("mcts")
        await search_plans(
            Problem(QUESTION), StateFork.root(), planner, PlanStepper(FIRM), settings=how, roller=Plans()
        )

    anyio.run(run)
    (asked,) = [each for each in planner.seen if "staff" in each.state]
    assert [each.closed for each in asked.hypotheses] == [False]


def test_a_planner_that_fails_is_no_finding() -> None:
    """Where no valid proposal came, the search has failed: that says nothing of the graph."""
    course = searched(Fails())
    assert (course.stop, course.why) == (StopReason.FAILED, "No valid proposal came. The model gave no valid answer.")


def test_the_time_cancels_what_is_under_way() -> None:
    """What was found before the time was over stays: the course is that of the most promising node."""
    course = searched(Sleeps(), Bounds(seconds=0.3))
    assert (course.stop, course.why) == (StopReason.TIME, "The time, 0.3 seconds, is over.")
    assert course.snapshot.state.keys() == [("staff",)]


@pytest.mark.parametrize(
    ("said", "score"), [(85, 85), ("85", 85), ("85%", 85), ("85/100", 85), (0.85, 85), (0, 0), (1, 1), (100.0, 100)]
)
def test_scores_are_read_as_they_are_written(said: object, score: int) -> None:
    """A share of 1, a per cent sign and a fraction of a hundred can mean one thing only."""
    assert Scored.model_validate({"because": "", "score": said}).score == score


@pytest.mark.parametrize("said", [101, -1, 85.5, "high", "8/10", None])
def test_a_score_that_could_mean_anything_goes_back(said: object) -> None:
    """A value that is not a number from 0 to 100 is refused."""
    with pytest.raises(ValidationError):
        Scored.model_validate({"because": "", "score": said})


def test_a_scorer_sees_what_an_answer_rests_on() -> None:
    """Under each cited reference stand the item, the line to which it leads, and the words that a model read it off."""
    state = StateStore()
    jobs = PlanStepper(FIRM)
    taken = anyio.run(lambda: jobs.apply(StateFork.root(state), action(*FIND_STAFF)))
    shown = evidence_of(taken.snapshot.state, [Claim(text="", cites=("staff[0]",))], Texts(line))
    assert shown["staff[0]"]["value"]["source"] == "ann"
    assert shown["staff[0]"]["says"] == [LINES["x.txt", 2]]
    assert list(evidence_of(taken.snapshot.state, [Claim(text="", cites=("staff",))])) == ["staff[0]", "staff[1]"]

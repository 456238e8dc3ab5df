"""Investigations by search: plans executed on forks of a state, answers checked against their citations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from planners import FIND_STAFF, FIRM, action, answer, begin, go_on, line

from pramana.investigate import NextStep, PlannerProposal, Situation, StopReason
from pramana.investigate.answering import Texts
from pramana.investigate.bounds import Bounds
from pramana.investigate.loop import Course
from pramana.investigate.problem import Problem
from pramana.investigate.search import SearchSettings, Strategy, Tree, search_plans, tree_json
from pramana.investigate.stepping import PlanStepper, StateFork

QUESTION = "Who works for Orbit?"
OWNERS = (
    'FIND edges WHERE relation = "OWNS" AND target.name = "Orbit" AS jobs',
    "SELECT jobs FIELDS id, source, target AS owners",
    "UPDATE owners WITH owners",
)
UNREAD = ("SORT jobs ORDER BY id AS sorted",)
GOOD = answer("ann and bob work for Orbit.", ("ann works for orbit.", ["staff[0]"]), ("bob does.", ["staff[1]"]))
FALSE = answer("Zoe Lim works for Orbit.", ("Zoe Lim works for orbit.", ["staff[0]"]))
OWNER = answer("cy works for Orbit.", ("cy is at orbit.", ["owners"]))


class Judge:
    """Judges places by what was found: owners are not asked for."""

    async def score(self, course: Course, answer: PlannerProposal | None, *, key: str) -> tuple[float | None, str]:
        return (0.2, "owners") if "owners" in course.snapshot.state.variables() else (0.96, "staff")


class Thinking:
    """A planner that is a function of the situation. `seen` are all situations, by key."""

    def __init__(self, thought: Callable[[Situation], PlannerProposal]) -> None:
        self._thought = thought
        self.seen: dict[str, Situation] = {}

    async def next_actions(self, situation: Situation, *, key: str) -> PlannerProposal:
        assert key not in self.seen
        self.seen[key] = situation
        return self._thought(situation)


def misled(situation: Situation) -> PlannerProposal:
    """Be surer of the wrong relation, and answer from whatever was found."""
    if "staff" in situation.state:
        return GOOD
    if "owners" in situation.state:
        return OWNER
    return begin(action(*OWNERS, confidence=0.8, plan="a"), action(*FIND_STAFF, confidence=0.5, plan="b"))


def investigated(planner: Thinking, how: SearchSettings | None = None, **more: Any) -> tuple[Course, Tree[StateFork]]:
    async def run() -> tuple[Course, Tree[StateFork]]:
        problem, texts = Problem(QUESTION), Texts(line, None)
        judge = more.pop("scorer", Judge())
        return await search_plans(
            problem, StateFork.root(), planner, PlanStepper(FIRM), judge, settings=how, texts=texts, **more
        )

    return anyio.run(run)


@pytest.mark.parametrize("strategy", [Strategy.BEST_FIRST, Strategy.MCTS])
def test_search_believes_the_answer_that_is_judged_right(strategy: Strategy) -> None:
    """The surer plan misleads; the search tries the other one too, and the course is that of its answer alone."""
    course, tree = investigated(Thinking(misled), SearchSettings(strategy))
    assert (course.stop, course.answer) == (StopReason.ANSWERED, "ann and bob work for Orbit.")
    assert [turn.action.plan.plan_id for turn in course.iterations if turn.action] == ["b"]
    assert course.claims[0].citations[0].places[0]["line"] == "Ann Ray has worked for Orbit since 2001."
    assert course.snapshot.state.keys() == [("staff",)]
    assert [hypothesis.plans for hypothesis in course.hypotheses] == [("b",)]
    assert len(tree.answers()) == 2 and "1 other answer weighed less" in course.why


def test_greedy_search_keeps_its_first_answer() -> None:
    """Greedy goes where the planner is surest, and stays there."""
    course, _ = investigated(Thinking(misled), SearchSettings(Strategy.GREEDY))
    assert course.answer == "cy works for Orbit."


def test_branches_share_nothing() -> None:
    """What one branch found, its records and its hypotheses are in no situation of another."""
    planner = Thinking(misled)
    investigated(planner, SearchSettings(accept=1.1))
    for situation in planner.seen.values():
        assert not {"staff", "owners"} <= set(situation.state)
        assert len({record.plan for record in situation.records}) <= 1


def test_command_that_cannot_be_read_goes_back_with_its_diagnosis() -> None:
    """A plan that fails comes back to its place, and the planner is shown what was wrong with it."""

    def mending(situation: Situation) -> PlannerProposal:
        if "staff" in situation.state:
            return GOOD
        return go_on(action(*FIND_STAFF)) if situation.diagnoses else begin(action(*UNREAD))

    planner = Thinking(mending)
    course, tree = investigated(planner)
    assert course.stop is StopReason.ANSWERED
    [failed] = [edge for edge in tree.edges() if edge.applied and edge.applied.failure]
    assert failed.applied is not None and failed.applied.failure.startswith("SORT jobs ORDER BY id AS sorted: ")
    assert [len(turn.stepped.diagnoses) for turn in course.iterations if turn.stepped] == [1, 0]


def test_answer_that_does_not_check_out_is_no_node() -> None:
    """A refused claim goes back to the planner at the same place; what holds becomes the answer."""

    def insisting(situation: Situation) -> PlannerProposal:
        if "staff" not in situation.state:
            return begin(action(*FIND_STAFF))
        return GOOD if situation.refused else FALSE

    course, tree = investigated(Thinking(insisting))
    assert course.stop is StopReason.ANSWERED and [len(turn.refused) for turn in course.iterations] == [0, 1, 0]
    assert len(tree.answers()) == 1


def test_planner_that_cannot_tell_is_quoted() -> None:
    """Where nothing can come of the root, the search says what the planner says."""
    told = PlannerProposal(decision=NextStep.TERMINATE, unanswerable="There are no salaries in the graph.")
    course, _ = investigated(Thinking(lambda _: told))
    assert (course.stop, course.why) == (StopReason.UNANSWERABLE, "There are no salaries in the graph.")


def test_rounds_are_the_iterations_of_the_bounds() -> None:
    """A bound of rounds stops the search without an answer, resumable."""
    ever = Thinking(lambda situation: go_on(action("FIND nodes AS x", f"UPDATE k{len(situation.state)} WITH x")))
    course, tree = investigated(ever, SearchSettings(deep=False), bounds=Bounds(iterations=3))
    assert (course.stop, tree.rounds) == (StopReason.ITERATIONS, 3)


def test_search_goes_on_from_its_log(tmp_path: Path) -> None:
    """A search that ended goes on from its log without asking its planner again."""
    log = tmp_path / "log.jsonl"
    first, second = Thinking(misled), Thinking(misled)
    _, tree = investigated(first, log=log)
    _, again = investigated(second, log=log)
    assert tree_json(again) == tree_json(tree) and first.seen and not second.seen


def test_without_a_scorer_signals_and_confidences_decide() -> None:
    """Where no one judges, what was counted does."""
    course, tree = investigated(Thinking(misled), scorer=None)
    assert course.stop is StopReason.ANSWERED
    assert all(node.judged is None for node in tree.nodes.values())

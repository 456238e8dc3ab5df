"""An investigation by search, from the question to the course of the answer that is to be believed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import anyio

from pramana.investigate.answering import Texts
from pramana.investigate.bounds import Bounds, StopReason
from pramana.investigate.loop import Course
from pramana.investigate.planning import Planner
from pramana.investigate.problem import Problem
from pramana.investigate.search.branching import NO_PROPOSAL, Branches, Scorer
from pramana.investigate.search.model import Cost
from pramana.investigate.search.rolling import Rollouts
from pramana.investigate.search.searching import search
from pramana.investigate.search.settings import Limits, SearchSettings
from pramana.investigate.search.tree import Tree
from pramana.investigate.search.weighing import best_answer
from pramana.investigate.stepping import PlanStepper, StateFork
from pramana.trace import Trail

_STOPS = {
    "budget": StopReason.BUDGET,
    "rounds": StopReason.ITERATIONS,
    "time": StopReason.TIME,
    "broken": StopReason.BROKEN,
}


async def search_plans(
    problem: Problem,
    root: StateFork,
    planner: Planner,
    stepper: PlanStepper,
    scorer: Scorer | None = None,
    *,
    settings: SearchSettings | None = None,
    bounds: Bounds | None = None,
    roller: Planner | None = None,
    texts: Texts | None = None,
    trail: Trail | None = None,
    log: Path | None = None,
    watch: Callable[[Tree[StateFork]], None] | None = None,
) -> tuple[Course, Tree[StateFork]]:
    """Investigate a question by search; return the course that led to the answer to believe, and the whole tree.

    `bounds.iterations` are the rounds; its calls and money are those of the whole tree, of stored answers too, so that
    the same answers give the same tree; `bounds.seconds` cancels what is under way. `roller` is a cheaper planner for
    rollouts. `trail` is the one at which
    planner, stepper and scorer record. Raises what `search` raises.
    """
    bounds = bounds or Bounds()
    branches = Branches(problem, root, planner, stepper, scorer, texts=texts, trail=trail)
    rollouts = None
    if roller is not None:
        policy = Branches(problem, root, roller, stepper, texts=texts, trail=trail)
        rollouts = Rollouts(policy, worst=Cost(calls=2))
    limits = Limits(bounds.iterations, bounds.calls, None, bounds.money)
    began = perf_counter()
    tree: Tree[StateFork] | None = None

    def keep(grown: Tree[StateFork]) -> None:
        nonlocal tree
        tree = grown
        if watch is not None:
            watch(grown)

    with anyio.move_on_after(bounds.seconds) as clock:
        tree = await search(branches, settings, limits, log=log, rollouts=rollouts, watch=keep)
    if tree is None:  # the time was over in the first round
        tree = Tree(root, (settings or SearchSettings()).as_json())
    if clock.cancelled_caught:
        tree.reason, tree.stopped = "time", f"The time, {bounds.seconds:g} seconds, is over."
    course = course_of(branches, tree)
    course.why = f"{course.why} {scorer_failures(tree)}".strip()
    course.seconds = perf_counter() - began
    return course, tree


def scorer_failures(tree: Tree[StateFork]) -> str:
    """Return how often the scorer was asked and gave no valid judgement, with its first fault; "" for never."""
    asked = [node for node in tree.nodes.values() if node.judged is not None or node.why]
    failed = [node for node in asked if node.judged is None]
    if not failed:
        return ""
    return f"The scorer gave no valid judgement for {len(failed)} of {len(asked)} states and answers: {failed[0].why}"


def course_of(branches: Branches, tree: Tree[StateFork]) -> Course:
    """Return the course of a tree's best answer, or of its most promising node, with the reason why it ended."""
    found = best_answer(tree)
    course = branches.course_after(found.node.steps()[-1:])
    if found.answer is not None:
        course.answer, course.stop = found.answer.text, StopReason.ANSWERED
        others = len({node.answer.text for node in tree.answers() if node.answer}) - 1
        rivals = f" {others} other answer{'s' * (others != 1)} weighed less." if others else ""
        judged, why = found.node.judged, found.node.why
        told = f" It was judged to be right with {judged:.0%}: {why}" if judged is not None else ""
        course.why = (
            f"The answer has {found.share:.0%} of the weight of all that were found.{rivals}{told} {tree.stopped}"
        )
        return course
    course.claims = ()
    course.stop = _STOPS.get(tree.reason, StopReason.NO_PLAN)
    course.why = tree.stopped
    if tree.reason == "exhausted" and (given_up := tree.root.ended):
        failed = given_up.startswith(NO_PROPOSAL)
        course.stop, course.why = StopReason.FAILED if failed else StopReason.UNANSWERABLE, given_up
    return course

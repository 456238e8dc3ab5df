"""Whether search helps a planner that is often wrong. Usage: bench/search.py [--calls N …] [--graphs N] [--first SEED]
[--missed P] [--spread S]

Questions with planted answers on generated graphs (`planted`): all that take a step which can go wrong.
The planner is scripted and noisy, as stated in `Noise`: it leaves the right plan out, is surer of wrong ones, writes
broken commands, answers too early. So is the scorer. Every strategy has the same planner, scorer and budget of calls,
those of the scorer counted. `greedy` ends at its first answer; `greedy, again` begins anew with other samples until the
budget is spent, and takes the answer of the highest sum of the scorer's judgements: what costs nothing to build.

Success with Wilson's interval, differences from greedy with a paired bootstrap over the questions, both 95 %.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from pramana.gasl import Plan
from pramana.investigate.model import NextAction
from pramana.investigate.search import (
    AppliedSearchAction,
    Cost,
    Limits,
    PlannerProposals,
    SearchAction,
    SearchAnswer,
    SearchPlace,
    SearchSettings,
    Strategy,
    Tree,
    Valued,
    Worst,
    best_answer,
    search,
)
from pramana.investigate.stepping import PlanStepper, Signals, StateFork

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))
from planted import ANSWER, Planted, PlantedQuestion, planted

ONE = Cost(calls=1)


@dataclass(frozen=True)
class Noise:
    """How wrong the planner and the scorer are. Confidences and judgements are normal, cut to 0.02 … 0.98."""

    missed: float = 0.35
    """an asking does not bring the right plan"""
    wrong: float = 0.7
    """it brings a given wrong plan"""
    broken: float = 0.15
    """it brings a plan that cannot be read"""
    early: float = 0.1
    """it wants to answer before all steps were taken"""
    revised: float = 0.3
    """where something failed, it goes back and does the step before anew, with any of its plans"""
    right_sure: float = 0.60
    wrong_sure: float = 0.50
    """mean confidence in a right plan, in a wrong one"""
    spread: float = 0.2
    """standard deviation of confidences and judgements"""
    right_judged: float = 0.65
    wrong_judged: float = 0.45
    """mean judgement of a state to which only right steps led, and of any other; of answers likewise"""

    @property
    def scale(self) -> str:
        return f"missed {self.missed}, spread {self.spread}"


class Noisy:
    """A planted question as a problem to search. `sample` tells one run of the planner from another."""

    worst = Worst()
    samples = True

    def __init__(self, world: Planted, question: PlantedQuestion, noise: Noise, sample: int = 0) -> None:
        self.root = StateFork.root()
        self.question = question
        self._noise = noise
        self._sample = sample
        self._stepper = PlanStepper(world.graph)

    def _random(self, *parts: object) -> Random:
        return Random(repr((self.question.text, self._sample, *parts)))

    # The planner

    async def ask(self, place: SearchPlace[StateFork], *, key: str) -> PlannerProposals:
        random = self._random("ask", place.node, place.asked)
        actions = tuple(self._proposed(place, random))
        return PlannerProposals(actions, "", {key: ONE})

    def _proposed(self, place: SearchPlace[StateFork], random: Random) -> Iterator[SearchAction]:
        noise, steps = self._noise, self.question.steps
        done = min(_done(place.snapshot), len(steps))
        if done < len(steps):
            yield from self._of_step(done, random)
            if done and random.random() < noise.early:
                yield _finish(self._sure(random, noise.wrong_sure))
        else:
            yield _finish(self._sure(random, 0.8))
        failed = any(taken.applied.snapshot.hash == place.node for taken in place.tried)
        if done and (failed or done == len(steps)) and random.random() < noise.revised:
            earlier = steps[done - 1]
            commands = random.choice([earlier.right, *earlier.wrong])
            yield _plan(commands, self._sure(random, noise.wrong_sure))

    def _of_step(self, number: int, random: Random) -> Iterator[SearchAction]:
        noise, step = self._noise, self.question.steps[number]
        if random.random() >= noise.missed:
            yield _plan(step.right, self._sure(random, noise.right_sure))
        for wrong in step.wrong:
            if random.random() < noise.wrong:
                yield _plan(wrong, self._sure(random, noise.wrong_sure))
        if random.random() < noise.broken:
            yield _plan(("FIND nodez WHERE name == 1",), self._sure(random, noise.wrong_sure))

    def _sure(self, random: Random, mean: float) -> float:
        return min(0.98, max(0.02, random.gauss(mean, self._noise.spread)))

    # The engine

    async def apply(
        self, place: SearchPlace[StateFork], action: SearchAction, *, key: str
    ) -> AppliedSearchAction[StateFork]:
        if action.completes:
            found = _newest(place.snapshot)
            if not found:
                return AppliedSearchAction(place.snapshot, Signals(errors=1), "nothing to answer with")
            text = ", ".join(sorted(found))
            return AppliedSearchAction(
                place.snapshot, Signals(assertions_held=1), "", SearchAnswer(text, text, sorted(found))
            )
        plan = Plan(plan_id="p", why="To see.", commands=tuple(action.body))
        stepped = await self._stepper.apply(place.snapshot, NextAction(plan=plan, confidence=action.confidence))
        error = str(stepped.diagnoses[0].error.get("message")) if stepped.diagnoses else ""
        return AppliedSearchAction(stepped.snapshot, stepped.signals, error)

    # The scorer

    async def value(self, place: SearchPlace[StateFork], *, key: str) -> Valued:
        noise = self._noise
        right = self.is_right(place.answer) if place.answer else self._on_the_way(place)
        mean = noise.right_judged if right else noise.wrong_judged
        random = Random(repr((self.question.text, "value", place.node)))  # a state is judged alike in every sample
        return Valued(self._sure(random, mean), "", {key: ONE})

    def _on_the_way(self, place: SearchPlace[StateFork]) -> bool:
        return all(any(taken.action.body == list(each.right) for each in self.question.steps) for taken in place.steps)

    def is_right(self, answer: SearchAnswer | None) -> bool:
        return answer is not None and set(answer.body) == self.question.answer


def _plan(commands: Sequence[str], confidence: float) -> SearchAction:
    return SearchAction(list(commands), confidence, label=commands[0])


def _finish(confidence: float) -> SearchAction:
    return SearchAction("COMPLETE", confidence, completes=True, label="COMPLETE")


def _keys(snapshot: StateFork) -> list[str]:
    return list(map(".".join, snapshot.state.keys()))


def _done(snapshot: StateFork) -> int:
    """Return how many steps the state shows as taken: 0 where nothing was found, all where there is an answer."""
    keys = _keys(snapshot)
    return 99 if ANSWER in keys else sum(key.startswith("hop") for key in keys)


def _newest(snapshot: StateFork) -> set[str]:
    """Return what an answer from this state says: ids, a count, or what lies on a path."""
    variables = snapshot.state.variables()
    name = max(variables, key=lambda each: (each == ANSWER, each), default="")
    found = variables.get(name, {})
    if "value" in found:
        return {str(found["value"])}
    told: set[str] = set()
    for item in found.get("items", ()):
        edges = item.get("edges")
        told |= {edge["source"] for edge in edges[1:]} if edges else {item["id"]}
    return told


# Strategies


@dataclass
class Outcome:
    right: bool
    calls: int
    reason: str
    rounds: int = 0
    seconds: float = 0.0


Runner = Callable[[Planted, PlantedQuestion, Noise, int], Any]


def searching(settings: SearchSettings) -> Runner:
    async def run(world: Planted, question: PlantedQuestion, noise: Noise, calls: int) -> Outcome:
        problem = Noisy(world, question, noise)
        began = perf_counter()
        tree: Tree[StateFork] = await search(problem, settings, Limits(rounds=1_000, calls=calls))
        seconds = perf_counter() - began
        right = problem.is_right(best_answer(tree).answer)
        return Outcome(right, tree.spent.calls, tree.reason, tree.rounds, seconds)

    return run


async def again(world: Planted, question: PlantedQuestion, noise: Noise, calls: int) -> Outcome:
    """Greedy anew and anew, each answer judged."""
    votes: dict[str, float] = defaultdict(float)
    right: dict[str, bool] = {}
    spent = sample = rounds = 0
    while spent < calls - 1 and sample < 50:
        problem = Noisy(world, question, noise, sample)
        tree = await search(problem, SearchSettings(Strategy.GREEDY), Limits(rounds=1_000, calls=calls - spent - 1))
        spent, sample, rounds = spent + tree.spent.calls, sample + 1, rounds + tree.rounds
        found = best_answer(tree)
        if found.answer is not None:
            judged = await problem.value(found.node.place(), key="value")
            spent += 1
            votes[found.answer.text] += judged.value or 0.0
            right[found.answer.text] = problem.is_right(found.answer)
    top = max(sorted(votes), key=lambda text: votes[text], default="")
    return Outcome(right.get(top, False), spent, "budget", rounds)


def runners(seed: int = 0, **changed: Any) -> dict[str, Runner]:
    named = {strategy: replace(SearchSettings(strategy, seed=seed), **changed) for strategy in Strategy}
    return {
        "greedy": searching(named[Strategy.GREEDY]),
        "greedy, again": again,
        "best-first": searching(named[Strategy.BEST_FIRST]),
        "mcts": searching(named[Strategy.MCTS]),
    }


# Statistics


def wilson(right: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval of a share."""
    share, wide = right / of, z * z / of
    middle = (share + wide / 2) / (1 + wide)
    half = z * sqrt(share * (1 - share) / of + wide / (4 * of)) / (1 + wide)
    return middle - half, middle + half


def bootstrap(differences: Sequence[float], seed: int = 0, times: int = 4_000) -> tuple[float, float]:
    """Return the 95 % interval of a mean, by drawing the questions anew."""
    random = Random(seed)
    means = sorted(sum(random.choices(differences, k=len(differences))) / len(differences) for _ in range(times))
    return means[int(0.025 * times)], means[int(0.975 * times)]


@dataclass
class Row:
    name: str
    outcomes: list[Outcome] = field(default_factory=list)

    def told(self, base: Row) -> str:
        right = [each.right for each in self.outcomes]
        low, high = wilson(sum(right), len(right))
        calls = [each.calls for each in self.outcomes]
        line = f"{self.name:14} {sum(right) / len(right):6.1%} [{low:.1%}, {high:.1%}]  {sum(calls) / len(calls):5.1f}"
        cost = sum(calls) / max(1, sum(right))
        line += f" {cost:7.1f}"
        if base is not self:
            line += f"   {self.against(base)}"
        return line

    def against(self, base: Row) -> str:
        pairs = zip(self.outcomes, base.outcomes, strict=True)
        differences = [float(mine.right) - float(its.right) for mine, its in pairs]
        low, high = bootstrap(differences)
        return f"{sum(differences) / len(differences):+6.1%} [{low:+.1%}, {high:+.1%}]"


def questions(graphs: int, first: int = 0) -> Iterator[tuple[Planted, PlantedQuestion]]:
    for seed in range(first, first + graphs):
        world = planted(seed)
        yield from ((world, each) for each in world.questions if any(step.wrong for step in each.steps))


async def measure(
    asked: Sequence[tuple[Planted, PlantedQuestion]], noise: Noise, calls: int, named: dict[str, Runner]
) -> list[Row]:
    rows = [Row(name) for name in named]
    for world, question in asked:
        for row in rows:
            row.outcomes.append(await named[row.name](world, question, noise, calls))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, nargs="*", default=[10, 20, 40])
    parser.add_argument("--graphs", type=int, default=4)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first graph")
    parser.add_argument("--missed", type=float, default=Noise.missed)
    parser.add_argument("--spread", type=float, default=Noise.spread)
    given = parser.parse_args()
    noise = Noise(missed=given.missed, spread=given.spread)
    asked = list(questions(given.graphs, given.first))
    print(f"{len(asked)} questions on {given.graphs} graphs; {noise}")
    for calls in given.calls:
        rows = asyncio.run(measure(asked, noise, calls, runners()))
        print(f"\nbudget {calls} calls   success            calls  a right   against greedy")
        for row in rows:
            print(row.told(rows[0]))
        for row in rows[2:]:
            print(f"{row.name} against {rows[1].name}: {row.against(rows[1])}")
        steps = next(row for row in rows if row.name == "mcts").outcomes
        seconds, rounds = sum(each.seconds for each in steps), sum(each.rounds for each in steps)
        print(f"mcts: {1e3 * seconds / max(1, rounds):.2f} ms a round, plans carried out")


if __name__ == "__main__":
    main()

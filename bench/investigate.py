"""What the loop costs beside the model on a large graph: bench/investigate.py [--nodes N] [--edges N] [--turns N]

A scripted planner answers at once, so all that is measured is ours: the situation with profile, card, state and
records, parsing, the fork of the state, the plan's records, the signals, the checks. Each turn carries out a plan of
three commands. What these take on the graph is measured apart, on a bare executor, and told beside it: that is work
that was asked for. The goal is 5 ms an iteration on a graph of a million nodes.
"""

from __future__ import annotations

import argparse
import asyncio
from time import perf_counter

import numpy as np
import polars as pl

from pramana.gasl import GASLExecutor, Plan, StateStore
from pramana.graph.adapters.columnar import ColumnarAdapter
from pramana.investigate import (
    Bounds,
    Claim,
    Hypothesis,
    NextAction,
    NextStep,
    PlannerProposal,
    Situation,
    graph_profile,
    investigate,
)


def made(nodes: int, edges: int) -> ColumnarAdapter:
    """Return a graph of people and firms, from columns."""
    random = np.random.default_rng(0)
    ids = pl.Series("id", np.arange(nodes)).cast(pl.String)
    kinds = pl.Series("type", np.where(np.arange(nodes) % 10 == 0, "Firm", "Person"))
    age = pl.Series("age", random.integers(1, 90, nodes))
    people = pl.DataFrame([ids, kinds, ("Name " + ids).alias("name"), age])
    ends = random.integers(0, nodes, (2, edges))
    ties = pl.DataFrame(
        {
            "id": pl.Series(np.arange(edges)).cast(pl.String),
            "source": pl.Series(ends[0]).cast(pl.String),
            "target": pl.Series(ends[1]).cast(pl.String),
            "relation": np.where(np.arange(edges) % 2 == 0, "KNOWS", "WORKS_FOR"),
        }
    )
    return ColumnarAdapter.from_arrow(people.to_arrow(), ties.to_arrow())


def plan(number: int) -> Plan:
    commands = (
        f'FIND nodes WHERE id = "{number * 10 + 1}" AS one',
        "SELECT one FIELDS id, name, age AS short",
        "UPDATE found WITH short",
    )
    return Plan(plan_id=f"p{number}", why="To see.", commands=commands)


class Instant:
    """A planner that needs no time."""

    def __init__(self, turns: int) -> None:
        self.turns = turns

    async def next_actions(self, situation: Situation, *, key: str) -> PlannerProposal:
        if situation.iteration >= self.turns:
            claim = Claim(text=f"{self.turns} were found.", cites=("found",))
            return PlannerProposal(decision=NextStep.TERMINATE, complete=f"{self.turns} were found.", claims=(claim,))
        action = NextAction(plan=plan(situation.iteration), confidence=0.9)
        begun = None if situation.hypotheses else Hypothesis(id="h1", text="They are there.")
        return PlannerProposal(decision=NextStep.CONTINUE, hypothesis=begun, next_actions=(action,))


def bare(graph: ColumnarAdapter, turns: int) -> float:
    """Return the seconds that the same commands take on an executor of their own."""
    began = perf_counter()
    with GASLExecutor(graph, None, StateStore()) as gasl:
        for number in range(turns):
            gasl.run_plan(plan(number))
    return perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--edges", type=int, default=2_000_000)
    parser.add_argument("--turns", type=int, default=50)
    chosen = parser.parse_args()
    began = perf_counter()
    graph = made(chosen.nodes, chosen.edges)
    print(f"graph: {chosen.nodes:,} nodes, {chosen.edges:,} edges, made in {perf_counter() - began:.1f} s")
    began = perf_counter()
    graph_profile(graph)
    first = perf_counter() - began
    began = perf_counter()
    graph_profile(graph)
    print(f"profile: {first * 1e3:,.0f} ms the first time, {(perf_counter() - began) * 1e3:.2f} ms from then on")
    bare(graph, 1)
    direct = bare(graph, chosen.turns)
    began = perf_counter()
    found = asyncio.run(
        investigate("How many were found?", graph, Instant(chosen.turns), bounds=Bounds(iterations=chosen.turns + 1))
    )
    whole = perf_counter() - began
    assert found.answered, found.why
    once = whole - found.seconds
    each, same = found.seconds / chosen.turns, direct / chosen.turns
    print(f"before the first turn (names in the question, first lookups): {once * 1e3:.1f} ms")
    print(f"an iteration: {each * 1e3:.2f} ms, of which the same commands alone take {same * 1e3:.2f} ms")
    print(f"overhead of the loop: {(each - same) * 1e3:.2f} ms an iteration (goal: 5)")


if __name__ == "__main__":
    main()

"""Search on a seeded maze: what decides the tree, what it may cost, when it ends."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mazes import Maze, Room

from pramana.canonical import canonical
from pramana.errors import BudgetExceeded, InputError
from pramana.investigate.search import (
    AppliedSearchAction,
    Cost,
    Judging,
    Limits,
    PlannerProposals,
    Rollouts,
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
    standings,
    to_html,
    to_mermaid,
    tree_json,
)
from pramana.investigate.stepping import Signals

ALL = SearchSettings(accept=1.1)
PLANS = st.builds(
    SearchSettings,
    strategy=st.sampled_from(Strategy),
    judging=st.sampled_from(Judging),
    deep=st.booleans(),
    width=st.integers(1, 4),
    accept=st.sampled_from([0.8, 1.1]),
    seed=st.integers(0, 3),
)


def searched(problem: Any, how: SearchSettings = ALL, limits: Limits | None = None, **more: Any) -> Tree[Any]:
    """Search in an event loop."""

    async def run() -> Tree[Any]:
        return await search(problem, how, limits or Limits(rounds=25), **more)

    return anyio.run(run)


def jitter(seed: int) -> Callable[[], float]:
    random = Random(seed)
    return lambda: random.choice([0.0, 0.0, 0.001, 0.002])


@pytest.mark.slow
@settings(max_examples=40)
@given(st.integers(0, 10_000), PLANS, st.integers(0, 99), st.integers(0, 99))
def test_same_answers_give_the_same_tree_whatever_comes_first(
    maze: int, how: SearchSettings, one: int, other: int
) -> None:
    """The tree is the same under any order in which what was asked comes back."""
    limits = Limits(rounds=8)
    trees = [searched(Maze(maze, delay=jitter(seed)), how, limits) for seed in (one, other)]
    assert canonical(tree_json(trees[0])) == canonical(tree_json(trees[1]))


@settings(max_examples=60)
@given(st.integers(0, 10_000), PLANS, st.integers(0, 30))
def test_budget_is_never_passed(maze: int, how: SearchSettings, calls: int) -> None:
    """No search makes more calls than it may, and none asks for one thing twice."""
    problem = Maze(maze)
    tree = searched(problem, how, Limits(rounds=50, calls=calls))
    assert tree.spent.calls == sum(problem.asked.values()) <= calls
    assert all(times == 1 for times in problem.asked.values())


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(0, 10_000), PLANS)
def test_every_search_ends_with_a_reason(maze: int, how: SearchSettings) -> None:
    """Ways that meet or go round end as others do; a tree has one node a state, and all its values are from 0 to 1."""
    tree = searched(Maze(maze), how, Limits(rounds=200))
    assert tree.reason in ("answered", "exhausted", "rounds") and tree.stopped.endswith((".", "again", "in"))
    states = [node for node in tree.nodes.values() if node.answer is None]
    assert len({node.snapshot.hash for node in states}) == len(states) <= 9
    assert all(0 <= node.worth <= 1 and 0 <= (node.value or 0) <= 1 for node in tree.nodes.values())
    assert all(edge.ahead == 0 for edge in tree.edges()) and not any(node.pending for node in tree.nodes.values())
    assert all(0 <= edge.prior <= 1 for edge in tree.edges())


@pytest.mark.slow
@settings(max_examples=40)
@given(st.integers(0, 10_000), PLANS, st.floats(0, 1))
def test_search_goes_on_from_any_beginning_of_its_log(maze: int, how: SearchSettings, part: float) -> None:
    """A log cut anywhere, within a line too, leads to the tree of one go; what whole lines tell is not asked again."""
    limits = Limits(rounds=8)
    with TemporaryDirectory() as folder:
        whole, cut = Path(folder, "whole.jsonl"), Path(folder, "cut.jsonl")
        tree = searched(Maze(maze), how, limits, log=whole)
        body = whole.read_bytes()
        cut.write_bytes(body[: int(part * len(body))])
        known = {
            json.loads(line).get("key") for line in cut.read_bytes().splitlines(keepends=True) if line[-1:] == b"\n"
        }
        problem = Maze(maze)
        again = searched(problem, how, limits, log=cut)
        assert canonical(tree_json(again)) == canonical(tree_json(tree))
        assert not known & set(problem.asked)
        assert sorted(cut.read_bytes().splitlines()) == sorted(body.splitlines())


def test_search_with_a_wider_budget_goes_on_as_if_it_had_been_given_it_at_once(tmp_path: Path) -> None:
    """A search that a budget stopped goes on to the tree of the wider budget, and pays only what is new."""
    log = tmp_path / "log.jsonl"
    short, long = Limits(rounds=40, calls=9), Limits(rounds=40, calls=30)
    first = Maze(7, 30)
    how = replace(ALL, width=3)
    assert searched(first, how, short, log=log).reason == "budget"
    second, once = Maze(7, 30), Maze(7, 30)
    tree = searched(second, how, long, log=log)
    assert canonical(tree_json(tree)) == canonical(tree_json(searched(once, how, long)))
    assert all(times == 1 for times in (first.asked + second.asked).values())


@pytest.mark.slow
def test_killed_search_goes_on(tmp_path: Path) -> None:
    """A process that is killed leaves a log from which the same tree comes; only what was in flight is asked again."""
    log, paid = tmp_path / "log.jsonl", tmp_path / "paid.txt"
    worker = Path(__file__).parents[1] / "support" / "maze_worker.py"
    process = subprocess.Popen([sys.executable, str(worker), str(log), str(paid), "5"])
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not paid.exists() or len(paid.read_text().splitlines()) < 8):
        time.sleep(0.01)
    process.kill()
    process.wait()
    before = paid.read_text().split()
    logged = {json.loads(line).get("key") for line in log.read_text().splitlines(keepends=True) if line.endswith("\n")}
    how, limits = SearchSettings(width=2, accept=1.1), Limits(rounds=40)
    rest, once = Maze(5, 40), Maze(5, 40)
    tree = searched(rest, how, limits, log=log)
    assert canonical(tree_json(tree)) == canonical(tree_json(searched(once, how, limits)))
    assert not logged & set(rest.asked)
    assert len(set(before) & set(rest.asked)) <= 2 and 8 <= len(before) < len(once.asked)


def test_log_of_another_search_is_refused(tmp_path: Path) -> None:
    """A log says of which search it is; a line that is none is named."""
    log = tmp_path / "log.jsonl"
    searched(Maze(1), ALL, log=log)
    with pytest.raises(InputError, match=r"holds another search: settings was .* and is"):
        searched(Maze(1), replace(ALL, seed=9), log=log)
    log.write_bytes(log.read_bytes() + b"{}\n")
    with pytest.raises(InputError, match=r"\(line \d+\): not a line of a search log"):
        searched(Maze(1), ALL, log=log)
    with pytest.raises(InputError, match="cannot be opened"):
        searched(Maze(1), ALL, log=tmp_path)


class Told:
    """A problem told in full: what is proposed in each state, what each action leads to, what each state is worth."""

    root = Room("start")
    worst = Worst()
    samples = True

    def __init__(
        self,
        proposed: dict[str, list[list[SearchAction]]],
        leads: dict[str, AppliedSearchAction[Room]] | None = None,
        values: dict[str, float | None] | None = None,
        shared: str = "",
    ) -> None:
        self._proposed = proposed
        self._leads = leads or {}
        self._values = values or {}
        self._shared = shared
        self.places: list[SearchPlace[Room]] = []

    async def ask(self, place: SearchPlace[Room], *, key: str) -> PlannerProposals:
        self.places.append(place)
        askings = self._proposed.get(place.node, [])
        actions = askings[place.asked] if place.asked < len(askings) else []
        return PlannerProposals(tuple(actions), "", {self._shared or key: Cost(1)})

    async def apply(self, place: SearchPlace[Room], action: SearchAction, *, key: str) -> AppliedSearchAction[Room]:
        if action.completes:
            return AppliedSearchAction(place.snapshot, Signals(assertions_held=1), "", SearchAnswer(action.body))
        return self._leads.get(action.body) or AppliedSearchAction(Room(action.body), Signals(items_gained=1))

    async def value(self, place: SearchPlace[Room], *, key: str) -> Valued:
        name = place.answer.text if place.answer else place.node
        return Valued(self._values.get(name), "", {key: Cost(1)})


def go(to: str, confidence: float = 0.5) -> SearchAction:
    return SearchAction(to, confidence)


def say(text: str, confidence: float = 0.9) -> SearchAction:
    return SearchAction(text, confidence, completes=True)


def test_ways_to_one_state_meet_in_one_node() -> None:
    """Two orders of the same steps lead to one node, which is asked once and counts for both ways."""
    problem = Told(
        {
            "start": [[go("a", 0.6), go("b", 0.5)]],
            "a": [[go("ab")]],
            "b": [[go("ab")]],
            "ab": [[say("done")]],
        }
    )
    tree = searched(problem, replace(ALL, deep=False))
    assert sorted(node.snapshot.hash for node in tree.nodes.values()) == ["a", "ab", "ab", "b", "start"]
    assert sum(edge.child is tree.nodes["ab"] for edge in tree.edges()) == 2
    assert sum(place.node == "ab" and place.asked == 0 for place in problem.places) == 1


def test_way_that_goes_round_is_left() -> None:
    """A step back to a state on the way is taken once, and the search goes elsewhere."""
    problem = Told({"start": [[go("a")]], "a": [[go("start", 0.9), say("done", 0.1)]]})
    tree = searched(problem)
    assert best_answer(tree).answer == SearchAnswer("done")
    assert tree.reason == "exhausted"


def test_what_one_branch_saw_is_not_told_to_another() -> None:
    """A planner is shown the way to its place and what was tried there, nothing of other branches."""
    problem = Told({"start": [[go("a", 0.9), go("b", 0.8)]], "a": [[go("c")]], "b": [[go("d")]]})
    searched(problem)
    for place in problem.places:
        ways = {"a": ["a"], "b": ["b"], "c": ["a", "c"], "d": ["b", "d"], "start": []}
        assert [taken.action.body for taken in place.steps] == ways[place.node]
        assert {taken.action.body for taken in place.tried} <= {"a": {"c"}, "b": {"d"}, "start": {"a", "b"}}.get(
            place.node, set()
        )


def test_one_request_is_paid_once() -> None:
    """What several branches ask in the same words is charged once."""
    askings = {"start": [[go("a"), go("b")]], "a": [[say("x")]], "b": [[say("y")]]}
    tree = searched(Told(askings, shared="the same"), replace(ALL, judging=Judging.ANSWERS))
    asked = [key for key in tree.charges if "value" not in key]
    assert asked == ["the same"] and tree.spent.calls == len(tree.charges)


def test_same_failure_again_and_again_ends_the_branch() -> None:
    """A branch ends, with the reason, where different plans fail alike as often as the settings say."""
    failing = {name: AppliedSearchAction(Room("start"), Signals(errors=1), "no such relation") for name in "abcd"}
    problem = Told({"start": [[go("a")], [go("b")], [go("c")], [go("d")]]}, failing)
    tree = searched(problem)
    assert len(problem.places) == 3 and tree.reason == "exhausted"
    assert tree.root.ended == "The same failure came 3 times: no such relation"
    assert "no such relation" in tree.stopped


def test_same_plan_is_not_carried_out_twice_at_one_state() -> None:
    """A plan proposed again gains in confidence; a planner with nothing new is asked no more."""
    problem = Told({"start": [[go("a", 0.5)]] * 8, "a": []})
    tree = searched(problem)
    [edge] = tree.root.edges
    assert edge.sure == pytest.approx(2.5) and edge.child is tree.nodes["a"]
    assert tree.root.ended == "The planner proposed nothing new 4 times in a row."


def test_greedy_takes_the_most_confident_action_and_the_first_answer() -> None:
    """Greedy goes by confidence alone: no scorer is asked, and the first answer ends it."""
    problem = Told({"start": [[go("a", 0.4), go("b", 0.6)]], "b": [[say("wrong"), go("c", 0.2)]]}, {}, {"wrong": 0.0})
    tree = searched(problem, SearchSettings(Strategy.GREEDY, width=4))
    assert best_answer(tree).answer == SearchAnswer("wrong") and tree.reason == "answered"
    assert all(node.judged is None for node in tree.nodes.values()) and tree.spent.calls == 2


@pytest.mark.parametrize("strategy", [Strategy.BEST_FIRST, Strategy.MCTS])
def test_search_comes_back_from_a_misleading_branch(strategy: Strategy) -> None:
    """Where the surer action leads to an answer judged wrong, the other one's is believed."""
    problem = Told(
        {"start": [[go("a", 0.7), go("b", 0.6)]], "a": [[say("wrong")]], "b": [[say("right")]]},
        {},
        {"wrong": 0.1, "right": 0.9, "a": 0.5, "b": 0.5},
    )
    tree = searched(problem, SearchSettings(strategy, accept=0.85))
    assert best_answer(tree).answer == SearchAnswer("right")
    assert [each.same for each in standings(tree)] == ["right", "wrong"]


def test_answers_to_which_several_ways_lead_weigh_more() -> None:
    """Equally judged, the answer is believed at which two independent ways arrive."""
    askings = {
        "start": [[go("a", 0.5), go("b", 0.5), go("c", 0.5)]],
        "a": [[say("lone")]],
        "b": [[say("shared")]],
        "c": [[say("shared")]],
    }
    tree = searched(Told(askings, {}, {"lone": 0.6, "shared": 0.6}))
    assert best_answer(tree).answer == SearchAnswer("shared")
    assert best_answer(tree).share == pytest.approx(2 / 3)


def test_accepted_answer_ends_the_search() -> None:
    """An answer of the value that is wanted ends the search, and the reason says so."""
    problem = Told({"start": [[say("sure"), go("a", 0.2)]]}, {}, {"sure": 0.97})
    tree = searched(problem, SearchSettings())
    assert tree.reason == "answered" and tree.stopped == "An answer was found that is worth 0.97."


def test_budget_that_a_gateway_keeps_ends_the_search() -> None:
    """Where a call would pass a budget, the tree is that of the rounds before, with the budget's own words."""

    class Poor(Maze):
        async def ask(self, place: SearchPlace[Room], *, key: str) -> PlannerProposals:
            if sum(self.asked.values()) >= 6:
                raise BudgetExceeded("The budget is 6 calls.")
            return await super().ask(place, key=key)

    tree = searched(Poor(3, 30), replace(ALL, width=2), Limits(rounds=50))
    assert (tree.reason, tree.stopped) == ("budget", "The budget is 6 calls.")


def test_clock_and_rounds_end_the_search() -> None:
    """A bound of time or of rounds is told as such."""
    assert searched(Maze(3, 30), ALL, Limits(rounds=1)).stopped == "The search took its 1 rounds."
    late = searched(Maze(3, 30), ALL, Limits(seconds=0))
    assert (late.reason, late.rounds) == ("time", 0)


def test_rollouts_find_answers_with_a_cheaper_planner() -> None:
    """From a new state a cheaper planner plays on; the way to an answer that it finds becomes part of the tree."""
    problem = Told({"start": [[go("a")]], "a": [], "b": []}, {}, {"found": 0.9})
    policy = Told({"a": [[go("b", 0.8)]], "b": [[say("found")]]})
    tree = searched(problem, SearchSettings(deep=False), Limits(rounds=1), rollouts=Rollouts(policy))
    assert best_answer(tree).answer == SearchAnswer("found")
    assert [edge.action.body for edge in best_answer(tree).edges] == ["a", "b", "found"]
    assert tree.nodes["a"].rolled == 1.0
    assert best_answer(tree).share == 1.0


def test_problem_that_fails_is_raised() -> None:
    """What a problem raises, but a budget, is not hidden."""

    class Broken(Maze):
        async def value(self, place: SearchPlace[Room], *, key: str) -> Valued:
            raise OSError("no line")

    with pytest.raises(OSError, match="no line"):
        searched(Broken(3), replace(ALL, judging=Judging.ALL))


def test_settings_out_of_range_are_refused() -> None:
    """A setting out of its range is refused, with the nearest strategy where one is misspelt."""
    with pytest.raises(InputError, match="Did you mean mcts"):
        SearchSettings("mcst")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="width is 0; it is 1 or more"):
        SearchSettings(width=0)
    with pytest.raises(InputError, match="trust is 2; it is from 0 to 1"):
        SearchSettings(trust=2)


def test_exports_tell_the_tree_and_quote_what_they_are_told() -> None:
    """JSON, Mermaid and HTML hold every node; texts of documents are no markup in any of them."""
    hostile = '"]; click n0 "javascript:x" <script>alert(1)</script>'
    problem = Told(
        {"start": [[SearchAction("a", 0.5, hostile, label=hostile)]], "a": [[say(hostile)]]},
        {},
        {hostile: 0.4, "a": 0.5},
    )
    tree = searched(problem)
    told = tree_json(tree)
    assert json.loads(canonical(told)) == json.loads(json.dumps(told))
    assert [node["number"] for node in told["nodes"]] == [0, 1, 2] and told["way"] == [0, 1]
    assert told["nodes"][told["best"]]["answer"]["text"] == hostile
    page, drawing = to_html(tree, hostile), to_mermaid(tree, untried=True)
    assert "<script" not in page and "&lt;script&gt;" in page
    assert "click n0" not in drawing.replace("click n0 #34;", "") and "<script" not in drawing
    assert drawing.count("-->") == 2 and "linkStyle 0,1" in drawing

"""A question and a graph in, an investigation out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

from pramana.claims import ClaimCheck, OpenClaim, judge_claims
from pramana.errors import InputError, UnknownName
from pramana.gasl import StateStore, Verifier, read_nodes
from pramana.graph import GraphAdapter
from pramana.investigate.bounds import Bounds, StopReason
from pramana.investigate.grounds import Elements, Judge, Lines, Sources, Statements, Texts
from pramana.investigate.investigation import Investigation
from pramana.investigate.loop import Loop, Observe
from pramana.investigate.naming import mentions
from pramana.investigate.nearest_facts import NearFacts, nearest_facts
from pramana.investigate.planning import ModelPlanner, Planner
from pramana.investigate.problem import Problem
from pramana.investigate.profile import Profiles, graph_profile
from pramana.investigate.shapes_events import event_types
from pramana.investigate.stepping import PlanStepper, StateFork
from pramana.llm import Budget, Gateway, Spending
from pramana.trace import Trail

GREEDY = "greedy"
STRATEGIES = (GREEDY, "best-first", "mcts")
Watch = Callable[[Any], None]
"""Gets the tree of a search after each round."""


async def investigate(
    question: str,
    graph: GraphAdapter,
    planner: Planner | None = None,
    *,
    gateway: Gateway | None = None,
    bounds: Bounds | None = None,
    search: str = GREEDY,
    state: StateStore | None = None,
    verifier: Verifier | None = None,
    lines: Lines | None = None,
    sources: Sources | None = None,
    elements: Elements | None = None,
    statements: Statements | None = None,
    profiles: Profiles | None = None,
    trail: Trail | None = None,
    observe: Observe | None = None,
    roller: Planner | None = None,
    watch: Watch | None = None,
) -> Investigation:
    """Investigate a question about a graph, and return the result. The given state is not modified.

    `planner` None: the gateway's model plans. `gateway` None: PROCESS and ANALYZE fail. `lines`, `sources` and
    `elements` give the texts that are cited, `statements` holds claims to the text that the graph was made from,
    `profiles` keeps the graph's profile. `observe` gets each turn of greedy,
    `watch` the tree after each round of a search; `roller` is a cheaper planner for the rollouts of a search. To
    resume an investigation, repeat it: responses are stored, and nothing is paid twice. Raises InputError where
    there is neither planner nor gateway, and PriceUnknown, AccessRefused, ReplayMiss, StoreError; no error for a
    budget that is used up.
    """
    if search not in STRATEGIES:
        raise UnknownName("search", search, STRATEGIES)
    if planner is None and gateway is None:
        raise InputError("An investigation needs a planner, or a gateway to a model that plans.")
    bounds, place, spent = bounds or Bounds(), trail or Trail(), Spending() if gateway is None else gateway.spending
    before = spent.copy()
    within = nullcontext() if gateway is None else gateway.within(Budget(bounds.calls, None, bounds.money))
    asked = planner or ModelPlanner(gateway, trail=place)  # type: ignore[arg-type]
    stepper = PlanStepper(graph, gateway, verifier=verifier, trail=place)
    problem, root = problem_of(question, graph, profiles), StateFork.root(state)
    judge = None if gateway is None else _judge_of(gateway, place)
    texts = Texts(lines, sources, elements, statements, judge, partial(read_nodes, adapter=graph))
    tree = None
    with within:
        if search == GREEDY:

            def paid() -> tuple[int, int]:
                return spent.calls, spent.money or 0

            course = await Loop(asked, stepper, bounds, texts=texts, spent=paid, observe=observe).run(problem, root)
        else:
            from pramana.investigate.search import ModelScorer, SearchSettings, Strategy, search_plans

            scorer = None if gateway is None else ModelScorer(gateway, trail=place, texts=texts)
            settings = SearchSettings(strategy=Strategy(search))
            more: dict[str, Any] = {"settings": settings, "bounds": bounds, "roller": roller, "texts": texts}
            course, tree = await search_plans(problem, root, asked, stepper, scorer, trail=place, watch=watch, **more)
    near = None if course.stop is StopReason.ANSWERED else _near_facts(problem, graph)
    return Investigation.of(course, spent.since(before), search, tree, near)


def _near_facts(problem: Problem, graph: GraphAdapter) -> NearFacts | None:
    """Return the facts nearest to a question; None for a graph of events, whose lines `ask` searches."""
    if problem.facts is None or event_types(problem.facts):
        return None
    return nearest_facts(problem.question, graph, problem.facts, problem.mentions)


def _judge_of(gateway: Gateway, trail: Trail) -> Judge:
    """Return what asks the gateway's model about claims that rules leave unsure."""

    async def judge(claims: Sequence[OpenClaim], key: str) -> Sequence[ClaimCheck]:
        return await judge_claims(gateway, claims, trail.at(key))

    return judge


def problem_of(question: str, graph: GraphAdapter, profiles: Profiles | None = None) -> Problem:
    """Return the problem of a question: the graph's profile, and the nodes that words of the question name.

    A profile is made once for each graph; `profiles` keeps them from one process to another.
    """
    facts = graph_profile(graph, profiles)
    return Problem(question, facts, mentions(question, graph, facts))

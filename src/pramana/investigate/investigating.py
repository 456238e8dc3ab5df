"""A question and a graph in, an investigation out."""

from __future__ import annotations

from pramana.errors import InputError
from pramana.gasl import StateStore, Verifier
from pramana.graph.adapters import GraphAdapter
from pramana.investigate.bounds import Bounds
from pramana.investigate.grounds import Lines, Sources, Texts
from pramana.investigate.loop import Loop, Observe
from pramana.investigate.naming import mentions
from pramana.investigate.outcome import Investigation
from pramana.investigate.planning import ModelPlanner, Planner
from pramana.investigate.problem import Problem
from pramana.investigate.profile import profile
from pramana.investigate.stepping import Snapshot, Stepper
from pramana.llm import Gateway, Spending
from pramana.trace import Trail


async def investigate(
    question: str,
    graph: GraphAdapter,
    planner: Planner | None = None,
    *,
    gateway: Gateway | None = None,
    bounds: Bounds | None = None,
    search: str = "greedy",
    state: StateStore | None = None,
    verifier: Verifier | None = None,
    lines: Lines | None = None,
    sources: Sources | None = None,
    trail: Trail | None = None,
    observe: Observe | None = None,
) -> Investigation:
    """Investigate a question about a graph, and return what it came to. The state that is given is not written.

    `planner` None: the gateway's model plans. `gateway` None: PROCESS and ANALYZE fail. `lines` and `sources`
    give the texts that are cited. Resuming is repeating: what models said is stored, and nothing is paid twice. Raises
    InputError where there is neither planner nor gateway, and what ends every run but a budget: PriceUnknown,
    AccessRefused, ReplayMiss, StoreError.
    """
    if planner is None and gateway is None:
        raise InputError("An investigation needs a planner, or a gateway to a model that plans.")
    place = trail or Trail()
    asked = planner or ModelPlanner(gateway, trail=place)  # type: ignore[arg-type]
    spent = Spending() if gateway is None else gateway.spending
    before = spent.copy()
    stepper = Stepper(graph, gateway, verifier=verifier, trail=place)

    def paid() -> tuple[int, int]:
        return spent.calls, spent.money or 0

    loop = Loop(asked, stepper, bounds, texts=Texts(lines, sources), spent=paid, observe=observe)
    course = await loop.run(problem_of(question, graph), Snapshot.root(state))
    return Investigation.of(course, spent.since(before), search)


def problem_of(question: str, graph: GraphAdapter) -> Problem:
    """Return the problem of a question: the graph's profile, and the nodes that words of the question name."""
    facts = profile(graph)
    return Problem(question, facts, mentions(question, graph, facts))

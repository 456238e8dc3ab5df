"""What a cap cut is never said to be missing: on random graphs, whatever the caps, against a search without them."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st
from planners import rules_planner

from pramana.gasl import GASLExecutor
from pramana.graph import Edge, Node
from pramana.graph.adapters import Caps, MemoryAdapter
from pramana.investigate import Investigation, StopReason, investigate

NAMES = ("Ada", "Bob", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")
edges = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(("KNOWS", "MANAGES")), st.sampled_from(NAMES)), max_size=14
)
caps = st.builds(
    Caps,
    max_path_length=st.integers(1, 5),
    max_paths=st.integers(1, 3),
    max_expansions=st.integers(1, 12),
    max_rows=st.none() | st.integers(1, 3),
)
WIDE = Caps(max_path_length=len(NAMES))
QUESTIONS = ("How are Ada and Hal connected?", "Who knows Hal?", "Who does Ada manage?", "What do Ada and Hal share?")
quick = settings(max_examples=40)


def _graph(found: list[tuple[str, str, str]], bounds: Caps) -> MemoryAdapter:
    graph = MemoryAdapter.of([Node(name, "Person", {"name": name}) for name in NAMES], [Edge(*each) for each in found])
    graph.caps = bounds
    return graph


def _investigated(question: str, found: list[tuple[str, str, str]], bounds: Caps) -> Investigation:
    planner = rules_planner()
    return asyncio.run(investigate(question, _graph(found, bounds), planner))


@quick
@given(edges, caps, st.sampled_from(QUESTIONS))
def test_what_a_larger_cap_finds_is_not_said_to_be_missing(
    found: list[tuple[str, str, str]], bounds: Caps, question: str
) -> None:
    narrow = _investigated(question, found, bounds)
    if narrow.stop is StopReason.UNANSWERABLE:
        assert not _investigated(question, found, WIDE).answered


@quick
@given(edges, caps, st.sampled_from(("out", "in", "any")))
def test_a_path_search_is_empty_only_where_a_larger_one_is(
    found: list[tuple[str, str, str]], bounds: Caps, way: str
) -> None:
    command = f'FIND paths WHERE start.id = "Ada" AND end.id = "Hal" SHORTEST DIRECTION {way} AS paths'
    statuses = []
    for each in (bounds, WIDE):
        with GASLExecutor(_graph(found, each)) as gasl:
            statuses.append(gasl.execute_one(command).status)
    if statuses[0] == "empty":
        assert statuses[1] == "empty"

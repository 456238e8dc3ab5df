"""Random StateGraphs with handlers that answer, fail and misbehave, the same way each time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from pramana.canonical import digest
from pramana.stategraph import Bare, MapOver, Registry, Retry, StateCondition, StateEdge, StateGraph, StateNode

IDS = ["a", "b", "c'", 'd"', "e\n#", "\u202eé", "len", "class", "__x", "", "''' + 1/0 + '''"]
KEYS = ["x", "y", "items", 'k"q', "n\\'"]
GUARDS = [
    "true",
    "state['x'] is not None",
    "get(state, 'x') == 1",
    "state['y'] > 2",
    "state['x'] < state['y']",
    "'y' in state and len(state) > 4",
    "get(state, 'x', 0)",
    "any(i == 1 for i in get(state, 'items', []))",
    "sum(get(state, 'items')) >= 3",
    "get(state['_meta'], 'error') is not None",
    "get(get(state['_meta'], 'error', {}), 'type') == 'ValueError'",
    "not (get(state, 'x') in [1, 2, 'a'])",
]
VALUES = (
    st.none() | st.integers(-3, 5) | st.sampled_from(["a", "", 1.5, True]) | st.lists(st.integers(0, 3), max_size=3)
)


class Handlers:
    """Handlers by name. `log` holds every call in order; the n-th equal call always ends the same way."""

    def __init__(self) -> None:
        self.log: list[Any] = []

    def make(self, kind: str, name: str) -> Callable[..., Any]:
        def handler(**arguments: Any) -> Any:
            self.log.append([kind, name, arguments])
            chance = int(digest([kind, name, arguments, self.log.count([kind, name, arguments])])[:8], 16)
            return answer(chance, arguments)

        return handler

    def registry(self, graphs: list[StateGraph]) -> Registry:
        made = Registry()
        for name in IDS:
            made.ptool(name, self.make("ptool", name))
            made.python(name, self.make("python", name))
        for graph in graphs:
            made.graph(graph)
        return made


def answer(chance: int, arguments: dict[str, Any]) -> Any:
    if chance % 6 == 0:
        raise [ValueError, KeyError, TypeError, TimeoutError][chance // 6 % 4](f"no {chance % 100}")
    if chance % 6 == 1:
        return Bare({"r": chance % 4})
    if chance % 6 == 2:
        return {"r": chance // 6 % 5}
    if chance % 6 == 3:
        return [chance // 6 % 3, 1]
    return {"r": chance // 6 % 4, "s": [chance // 24 % 3, 2]}


MAPS = st.builds(
    MapOver,
    over=st.sampled_from(KEYS),
    item=st.sampled_from(["it", "class", 'a"b']),
    concurrency=st.just(1),
    tolerate=st.integers(0, 2),
    failures=st.sampled_from([None, "lost"]),
)
RETRIES = st.builds(
    Retry,
    attempts=st.integers(1, 3),
    backoff=st.just(0.0),
    errors=st.sampled_from([["*"], ["ValueError"], ["LookupError", "StateGraphError"]]),
)


@st.composite
def nodes(draw: Any, node_id: str, graphs: list[str]) -> StateNode:
    kind = draw(st.sampled_from(["ptool", "python", *(["graph"] if graphs else [])]))
    callables = graphs if kind == "graph" else [*IDS, "identity"] if kind == "python" else IDS
    outputs = st.dictionaries(
        st.sampled_from(["r", "s"] if kind != "graph" else KEYS), st.sampled_from(KEYS), max_size=2
    )
    return StateNode(
        node_id,
        kind,
        draw(st.sampled_from(callables)),
        draw(st.dictionaries(st.sampled_from(["p", "q r", "if", "'"]), st.sampled_from(KEYS), max_size=2)),
        draw(outputs),
        draw(st.sampled_from([None, "Find it", '"""\n', "'\\"])),
        draw(st.none() | RETRIES),
        draw(st.none() | st.none() | MAPS),
        draw(st.sampled_from([None, None, None, None, 30.0])),
    )


@st.composite
def graphs(draw: Any, inner: list[StateGraph] | None = None, name: str | None = None) -> StateGraph:
    """Draw a graph of up to five nodes. `inner` are graphs that its nodes may run."""
    ids = draw(st.lists(st.sampled_from(IDS), min_size=1, max_size=5, unique=True))
    made = {each: draw(nodes(each, [graph.name for graph in inner or []])) for each in ids}
    edge = st.builds(
        StateEdge,
        st.sampled_from(ids),
        st.sampled_from(ids),
        st.sampled_from(GUARDS).map(StateCondition),
        st.booleans(),
    )
    edges = draw(st.lists(edge, max_size=8))
    terminal = draw(st.sets(st.sampled_from(ids), min_size=1, max_size=2))
    return StateGraph(name or draw(st.sampled_from(["g", "a b", "class", "1'\n"])), made, edges, ids[0], terminal)


@st.composite
def workflows(draw: Any) -> tuple[StateGraph, list[StateGraph]]:
    """Draw a graph and the graphs that its nodes run."""
    inner = [draw(graphs(name="inner")), draw(graphs(name='in"ner'))] if draw(st.booleans()) else []
    return draw(graphs(inner)), inner


INPUTS = st.one_of(
    st.fixed_dictionaries(dict.fromkeys(KEYS, VALUES)),
    st.fixed_dictionaries({**dict.fromkeys(KEYS, VALUES), "items": st.just([1, 2, 3])}),
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5),
)

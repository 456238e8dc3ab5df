"""Random turns of agents, and runs of them that must not differ by what the graph is kept in."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio
from growths import edge, node, payload_of
from hypothesis import strategies as st

from pramana.igg import GrowthStepper, Payload

NAMES = ["a", "b", "ab", "A", "", "1", "\ud800", "ü" * 60]
VALUES = st.sampled_from([*NAMES, 1, 1.0, True, None, 2.5, ["x"], {"x": 1}, float("nan"), 10**30, "a\0b"])
PROPERTIES = st.dictionaries(st.sampled_from(["name", "line", "x", "doc_id", "aliases"]), VALUES, max_size=3)


def like(own: str, name: str) -> dict[str, Any]:
    """Return a node of a name that others may have."""
    return {**node("Method", name, line=1), "id": own}


REFERENCES = st.sampled_from(["a", "b", "Class:a", "Method:a", "Method:a #2", "Klass:b", "mine"]) | PROPERTIES
LABELS = st.sampled_from(["Class", "Method", "Klass", "CALLS", "HAS"])
ACTIONS = st.one_of(
    st.builds(node, st.sampled_from(["Class", "Method", "Klass"]), st.sampled_from(NAMES)),
    st.builds(lambda k, p: {"type": "ADD_NODE", "label": k, "properties": p}, LABELS, PROPERTIES),
    st.builds(lambda p, i: {"type": "ADD_NODE", "label": "Method", "properties": p, "id": i}, PROPERTIES, REFERENCES),
    st.builds(like, st.sampled_from(["m1", "m2", "m3"]), st.sampled_from(["a", "b"])),
    st.builds(edge, st.just("CALLS"), st.just({"name": "a"}), st.sampled_from(["b", "m1", {"name": "a", "line": 1}])),
    st.builds(edge, LABELS, REFERENCES, REFERENCES),
    st.builds(edge, st.just("CALLS"), st.sampled_from(["a", "b", "ab"]), st.sampled_from(["a", "b", "ab"])),
    st.builds(lambda r, p: {"type": "UPDATE_NODE", "node": r, "properties": p}, REFERENCES, PROPERTIES),
    st.builds(lambda r: {"type": "REMOVE", "node": r}, REFERENCES),
    st.builds(lambda k, r, t: {"type": "REMOVE", "label": k, "from": r, "to": t}, LABELS, REFERENCES, REFERENCES),
    st.builds(lambda e: {"type": "REMOVE", "edge": e}, st.just("Method:a -CALLS-> Method:b #1")),
    st.builds(lambda w: {"type": "QUERY", "query": "nodes", "where": w}, st.sampled_from(["x = 1", "name = 'a'", "?"])),
    st.just({"type": "QUERY", "query": "subgraph", "where": "type = 'Method'", "hops": 2}),
    st.just({"type": "QUERY", "query": "paths", "from": "a", "to": "b"}),
)
TURNS = st.lists(
    st.tuples(
        st.builds(lambda a, whole: {"actions": a, "atomic": whole}, st.lists(ACTIONS, max_size=8), st.booleans()),
        st.sampled_from(["ann", "ben"]),
        st.sampled_from(["", "observe", "resume"]),
    ),
    max_size=6,
)


class Run:
    """A run in a folder of its own, in one backend."""

    def __init__(self, folder: Path, payload: Payload) -> None:
        folder.mkdir()
        self.log, self.payload = folder / "run.jsonl", payload
        self.stepper = GrowthStepper(payload, log=self.log)

    def act(self, answer: Any, who: str) -> Any:
        turned = self.stepper.act(answer, who=who)
        return [(done.index, done.id, done.removed, done.note) for done in turned.outcome.applied], [
            (refusal.index, refusal.code, refusal.problem, refusal.candidates) for refusal in turned.outcome.refused
        ]

    def seen(self, who: str) -> str:
        async def observe() -> str:
            return (await self.stepper.observe(who=who)).text

        return anyio.run(observe)

    def resume(self) -> None:
        self.stepper.close()
        self.stepper = GrowthStepper.resume(self.log, self.payload)

    def contents(self) -> Any:
        growth = self.stepper.growth
        nodes, edges = list(growth.graph.nodes()), list(growth.graph.edges())
        owners = [growth.owner_of(each.id) for each in nodes] + [growth.owner_of(each.key) for each in edges]
        return nodes, edges, owners, growth.widened, growth.schema, growth.hash, growth.graph.count()


def check_alike(turns: list[Any], mode: str, parallel: bool, *backends: str) -> None:
    """Take the same turns in memory and in each of the backends, and compare all that agents and readers see."""
    given = {"mode": mode, "constraints": {"max_nodes": 7, "max_edges": 6, "allow_parallel_edges": parallel}}
    whole = payload_of("Anna has a and b.", **given, no_progress=None, observe={"whole_below": 3})
    with TemporaryDirectory() as folder:
        listed = ("memory", *backends)
        runs = [Run(Path(folder, str(number)), whole.in_backend(backend)) for number, backend in enumerate(listed)]
        for answer, who, then in turns:
            memory, *others = (run.act(answer, who) for run in runs)
            assert others == [memory] * len(backends)
            if then == "observe":
                assert len({run.seen(who) for run in runs}) == 1
            elif then == "resume":
                for run in runs:
                    run.resume()
        memory, *others = (run.contents() for run in runs)
        assert others == [memory] * len(backends)
        for run in runs:
            run.stepper.close()
        assert len({run.log.read_bytes() for run in runs}) == 1

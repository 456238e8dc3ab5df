"""Whatever is carried out, in whatever order: nothing raises, everything is recorded, and a replay comes to the same."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.canonical import canonical
from pramana.gasl import GASLExecutor, JSONFileStateBackend, Plan, StateStore, Status, replay
from pramana.gasl.plan import PlanConfig
from pramana.gasl.records import FAILED_STATUSES
from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter

SIMPLE = (
    'FIND nodes WHERE type = "P" AS a',
    "FIND nodes WHERE age > 2 LIMIT 2 AS b",
    "FIND edges AS b",
    'FIND nodes WHERE name = "nobody" AS a',
    'FIND paths WHERE start.type = "P" AND end.name = ${a.name} AS c',
    'FIND paths WHERE start.id = "n0" AND length <= 2 AS c',
    "SELECT a FIELDS id, name AS b",
    "SELECT b WHERE age IS NOT NULL AS c",
    "SORT a BY age DESC, id AS c",
    "DISTINCT b BY type AS a",
    "GROUP a BY type COUNT, MAX age AS c",
    "COUNT a AS n",
    "DECLARE s AS LIST",
    "DECLARE d AS DICT",
    "UPDATE s WITH a",
    "UPDATE s WITH c REPLACE",
    "UPDATE d.found WITH b",
    "UPDATE k WITH n",
    "REQUIRE EXISTS a",
    "ASSERT LEN ${a} > 1",
    "SET adapter.caps.max_rows = 2",
    "SET adapter.caps.max_path_len = 1",
    'CANCEL PLAN "p"',
    'PROCESS a USING "x" AS c',
    'ANALYZE s USING "x" AS c',
    "COUNT s AS n",
)
commands = st.recursive(
    st.sampled_from(SIMPLE),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["EMPTY", "ERROR", "PARTIAL"]), st.sampled_from("abc"), inner)
        .filter(lambda parts: "TRY" not in parts[2])
        .map(lambda parts: f"ON {parts[0]} {parts[1]} THEN {parts[2]}"),
        inner.filter(lambda text: "TRY" not in text).map(lambda text: f"IF LEN ${{a}} > 1 THEN ({text})"),
        st.tuples(inner, inner, inner).map(
            lambda parts: f"TRY\n{parts[0]}\nCATCH ANY\n{parts[1]}\nFINALLY\n{parts[2]}\nEND"
        ),
    ),
    max_leaves=4,
)
sessions = st.lists(
    st.one_of(commands, st.tuples(st.lists(commands, min_size=1, max_size=6), st.booleans(), st.booleans())),
    min_size=1,
    max_size=4,
)


def graph() -> MemoryAdapter:
    nodes = [Node(f"n{n}", "PQ"[n % 2], {"name": f"name {n}", "age": n if n % 3 else "?"}) for n in range(6)]
    return MemoryAdapter.of(nodes, [Edge(f"n{n}", "R", f"n{(n * 2 + 1) % 6}") for n in range(6)])


def carried_out(session: list[object], state: StateStore) -> GASLExecutor:
    with GASLExecutor(graph(), state=state) as executor:
        for each in session:
            if isinstance(each, str):
                executor.execute_one(each)
            else:
                listed, stop, empty = each  # type: ignore[misc]
                config = PlanConfig(stop_on_error=stop, continue_on_empty=empty)
                executor.run_plan(Plan(plan_id="p", why="To see.", commands=tuple(listed), config=config))
    return executor


@given(sessions)
@settings(max_examples=60)
def test_every_session_is_recorded_and_replayed(session: list[object]) -> None:
    """Steps are numbered without gaps, failed ones have an error, and the replay from the history is identical."""
    state = StateStore()
    executor = carried_out(session, state)
    history = state.history()
    assert [record["step"] for record in history] == list(range(1, len(history) + 1))
    assert all(bool(record.get("errors")) == (Status(record["status"]) in FAILED_STATUSES) for record in history)
    assert history[-1]["state"] == state.hash
    assert [record.step for record in executor.command_history] == list(range(1, len(history) + 1))
    report = replay(state, graph())
    assert report.identical, str(report.first)


@given(sessions)
@settings(max_examples=20)
def test_a_session_comes_to_the_same_wherever_its_state_is(session: list[object]) -> None:
    """In memory and in a file a session leaves one document, but for times."""
    with tempfile.TemporaryDirectory() as folder:
        file = JSONFileStateBackend(Path(folder) / "s.json")
        stores = [StateStore(), StateStore(file)]
        for store in stores:
            carried_out(session, store)
        again = StateStore(JSONFileStateBackend(Path(folder) / "s.json"))
        assert again.hash == stores[0].hash == stores[1].hash
        assert canonical(again.variables()) == canonical(stores[0].variables())
        assert [record["status"] for record in again.history()] == [record["status"] for record in stores[0].history()]

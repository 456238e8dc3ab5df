"""Values, operations and backends for what every state holds to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from pramana.errors import InputError
from pramana.gasl import StateType
from pramana.gasl.state import (
    JSONFileStateBackend,
    MemoryStateBackend,
    SqliteStateBackend,
    StateBackend,
    StateStore,
)

BACKENDS: dict[str, Callable[[Path], StateBackend]] = {
    "memory": lambda _: MemoryStateBackend(),
    "json": lambda folder: JSONFileStateBackend(folder / "state.json"),
    "sqlite": lambda folder: SqliteStateBackend(folder / "state.db"),
}

names = st.sampled_from(["a", "b", "c", "कर्ता", "x y"])
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats(allow_nan=False, allow_infinity=False, width=16)
    | st.text(max_size=3)
)
plain = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3), max_leaves=6
)
records = st.lists(
    st.fixed_dictionaries({"source": st.sampled_from(["graph", "process"]), "id": st.integers(0, 3).map(str)}),
    max_size=2,
)
with_id = st.builds(lambda own, rest: {**rest, "id": own}, st.integers(0, 5), st.dictionaries(names, plain, max_size=2))
items = st.lists(with_id | plain, max_size=45)
objects = st.dictionaries(names, plain, max_size=4)
numbers = st.integers(-5, 5) | st.floats(-5, 5, width=16)


@st.composite
def operations(draw: st.DrawFn) -> tuple[Any, ...]:
    """An operation on a key whose first part fits its type, so that most of them are taken."""
    kind = draw(st.sampled_from([StateType.LIST, StateType.DICT, StateType.COUNTER]))
    key = (draw(st.sampled_from(["r", "s"])), f"{kind.lower()}{draw(st.integers(0, 1))}")
    what = draw(st.sampled_from(["merge", "merge", "merge", "replace", "declare", "persist", "attach"]))
    value = draw({StateType.LIST: items, StateType.DICT: objects, StateType.COUNTER: numbers | items}[kind])
    return what, key, kind, value, draw(records)


def carry_out(store: StateStore, operation: tuple[Any, ...]) -> None:
    """Do an operation. One that the state refuses does nothing."""
    with suppress(InputError):
        _carry_out(store, *operation)


def _carry_out(store: StateStore, what: str, key: tuple[str, ...], kind: StateType, value: Any, sources: Any) -> None:
    if what == "declare":
        store.declare(key, kind, "what it holds")
    elif what == "persist":
        store.persist()
    elif what == "attach":
        store.attach_provenance(key, [0], sources)
    else:
        getattr(store, what)(key, value, sources)

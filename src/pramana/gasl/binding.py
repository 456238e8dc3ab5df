"""What names refer to: variables of the context, then keys of the state; and how their values become items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pramana.errors import BindingError, ExecutionError
from pramana.expr import Predicate, bind, variable_paths
from pramana.gasl.context import ContextStore
from pramana.gasl.provenance import FIELD, is_provenance
from pramana.gasl.records import FAILED_STATUSES
from pramana.gasl.state import StateStore
from pramana.gasl.types import StateType, Status
from pramana.graph import PathSelection, Selection

_PLACE = ("doc_id", "line_number", "quote", "grade")
_SOURCE_IDS, _FILES = "source_id", "file_path"
_BETWEEN = "<SEP>"
"""What is between several source ids in one text, in the graphs of nano-graphrag and LightRAG."""


class Scope(Mapping[str, Any]):
    """What a command sees by name. A variable whose last step failed has no value, whatever it held before.

    As a mapping it is what conditions are bound to: `${x}` is a variable, or where there is none of that name what the
    state holds under it.
    """

    def __init__(self, context: ContextStore, state: StateStore) -> None:
        self.context = context
        self.state = state
        self.outcomes: dict[str, Status] = {}

    def __getitem__(self, name: str) -> Any:
        if self.outcomes.get(name) in FAILED_STATUSES:
            raise KeyError(name)
        if self.context.exists(name):
            return self.context.get(name)
        if self.state.has((name,)):
            return self.state.get((name,))
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        declared = self.state.keys()
        known = (*self.context.names(), *(key[0] for key in declared))
        return iter(dict.fromkeys(name for name in known if self.outcomes.get(name) not in FAILED_STATUSES))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        """Whether a variable, or a key of the state, has a value."""
        if not isinstance(name, str) or self.outcomes.get(name) in FAILED_STATUSES:
            return False
        return self.context.exists(name) or self.state.has((name,))

    def value(self, name: str) -> Any:
        """Return what a name refers to; of a LIST of the state its items with their provenance.

        Raises BindingError with the nearest names.
        """
        failed = self.outcomes.get(name) in FAILED_STATUSES
        if not failed and self.context.exists(name):
            return self.context.get(name)
        if not failed and self.state.has((name,)):
            listed = self.state.type_of((name,)) is StateType.LIST
            return state_items(self.state, (name,)) if listed else self.state.get((name,))
        problem = "has no value: the step that makes it failed" if failed else "has no value"
        raise BindingError(name, problem, get_close_matches(name, list(self), n=3, cutoff=0.5))

    def sequence(self, name: str) -> Sequence[Any]:
        """Return the list, or the selection, that a name refers to. Raises BindingError, ExecutionError for others."""
        value = self.value(name)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return value
        kind = "an object" if isinstance(value, Mapping) else f"the value {value!r}"
        raise ExecutionError(f"{name} is {kind}; this command works on a list.")

    def bound(self, condition: Predicate) -> Predicate:
        """Return a condition with its variables' values in their places. Raises BindingError."""
        return bind(condition, self) if variable_paths(condition) else condition


def state_items(state: StateStore, key: tuple[str, ...]) -> list[Any]:
    """Return the items of a LIST of the state, objects with their provenance."""
    return [with_provenance(item.value, item.provenance) for item in state.items(key)]


def item_rows(value: Sequence[Any]) -> list[Any]:
    """Return the items of a value; what comes from a graph says so in its field `provenance`."""
    if isinstance(value, Selection):
        return [with_provenance(record, graph_provenance(record)) for record in value.to_dicts()]
    if isinstance(value, PathSelection):
        return [with_provenance(record, path_provenance(record)) for record in value.to_dicts()]
    return list(value)


def with_provenance(item: Any, records: list[dict[str, Any]]) -> Any:
    """Return an object with its provenance beside its own fields; anything else as it is."""
    if not records or not isinstance(item, Mapping):
        return item
    own = dict(item)
    if FIELD in own and not is_provenance(own[FIELD]):
        own[f"{FIELD}_"] = own.pop(FIELD)
    return {**own, FIELD: records}


def provenance_of(item: Any) -> list[dict[str, Any]]:
    """Return the provenance that an item carries."""
    found = item.get(FIELD) if isinstance(item, Mapping) else None
    return list(found) if found and is_provenance(found) else []


def without_provenance(item: Any) -> Any:
    """Return an item without its provenance."""
    if isinstance(item, Mapping) and provenance_of(item):
        return {name: value for name, value in item.items() if name != FIELD}
    return item


def graph_provenance(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return where a node or an edge comes from: its id, its place in a text, and a record for each source id."""
    base: dict[str, Any] = {"source": "graph", "id": record["id"]}
    base |= {name: record[name] for name in _PLACE if isinstance(record.get(name), str | int)}
    ids, files = _several(record.get(_SOURCE_IDS)), _several(record.get(_FILES))
    if files:
        base[_FILES] = "; ".join(files)
    named = [{**base, _SOURCE_IDS: each} for each in ids]
    if len(files) == len(named) > 1:  # both tools list the files in the order of the chunks
        named = [{**each, _FILES: file} for each, file in zip(named, files, strict=True)]
    return named or [base]


def _several(value: Any) -> list[str]:
    """Return the parts of a value that may be a list, or texts joined by a sign, each once."""
    listed = value.split(_BETWEEN) if isinstance(value, str) else value if isinstance(value, list) else []
    return [each for each in dict.fromkeys(map(str, listed)) if each]


def path_provenance(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return where a path comes from: all that its edges come from."""
    return [found for edge in record["edges"] for found in graph_provenance(edge)]

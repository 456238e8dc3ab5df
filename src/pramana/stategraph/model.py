"""Control flow as data: nodes that call, edges with guards. A graph is JSON both ways and hashes to one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from pramana.canonical import digest
from pramana.errors import InputError

_STRICT = ConfigDict(extra="forbid")
Seconds: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


@dataclass(frozen=True)
class Retry:
    """How often a failing node is tried again.

    `attempts` counts the first one, too. Before the n-th repetition the run waits `backoff * factor ** (n - 1)`
    seconds, at most `longest`, shortened by up to the share `jitter` (0 to 1) of it, the same in every run. `errors`
    names exceptions, by the name of their class or of one that it derives from; `*` is any.
    """

    __pydantic_config__ = _STRICT

    attempts: Annotated[int, Field(ge=1)] = 3
    backoff: Seconds = 1.0
    factor: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 2.0
    jitter: Annotated[float, Field(ge=0, le=1)] = 0.0
    longest: Seconds = 60.0
    errors: list[str] = field(default_factory=lambda: ["*"])

    def __post_init__(self) -> None:
        if not (self.attempts >= 1 and 0 <= self.jitter <= 1 and min(self.backoff, self.factor, self.longest) >= 0):
            raise InputError(f"A node has at least one attempt, waits of 0 s or more, and jitter from 0 to 1: {self}.")


@dataclass(frozen=True)
class MapOver:
    """A node that is called once for each item of a list in the state.

    `over` is the state key of the list, `item` the argument that takes an item. Each output then is a list, an entry
    an item, null where the item failed. Up to `tolerate` items may fail; `failures` is the state key that takes
    `{"index", "error", "message"}` for each that did. `concurrency` items are under way at once.
    """

    __pydantic_config__ = _STRICT

    over: str
    item: str
    concurrency: Annotated[int, Field(ge=1)] = 8
    tolerate: Annotated[int, Field(ge=0)] = 0
    failures: str | None = None

    def __post_init__(self) -> None:
        if self.concurrency < 1 or self.tolerate < 0:
            raise InputError(f"At least one item is under way at once, and 0 or more may fail: {self}.")


@dataclass(frozen=True)
class StateNode:
    """What happens at a node: a callable by its registered name, with arguments from the state and results into it.

    `input_map` is argument → state key, `output_map` is result key → state key. `kind` `graph` runs another graph that
    is registered under `callable_id`. `timeout` in seconds bounds each attempt. `kind` `wait` calls nothing: the run
    ends there until somebody gives the results that `output_map` names; `callable_id` then says what it waits for, and
    `timeout` how long after its arrival an answer may come.
    """

    __pydantic_config__ = _STRICT

    node_id: str
    kind: Literal["ptool", "python", "graph", "wait"]
    callable_id: str
    input_map: dict[str, str] = field(default_factory=dict)
    output_map: dict[str, str] = field(default_factory=dict)
    goal: str | None = None
    retry: Retry | None = None
    map: MapOver | None = None
    timeout: Seconds | None = None


@dataclass(frozen=True)
class StateCondition:
    """A guard: a formula over `state` (see `pramana.expr.formula`)."""

    __pydantic_config__ = _STRICT

    expr: str = "true"


@dataclass(frozen=True)
class StateEdge:
    """A transition. Edges are tried in the order written; `on_failure` ones only after their node failed."""

    __pydantic_config__ = _STRICT

    src: str
    dst: str
    condition: StateCondition = field(default_factory=StateCondition)
    on_failure: bool = False


@dataclass(frozen=True)
class StateGraph:
    """A directed graph of nodes and guarded edges. A run begins at `start` and ends when a `terminal` node is done.

    With `no_repetition` a run that comes back to a node in a state in which it was there before ends with RunRepeats:
    callables that answer the same to the same would go round for ever. Steps before a failure do not count, since what
    failed may succeed later. Learned graphs have it.
    """

    __pydantic_config__ = _STRICT

    name: str
    nodes: dict[str, StateNode]
    edges: list[StateEdge]
    start: str
    terminal: set[str]
    no_repetition: bool = False

    @cached_property
    def hash(self) -> str:
        """The content hash of the graph."""
        return digest(self.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """Return the graph as JSON; `from_dict` gives an equal one back."""
        document: dict[str, Any] = GRAPH.dump_python(self, mode="json", exclude_none=True)
        if not self.no_repetition:
            del document["no_repetition"]
        return {**document, "terminal": sorted(self.terminal)}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> StateGraph:
        """Return the graph of a JSON document. Raises InputError that names every field that is wrong."""
        try:
            return GRAPH.validate_python(dict(document) if isinstance(document, Mapping) else document)
        except ValidationError as error:
            problems = [f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()]
            raise InputError(f"Invalid StateGraph: {'; '.join(problems)}.") from None

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """Return the JSON Schema of what `from_dict` takes."""
        return GRAPH.json_schema()


GRAPH: TypeAdapter[StateGraph] = TypeAdapter(StateGraph)

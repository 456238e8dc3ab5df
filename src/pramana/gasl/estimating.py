"""What a command would read, bring and cost, before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pramana.errors import PramanaError
from pramana.expr import Predicate, bind, variable_paths
from pramana.gasl.batches import MOST_ITEMS
from pramana.gasl.state import StateStore
from pramana.graph import GraphAdapter
from pramana.llm import Gateway, Usage
from pramana.serialization import JsonRecord, JsonShape

SHOWN = MOST_ITEMS
"""How many rows of a search are kept to estimate what a model would be given."""


def _estimated_usage(usage: Usage | None) -> dict[str, int | None]:
    """Return what an estimate can say of usage: nothing is known of a server's cache."""
    if usage is None:
        return {}
    tokens = {"prompt_tokens": usage.prompt_tokens, "completion_tokens": usage.completion_tokens}
    return {**tokens, "money": usage.money}


@dataclass(frozen=True, slots=True)
class Explained(JsonRecord):
    """What one command would do. `scans` says what it reads; `rows` is about how many items result, None where that is
    open. `exact`: not an estimate. `calls` are model calls (None: not known), `usage` about what they take. `depth` is
    how many commands it is nested in."""

    scans: str
    rows: int | None = None
    exact: bool = False
    calls: int | None = 0
    usage: Usage | None = None
    command: str = ""
    depth: int = 0

    json_shape = JsonShape(convert={"usage": _estimated_usage}, inline=("usage",))


@dataclass(slots=True)
class KnownVariable:
    """What is known of a variable: how many items it has (None: unknown), whether that is exact, and some of them."""

    rows: int | None = None
    exact: bool = False
    some: Sequence[Any] = ()


@dataclass(slots=True)
class Estimator:
    """What estimates rest on: the graph, the state, the prices of a gateway, and the variables made so far."""

    adapter: GraphAdapter
    llm: Gateway | None = None
    state: StateStore | None = None
    known: dict[str, KnownVariable] = field(default_factory=dict)

    def of(self, name: str) -> KnownVariable:
        """Return what is known of a variable or a key of the state."""
        if name in self.known:
            return self.known[name]
        if self.state is not None and self.state.type_of((name,)) is not None:
            return KnownVariable(int(self.state.count((name,))), True)
        return KnownVariable()

    def bound(self, where: Predicate | None) -> Predicate | None:
        """Return a condition whose variables are all known; None for another, and for none."""
        if where is None or not variable_paths(where):
            return where
        values = {
            name: list(known.some)
            for name, known in self.known.items()
            if known.exact and known.rows == len(known.some)
        }
        try:
            return bind(where, values)
        except PramanaError:
            return None


def rows_text(held: KnownVariable) -> str:
    """Return the number of items of a variable as text."""
    if held.rows is None:
        return "a number of items that is not known yet"
    return f"{held.rows:,} items" if held.exact else f"up to {held.rows:,} items"


def from_source(rows: Callable[[Any, KnownVariable], KnownVariable]) -> Callable[[Any, Estimator], Explained]:
    """Return the estimate of a command that reads its `source`; `rows` says what is known of its output."""

    def estimate(node: Any, estimator: Estimator) -> Explained:
        held = estimator.of(node.source)
        made = estimator.known[node.output] = rows(node, held)
        return Explained(f"{node.source}: {rows_text(held)}", made.rows, made.exact)

    return estimate


def same_rows(_: Any, held: KnownVariable) -> KnownVariable:
    """The output has exactly the items of the source."""
    return held


def at_most(_: Any, held: KnownVariable) -> KnownVariable:
    """The output has no more items than the source."""
    return KnownVariable(held.rows, False, held.some)

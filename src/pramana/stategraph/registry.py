"""What nodes may call: by registered name, never by an import path in the data."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pramana.errors import InputError, UnknownName

if TYPE_CHECKING:
    from pydantic import BaseModel

    from pramana.llm import Gateway, Ptool
    from pramana.stategraph.model import StateGraph

Handler: TypeAlias = Callable[..., Any]
"""Takes its arguments by name, returns a mapping of results or, for a node with one output, any value. May be async.

It must not modify its arguments: the state's values are shared between snapshots.
"""
Kind: TypeAlias = Literal["ptool", "python", "graph"]


@dataclass(frozen=True, slots=True)
class Bare:
    """A handler's result that is one value, even where it is a mapping."""

    value: Any


@dataclass(frozen=True, slots=True)
class Registered:
    """A callable under a name. `awaits` where calling it gives something to be awaited."""

    kind: Kind
    call: Handler
    awaits: bool


class Registry:
    """Callables by kind and name, with `identity`. Where none is passed to a run, `default_registry` is used."""

    def __init__(self) -> None:
        self._entries: dict[tuple[Kind, str], Registered] = {}
        self.graphs: dict[str, StateGraph] = {}
        self.python("identity", identity)

    def python(self, name: str, handler: Handler) -> Handler:
        """Register a Python function, plain or async."""
        return self._add("python", name, handler)

    def ptool(self, name: str, handler: Handler) -> Handler:
        """Register a function as a ptool: one that asks a model without a gateway, or replaces a model."""
        return self._add("ptool", name, handler)

    def gateway_ptool(self, ptool: Ptool[Any, Any], gateway: Gateway) -> Handler:
        """Register a ptool under its own name, answered through a gateway. An abstention fails the node."""

        async def ask(**arguments: Any) -> Mapping[str, Any]:
            from pramana.llm import Abstention

            call = await gateway.call(ptool, ptool.input.model_validate(arguments))
            output: BaseModel = call.output
            if isinstance(output, Abstention):
                raise Abstained(output.reason)
            return output.model_dump(mode="json")

        return self._add("ptool", ptool.name, ask)

    def graph(self, graph: StateGraph) -> None:
        """Register a graph for nodes of kind `graph`, under its name."""
        self.graphs[graph.name] = graph

    def get(self, kind: Kind, name: str) -> Registered:
        """Return the callable of a kind under a name. Raises UnknownName with the nearest ones."""
        found = self._entries.get((kind, name))
        if found is None:
            raise UnknownName(f"{kind} callable", name, self.names(kind))
        return found

    def has(self, kind: Kind, name: str) -> bool:
        return name in self.graphs if kind == "graph" else (kind, name) in self._entries

    def names(self, kind: Kind) -> list[str]:
        """Return the registered names of a kind, sorted."""
        if kind == "graph":
            return sorted(self.graphs)
        return sorted(name for kept, name in self._entries if kept == kind)

    def _add(self, kind: Kind, name: str, handler: Handler) -> Handler:
        if not callable(handler):
            raise InputError(f"{name!r} cannot be called.")
        called = handler if inspect.isfunction(handler) or inspect.ismethod(handler) else type(handler).__call__
        self._entries[kind, name] = Registered(kind, handler, inspect.iscoroutinefunction(called))
        return handler


class Abstained(Exception):
    """The model declined to answer."""


def identity(**arguments: Any) -> Any:
    """Return the arguments; where it is given one, its value alone."""
    return Bare(next(iter(arguments.values()))) if len(arguments) == 1 else arguments


default_registry = Registry()

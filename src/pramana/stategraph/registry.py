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

What it is given are copies, and its result is copied: the state does not change with either. What it changes it has
to return.
"""
Kind: TypeAlias = Literal["ptool", "python", "graph", "wait"]


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
        return self._add("ptool", ptool.name, AskedPtool(ptool, gateway))

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
        if inspect.isgeneratorfunction(called) or inspect.isasyncgenfunction(called):
            raise InputError(f"{name!r} is a generator: calling it does nothing. Return a list of what it yields.")
        self._entries[kind, name] = Registered(kind, handler, inspect.iscoroutinefunction(called))
        return handler


class Abstained(Exception):
    """The model declined to answer."""


class AskedPtool:
    """A ptool that a gateway answers."""

    def __init__(self, ptool: Ptool[Any, Any], gateway: Gateway) -> None:
        self._ptool = ptool
        self._gateway = gateway

    async def __call__(self, **arguments: Any) -> Mapping[str, Any]:
        return await self.answer(arguments)

    async def answer(
        self, arguments: Mapping[str, Any], sample: int = 0, calls: list[Mapping[str, Any]] | None = None
    ) -> Mapping[str, Any]:
        """Return the model's answer. `sample` from 0 distinguishes equal questions. Raises Abstained, ModelError.

        To `calls` is added what the call took, with its corrections, now or when it was first made: `ptool`, `model`,
        `prompt_tokens`, `completion_tokens` and `money` (millionths of a US dollar, None where the price is unknown).
        """
        from pramana.llm import Abstention

        value = self._ptool.input.model_validate(arguments)
        call = await self._gateway.call(self._ptool, value, sample=sample)
        if calls is not None:
            spent = {name: getattr(call.usage, name) for name in ("prompt_tokens", "completion_tokens", "money")}
            calls.append({"ptool": self._ptool.name, "model": call.model, **spent})
        output: BaseModel = call.output
        if isinstance(output, Abstention):
            raise Abstained(output.reason)
        return output.model_dump(mode="json")


def identity(**arguments: Any) -> Any:
    """Return the arguments; where it is given one, its value alone."""
    return Bare(next(iter(arguments.values()))) if len(arguments) == 1 else arguments


default_registry = Registry()

"""The pieces of which distilled modules are made, copied there by source: they import the standard library alone.

Names that a formula could reach begin with `_`, which no name of a formula's own does. What formulas need is in
`pramana.expr.formula`, with the functions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

State = dict[str, Any]


@dataclass(frozen=True)
class Calls:
    """What the nodes call: ptools, and Python functions, by name. They return a mapping of results or, for a node with
    one output, any other value. They are plain functions and leave what they are given as it is.

    `ends_run` are errors that no failure edge handles. A run of `max_steps` steps is ended.
    """

    ptools: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    ends_run: tuple[type[Exception], ...] = ()
    max_steps: int = 1000


class PlainStateGraphError(Exception):
    """The run ended at `node`."""

    def __init__(self, node: str, problem: str) -> None:
        super().__init__(f"node {node!r}: {problem}")
        self.node = node
        self.problem = problem


class PlainNodeFailed(PlainStateGraphError):
    pass


class PlainNodeTimedOut(PlainStateGraphError):
    pass


class PlainMissingInput(PlainStateGraphError):
    pass


class PlainMissingResult(PlainStateGraphError):
    pass


class PlainMapFailed(PlainStateGraphError):
    pass


class PlainGuardFailed(PlainStateGraphError):
    pass


class PlainNoMatchingEdge(PlainStateGraphError):
    pass


class PlainTooManySteps(PlainStateGraphError):
    pass


@dataclass(frozen=True)
class _Node:
    """`work` calls and writes, `after` says what comes then (None at an end), `failed` what comes after a failure."""

    work: Callable[[State, Calls], None]
    after: Callable[[State], str] | None
    failed: Callable[[State], str | None] | None = None


def _follow(start: str, nodes: Mapping[str, _Node], state: State, calls: Calls) -> tuple[State, list[str]]:
    """Go from node to node to the end. Return the state and the nodes passed."""
    path: list[str] = []
    name: str | None = start
    while name is not None:
        if len(path) >= calls.max_steps:
            raise PlainTooManySteps(name, f"the run took {calls.max_steps} steps, as many as it may")
        path.append(name)
        here, node = name, nodes[name]
        try:
            node.work(state, calls)
            name = None if node.after is None else _choose_edge(here, node.after, state)
        except calls.ends_run:
            raise
        except PlainStateGraphError as error:
            failure = {"node": here, "type": type(error.__cause__ or error).__name__, "message": error.problem}
            state["_meta"] = {**state.get("_meta", {}), "error": failure}
            following = None if node.failed is None else _choose_edge(here, node.failed, state)
            if following is None:
                raise
            name = following
    return state, path


def _choose_edge(name: str, choose: Callable[[State], str | None], state: State) -> str | None:
    try:
        return choose(state)
    except PlainStateGraphError:
        raise
    except Exception as error:
        problem = f"a guard has no value ({type(error).__name__}: {error})"
    raise PlainGuardFailed(name, problem)


def _no_edge(name: str) -> PlainStateGraphError:
    return PlainNoMatchingEdge(name, "no edge that leaves it has a guard that is true")


def _check(calls: Calls, ptools: list[str], functions: list[str]) -> None:
    missing = [name for name in ptools if name not in calls.ptools]
    missing += [name for name in functions if name not in calls.functions]
    if missing:
        raise LookupError(f"nothing to call under {', '.join(map(repr, missing))}")


def _take_arguments(name: str, state: State, keys: Mapping[str, str]) -> dict[str, Any]:
    """Return the arguments of a node: argument → state key."""
    try:
        return {argument: state[key] for argument, key in keys.items()}
    except KeyError as error:
        problem = f"the state has no {error.args[0]!r}"
    raise PlainMissingInput(name, problem)


@contextmanager
def _calling(name: str, calls: Calls, nested: bool = False) -> Iterator[None]:
    """Make what a callable raises the node's failure."""
    try:
        yield
    except calls.ends_run:
        raise
    except Exception as error:
        if isinstance(error, PlainStateGraphError) and error.node == name and not nested:
            raise
        raise PlainNodeFailed(name, f"{type(error).__name__}: {error}") from error


def _within(seconds: float, name: str, call: Callable[[], Any]) -> Any:
    """Return what a call gives, or fail when the time is up; the call itself cannot be stopped."""
    done: list[tuple[bool, Any]] = []

    def work() -> None:
        try:
            done.append((True, call()))
        except BaseException as error:
            done.append((False, error))

    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    if not done or (not done[0][0] and isinstance(done[0][1], TimeoutError)):
        raise PlainNodeTimedOut(name, f"took longer than {seconds:g} s")
    worked, value = done[0]
    if not worked:
        raise value
    return value


def _is_retried(error: Exception, names: list[str]) -> bool:
    """Return whether an error is one of those that are tried again, by the names of its classes."""
    return any(kind.__name__ in names for kind in type(error).__mro__)


def _wait(attempt: int, backoff: float, factor: float, longest: float) -> None:
    time.sleep(min(backoff * factor ** (attempt - 1), longest))


def _is_mapping(result: Any) -> bool:
    return isinstance(result, Mapping)


def _value(result: Any) -> Any:
    """Return a result that is one value; `Bare` marks a mapping that is one."""
    return result.value if type(result).__name__ == "Bare" else result


def _bind_outputs(name: str, result: Any, keys: Mapping[str, str]) -> State:
    """Return what a result writes into the state: result key → state key."""
    missing = None
    if _is_mapping(result):
        missing = next((key for key in keys if key not in result), None)
        if missing is None:
            return {target: result[key] for key, target in keys.items()}
    elif len(keys) == 1:
        return {target: _value(result) for target in keys.values()}
    elif not keys:
        return {}
    missing = missing if missing is not None else next(iter(keys))
    got = sorted(map(str, result)) if _is_mapping(result) else type(result).__name__
    raise PlainMissingResult(name, f"its result has no {missing!r}, but {got}")


def _items(items: Any, key: str) -> Any:
    if not isinstance(items, list | tuple):
        raise TypeError(f"state[{key!r}] is a {type(items).__name__}, not a list")
    return items


def _failure(index: int, error: Exception) -> dict[str, Any]:
    return {"index": index, "error": type(error).__name__, "message": str(error)}


def _check_failures(name: str, failures: list[dict[str, Any]], count: int, most: int) -> None:
    if len(failures) > most:
        first = failures[0]
        problem = f"{len(failures)} of {count} items failed, the first at {first['index']}: {first['message']}"
        raise PlainMapFailed(name, problem)


def _gather_outputs(
    name: str, results: list[Any], failures: list[dict[str, Any]], keys: Mapping[str, str]
) -> dict[str, list[Any]]:
    """Return what the items' results write: a list for each output, None where an item failed."""
    failed = {failure["index"] for failure in failures}
    gathered: dict[str, list[Any]] = {key: [] for key in keys}
    for index, result in enumerate(results):
        bound = dict.fromkeys(keys) if index in failed else _bound(name, result, keys)
        for key in keys:
            gathered[key].append(bound[key])
    return {target: gathered[key] for key, target in keys.items()}


def _bound(name: str, result: Any, keys: Mapping[str, str]) -> Mapping[str, Any]:
    if not _is_mapping(result) and len(keys) == 1:
        return {key: _value(result) for key in keys}
    missing = next((key for key in keys if not _is_mapping(result) or key not in result), None)
    if missing is not None:
        raise PlainMissingResult(name, f"an item's result has no {missing!r}")
    return result if _is_mapping(result) else {}


def _inner(result: tuple[State, list[str]]) -> State:
    """Return what a nested graph's run leaves in the state."""
    return {key: value for key, value in result[0].items() if key != "_meta"}


def _identity(**arguments: Any) -> Any:
    return PlainBare(next(iter(arguments.values()))) if len(arguments) == 1 else arguments


@dataclass(frozen=True)
class PlainBare:
    """A result that is one value, even where it is a mapping."""

    value: Any

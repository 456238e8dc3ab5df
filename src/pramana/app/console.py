"""GASL at a keyboard, in a terminal or in a notebook: texts in, results out, and what was made is kept in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from pramana.app.gasl import GaslSession
from pramana.app.gasl_verifier import GsvVerifier
from pramana.app.sources import adapter_of
from pramana.background import BackgroundLoop
from pramana.errors import InputError, ParseError
from pramana.gasl import (
    ContextStore,
    ExecutionRecord,
    ExecutionResult,
    GASLExecutor,
    GASLParser,
    KnownNames,
    Located,
    StateStore,
    Vocabulary,
    is_answered,
    item_rows,
    names_of_items,
)
from pramana.graph import GraphAdapter
from pramana.llm import Provider

Call = Callable[..., Any]


class GaslConsole:
    """Commands one after the other on one graph. Variables, caps and the state last from text to text.

    It is synchronous, also where an event loop runs. Use it from one thread at a time, and close it.
    """

    def __init__(
        self,
        executor: GASLExecutor,
        call: Call,
        execute: Callable[[str], ExecutionResult],
        close: Callable[[], None],
    ) -> None:
        self._executor = executor
        self._call = call
        self._execute = execute
        self._close = close
        self._parser = GASLParser()
        self._vocabulary: Vocabulary | None = None

    @property
    def adapter(self) -> GraphAdapter:
        return self._executor.adapter

    @property
    def state(self) -> StateStore:
        return self._executor.state

    @property
    def context(self) -> ContextStore:
        """The variables."""
        return self._executor.context

    @property
    def history(self) -> Sequence[ExecutionRecord]:
        """The steps that ran in this console, nested ones too, the oldest first."""
        return self._executor.command_history

    def read(self, text: str) -> list[Located]:
        """Return the commands of a text, one a line, blocks over several. Raises ParseError, its place in all of it."""
        lines = text.replace("\r\n", "\n").split("\n")
        located, problems = self._parser.check(lines)
        if problems:
            error, before = problems[0].error, "\n".join(lines[: problems[0].entry])
            raise ParseError(
                error.problem,
                "\n".join(lines),
                error.position + len(before) + bool(problems[0].entry),
                expected=error.expected,
                found=error.found,
                nearest=error.nearest,
                example=error.example,
            )
        return located

    def run(self, commands: Sequence[Located]) -> Iterator[ExecutionResult]:
        """Carry commands out, up to the first that fails and that no ON after it answers.

        Raises what `GASLExecutor.execute_one` raises. What an interrupted command has not persisted is forgotten.
        """
        for index, each in enumerate(commands):
            try:
                result = self._execute(each.source.strip())
            except BaseException:
                self._call(self.state.load)
                raise
            yield result
            later = [command.node for command in commands[index + 1 :]]
            if result.failed and not is_answered(result.status, each.node, later):
                return

    def items(self, value: Any, most: int) -> list[Any]:
        """Return the first items of a value, with their provenance; a single value alone, of none nothing."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            found: list[Any] = self._call(lambda: item_rows(value[:most]))
            return found
        return [] if value is None else [value]

    def names(self) -> KnownNames:
        """Return all names that are defined here."""
        if self._vocabulary is None:
            self._vocabulary = self._call(lambda: Vocabulary.of(self.adapter))
        context = self.context
        variables = {name: self._call(names_of_items, context.get(name)) for name in context.names()}
        keys = tuple(".".join(key) for key in self._call(self.state.keys))
        return KnownNames(self._vocabulary, variables, keys)

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function where the graph and the state may be read."""
        return self._call(function, *arguments)

    def close(self) -> None:
        """Close what was opened for it: databases, connections. A workspace that was given stays open."""
        self._close()

    def __enter__(self) -> GaslConsole:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@runtime_checkable
class HasConsole(Protocol):
    """An open workspace: it gives a console over its own graph and state."""

    def console(self) -> GaslConsole: ...


def open_console(
    graph: Any,
    state: str | Path | None = None,
    *,
    flags: Mapping[str, Any] | None = None,
    providers: Mapping[str, Provider] | None = None,
) -> GaslConsole:
    """Open a console over a graph: a path (a workspace's folder, a graph file), a NetworkX graph, an adapter, or an
    open workspace.

    `state` is a JSON file or, where its name ends in `.db`, a database; None: the workspace's, else one in memory.
    Raises InputError for an object that is not a graph, GraphFileError for a file that cannot be read as one.
    """
    if isinstance(graph, HasConsole):
        if state is not None:
            raise InputError("An open workspace keeps its own state; for another, give the workspace's folder instead.")
        return graph.console()
    place = Path(graph).expanduser() if isinstance(graph, str | Path) else adapter_of(graph)
    kept = None if state is None else Path(state).expanduser()
    loop = BackgroundLoop()
    session = GaslSession(place, kept, flags=flags, providers=providers)
    loop.at_end(session.aclose)
    try:
        verifier = GsvVerifier(session.gateway, session.config.gsv)
        executor = GASLExecutor(
            session.adapter, session.gateway, session.state, ContextStore(), verifier=verifier, loop=loop
        )
    except BaseException:
        loop.close()
        raise
    return GaslConsole(executor, _directly, executor.execute_one, _Closing(executor, loop))


def _directly(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


@dataclass(frozen=True, slots=True)
class _Closing:
    """Closes what a console opened. Connections belong to the loop in which models were asked: its end closes them."""

    executor: GASLExecutor
    loop: BackgroundLoop

    def __call__(self) -> None:
        self.executor.close()
        self.loop.close()


def over_workspace(executor: GASLExecutor, call: Call, wait: Call) -> GaslConsole:
    """Return a console over an open workspace. `call` calls a function where the workspace's work is done, `wait` one
    that makes a coroutine, which an interrupt cancels."""

    def execute(command: str) -> ExecutionResult:
        call(executor.state.load)
        result: ExecutionResult = wait(executor.aexecute_one, command)
        return result

    return GaslConsole(executor, call, execute, lambda: None)

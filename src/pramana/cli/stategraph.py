"""`stategraph`: run graphs of states, look at them, and go on with runs that ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from pramana.cli import options, stategraph_batch
from pramana.cli.interrupt import until_interrupted
from pramana.cli.output import faithful, note, print_json, show_parts
from pramana.cli.session import open_workspace, working
from pramana.errors import ExitCode, InputError, RunWaits, StateGraphError, WorkspaceNotFound
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.app import (
        AsyncWorkspace,
        Batches,
        BatchResult,
        Checkpoints,
        Registry,
        StateGraph,
        StateGraphResult,
        WorkflowTrace,
    )
    from pramana.app import StateGraphFinding as Finding
    from pramana.app import StateGraphHandlers as CallableFile

MAX_STEPS = 1_000
"""The default of `--max-steps`, the same as in Python: see `stategraph.runtime`."""
CONCURRENCY = 8
"""The default of `--concurrency`, the same as in Python: see `stategraph.batches`."""

stategraph = typer.Typer(
    name="stategraph",
    help="Control flow as data (StateGraph): checked before it runs, stored step by step, resumable.",
    no_args_is_help=True,
)

GraphFile = Annotated[Path, typer.Argument(metavar="GRAPH", help="The graph's JSON file (see `stategraph schema`).")]
RunNumber = Annotated[int, typer.Argument(metavar="RUN", min=1, help="The number of a run (pramana stategraph runs).")]
TraceFile = Annotated[
    Path | None,
    typer.Option(
        "--trace", metavar="FILE", show_default=False, help="Write the trace as JSON, of a run that fails, too."
    ),
]
MaxSteps = Annotated[int, typer.Option("--max-steps", metavar="N", min=1, help="Stop a run after so many steps.")]


class StateGraphFormat(StrEnum):
    """How a graph is shown."""

    TABLE = "table"
    MERMAID = "mermaid"
    DOT = "dot"


@stategraph.callback()
def root(workspace: options.Folder = None) -> None:
    pass


# Without a run


@stategraph.command()
def validate(
    graph: GraphFile,
    handlers: options.Handlers = None,
    inputs: Annotated[
        Path | None,
        typer.Option(
            "--inputs",
            "-i",
            metavar="FILE",
            show_default=False,
            help="The inputs: a JSON object; only its keys are used.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Say what is wrong with a graph, without running it. Exit code 2 where `run` would refuse it."""
    from pramana.app import load_handlers, read_object
    from pramana.app import read_stategraph as read_graph
    from pramana.app import validate_stategraph as validate
    from pramana.views import graph_findings_parts

    keys = None if inputs is None else list(read_object(inputs, "the inputs"))
    found = validate(read_graph(graph), load_handlers(handlers).registry, keys)
    if as_json:
        print_json([finding.as_json() for finding in found])
    else:
        show_parts(graph_findings_parts(found))
        if not found:
            note("Nothing was found.")
    raise typer.Exit(ExitCode.BAD_INPUT if _has_errors(found) else ExitCode.DONE)


@stategraph.command()
def show(
    graph: Annotated[
        Path | None, typer.Argument(metavar="GRAPH", show_default=False, help="The graph's file; none with --run.")
    ] = None,
    form: Annotated[
        StateGraphFormat, typer.Option("--as", metavar="FORM", help="table, mermaid or dot.")
    ] = StateGraphFormat.TABLE,
    run: Annotated[
        int | None,
        typer.Option("--run", metavar="N", show_default=False, help="The graph of a run, with the path that it took."),
    ] = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Show a graph as a table or a picture; with --run, what a run did."""
    from pramana.app import Registry
    from pramana.app import read_stategraph as read_graph
    from pramana.app import stategraph_dot as to_dot
    from pramana.app import stategraph_mermaid as to_mermaid
    from pramana.views import stategraph_parts, steps_parts

    if (graph is None) == (run is None):
        raise typer.BadParameter("name a graph's file or a run: GRAPH or --run N")
    trace = None
    if run is not None:
        with open_workspace(workspace).database as database:
            kept = _checkpoints(database, Registry())
            shown, trace = kept.graph(run), kept.trace(run)
    else:
        assert graph is not None
        shown = read_graph(graph)
    if as_json:
        print_json(shown.to_dict() if trace is None else trace.to_dict())
    elif form is StateGraphFormat.TABLE:
        show_parts(stategraph_parts(shown))
        if trace is not None:
            show_parts(steps_parts(trace))
    else:
        faithful((to_mermaid if form is StateGraphFormat.MERMAID else to_dot)(shown, trace).rstrip("\n"))


@stategraph.command()
def schema() -> None:
    """Print the JSON Schema of a graph's file."""
    from pramana.app import StateGraph

    print_json(StateGraph.json_schema())


# Runs


@stategraph.command()
@options.with_model("concurrency", *options.BUDGET)
def run(
    graph: GraphFile,
    inputs: Annotated[
        Path | None,
        typer.Option(
            "--inputs",
            "-i",
            metavar="FILE",
            show_default=False,
            help="The inputs: a JSON object; or .jsonl with one a line, which is a batch.",
        ),
    ] = None,
    handlers: options.Handlers = None,
    trace: TraceFile = None,
    output: stategraph_batch.Output = None,
    max_steps: MaxSteps = MAX_STEPS,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Run a graph that has no errors. In a workspace each step is kept, and a run that stopped can be resumed.

    With inputs in a .jsonl file, --concurrency of them are under way at once, each a run of its own; the same command
    resumes a batch that was killed or stopped. Exit code 3 where an input failed.
    """
    from pramana.app import arun_stategraph, load_handlers, read_inputs, read_object
    from pramana.app import read_stategraph as read_graph
    from pramana.app import validate_stategraph as validate
    from pramana.views import graph_findings_parts

    document = read_graph(graph)
    batch = read_inputs(inputs) if inputs is not None and inputs.suffix == ".jsonl" else None
    given = {} if inputs is None or batch else read_object(inputs, "the inputs")
    callables = load_handlers(handlers)
    keys = set(given).union(*batch or ())
    found = [finding for finding in validate(document, callables.registry, keys) if finding.severity == "error"]
    if found:
        show_parts(graph_findings_parts(found, err=True))
        raise InputError(f"{graph} has {plural(len(found), 'error')}; nothing was run.")
    if batch is not None:
        _run_batch(document, batch, callables, workspace, output, max_steps, as_json, flags)

    async def in_memory() -> tuple[int | None, StateGraphResult]:
        registry = callables.with_gateway(None)
        return None, await arun_stategraph(document, given, registry=registry, max_steps=max_steps)

    async def run_checkpointed(checkpoints: Checkpoints) -> tuple[int | None, StateGraphResult]:
        return await checkpoints.run(document, given, max_steps)

    if _has_workspace(workspace):
        _carry_out(workspace, callables, flags, run_checkpointed, trace, as_json)
    else:
        note("No workspace here: the run is not kept and cannot be resumed.")
        _finish(lambda: _in_loop(in_memory), trace, as_json)


@stategraph.command()
@options.with_model("concurrency", *options.BUDGET)
def resume(
    number: RunNumber,
    answers: stategraph_batch.Answers = None,
    handlers: options.Handlers = None,
    trace: TraceFile = None,
    max_steps: MaxSteps = MAX_STEPS,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Resume a run that waits, was killed, was stopped or failed, or a batch. No finished node is called again.

    A run that waits is given what it waits for with --input; without it, it waits on, or is over its time.
    """
    from pramana.app import STATEGRAPH_BATCH, load_handlers

    callables, given = load_handlers(handlers), stategraph_batch.read_answers(answers)
    with open_workspace(workspace).database as database:
        from pramana.app import Ledger

        kind = Ledger(database).run(number).kind
    if kind == STATEGRAPH_BATCH:
        _resume_batch(number, given, callables, workspace, max_steps, as_json, flags)

    async def work(checkpoints: Checkpoints) -> tuple[int | None, StateGraphResult]:
        return number, await checkpoints.resume(number, max_steps, given)

    _carry_out(workspace, callables, flags, work, trace, as_json)


@stategraph.command()
@options.with_model(*options.BUDGET)
def fork(
    number: RunNumber,
    step: Annotated[int, typer.Argument(metavar="STEP", min=0, help="How many of its steps are shared.")],
    changes: Annotated[
        Path | None,
        typer.Option("--set", metavar="FILE", show_default=False, help="What to put into the state: a JSON object."),
    ] = None,
    handlers: options.Handlers = None,
    trace: TraceFile = None,
    max_steps: MaxSteps = MAX_STEPS,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Begin a run that shares the first steps of another, and goes its own way from there."""
    from pramana.app import load_handlers, read_object

    given = {} if changes is None else read_object(changes, "what to set")

    async def work(checkpoints: Checkpoints) -> tuple[int | None, StateGraphResult]:
        return await checkpoints.fork(number, step, given, max_steps)

    _carry_out(workspace, load_handlers(handlers), flags, work, trace, as_json)


@stategraph.command()
def runs(workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """List the runs of graphs, oldest first."""
    from pramana.app import STATEGRAPH as KIND
    from pramana.app import STATEGRAPH_BATCH
    from pramana.views import stategraph_run_json, stategraph_runs_parts

    with open_workspace(workspace).database as database:
        from pramana.app import Ledger

        found = Ledger(database).runs(KIND, STATEGRAPH_BATCH)
    if as_json:
        print_json([stategraph_run_json(run) for run in found])
    elif found:
        show_parts(stategraph_runs_parts(found))
    else:
        note("No graph has been run yet.")


# What commands share


def _has_errors(found: list[Finding]) -> bool:
    return any(finding.severity == "error" for finding in found)


def _has_workspace(workspace: Path | None) -> bool:
    try:
        open_workspace(workspace).database.close()
    except WorkspaceNotFound:
        if workspace is not None:
            raise
        return False
    return True


def _checkpoints(database: Any, registry: Registry) -> Checkpoints:
    from pramana.app import Checkpoints

    return Checkpoints(database, registry)


Work = Callable[["Checkpoints"], Awaitable[tuple[int | None, "StateGraphResult"]]]


def _carry_out(
    workspace: Path | None,
    callables: CallableFile,
    flags: Mapping[str, Any],
    work: Work,
    trace: Path | None,
    as_json: bool,
) -> None:
    async def run_checkpointed(ws: AsyncWorkspace) -> tuple[int | None, StateGraphResult]:
        registry = callables.with_gateway(ws)
        checkpoints = _checkpoints(ws.database, registry)
        with ws.database.lease("stategraph"):
            return await until_interrupted(lambda: work(checkpoints), lambda: None)

    try:
        _finish(lambda: working(workspace, run_checkpointed, flags), trace, as_json)
    except RunWaits as error:
        note(f"The run is kept. `pramana stategraph resume {error.run} --input KEY=VALUE` continues at {error.node}.")
        raise
    except StateGraphError:
        note("The steps so far are kept. Correct the fault; `pramana stategraph resume` continues at this node.")
        raise


def _run_batch(
    graph: StateGraph,
    inputs: list[dict[str, Any]],
    callables: CallableFile,
    workspace: Path | None,
    output: Path | None,
    max_steps: int,
    as_json: bool,
    flags: Mapping[str, Any],
) -> NoReturn:
    import anyio

    from pramana.app import arun_batch

    at_once = flags["concurrency"] or CONCURRENCY

    async def in_memory() -> BatchResult:
        registry = callables.with_gateway(None)
        work = partial(arun_batch, graph, inputs, registry=registry, concurrency=at_once, max_steps=max_steps)
        return stategraph_batch.memory_batch(await until_interrupted(work, lambda: None))

    if _has_workspace(workspace):
        result = _in_batches(workspace, callables, flags, lambda kept: kept.run(graph, inputs, at_once, max_steps))
    else:
        note("No workspace here: the runs are not kept and cannot be resumed.")
        result = anyio.run(in_memory)
    stategraph_batch.print_batch(result, output, as_json)


def _resume_batch(
    number: int,
    given: Mapping[str, Any],
    callables: CallableFile,
    workspace: Path | None,
    max_steps: int,
    as_json: bool,
    flags: Mapping[str, Any],
) -> NoReturn:
    if given:
        raise InputError(f"Run {number} is a batch. Resume the run of one of its inputs with --input.")
    at_once = flags["concurrency"] or CONCURRENCY
    result = _in_batches(workspace, callables, flags, lambda kept: kept.resume(number, at_once, max_steps))
    stategraph_batch.print_batch(result, None, as_json)


def _in_batches(
    workspace: Path | None,
    callables: CallableFile,
    flags: Mapping[str, Any],
    work: Callable[[Batches], Awaitable[BatchResult]],
) -> BatchResult:
    from pramana.app import Batches

    async def run_kept(ws: AsyncWorkspace) -> BatchResult:
        kept = Batches(ws.database, callables.with_gateway(ws))
        with ws.database.lease("stategraph"):
            return await until_interrupted(lambda: work(kept), lambda: None)

    return working(workspace, run_kept, flags)


def _in_loop(work: Callable[[], Awaitable[tuple[int | None, StateGraphResult]]]) -> tuple[int | None, StateGraphResult]:
    import anyio

    async def run() -> tuple[int | None, StateGraphResult]:
        return await until_interrupted(work, lambda: None)

    return anyio.run(run)


def _finish(work: Callable[[], tuple[int | None, StateGraphResult]], trace: Path | None, as_json: bool) -> None:
    """Do the work and print what came of it; the trace is written however it ends."""
    from pramana.views import state_parts

    try:
        number, result = work()
    except StateGraphError as error:
        if error.trace is not None:
            _write(error.trace, trace)
            note("Its path: ", " → ".join(error.trace.path))
        raise
    _write(result.trace, trace)
    state = {key: value for key, value in result.state.items() if key != "_meta"}
    if as_json:
        print_json({"run": number, "path": result.trace.path, "state": state})
        return
    show_parts(state_parts(state))
    kept = f", kept as run {number}" if number is not None else ""
    note(f"{plural(len(result.trace.steps), 'step')}{kept}")


def _write(trace: WorkflowTrace, path: Path | None) -> None:
    from pramana.canonical import canonical

    if path is not None:
        path.write_text(canonical(trace.to_dict()) + "\n", "utf-8")
        note("Wrote ", (str(path), "bold"), ".")

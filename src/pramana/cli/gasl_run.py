"""`gasl run`, `explain`, `evidence`, `replay`: scripts and plans on a graph, and what became of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from pramana.cli import options
from pramana.cli.gasl_check import given_plan
from pramana.cli.output import faithful, print_json, say, show_parts
from pramana.cli.session import hinting
from pramana.errors import ExecutionError, ExitCode, InputError, WorkspaceNotFound
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.app import ExplainedCommand as Explained
    from pramana.app import GaslSession, PlanResult

T = TypeVar("T")
SHOWN = 20
"""Rows that are printed without `--limit`: they fit one screen."""

Script = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A plan (.json), or a script (.gasl); - reads either from standard input."),
]
GraphPlace = Annotated[
    Path | None,
    typer.Option(
        "--graph",
        "-g",
        metavar="GRAPH",
        show_default=False,
        help="A workspace, or any graph's file or folder. Default: the one that the state names, else the workspace "
        "that is in force.",
    ),
]
StatePlace = Annotated[
    Path | None,
    typer.Option(
        "--state",
        "-s",
        metavar="STATE",
        show_default=False,
        help="Where the state is kept: a JSON file, or a database (.db). Default: the workspace's own, or none.",
    ),
]


@options.with_model("concurrency", *options.BUDGET)
def run(
    file: Script,
    graph: GraphPlace = None,
    state: StatePlace = None,
    workspace: options.Folder = None,
    flags: options.Flags = options.NONE,
    limit: options.Limit = SHOWN,
    query: Annotated[
        str,
        typer.Option(
            "--query",
            metavar="TEXT",
            show_default=False,
            help="What the run is to find out; a new state keeps it. Default: the plan's why.",
        ),
    ] = "",
    as_json: options.AsJson = False,
) -> None:
    """Run a plan or a script on a graph; print the status of every step and the rows of the last.

    Exit code 1 if a command failed or found nothing and ended the run; 3 if only a part of it succeeded.
    """
    from pramana.views import plan_parts

    plan = given_plan(file)

    async def work(session: GaslSession) -> tuple[PlanResult, list[Any]]:
        result = await session.run(plan)
        rows = _rows(result.value)[: None if as_json else limit]
        return result, [_with_texts(row, session) for row in rows] if as_json else rows

    result, found = _in_session(graph, state, workspace, flags, work, query=query or plan.why)
    if as_json:
        print_json(_as_json(result, found))
    else:
        show_parts(plan_parts(result, found))
    raise typer.Exit(_code(result))


def _in_session(
    graph: Path | None,
    state: Path | None,
    workspace: Path | None,
    flags: Mapping[str, Any],
    work: Callable[[GaslSession], Awaitable[T]],
    *,
    replaying: bool = False,
    query: str = "",
) -> T:
    """Do work on a graph and its state, in an event loop, and close both."""
    import anyio

    from pramana.app import GaslSession, GatewayMode

    place = _place(graph, state, workspace)
    mode = GatewayMode.REPLAY if replaying else GatewayMode.LIVE

    settings: dict[str, Any] = {"settings": _settings(workspace), "flags": flags, "query": query}

    async def run() -> T:
        async with GaslSession(place, state, **settings, mode=mode) as session:
            return await work(session)

    return anyio.run(run)


def _place(graph: Path | None, state: Path | None, workspace: Path | None) -> Path:
    """Return the graph that is given; else the one that the state names; else the workspace in force."""
    from pramana.app import recorded_graph

    if graph is not None:
        return graph
    if state is None or workspace is not None or not state.exists():
        return _workspace(workspace)
    try:
        return recorded_graph(state)
    except InputError:
        try:
            return _workspace(workspace)
        except WorkspaceNotFound:
            pass
        raise


def _workspace(named: Path | None) -> Path:
    import os

    from pramana.app import find

    place = named or os.environ.get("PRAMANA_WORKSPACE") or None
    if place is not None:
        return find(place)
    with hinting(WorkspaceNotFound, "A graph outside a workspace is named with --graph FILE."):
        return find()


def _settings(named: Path | None) -> Path | None:
    """Return the pramana.toml of the workspace that is in force, None where there is none: it names the models."""
    from pramana.app import CONFIG_FILE as FILE

    try:
        return _workspace(named) / FILE
    except WorkspaceNotFound:
        if named is not None:
            raise
        return None


def _rows(value: Any) -> list[Any]:
    from pramana.app import item_rows as rows

    if value is None:
        return []
    return rows(value) if isinstance(value, Sequence) and not isinstance(value, str) else [value]


def _with_texts(row: Any, session: GaslSession) -> Any:
    """Return a row in which each record of provenance has the text of the chunk that it names."""
    from pramana.app import with_text

    records = row.get("provenance") if isinstance(row, Mapping) else None
    if not isinstance(records, list) or not all(isinstance(record, Mapping) for record in records):
        return row
    return {**row, "provenance": [with_text(record, None, session.text) for record in records]}


def _as_json(result: PlanResult, found: list[Any]) -> dict[str, Any]:
    steps = [{**each.record.as_json(), "status": str(each.status)} for each in result.results]
    head = {"plan_id": result.plan_id, "status": str(result.status), "stopped": result.stopped}
    return {**head, "steps": steps, "rows": found}


def _code(result: PlanResult) -> int:
    if result.status == "success":
        return ExitCode.DONE
    return ExitCode.NOTHING if result.stopped else ExitCode.PARTIAL


@options.with_model()
def explain(
    file: Script,
    graph: GraphPlace = None,
    state: StatePlace = None,
    workspace: options.Folder = None,
    flags: options.Flags = options.NONE,
    as_json: options.AsJson = False,
) -> None:
    """Say what a script would do before it does anything: what is searched, how many rows come, what models cost.

    Searches that depend on no model are made, to count; no model is asked, and nothing is written.
    """
    from pramana.views import explained_parts

    plan = given_plan(file)

    async def work(session: GaslSession) -> list[Explained]:
        return session.explain(plan)

    found = _in_session(graph, state, workspace, flags, work)
    if as_json:
        print_json([each.as_json() for each in found])
        return
    show_parts(explained_parts(found))


def evidence(
    key: Annotated[str, typer.Argument(metavar="KEY", help="A key of the state: `people`, `study.authors`.")],
    state: StatePlace = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print where each item under a key of the state comes from, down to lines and source ids, as Markdown."""
    from pramana.app import evidence_report

    async def work(session: GaslSession) -> Any:
        lines = session.line if session.is_workspace else None
        return evidence_report(session.state, tuple(key.split(".")), lines, session.text)

    report = _in_session(_beside(state, workspace), state, workspace, {}, work)
    if as_json:
        print_json(report.as_json())
    else:
        faithful(report.to_markdown().rstrip("\n"))


def _beside(state: Path | None, workspace: Path | None) -> Path | None:
    """Return what a state's graph is in, to look up lines and chunks; else the folder of the state."""
    if state is None:
        return None
    if not state.exists():
        raise ExecutionError(f"{state} is not there.")
    try:
        return _place(None, state, workspace)
    except InputError:
        return state.parent


@options.with_model()
def replay(
    graph: GraphPlace = None,
    state: StatePlace = None,
    workspace: options.Folder = None,
    flags: options.Flags = options.NONE,
    as_json: options.AsJson = False,
) -> None:
    """Execute a state's whole history again from stored responses, and name the first step that differs.

    Nothing is written, and no model is asked. Exit code 1 if the result differs.
    """
    from pramana.views import engine_text

    report = _in_session(graph, state, workspace, flags, lambda session: session.replay(), replaying=True)
    if as_json:
        print_json(report.as_json())
    elif report.identical:
        say(("identical", "green"), f": {plural(report.steps, 'step')}, state {report.found}")
    elif report.altered:
        say(("different", "red"), f": {report.altered}")
    else:
        say(("different", "red"), f": expected state {report.expected}, found {report.found}")
        if report.first is not None:
            say(str(report.first))
    if not as_json and not report.altered and (told := engine_text(report.engine_changed, report.identical)):
        say(told)
    raise typer.Exit(ExitCode.DONE if report.identical else ExitCode.NOTHING)


COMMANDS = (run, explain, evidence, replay)
"""The commands that this module adds to `pramana gasl`."""

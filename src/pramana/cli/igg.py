"""`igg`: agents build graphs, in a loop (`run`) or call by call (`begin`, `observe`, `act`, `finish`)."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from pramana.cli import igg_logs, options
from pramana.cli.igg_view import View
from pramana.cli.interrupt import until_interrupted
from pramana.cli.output import faithful, note, print_json, say, show_parts
from pramana.cli.session import open_workspace
from pramana.errors import ExitCode
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace, GrowthSession, GrowthTurn, IggReport

T = TypeVar("T")

igg = typer.Typer(
    name="igg", help="Let an agent build a graph, action by action, under a strict schema.", no_args_is_help=True
)
PayloadFile = Annotated[Path, typer.Argument(metavar="PAYLOAD", help="A payload's JSON file (see `igg schema`).")]
SessionName = Annotated[
    str, typer.Argument(metavar="SESSION", help="The session_id of a payload (see `igg sessions`).")
]
Backend = Annotated[
    str | None,
    typer.Option(
        "--backend",
        metavar="NAME",
        show_default=False,
        help="What the graph is kept in while it grows: memory, sqlite, or an address. [default: the payload's]",
    ),
]
AgentName = Annotated[
    str, typer.Option("--agent", metavar="NAME", help="Which of several agents in one session this is.")
]


@igg.callback()
def root(workspace: options.Folder = None) -> None:
    pass


@igg.command()
@options.with_model(*options.BUDGET)
def run(
    payload: PayloadFile,
    backend: Backend = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Let the configured model build a graph. Running the same command again resumes an interrupted run.

    The exit code is 3 if the run ended at a bound before the model finished, 4 if a budget stopped it.
    """
    with View(quiet=as_json) as view:

        async def work(workspace: AsyncWorkspace) -> IggReport:
            return await until_interrupted(
                lambda: workspace.growing.run(payload, on_turn=view.show_turn, backend=backend), view.stopping
            )

        report = _in(workspace, work, flags)
    if as_json:
        print_json(report.as_json())
    else:
        _print_report(report)
    raise typer.Exit(_code(report))


@igg.command()
def begin(
    payload: PayloadFile,
    hours: Annotated[
        float,
        typer.Option("--hours", metavar="H", min=0.001, help="Lifetime of the session after its last use, in hours."),
    ] = 24.0,
    backend: Backend = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Begin a session for an external agent and print its name."""

    _show_session(workspace, lambda workspace: workspace.growing.begin(payload, hours * 3600, backend=backend), as_json)


@igg.command()
def observe(
    session: SessionName,
    agent: AgentName = "agent",
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Print an agent's observation: the goal, the graph, refusals, answers, the schema, the context."""

    async def work(workspace: AsyncWorkspace) -> dict[str, Any]:
        seen = await workspace.growing.session(session).observe(agent)
        told = {"text": seen.text, "version": seen.version, "tokens": seen.tokens, "whole": seen.whole}
        return {**told, "parts": dict(seen.parts), "left_out": list(seen.left_out)}

    seen = _in(workspace, work)
    if as_json:
        print_json(seen)
    else:
        faithful(seen["text"])


@igg.command()
def act(
    session: SessionName,
    actions: Annotated[
        Path, typer.Argument(metavar="ACTIONS", help="A JSON file with the answer; - reads standard input.")
    ],
    agent: AgentName = "agent",
    seen: Annotated[
        int | None,
        typer.Option(
            "--seen",
            metavar="VERSION",
            min=0,
            show_default=False,
            help="The version that the agent observed: what others changed since then is refused with the reason.",
        ),
    ] = None,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Apply an agent's answer, action by action. Several agents may act in one session, one answer at a time.

    The exit code is 3 if some actions were refused, 1 if all of them were.
    """
    from pramana.views import turn_parts

    body = sys.stdin.buffer.read() if str(actions) == "-" else actions.read_bytes()
    given = body.decode("utf-8", "replace")  # `act` accepts any text

    async def work(workspace: AsyncWorkspace) -> GrowthTurn:
        return await workspace.growing.session(session).act(given, agent, seen)

    turned = _in(workspace, work)
    record, detail = turned.record, turned.detail
    stopped = None if turned.stopped is None else str(turned.stopped)
    if as_json:
        print_json({**record.model_dump(mode="json"), "Stopped": stopped, "Paused": turned.paused, "Detail": detail})
    else:
        show_parts(turn_parts(record))
        if stopped is not None:
            what = "is paused, and takes more answers" if turned.paused else "has ended"
            note(f"The session {what}: {stopped}" + (f" ({detail})" if detail else "") + ".")
    if record.refusals and not record.actions_taken:
        raise typer.Exit(ExitCode.NOTHING)
    raise typer.Exit(ExitCode.PARTIAL if record.refusals else ExitCode.DONE)


@igg.command()
def pause(
    session: SessionName,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write the whole session to FILE."),
    ] = None,
    workspace: options.Folder = None,
) -> None:
    """Pause a session, so that it does not expire; -o FILE writes it for `igg continue` on another machine."""

    async def work(workspace: AsyncWorkspace) -> None:
        workspace.growing.session(session).pause(output)

    _in(workspace, work)
    if output is not None:
        say(f"Wrote {output}")
    note(f"The session {session} is paused. The next observe or act continues it.")


@igg.command("continue")
def continue_session(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file that `igg pause -o` wrote.")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Continue a session from its file in this workspace, after every hash of its log was compared."""

    _show_session(workspace, lambda workspace: workspace.growing.continue_from(file), as_json)


def _show_session(folder: Path | None, open_session: Callable[[AsyncWorkspace], GrowthSession], as_json: bool) -> None:
    """Open a session, and print its name, its log and what to do next."""

    async def work(workspace: AsyncWorkspace) -> tuple[str, Path]:
        session = open_session(workspace)
        return session.id, session.log

    name, log = _in(folder, work)
    if as_json:
        print_json({"session": name, "log": str(log)})
    else:
        say(name)
        note(f"Its log is {log}. Next: pramana igg observe {name}")


@igg.command()
def finish(
    session: SessionName,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", show_default=False, help="Why the session ends.")
    ] = "",
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """End a session; prune and export as configured in the payload."""

    async def work(workspace: AsyncWorkspace) -> Any:
        return workspace.growing.session(session).finish(reason)

    end = _in(workspace, work)
    if as_json:
        print_json(end.as_json())
        return
    say(("finished", "green"), f": graph {end.hash}")
    for path in end.exported:
        say(f"Wrote {path}")
    if end.pruned:
        note(f"{plural(len(end.pruned), 'isolated node')} pruned.")


@igg.command()
def sessions(workspace: options.Folder = None, as_json: options.AsJson = False) -> None:
    """List the runs and sessions of the workspace."""
    from pramana.views import sessions_parts

    async def work(workspace: AsyncWorkspace) -> list[dict[str, Any]]:
        from pramana.app import read_log

        found = []
        for kept in workspace.growing.sessions():
            log = workspace.growing.shelf.log(kept.session)
            turns = len(read_log(log, torn=True).records) if log.exists() else 0
            told = {"session": kept.session, "kind": kept.kind, "run": kept.run, "ended": kept.ended or None}
            found.append({**told, "iterations": turns, "expires": kept.expires, "log": str(log)})
        return found

    found = _in(workspace, work)
    if as_json:
        print_json(found)
        return
    show_parts(sessions_parts(found))
    if not found:
        note("No runs or sessions yet. Start one with pramana igg run PAYLOAD.")


def _in(folder: Path | None, work: Callable[[AsyncWorkspace], Awaitable[T]], flags: options.Flags | None = None) -> T:
    """Do work in the workspace. Raises InputError where it is none."""
    import anyio

    async def run() -> T:
        async with open_workspace(folder, flags) as workspace:
            return await work(workspace)

    return anyio.run(run)


def _code(report: IggReport) -> int:
    stopped = str(report.result.stopped)
    codes = {"finished": ExitCode.DONE, "budget": ExitCode.STOPPED, "cancelled": ExitCode.INTERRUPTED}
    codes |= dict.fromkeys(("failed", "unreadable"), ExitCode.FAILED)
    return codes.get(stopped, ExitCode.PARTIAL)


def _print_report(report: IggReport) -> None:
    from pramana.views import growth_parts

    result = report.result
    show_parts(growth_parts(report.run, result))
    if report.resumed:
        note(f"Resumed after {plural(report.resumed, 'iteration')} of an earlier attempt.")
    if result.resumable:
        note("Run the same command again to resume; answers so far are stored.")


for command in igg_logs.COMMANDS:
    igg.command(command.__name__)(command)

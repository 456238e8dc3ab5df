"""`serve`, `mcp`: workspaces for programs on this machine or others, and for agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pramana.cli import options
from pramana.cli.output import note, say
from pramana.cli.session import named_workspace

Folders = Annotated[
    list[Path] | None,
    typer.Option(
        "--workspace",
        "-w",
        metavar="FOLDER",
        show_default=False,
        help="A workspace to serve; repeatable. Default: $PRAMANA_WORKSPACE, else the nearest folder upward with a "
        "pramana.toml.",
    ),
]
ReadOnly = Annotated[
    bool, typer.Option("--read-only", help="Write nothing at all: questions are not recorded in the ledger, either.")
]
Tokens = Annotated[
    list[str] | None,
    typer.Option(
        "--token",
        metavar="TOKEN",
        show_default=False,
        help="A token that requests must send: read:SECRET, write:SECRET or admin:SECRET; @FILE has one a "
        "line; repeatable. Default: none on this machine, a generated one elsewhere.",
    ),
]
HostNames = Annotated[
    list[str] | None,
    typer.Option(
        "--host-name",
        metavar="NAME",
        show_default=False,
        help="A host name by which clients address this server, beside localhost; repeatable.",
    ),
]


@options.with_model(*options.BUDGET)
def serve(
    context: typer.Context,
    workspace: Folders = None,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="The IP address to listen on; 0.0.0.0 is all of them.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=1, max=65_535, help="The port.")] = 8321,
    token: Tokens = None,
    host_name: HostNames = None,
    read_only: ReadOnly = False,
    allow_writes: Annotated[
        bool,
        typer.Option("--allow-writes", help="Allow uploads, other jobs, sessions, removal and decisions. Default: no."),
    ] = False,
    handlers: options.Handlers = None,
    flags: options.Flags = options.NONE,
) -> None:
    """Serve workspaces over HTTP: pages for the browser at /, REST under /api/v1, and tools for agents (MCP) at /mcp.

    On this machine no token is needed; other addresses always need one. TLS is left to a proxy in front.
    Needs the extras `server` and `mcp`. Ctrl-C or SIGTERM ends it after the requests that are under way.
    """
    from pramana.server import read_tokens, settings_of
    from pramana.server import serve as run

    settings, secret = settings_of(
        _folders(context, workspace),
        host=host,
        port=port,
        tokens=read_tokens(token or ()),
        names=tuple(host_name or ()),
        read_only=read_only,
        allow_writes=allow_writes,
        handlers=None if handlers is None else handlers.resolve(),
        flags=flags,
    )

    def announce() -> None:
        address = f"http://{host}:{port}"
        note(f"Serving {', '.join(settings.folders)}: open {address}/ in a browser (REST: /api/v1, MCP: /mcp).")
        if secret is not None:
            note("Requests need this token, which is shown once:")
            say(secret)

    run(settings, announce)


@options.with_model(*options.BUDGET)
def mcp(
    context: typer.Context,
    workspace: Folders = None,
    read_only: ReadOnly = False,
    allow_writes: Annotated[
        bool,
        typer.Option("--allow-writes", help="Add tools that write: sessions that grow a graph, documents, decisions."),
    ] = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Serve tools for agents (MCP) over standard input and output: search, ask, check claims, walk the graph.

    For the configuration of an agent: command `pramana`, arguments `mcp -w FOLDER`.
    Needs the extras `server` and `mcp`.
    """
    from pramana.server import serve_mcp, settings_of

    folders = _folders(context, workspace)
    serve_mcp(settings_of(folders, read_only=read_only, allow_writes=allow_writes, flags=flags)[0])


def _folders(context: typer.Context, given: list[Path] | None) -> list[str | Path | None]:
    """Return the workspaces that are meant: those named after the command, else the one named before it."""
    return list(given) if given else [named_workspace(context.obj)]

"""Starting a server: over HTTP, or MCP over standard input and output."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pramana.extras import optional_import
from pramana.server.settings import ServeSettings
from pramana.server.warming import share_interpreter, warm_up

if TYPE_CHECKING:
    from pramana.server.guard import Asgi

DRAIN_SECONDS = 20
"""How long requests are given to end when the server is told to stop."""


def web_app(settings: ServeSettings) -> Asgi:
    """Return the application for a server of ASGI. Raises ExtraMissing."""
    return _web(settings)[0]


def _web(settings: ServeSettings) -> tuple[Asgi, Any]:
    with optional_import("server,mcp", "The server"):
        from pramana.server.web import make_app
    return make_app(settings)


def serve(settings: ServeSettings, announce: Callable[[], None] = lambda: None) -> None:
    """Serve until a signal ends it; requests under way are answered first. Raises ExtraMissing, and what a workspace
    raises that cannot be opened.

    `announce` is called when all that is needed is there, before the first request.
    """
    with optional_import("server,mcp", "The server"):
        import uvicorn

        from pramana.server.connections import BoundedConnection
    app, desk = _web(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        log_level="error",  # requests that are not HTTP would write lines of another form into the log
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        http=BoundedConnection,
        lifespan="on",
        timeout_graceful_shutdown=DRAIN_SECONDS,
        timeout_keep_alive=15,
    )
    server = uvicorn.Server(config)
    desk.is_stopping = lambda: server.should_exit

    async def run() -> None:
        await desk.start()  # within the server, an error of a workspace would be a fault of its lifespan
        announce()
        share_interpreter()
        warming = asyncio.create_task(warm_up(settings.folders.values(), desk.is_stopping))
        await server.serve()
        warming.cancel()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(run())


def mcp_server(settings: ServeSettings) -> tuple[Any, Any]:
    """Return an MCP server and the desk that has to be started before it is used. Raises ExtraMissing."""
    with optional_import("server,mcp", "MCP"):
        from pramana.server.agents_writing import all_tools
        from pramana.server.desk import Desk
    desk = Desk(settings)
    return all_tools(desk), desk


def serve_mcp(settings: ServeSettings) -> None:
    """Serve MCP over standard input and output until the input ends. Raises ExtraMissing."""
    import anyio

    logging.basicConfig(level=logging.WARNING)  # on standard error: standard output is the protocol's
    server, desk = mcp_server(settings)

    async def run() -> None:
        await desk.start()
        try:
            await server.run_stdio_async()
        finally:
            await desk.stop()

    anyio.run(run)

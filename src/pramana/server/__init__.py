"""The server: REST under `/api/v1` and tools for agents (MCP), over open workspaces. No logic of its own.

Needs the extras `server` and `mcp`; nothing of them is imported before it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.server.serving import mcp_server, serve, serve_mcp, web_app
    from pramana.server.settings import ServeSettings, is_loopback, settings_of
    from pramana.server.tokens import AccessToken, TokenScope, make_token, read_tokens
else:
    __getattr__ = lazy_exports(__name__, __file__)

"""The web explorer: one page with its script and style, as files of this package. It reads through the API alone."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Response

from pramana.views import report_style

_HERE = Path(__file__).parent / "explorer"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page may run its own script, load its own style and call this server: nothing else, and nobody may frame it."""


def explorer_routes() -> APIRouter:
    """Return the routes of the explorer's files. They hold nothing of a workspace, and need no token."""
    router = APIRouter(include_in_schema=False)
    files = {
        "/": ("text/html", (_HERE / "index.html").read_text("utf-8")),
        "/explorer.js": ("text/javascript", (_HERE / "explorer.js").read_text("utf-8")),
        "/explorer.css": ("text/css", report_style() + (_HERE / "explorer.css").read_text("utf-8")),
    }
    for path, (kind, text) in files.items():
        _add(router, path, kind, text)
    return router


def _add(router: APIRouter, path: str, kind: str, text: str) -> None:
    @router.get(path)
    async def send_file() -> Response:
        headers = {"content-security-policy": POLICY, "cache-control": "no-cache"}
        return Response(text, media_type=kind, headers=headers)

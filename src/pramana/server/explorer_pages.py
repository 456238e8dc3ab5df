"""The web explorer: pages with their scripts and styles, as files of this package. They read through the API alone."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from fastapi import APIRouter, Request, Response

from pramana.views import (
    STATUSES_IN_WORDS,
    graph_script,
    graph_style,
    growth_script,
    growth_style,
    page_script,
    page_style,
    report_style,
    served_graph_page,
    served_growth_page,
    served_report_page,
)

_HERE = Path(__file__).parent / "explorer"
_SCRIPTS = (
    *(
        "base.js",
        "jobs.js",
        "facts.js",
        "ask.js",
        "documents.js",
        "entities.js",
        "events.js",
        "review.js",
        "ledger.js",
        "runs.js",
    ),
    *("audits.js", "tasks.js", "task_kinds.js", "sessions.js", "start.js"),
)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page may run its own script, load its own style and call this server: nothing else, and nobody may frame it."""


def explorer_routes() -> APIRouter:
    """Return the routes of the explorer's files. They hold nothing of a workspace, and need no token."""
    router = APIRouter(include_in_schema=False)
    script, style, html = "text/javascript", "text/css", "text/html"
    files = {
        "/": (html, _file("index.html")),
        "/explorer.js": (script, page_script() + _words() + "".join(map(_file, _SCRIPTS))),
        "/explorer.css": (style, page_style() + _file("explorer.css")),
        "/graph": (html, served_graph_page("/graph.js", "/graph.css")),
        "/graph.js": (script, _loader("graph.js")),
        "/graph_page.js": (script, graph_script()),
        "/graph.css": (style, graph_style()),
        "/growth": (html, served_growth_page("/growth.js", "/growth.css")),
        "/growth.js": (script, _loader("growth.js")),
        "/growth_page.js": (script, growth_script()),
        "/growth.css": (style, growth_style()),
        "/report": (html, served_report_page("/report.js", "/report.css")),
        "/report.js": (script, _loader("report.js")),
        "/report.css": (style, report_style()),
    }
    for path, (kind, text) in files.items():
        _add(router, path, kind, text)
    return router


def _words() -> str:
    """Return the words for the statuses of answers, which the page of answers has, too."""
    return f"const STATUS_WORDS = {json.dumps(STATUSES_IN_WORDS)};\n"


def _file(name: str) -> str:
    return (_HERE / name).read_text("utf-8")


def _loader(name: str) -> str:
    """Return a script that fetches what a page shows, in a scope of its own: the page's script has the global one."""
    return f"(() => {{\n{_file('loading.js')}{_file(name)}}})();\n"


def _add(router: APIRouter, path: str, kind: str, text: str) -> None:
    plain = text.encode()
    packed = gzip.compress(plain, 9, mtime=0)
    headers = {"content-security-policy": POLICY, "cache-control": "no-cache", "vary": "accept-encoding"}

    @router.get(path)
    async def send_file(request: Request) -> Response:
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(plain, media_type=kind, headers=headers)
        return Response(packed, media_type=kind, headers={**headers, "content-encoding": "gzip"})

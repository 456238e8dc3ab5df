"""Sessions in which agents grow a graph (IGG), for REST and for MCP alike."""

from __future__ import annotations

import json
from typing import Any

from pramana.app import AsyncWorkspace
from pramana.errors import InputError
from pramana.server.queries import check_length
from pramana.server.settings import NO_FILES
from pramana.views import edge_json, node_json

Json = dict[str, Any]
LONGEST_ACTIONS = 200_000
"""Characters of one answer of an agent, at most."""
LOCAL_BACKENDS = ("memory", "sqlite")
"""What a graph from elsewhere may be kept in: an address would have this machine connect to whatever a client names."""
MOST_SHOWN = 2_000
"""Nodes, and edges, of a growing graph that are shown, at most."""


async def begin_session(ws: AsyncWorkspace, payload: Json, hours: float) -> Json:
    """Begin a session under a payload. Raises what `check_payload` raises."""
    check_payload(payload)
    session = ws.growing.begin(payload, hours * 3600, root=ws.folder / NO_FILES)
    return {"session": session.id, "run": session.stored_run.run}


def check_payload(payload: Json) -> None:
    """Raise InputError for a payload that names files, a file to write, or a server to connect to."""
    config = payload.get("config")
    if isinstance(config, dict) and config.get("backend") not in (None, *LOCAL_BACKENDS):
        raise InputError(f"config.backend: over the network it is one of {', '.join(LOCAL_BACKENDS)}, and no address.")
    if isinstance(config, dict) and config.get("export"):
        raise InputError("config.export: a session over the network writes no file. Read its graph instead.")
    if _names_files(payload.get("context_data")):
        raise InputError("context_data: give the texts themselves, as `text`; files of the server are not read.")


def _names_files(context: Any) -> bool:
    items = context if isinstance(context, list) else [context]
    return any(isinstance(each, dict) and ("files" in each or "folders" in each) for each in items)


async def list_sessions(ws: AsyncWorkspace) -> list[Json]:
    """Return all sessions, oldest first."""
    return [
        {"session": each.session, "run": each.run, "kind": each.kind, "ended": each.ended, "expires": each.expires}
        for each in ws.growing.sessions()
    ]


async def observe(ws: AsyncWorkspace, session: str, agent: str) -> Json:
    """Return what an agent is to see: one text, and its parts."""
    seen = await ws.growing.session(session).observe(agent)
    told = {"text": seen.text, "version": seen.version, "tokens": seen.tokens, "whole": seen.whole}
    return {**told, "parts": dict(seen.parts), "left_out": list(seen.left_out)}


async def act(ws: AsyncWorkspace, session: str, actions: Any, agent: str, seen: int | None) -> Json:
    """Apply an agent's answer: what was applied, what was refused and why. `seen` is the version that it observed."""
    text = actions if isinstance(actions, str) else json.dumps(actions)
    turned = await ws.growing.session(session).act(check_length("answer", text, LONGEST_ACTIONS), agent, seen)
    stopped = None if turned.stopped is None else str(turned.stopped)
    record = turned.record.model_dump(mode="json")
    return {"turn": record, "stopped": stopped, "paused": turned.paused, "detail": turned.detail}


async def finish(ws: AsyncWorkspace, session: str, reason: str) -> Json:
    """End a session: prune as its payload says."""
    end = ws.growing.session(session).finish(reason).as_json()
    return {name: value for name, value in end.items() if name != "exported"}


async def read_growth(ws: AsyncWorkspace, session: str) -> Json:
    """Return the graph of a session as it is now, also after its end."""
    growth = ws.growing.session(session).growth()
    nodes, edges = list(growth.graph.nodes()), list(growth.graph.edges())
    return {
        "session": session,
        "hash": growth.hash,
        "nodes": [{**node_json(each), "type": each.type} for each in nodes[:MOST_SHOWN]],
        "edges": [edge_json(each) for each in edges[:MOST_SHOWN]],
        "cut": len(nodes) > MOST_SHOWN or len(edges) > MOST_SHOWN,
    }

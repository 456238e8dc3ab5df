"""Writes a workspace, a graph's file or an IGG run to a graph server, and keeps the copy up to date."""

from __future__ import annotations

from pathlib import Path

from pramana.app.config import FILE
from pramana.app.workspace import WorkspaceResources
from pramana.errors import GraphFileError, InputError
from pramana.graph import (
    ListedSource,
    PushObserver,
    PushSource,
    WorkspaceSource,
    check_target,
    elements_hash,
    parse_address,
    projection_target,
    push_graph,
    read_graph,
)
from pramana.igg import read_log, replay
from pramana.views import PushReport

IGG_LOG = ".jsonl"
"""The ending of an IGG run's log."""


def push(
    address: str,
    graph: WorkspaceResources | Path,
    *,
    verify: bool = False,
    replace: bool = False,
    observe: PushObserver | None = None,
) -> PushReport:
    """Bring the copy of a graph on a server up to date: whole the first time, then what has changed.

    `graph` is an open workspace, or the path of a workspace, of a graph's file or of the log of an IGG run (.jsonl).
    `replace`: the copy of another graph there is deleted first; `verify`: the copy is read back and compared. Raises
    InputError, GraphFileError, GraphServerError.
    """
    parsed = parse_address(address)
    if isinstance(graph, Path) and (graph / FILE).is_file():
        workspace = WorkspaceResources.open(graph, create=False)
        try:
            return push(address, workspace, verify=verify, replace=replace, observe=observe)
        finally:
            workspace.database.close()
    name = str(graph.folder if isinstance(graph, WorkspaceResources) else graph)
    target = projection_target(parsed)
    try:
        source = _source_of(graph)
        result = push_graph(source, target, replace_other=replace, observe=observe)
        return PushReport(name, str(parsed), result, check_target(source, target) if verify else None)
    finally:
        target.close()


def _source_of(graph: WorkspaceResources | Path) -> PushSource:
    if isinstance(graph, WorkspaceResources):
        return WorkspaceSource(graph.graph)
    if graph.suffix.lower() == IGG_LOG:
        growth = replay(read_log(graph))
        return ListedSource(growth.graph, f"igg {growth.payload.session_id}", _number_of(growth.hash))
    if not graph.exists():
        raise GraphFileError(graph, "no such file")
    if graph.is_dir() and not any(graph.iterdir()):
        raise InputError(f"{graph} is an empty folder.")
    found = read_graph(graph).source()
    state, _, _ = elements_hash(found.nodes(), found.edges())
    return ListedSource(found, f"file {graph.name}", _number_of(state))


def _number_of(state: str) -> int:
    """Return a number that differs for different hashes, as the mark of a push keeps it."""
    return int(state[:15], 16)

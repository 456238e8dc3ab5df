"""Which backend a payload names, and where it keeps what it keeps: beside the log."""

from __future__ import annotations

from pathlib import Path

from pramana.canonical import digest
from pramana.graph import is_address
from pramana.igg.backend import GraphBackend, MemoryBackend
from pramana.igg.payload import Payload
from pramana.igg.server_backend import ServerBackend
from pramana.igg.sqlite_backend import SqliteBackend


def open_backend(payload: Payload, log: Path | None) -> GraphBackend:
    """Return the backend of a run, with what it kept of an earlier process if that is the log's.

    Without a log, a file is a temporary one.
    """
    schema = payload.graph_schema()
    if payload.config.backend == "memory":
        return MemoryBackend(schema)
    if is_address(payload.config.backend):
        return ServerBackend(schema, payload.config.backend, digest(payload.manifest()))
    return SqliteBackend(schema, None if log is None else graph_file(log))


def new_backend(payload: Payload, log: Path | None) -> GraphBackend:
    """Return an empty backend for a new run."""
    backend = open_backend(payload, log)
    return backend if backend.kept_growth is None else backend.clear()


def graph_file(log: Path) -> Path:
    """Return the file beside a log in which the SQLite backend keeps its graph."""
    return log.with_suffix(".graph.sqlite")

"""The errors of all packages as one list: a view of the records of runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from pramana.store import Database
from pramana.trace import ErrorLog, Run, RunStatus, path_part
from pramana.views.ledger import natural

_FAILED_STEPS = """
    SELECT path, kind, body FROM step WHERE run = ? AND (
        kind = 'gsv_failure'
        OR kind = 'outcome' AND json_extract(body, '$.status') IN ('refused', 'failed')
        OR kind IN ('call', 'embed') AND json_extract(body, '$.outcome.error') IS NOT NULL
    )
"""


def error_logs(database: Database, runs: Sequence[Run], doc_id: str | None = None) -> list[ErrorLog]:
    """Return what went wrong in runs, or of that what is about one document, by run and place."""
    return [found for run in runs for found in _errors(database, run, doc_id)]


def _errors(database: Database, run: Run, doc_id: str | None) -> Iterator[ErrorLog]:
    within = "" if doc_id is None else f"{path_part(doc_id)}/"
    rows = [row for row in database.all(_FAILED_STEPS, (run.id,)) if row[0].startswith(within)]
    for path, kind, body in sorted(rows, key=lambda row: natural(row[0])):
        yield _error(run, path, kind, json.loads(body))
    if run.status is RunStatus.FAILED and doc_id is None:
        kind = str(run.result.get("error", "Failed"))
        yield ErrorLog(run.started, kind, run.kind, {"run": run.id, "path": "", "reason": "The run ended here."})


def _error(run: Run, path: str, kind: str, body: dict[str, Any]) -> ErrorLog:
    place = {"run": run.id, "path": path}
    if kind == "gsv_failure":
        return ErrorLog(run.started, "GSVFailure", "gsv", {**place, **body})
    if kind == "outcome":
        named = body.get("error") or {"refused": "LineRefused", "failed": "LineFailed"}[body["status"]]
        component = "graph" if body.get("error") else "ingest"
        return ErrorLog(run.started, named, component, {**place, **body})
    error = body.pop("outcome")
    component = body.get("ptool") or body["embedder"]
    return ErrorLog(run.started, error["error"], component, {**place, "reason": error["message"], **body})

"""Errors as problem details (RFC 9457), with the fields of our errors. No traces, and no paths of a fault."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pramana.errors import (
    BudgetExceeded,
    CanonicalError,
    DatabaseUnusable,
    InputError,
    ModelError,
    NeedsModel,
    PramanaError,
    StoreError,
    TransportError,
    UnknownName,
    WorkspaceLocked,
    WorkspaceReadOnly,
)
from pramana.serialization import json_value
from pramana.server.readers import ServerBusy, ServerTimeout

MEDIA_TYPE = "application/problem+json"
STATUSES: tuple[tuple[type[PramanaError], int], ...] = (
    (ServerBusy, 503),
    (ServerTimeout, 504),
    (UnknownName, 404),
    (WorkspaceLocked, 409),
    (WorkspaceReadOnly, 403),
    (DatabaseUnusable, 503),
    (StoreError, 503),
    (NeedsModel, 409),
    (BudgetExceeded, 429),
    (TransportError, 502),
    (ModelError, 502),
    (InputError, 400),
)
"""The status of each kind of error; the first that fits."""
FIELDS = (
    *("nearest", "line", "column", "position", "expected", "found", "example", "problem", "variable", "reason"),
    *("what", "value", "instead", "where", "allowed", "findings"),
)
"""The fields of errors that help to fix a request. What else an error holds (paths, sources) stays here."""
HIDDEN = frozenset((500, 502, 503))
"""Statuses whose messages may name files and servers: the log has them, the client gets a plain sentence."""
TITLES: Mapping[int, str] = {
    400: "The request is invalid",
    401: "A token is needed",
    403: "This is not allowed",
    404: "Not found",
    405: "The method is not allowed",
    408: "The request came too slowly",
    409: "The state of the workspace does not allow it",
    413: "The request is too large",
    414: "The address is too long",
    415: "The content type is not supported",
    421: "The host name is not served",
    422: "The request is invalid",
    429: "Too much was asked for",
    431: "The headers are too large",
    500: "A fault in the server",
    502: "The model's server failed",
    503: "Not available now",
    504: "It took too long",
}


class JobFailed(PramanaError):
    """What a job ended with in its own process, as problem details."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.problem_details = dict(problem)


def error_name(error: Exception) -> str:
    """Return the name of an error's class, also of one in a job's process."""
    if not isinstance(error, JobFailed):
        return type(error).__name__
    return "".join(map(str.title, str(error.problem_details["type"]).rpartition(":")[2].split("-")))


def status_of(error: Exception) -> int:
    """Return the HTTP status of an error: 500 for any error that is not ours."""
    if isinstance(error, JobFailed):
        return int(error.problem_details["status"])
    return next((status for kind, status in STATUSES if isinstance(error, kind)), 500)


def problem_of(error: Exception, instance: str = "") -> dict[str, Any]:
    """Return an error as problem details. `instance` is the id of the request in the log."""
    if isinstance(error, JobFailed):
        return {**error.problem_details, "instance": f"urn:pramana:request:{instance}"}
    status = status_of(error)
    hidden = status in HIDDEN and not isinstance(error, ServerBusy)
    detail = "See the server's log under this request's id." if hidden else message_of(error)
    kind = type(error).__name__ if isinstance(error, PramanaError) else "Fault"
    return {**make_problem(status, detail, kind, instance), **({} if hidden else fields_of(error))}


def make_problem(status: int, detail: str, kind: str = "", instance: str = "") -> dict[str, Any]:
    """Return problem details. `kind` is the name of an error's class, "" for one of HTTP alone."""
    named = f"urn:pramana:error:{_words(kind)}" if kind else "about:blank"
    body = {"type": named, "title": TITLES.get(status, "The request failed"), "status": status, "detail": detail}
    return {**body, "instance": f"urn:pramana:request:{instance}"} if instance else body


def message_of(error: Exception) -> str:
    """Return what an error says, with its notes."""
    return "\n".join([str(error), *getattr(error, "__notes__", ())])


def fields_of(error: Exception) -> dict[str, Any]:
    """Return the fields of an error that help to fix what caused it."""
    found = {name: getattr(error, name) for name in FIELDS if getattr(error, name, None) not in (None, "", (), [])}
    return {name: _json_of(value) for name, value in found.items()}


def _json_of(value: Any) -> Any:
    try:
        return json_value(value)
    except CanonicalError:
        return [str(each) for each in value] if isinstance(value, tuple) else str(value)


def _words(name: str) -> str:
    """Return a class name in lower case with hyphens: `unknown-name`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()

"""What went wrong with a server, as one of our errors: each names the server and the cause, and holds no key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx2

from pramana.errors import (
    AccessRefused,
    CallTimedOut,
    ConnectionFailed,
    ModelError,
    RateLimited,
    RequestRefused,
    ServerFailed,
)
from pramana.llm.limits import retry_after
from pramana.llm.parse import replace_surrogates
from pramana.llm.providers.masking import KeyMask

_LONGEST = 400
"""Characters of a server's message that are shown."""
_READ = 4_000
"""Characters of it that are looked at: what is masked may be longer than its mask."""
_NEVER_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.ProxyError)


def answer_error(server: str, status: int, headers: Mapping[str, str], problem: Any, mask: KeyMask) -> ModelError:
    """Return the error that an answer means by its status, with what the server says."""
    told = printable_line(problem_text(problem) or "no reason given", mask)
    message = f"{server} answered {status}: {told}"
    if status == 429:
        if isinstance(problem, Mapping) and problem.get("code") == "insufficient_quota":
            return _refusal(AccessRefused(message), status)
        return RateLimited(message, retry_after(headers))
    if status == 408:
        return CallTimedOut(message)
    if status in (401, 402, 403, 404):
        return _refusal(AccessRefused(message), status)
    if status in (409, 425) or status >= 500:
        return ServerFailed(message, retry_after(headers))
    return _refusal(RequestRefused(message), status)


def connection_error(error: Exception, server: str, mask: KeyMask) -> ModelError | None:
    """Return the error of ours for one of the HTTP client; None for a programming error."""
    cause = printable_line(str(error) or type(error).__name__, mask)
    if isinstance(error, (httpx2.UnsupportedProtocol, httpx2.InvalidURL)):
        return AccessRefused(f"{printable_line(server, mask)} is not an HTTP address ({cause}): set base_url.")
    if isinstance(error, _NEVER_SENT):
        failure = ConnectionFailed(f"{server} cannot be reached ({cause}).")
        failure.sent = False
        return failure
    if isinstance(error, (httpx2.TimeoutException, TimeoutError)):
        return CallTimedOut(f"{server}: {cause}")
    if isinstance(error, (httpx2.HTTPError, httpx2.StreamError, OSError)):
        return ConnectionFailed(f"The connection to {server} broke ({cause}).")
    return None


def problem_text(problem: Any) -> str:
    """Return the message in the JSON of an error; empty where it holds none."""
    told = problem.get("message") if isinstance(problem, Mapping) else problem
    return told if isinstance(told, str) else ""


def printable_line(text: str, mask: KeyMask, longest: int = _LONGEST) -> str:
    """Return one line of hostile text that may be shown: no key, no control characters, no more than `longest`."""
    line = " ".join(replace_surrogates(text[:_READ]).split())
    return mask.hide_in_message("".join(c for c in line if c.isprintable()))[:longest]


def _refusal(error: RequestRefused, status: int) -> RequestRefused:
    error.status = status
    return error

"""The border to the SDKs: each of their errors, and of the HTTP client's below them, becomes one of ours.

OpenAI's and Anthropic's are made by the same generator: the errors of both have the same names.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib import import_module
from typing import Any, TypeVar

from pramana.errors import (
    AccessRefused,
    CallTimedOut,
    ConnectionFailed,
    ModelError,
    RateLimited,
    RequestRefused,
    ServerFailed,
)
from pramana.llm.settings import ServerSettings

T = TypeVar("T")

_SECRET = re.compile(r"(?i)\b(bearer\s+\S+|sk-[A-Za-z0-9_\-*]{6,}|authorization\s*[:=]\s*\S+(\s+\S+)?)")
_LONGEST = 400


async def within_border(
    settings: ServerSettings,
    work: Callable[[str], Awaitable[T]],
    instead: Callable[[Exception], T | None] = lambda _: None,
    sdk: str = "openai",
) -> T:
    """Do work with a model's key; every failure, TimeoutError included, is raised as one of our errors.

    `instead` may return a result in place of an SDK error that is not a failure.
    """
    key = key_of(settings)
    failure: ModelError
    try:
        return await work(key)
    except TimeoutError:
        failure = CallTimedOut(f"No answer within {settings.timeout_s:g} s.")
    except Exception as error:
        if (result := instead(error)) is not None:
            return result
        found = model_error(error, key, sdk)
        if found is None:
            raise
        failure = found
    raise failure  # outside the handler: the SDK's error, which holds the request and its headers, stays behind


def key_of(settings: ServerSettings) -> str:
    """Return a model's key, empty where it has none."""
    secret = settings.key()
    return "" if secret is None else secret.get_secret_value()


def answer_of_status(
    settings: ServerSettings,
    client: Any,
    status: int,
    body: str,
    instead: Callable[[Exception], T | None],
    sdk: str = "openai",
) -> T:
    """Return what `instead` makes of an answer with an error's status; where it makes nothing, raise our error."""
    import httpx2

    response = httpx2.Response(status, text=body, request=httpx2.Request("POST", settings.base_url or "https://batch"))
    error = client._make_status_error_from_response(response)
    if (result := instead(error)) is not None:
        return result
    raise model_error(error, key_of(settings), sdk) or ServerFailed(
        f"{status}: the batch's answer is no result."
    ) from None


def without_key(text: str, key: str) -> str:
    """Return `text` without the key, should a server have sent it back."""
    return text.replace(key, "[key]") if len(key) >= 6 else text


def model_error(error: Exception, key: str = "", sdk: str = "openai") -> ModelError | None:
    """Return the error of ours for `error`; None for a programming error, which is not a failure of a call.

    The message holds neither key nor header.
    """
    import httpx2

    errors = import_module(sdk)
    if isinstance(error, ModelError):
        return error
    message = _message(error, key)
    if isinstance(error, errors.APIStatusError):
        return _of_status(error, message)
    if isinstance(error, (errors.APITimeoutError, httpx2.TimeoutException, TimeoutError)):
        return CallTimedOut(message)
    if isinstance(error, errors.APIResponseValidationError):
        return ServerFailed(message)
    if isinstance(error, (errors.APIConnectionError, httpx2.HTTPError, httpx2.StreamError, OSError)):
        return ConnectionFailed(message)
    if sdk == "openai" and isinstance(error, (errors.LengthFinishReasonError, errors.ContentFilterFinishReasonError)):
        return ServerFailed(message)
    base = errors.OpenAIError if sdk == "openai" else errors.AnthropicError
    return AccessRefused(message) if isinstance(error, (base, httpx2.InvalidURL)) else None


def _of_status(error: Any, message: str) -> ModelError:
    status = error.status_code
    if status == 429:
        if getattr(error, "code", None) == "insufficient_quota":
            return AccessRefused(message)
        return RateLimited(message, retry_after(error.response.headers))
    if status == 408:
        return CallTimedOut(message)
    if status in (401, 402, 403, 404):
        return AccessRefused(message)
    if status in (409, 425) or status >= 500:
        return ServerFailed(message, retry_after(error.response.headers))
    return RequestRefused(message)


def _message(error: Exception, key: str) -> str:
    """Return one line: the status where there is one, and what the server or the SDK says."""
    status = getattr(error, "status_code", None)
    body = getattr(error, "body", None)
    told = told_by(body) if isinstance(body, dict) else body
    text = told if isinstance(told, str) and told else str(error) or type(error).__name__
    if isinstance(error.__cause__, Exception) and status is None:
        text = f"{text} ({type(error.__cause__).__name__})"
    text = _SECRET.sub("[key]", without_key(" ".join(text.split()), key))[:_LONGEST]
    return f"{status}: {text}" if status else text


def told_by(body: Any) -> Any:
    """Return the message in the JSON of an error: OpenAI's SDK gives the part under `error`, Anthropic's the whole."""
    inner = body.get("error", body) if isinstance(body, dict) else None
    return inner.get("message") if isinstance(inner, dict) else inner


def retry_after(headers: Any, now: datetime | None = None) -> float | None:
    """Return the seconds that a server asks to wait: `Retry-After` in seconds or as an HTTP date; None for neither."""
    value = (headers.get("retry-after") or "").strip()
    if not value:
        return None
    try:
        return max(0.0, float(value)) if float(value) < 1e9 else None
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())

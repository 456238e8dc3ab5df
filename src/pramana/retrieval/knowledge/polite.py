"""Requests to a web service by its rules: one at a time, with a user agent, slowly, and again when it says so."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import anyio

from pramana.errors import KnowledgeFailed
from pramana.llm import retry_after
from pramana.retrieval.knowledge.model import one_line
from pramana.retrieval.knowledge.settings import KnowledgeSettings
from pramana.version import __version__

if TYPE_CHECKING:
    import httpx2

LARGEST_BODY = 64 << 20
"""Bytes. No answer to a question that is asked here comes near it."""
_AGAIN = (408, 425, 429, 500, 502, 503, 504)
_BUSY = ("maxlag", "ratelimited", "readonly")
"""Errors of the MediaWiki API that go away by themselves."""


@dataclass(frozen=True, slots=True)
class AnswerFailure:
    """Why an answer is none. `again`: the same question may be answered later. `code` is the API's, if any."""

    reason: str
    again: bool
    code: str | None = None


class PoliteClient:
    """Asks one address, in series. Every answer goes to `keep`, (status, body), before it is looked at."""

    def __init__(self, settings: KnowledgeSettings) -> None:
        self._settings = settings
        self._turn = anyio.Lock()
        self._client: httpx2.AsyncClient | None = None
        self._last = float("-inf")
        self._down: str | None = None

    async def ask(
        self, parameters: Mapping[str, str], keep: Callable[[int, bytes], None], fine: Collection[str] = ()
    ) -> bytes:
        """Return a usable body, or one with an error of the codes in `fine`.

        Raises KnowledgeFailed after the last retry, and from then on without asking.
        """
        async with self._turn:
            if self._down is not None:
                raise KnowledgeFailed(self._down)
            try:
                return await self._until_answered(parameters, keep, fine)
            except _Unreachable as error:
                self._down = f"{self._settings.url} gave no usable answer: {error}"
                raise KnowledgeFailed(self._down) from None

    async def aclose(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def _until_answered(
        self, parameters: Mapping[str, str], keep: Callable[[int, bytes], None], fine: Collection[str]
    ) -> bytes:
        settings = self._settings
        for attempt in range(settings.retries + 1):
            wait: float | None = None
            try:
                status, headers, body = await self._get(parameters)
                keep(status, body)
                failure = failure_of(status, body)
                if failure is None or failure.code in fine:
                    return body
                wait = retry_after(headers)
            except _Unanswered as error:
                failure = AnswerFailure(str(error), again=True)
            if not failure.again:
                raise KnowledgeFailed(f"{settings.url}: {failure.reason}")
            pause = settings.backoff_s * 2.0**attempt if wait is None else wait
            if attempt == settings.retries or pause > settings.longest_wait_s:
                told = f"; it asks to be left alone for {pause:.0f} s" if pause > settings.longest_wait_s else ""
                raise _Unreachable(f"{failure.reason}{told}")
            await anyio.sleep(pause)
        raise AssertionError("unreachable")

    async def _get(self, parameters: Mapping[str, str]) -> tuple[int, Mapping[str, str], bytes]:
        import httpx2  # only where it is wanted: it takes its time to load

        await anyio.sleep(max(0.0, self._last + self._settings.pause_s - anyio.current_time()))
        try:
            with anyio.fail_after(self._settings.timeout_s):
                async with self._open_client().stream("GET", self._settings.url, params=dict(parameters)) as response:
                    body = bytearray()
                    async for piece in response.aiter_bytes():
                        body += piece
                        if len(body) > LARGEST_BODY:
                            raise _Unanswered(f"more than {LARGEST_BODY:,} bytes came")
                    return response.status_code, response.headers, bytes(body)
        except TimeoutError:
            raise _Unanswered(f"no answer within {self._settings.timeout_s:g} s") from None
        except (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL, OSError) as error:
            raise _Unanswered(one_line(str(error) or type(error).__name__, 200)) from None
        finally:
            self._last = anyio.current_time()

    def _open_client(self) -> httpx2.AsyncClient:
        import httpx2

        if self._client is None:
            agent = f"Pramana/{__version__} ({self._settings.contact}) httpx2/{httpx2.__version__}"
            headers = {"User-Agent": agent, "Accept": "application/json", "Accept-Encoding": "gzip"}
            self._client = httpx2.AsyncClient(headers=headers, timeout=self._settings.timeout_s)
        return self._client


def failure_of(status: int, body: bytes) -> AnswerFailure | None:
    """Return why an answer of the MediaWiki API is none, None where it is one. Pure: stored answers are read by it."""
    if status in _AGAIN:
        return AnswerFailure(f"HTTP {status}", again=True)
    if status != 200:
        return AnswerFailure(f"HTTP {status}", again=False)
    said = read_object(body)
    if said is None:
        return AnswerFailure("the body is not a JSON object", again=True)
    error = said.get("error")
    if error is None:
        return None
    code = str(error.get("code", "")) if isinstance(error, dict) else ""
    info = str(error.get("info", "")) if isinstance(error, dict) else str(error)
    return AnswerFailure(one_line(f"{code}: {info}", 200), again=code in _BUSY, code=code)


def read_object(body: bytes) -> dict[str, Any] | None:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


class _Unanswered(Exception):
    """No answer came this time."""


class _Unreachable(Exception):
    """No attempt was answered: further requests would fail, too."""

"""One server over HTTP: exchanges with one origin, of bounded size, whose every failure is one of our errors.

Nothing is kept between calls but open connections: no cookies, and no key.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import anyio
import httpx2

from pramana.errors import AccessRefused, CallTimedOut, ConfigError, ModelError, ServerFailed
from pramana.llm.providers.http_body import read_body
from pramana.llm.providers.http_connections import HttpConnections
from pramana.llm.providers.http_errors import answer_error, connection_error, printable_line
from pramana.llm.providers.masking import KeyMask
from pramana.llm.settings import ServerSettings
from pramana.version import __version__

REDIRECTS = 3
"""How often one request may be sent on within its server."""
CONNECT_S = 20.0
"""A host that does not take the connection in this time is not there: models need their time after it."""
ERROR_BYTES = 64 * 1024
"""How much of an error is read."""
_REDIRECTS = (301, 302, 303, 307, 308)
_KEPT = (307, 308)
"""The redirects that repeat the request as it was; the others turn it into another one."""

ApiHeaders = Callable[[str], Mapping[str, str]]
"""From a key, "" for none, to the headers that an API wants: those that show it, and others."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A server's whole answer. `server` is its address as messages name it."""

    server: str
    status: int
    headers: httpx2.Headers
    body: bytes = field(repr=False)
    mask: KeyMask = field(repr=False)

    def json(self, masked: bool = True) -> Any:
        """Return the body's JSON, `masked` without the key. Raises the error of its status, ServerFailed without JSON.

        JSON is UTF-8, or UTF-16 or 32 by its first bytes, whatever charset the headers name (RFC 8259).
        """
        if failure := self.failure():
            raise failure
        try:
            value = json.loads(_decode(self.body))
            return self.mask.hide_in(value) if masked else value
        except (ValueError, RecursionError) as error:
            kind = printable_line(self.headers.get("content-type", "no content type"), self.mask, 60)
            raise ServerFailed(
                f"{self.server}: the answer is not JSON ({kind}, {len(self.body):,} bytes; {type(error).__name__})."
            ) from None

    def object(self, *names: str) -> Mapping[str, Any]:
        """Return the body's JSON object, which has values under the given names. Raises what `json` raises."""
        reply = self.json()
        if not isinstance(reply, dict) or not all(reply.get(name) for name in names):
            raise self.refuse(f"an object with {', '.join(names)}" if names else "an object")
        return reply

    def lines(self) -> list[str]:
        """Return the lines of a body of JSON lines. Raises the error of its status."""
        if failure := self.failure():
            raise failure
        return [line for line in _decode(self.body).splitlines() if line.strip()]

    def refuse(self, what: str) -> ServerFailed:
        """Return the error of an answer that is not what was asked for."""
        return ServerFailed(f"{self.server}: the answer is not {what}.")

    def failure(self) -> ModelError | None:
        """Return the error that the status means; None for success."""
        if 200 <= self.status < 300:
            return None
        return answer_error(self.server, self.status, self.headers, self.problem(), self.mask)

    def problem(self) -> Any:
        """Return what the body of an error holds: its `error` where it is JSON that has one, else the text."""
        text = _decode(self.body)
        try:
            told = json.loads(text)
        except (ValueError, RecursionError):
            return text
        return told.get("error", told) if isinstance(told, dict) else told


class HttpServer:
    """The connections to one server. Use it in one event loop, and close it there."""

    def __init__(self, settings: ServerSettings, default_url: str, api_headers: ApiHeaders) -> None:
        self._settings = settings
        self._url = settings.base_url or default_url
        self._api_headers = api_headers
        self._connections = HttpConnections()
        self._urls: dict[str, httpx2.URL] = {}
        self._masked, self._mask = "", KeyMask()

    async def post(self, path: str, body: Mapping[str, Any], longest: int) -> HttpAnswer:
        """Send JSON, and return the answer, of at most `longest` bytes.

        Raises TransportError, AccessRefused for an address that sends requests elsewhere, ConfigError for the key.
        """
        return await self._exchange("POST", path, json.dumps(body).encode(), longest)

    async def upload(self, path: str, content: bytes, kind: str, longest: int) -> HttpAnswer:
        """Send content of another type than JSON: see `post`."""
        return await self._exchange("POST", path, content, longest, kind)

    async def get(self, path: str, longest: int) -> HttpAnswer:
        """Return what is at `path`: see `post`."""
        return await self._exchange("GET", path, b"", longest)

    def answer_of(self, status: int, body: str) -> HttpAnswer:
        """Return an answer of this server that came by another way than a call: from a batch."""
        self._headers()  # whose key is masked
        return HttpAnswer(_address(self._url, self._mask), status, httpx2.Headers(), body.encode(), self._mask)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._connections.aclose()

    async def _exchange(
        self, method: str, path: str, content: bytes, longest: int, kind: str = "application/json"
    ) -> HttpAnswer:
        headers = {**self._headers(), "Content-Type": kind}
        mask = self._mask
        server = _address(self._url, mask)
        failure: ModelError
        try:
            url = self._urls[path] = self._urls.get(path) or _request_url(self._url, path)
            with anyio.fail_after(self._settings.timeout_s):
                for _ in range(REDIRECTS + 1):
                    request = httpx2.Request(method, url, headers=headers, content=content)
                    answer = HttpAnswer(server, *await self._send(server, request, longest), mask)
                    if answer.status not in _REDIRECTS or "location" not in answer.headers:
                        return answer
                    url = _redirect_target(url, answer)
            failure = ServerFailed(f"{server} redirects more than {REDIRECTS} times.")
        except TimeoutError:
            failure = CallTimedOut(f"{server}: no answer within {self._settings.timeout_s:g} s.")
        except ModelError as error:
            failure = error
        except Exception as error:
            mapped = connection_error(error, server, mask)
            if mapped is None:
                raise
            failure = mapped
        raise failure  # outside the handler: the HTTP client's error, which holds the request's headers, stays behind

    async def _send(self, server: str, request: httpx2.Request, longest: int) -> tuple[int, httpx2.Headers, bytes]:
        request.extensions = {"timeout": {"connect": min(CONNECT_S, self._settings.timeout_s)}}
        async with self._connections.send(request) as response:
            failed = response.status_code >= 300
            body = await read_body(server, response, ERROR_BYTES if failed else longest, cut=failed)
        return response.status_code, response.headers, body

    def _headers(self) -> dict[str, str]:
        """Return the headers of a request, with the key as it is now.

        Raises ConfigError where the key should be there and is not, or cannot be in a header.
        """
        secret = self._settings.key()
        key = "" if secret is None else secret.get_secret_value()
        if not (key.isascii() and key.isprintable()):
            raise ConfigError(
                f"The key of the model {self._settings.model!r} holds characters that no header can hold."
            )
        if key != self._masked:
            self._masked, self._mask = key, KeyMask(key)
        return {**_HEADERS, **_login(self._url), **self._api_headers(key)}


_HEADERS = {
    "Accept": "application/json",
    "Accept-Encoding": "gzip",
    "User-Agent": f"Pramana/{__version__}",
}


def _address(url: str, mask: KeyMask) -> str:
    """Return a server's address as messages name it: without a name and password in it."""
    scheme, _, rest = url.rstrip("/").rpartition("://")
    return printable_line(f"{scheme}://{rest.rpartition('@')[2]}" if scheme else rest, mask)


def _login(url: str) -> dict[str, str]:
    """Return the header for the name and password in an address; none where it has none."""
    login = url.partition("://")[2].partition("/")[0].rpartition("@")[0]
    return {"Authorization": f"Basic {b64encode(unquote(login).encode()).decode()}"} if login else {}


def _request_url(url: str, path: str) -> httpx2.URL:
    """Return the address of `path` below a server's. Raises AccessRefused, InvalidURL for one that is none."""
    base = httpx2.URL(url)
    if base.scheme not in ("http", "https") or not base.host:
        raise AccessRefused(f"{_address(url, KeyMask())!r} is not an HTTP address: set base_url.")
    return httpx2.URL(url.rstrip("/") + path)


def _redirect_target(url: httpx2.URL, answer: HttpAnswer) -> httpx2.URL:
    """Return where a redirect sends the request. Raises AccessRefused for another origin: it gets no key, no prompt."""
    location = printable_line(answer.headers.get("location", ""), answer.mask)
    try:
        to = url.join(answer.headers.get("location", ""))
    except httpx2.InvalidURL:
        raise ServerFailed(f"{answer.server} answered {answer.status} with a broken address: {location}") from None
    if _origin(to) != _origin(url):
        raise AccessRefused(
            f"{answer.server} redirects to another server, {location}. Keys and prompts go to the configured address "
            f"only: set base_url to the other one if you trust it."
        )
    if answer.status not in _KEPT:
        raise AccessRefused(f"{answer.server} answered {answer.status}: the address is now {location}. Set base_url.")
    return to


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port or {"http": 80, "https": 443}.get(url.scheme)


def _decode(body: bytes) -> str:
    return body.decode(json.detect_encoding(body), "replace")

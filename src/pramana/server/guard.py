"""What every request passes first: host, origin, token, rate, size and time. Nothing behind it sees a refused one."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from secrets import token_hex
from typing import Any

from starlette.exceptions import HTTPException

from pramana.canonical import canonical
from pramana.server.log import RequestLog, RequestNote
from pramana.server.problems import MEDIA_TYPE, make_problem
from pramana.server.settings import ServeSettings
from pramana.server.tokens import TokenScope, token_of

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]
OPEN = (
    *("/healthz", "/readyz", "/", "/explorer.js", "/explorer.css"),
    *("/graph", "/graph.js", "/graph_page.js", "/graph.css"),
    *("/growth", "/growth.js", "/growth_page.js", "/growth.css"),
    *("/report", "/report.js", "/report.css"),
)
"""Paths that need no token: whether the server works, and the files of the explorer, which hold no data."""
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
"""No page of another origin may read or frame an answer, and no browser may take one for a page."""
RETRY, CLOSE = {"retry-after": "1"}, {"connection": "close"}
CHALLENGE = {"www-authenticate": 'Bearer realm="pramana"'}
LONGEST_TRACE = 4_000
UPLOADS = ("/jobs", "/estimates", "/audits", "/anot", "/anot/files")
"""The ends of paths whose bodies may be large."""
LONGEST_ADDRESS = 16_384
LONGEST_HEAD = 65_536
"""Bytes of all headers of a request."""
CLIENTS = 10_000
"""Clients whose rate is remembered."""


class Refusal(HTTPException):
    """A request that is not let through. FastAPI passes HTTPException on also where it reads a body."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, detail, dict(headers or {}))


class Guard:
    """Wraps an ASGI application. What it refuses is answered as problem details and logged."""

    def __init__(self, app: Asgi, settings: ServeSettings, log: RequestLog) -> None:
        self._app, self._settings, self._log = app, settings, log
        self._rates = Rates(settings.limits.rate)
        self._running = self._uploads = 0

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        note = RequestNote(token_hex(8), str(scope["method"]), str(scope["path"]))
        scope.setdefault("state", {})["note"] = note
        answer = _GuardedAnswer(send, note)
        self._running += 1
        try:
            headers = _headers(scope)
            self._admit(scope, headers, note)
            most = self._most_bytes(scope)
            body = _Body(receive, headers, most, self._settings.limits.seconds)
            with self._counted_upload(most):
                await self._app(scope, body, answer)
        except Refusal as refusal:
            await answer.refuse(refusal)
        except Exception as error:  # a fault of ours: the client has its answer, the log says where it was
            note.fault = "".join(traceback.format_exception(error))[-LONGEST_TRACE:]
            await answer.refuse(Refusal(500, "See the server's log under this request's id."))
        finally:
            self._running -= 1
            note.route = str(getattr(scope.get("route"), "path", ""))
            self._log.write(note)

    def _admit(self, scope: MutableMapping[str, Any], headers: dict[str, str], note: RequestNote) -> None:
        """Raise Refusal where a request is not from where, by whom or as often as it may be."""
        if self._running > self._settings.limits.requests:
            raise Refusal(503, "Too many requests at once. Try again in a second.", RETRY)
        self._check_host(headers)
        self._check_origin(headers, str(scope["method"]))
        granted, note.client = self._granted_scope(headers)
        address = (scope.get("client") or ("",))[0]
        if not self._rates.allows(f"{note.client or address}"):
            raise Refusal(429, "Too many requests. Try again in a second.", RETRY)
        if granted is None and scope["path"] not in OPEN:
            raise Refusal(401, "Send a token: `Authorization: Bearer TOKEN`.", CHALLENGE)
        scope["state"]["granted"] = granted

    def _most_bytes(self, scope: MutableMapping[str, Any]) -> int:
        """Return how large a body may be: large ones are for those who may write, as they are read before a route can
        refuse them."""
        granted, limits = scope["state"]["granted"], self._settings.limits
        writes = self._settings.allow_writes and granted is not None and granted.includes(TokenScope.WRITE)
        is_upload = scope["method"] == "POST" and str(scope["path"]).endswith(UPLOADS)
        return limits.body if writes and is_upload else limits.small_body

    @contextmanager
    def _counted_upload(self, most: int) -> Iterator[None]:
        """Count requests that may have a large body. Raises Refusal for one too many."""
        limits = self._settings.limits
        if most <= limits.small_body:
            yield
            return
        if self._uploads >= limits.uploads:
            raise Refusal(503, "Too many uploads at once. Try again in a second.", {**RETRY, **CLOSE})
        self._uploads += 1
        try:
            yield
        finally:
            self._uploads -= 1

    def _check_host(self, headers: dict[str, str]) -> None:
        """Refuse other host names: a page elsewhere whose name leads here (DNS rebinding) sends its own."""
        if _host_name(headers.get("host", "")) not in self._settings.hosts:
            raise Refusal(421, "This host name is not served here. Name it with --host-name when the server starts.")

    def _check_origin(self, headers: dict[str, str], method: str) -> None:
        """Refuse requests that pages of other origins send, whatever they ask: this server has no such pages."""
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != headers.get("host"):
            raise Refusal(403, "Requests from pages of another origin are refused.")
        elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        follows_link = method == "GET" and headers.get("sec-fetch-mode") == "navigate"
        if elsewhere and not follows_link:  # an image, a script: browsers send no origin
            raise Refusal(403, "Requests from pages of another origin are refused.")

    def _granted_scope(self, headers: dict[str, str]) -> tuple[TokenScope | None, str]:
        """Return what a request may do (None: nothing), and how logs name its token."""
        if not self._settings.tokens:
            return self._settings.open_scope, ""
        token = token_of(headers.get("authorization", ""), self._settings.tokens)
        return (None, "") if token is None else (token.scope, token.name)


class _Body:
    """Receives a body, up to a size and within a time."""

    def __init__(self, receive: Receive, headers: dict[str, str], most: int, seconds: float) -> None:
        self._receive, self._until, self._most = receive, time.monotonic() + seconds, most
        self._got, self._ended = 0, False
        if "transfer-encoding" not in headers and not headers.get("content-length", "0").isdecimal():
            raise Refusal(400, "Content-Length is not a number.")
        if int(headers.get("content-length", "0")) > self._most:
            raise self._too_large()

    def _too_large(self) -> Refusal:
        return Refusal(413, f"A body has at most {self._most:,} bytes here.", CLOSE)

    async def __call__(self) -> Message:
        if self._ended:  # what comes now is the end of the connection, which streams wait for
            return await self._receive()
        try:
            message = await asyncio.wait_for(self._receive(), max(0.0, self._until - time.monotonic()))
        except TimeoutError:
            raise Refusal(408, "The body did not come in time.", CLOSE) from None
        self._got += len(message.get("body", b""))
        self._ended = not message.get("more_body", False)
        if self._got > self._most:
            raise self._too_large()
        return message


class _GuardedAnswer:
    """Sends an answer with the headers that all have, and notes its status."""

    def __init__(self, send: Send, note: RequestNote) -> None:
        self._send, self._note, self._begun = send, note, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._begun, self._note.status = True, int(message["status"])
            known = {name.lower() for name, _ in message.get("headers", ())}
            more = [(name, value) for name, value in HEADERS if name not in known]
            identity = (b"x-request-id", self._note.id.encode())
            message = {**message, "headers": [*message.get("headers", ()), *more, identity]}
        await self._send(message)

    async def refuse(self, refusal: Refusal) -> None:
        if self._begun:
            return
        body = canonical(make_problem(refusal.status_code, refusal.detail, instance=self._note.id)).encode()
        named = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), **(refusal.headers or {})}
        headers = [(name.encode(), value.encode()) for name, value in named.items()]
        await self({"type": "http.response.start", "status": refusal.status_code, "headers": headers})
        await self({"type": "http.response.body", "body": body})


class Rates:
    """How often each client came: a bucket of `rate` requests that fills again within a second."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, client: str) -> bool:
        """Return whether a client may come now, and count it."""
        now = self._clock()
        left, since = self._buckets.pop(client, (self._rate, now))
        left = min(self._rate, left + (now - since) * self._rate)
        self._buckets[client] = (left - 1 if left >= 1 else left, now)
        if len(self._buckets) > CLIENTS:
            self._buckets.popitem(last=False)
        return left >= 1


def _headers(scope: MutableMapping[str, Any]) -> dict[str, str]:
    """Return the headers by their names in lower case. Raises Refusal where one that decides comes twice, where two say
    how long the body is (what one server takes for a body is a request to another), or where they are too long."""
    if len(scope.get("raw_path", b"")) + len(scope.get("query_string", b"")) > LONGEST_ADDRESS:
        raise Refusal(414, f"An address has at most {LONGEST_ADDRESS:,} bytes.", CLOSE)
    if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEAD:
        raise Refusal(431, f"Headers have at most {LONGEST_HEAD:,} bytes.", CLOSE)
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1").lower()
        if key in found and key in ("host", "authorization", "origin", "content-length", "transfer-encoding"):
            raise Refusal(400, f"The header {key} comes twice.")
        found[key] = value.decode("latin-1")
    if "content-length" in found and "transfer-encoding" in found:
        raise Refusal(400, "Content-Length and Transfer-Encoding exclude each other.", CLOSE)
    return found


def _host_name(host: str) -> str:
    """Return the name in a Host header, without its port and brackets, in lower case."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower() if "]" in host else ""
    return host.partition(":")[0].lower().rstrip(".")

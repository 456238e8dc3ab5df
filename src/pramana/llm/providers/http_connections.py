"""The open connections to one server: kept between calls, and one for all calls where the server has HTTP/2."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from urllib.request import getproxies, proxy_bypass

import httpx2

KEPT_S = 30.0
"""How long an unused connection stays open: servers and proxies on the way close theirs after 60 s and more."""


class HttpConnections:
    """Connections to the server of one address, used in one event loop.

    Each is a pool of its own with one connection in it, because a pool of many looks at all that are idle at every
    call: with 64 in flight that took more time than everything else together. The one used last is used next. A server
    that answers in HTTP/2 takes all calls on one connection from then on.
    """

    def __init__(self) -> None:
        self._idle: list[httpx2.AsyncHTTPTransport] = []
        self._open: list[httpx2.AsyncHTTPTransport] = []
        self._shared: httpx2.AsyncHTTPTransport | None = None
        self._context: ssl.SSLContext | None = None

    @asynccontextmanager
    async def send(self, request: httpx2.Request) -> AsyncIterator[httpx2.Response]:
        """Send a request, and hold its connection while the answer is read."""
        transport = self._shared or (self._idle.pop() if self._idle else self._connect(request.url))
        try:
            response = await transport.handle_async_request(request)
            try:
                if response.extensions.get("http_version") == b"HTTP/2":
                    self._shared = self._shared or transport
                yield response
            finally:
                await response.aclose()
        finally:
            if transport is not self._shared:
                self._idle.append(transport)

    async def aclose(self) -> None:
        """Close all connections."""
        opened, self._open, self._idle, self._shared = self._open, [], [], None
        for transport in opened:
            await transport.aclose()

    def _connect(self, url: httpx2.URL) -> httpx2.AsyncHTTPTransport:
        proxies = {} if proxy_bypass(url.host) else getproxies()
        if self._context is None and url.scheme == "https":
            self._context = httpx2.create_ssl_context()
        transport = httpx2.AsyncHTTPTransport(
            verify=self._context or False,  # plain HTTP needs none; looking up certificates takes 20 ms
            http2=find_spec("h2") is not None,
            limits=httpx2.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=KEPT_S),
            proxy=proxies.get(url.scheme) or proxies.get("all"),
        )
        self._open.append(transport)
        return transport

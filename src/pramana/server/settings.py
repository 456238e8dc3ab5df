"""What a server is started with: workspaces, address, tokens, limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from pramana.app import find
from pramana.errors import ConfigError, InputError
from pramana.server.tokens import AccessToken, TokenScope, make_token, new_secret

PORT = 8321
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
NO_FILES = "server-igg"
"""A folder of a workspace in which there is nothing: a payload from elsewhere names no file of this machine."""
_NAME = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """What one request and all of them together may take."""

    body: int = 64 << 20
    """Bytes of an upload. Other bodies: `small_body`."""
    small_body: int = 1 << 20
    seconds: float = 60.0
    """How long one request may take, its body included. Streams of events have no end of their own."""
    readers: int = 4
    """Requests that read a workspace at once; each has a connection and a thread."""
    waiting: int = 256
    """Requests that may wait for a reader; more get 503. At 500 reads a second, a pause of half a second."""
    requests: int = 512
    """Requests at once, streams included."""
    streams: int = 128
    """Streams of events at once: whoever holds them open leaves room for other requests."""
    uploads: int = 8
    """Requests at once that may have a large body: each is held in memory as a whole."""
    rate: float = 1_000.0
    """Requests per second of one client in the long run, and `rate` at once; a proxy is one client."""


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """A server's settings. `folders` are workspaces by the names in addresses; `names` are host names that clients may
    use beside those of this machine. Writing needs `allow_writes`; with `read_only` not even questions are recorded."""

    folders: Mapping[str, Path]
    host: str = "127.0.0.1"
    port: int = PORT
    tokens: tuple[AccessToken, ...] = ()
    names: tuple[str, ...] = ()
    read_only: bool = False
    allow_writes: bool = False
    flags: Mapping[str, Any] = field(default_factory=dict)
    handlers: Path | None = None
    """A Python file with the callables of graphs of states, which is run: who starts the server names it."""
    limits: ServerLimits = ServerLimits()

    @property
    def hosts(self) -> frozenset[str]:
        """The host names that a request may be addressed to."""
        own = () if self.host in ("0.0.0.0", "::") else (self.host,)
        return frozenset(name.lower() for name in (*LOCAL_NAMES, *own, *self.names))

    @property
    def open_scope(self) -> TokenScope | None:
        """What a request without a token may do; None where there are tokens."""
        if self.tokens:
            return None
        return TokenScope.ADMIN if self.allow_writes else TokenScope.READ


def settings_of(
    folders: Sequence[str | Path | None],
    *,
    host: str = "127.0.0.1",
    tokens: tuple[AccessToken, ...] = (),
    read_only: bool = False,
    allow_writes: bool = False,
    **more: Any,
) -> tuple[ServeSettings, str | None]:
    """Return the settings, and the token that was generated: for an address that others reach there is always one.

    Raises WorkspaceNotFound, and ConfigError where workspaces or options exclude each other.
    """
    if read_only and allow_writes:
        raise ConfigError("--read-only and --allow-writes exclude each other.")
    secret = None if tokens or is_loopback(host) else new_secret()
    if secret is not None:
        scope = TokenScope.ADMIN if allow_writes else TokenScope.READ
        tokens = (make_token(f"{scope}:{secret}"),)
    named = name_workspaces(find(folder) for folder in folders or [None])
    settings = ServeSettings(named, host=host, tokens=tokens, read_only=read_only, allow_writes=allow_writes, **more)
    return settings, secret


def name_workspaces(folders: Iterable[Path]) -> dict[str, Path]:
    """Return workspaces by their names in addresses: the folder's, in letters, digits and `._-`, made unique."""
    named: dict[str, Path] = {}
    for folder in dict.fromkeys(path.resolve() for path in folders):
        base = _NAME.sub("-", folder.name).strip("-.") or "workspace"
        name, number = base, 2
        while name in named:
            name, number = f"{base}-{number}", number + 1
        named[name] = folder
    return named


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        raise InputError(f"{host!r} is not an IP address. Use 127.0.0.1, ::1, or 0.0.0.0 for all.") from None

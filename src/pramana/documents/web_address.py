"""Addresses of the web that may be asked: public hosts, each reached at the very address that was checked."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

from pramana.documents.loader import Unusable

if TYPE_CHECKING:
    import httpx2

LONGEST = 2_000
"""Characters of an address, at most: what servers and browsers agree to handle."""


def web_url(text: str) -> httpx2.URL:
    """Return an address of the web. Raises Unusable where it is none, or names a user or a password."""
    import httpx2

    if len(text) > LONGEST:
        raise Unusable(f"longer than {LONGEST:,} characters")
    try:
        url = httpx2.URL(text)
    except httpx2.InvalidURL as error:
        raise Unusable(f"not an address: {error}") from None
    if url.scheme not in ("http", "https") or not url.host:
        raise Unusable("not an address of the web (http:// or https://)")
    if url.userinfo:
        raise Unusable("names a user or a password, which would be stored with the document")
    return url.copy_with(fragment=None)


def checked_address(url: httpx2.URL, allows: Callable[[str], bool]) -> str:
    """Return the IP address of a URL's host. Raises Unusable where it is unknown, or an address of it is not allowed.

    The caller connects to this address, not to the name: a name may point elsewhere when it is looked up again.
    """
    port = url.port or (443 if url.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(url.host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unusable(f"unknown host {url.host}: {getattr(error, 'strerror', None) or error}") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not all(map(allows, addresses)):
        raise Unusable(f"{url.host} is an address of this machine or a private network (--allow-private reads it)")
    return addresses[0]


def is_public(address: str) -> bool:
    """Return whether an IP address is of the public internet. One embedded in an IPv6 address counts as itself."""
    known = ip_address(address.partition("%")[0])
    if isinstance(known, IPv6Address):
        inner = known.ipv4_mapped or known.sixtofour or _ipv4_behind(known)
        return known.is_global and not known.is_multicast and (inner is None or inner.is_global)
    return known.is_global and not known.is_multicast


def _ipv4_behind(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address behind the well-known prefix of NAT64 (64:ff9b::/96, RFC 6052)."""
    return IPv4Address(address.packed[12:]) if address.packed[:12] == b"\x00d\xff\x9b" + bytes(8) else None

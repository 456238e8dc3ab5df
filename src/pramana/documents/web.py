"""Pages of the web as documents: fetched once, with bounds, where robots.txt and the address allow it."""

from __future__ import annotations

import codecs
import ssl
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from email.message import Message
from time import monotonic, sleep
from typing import TYPE_CHECKING
from urllib.robotparser import RobotFileParser

from pramana.documents.decode import decode, known_encoding
from pramana.documents.loader import MIB, Unusable, loader_names
from pramana.documents.web_address import checked_address, is_public, web_url
from pramana.version import __version__

if TYPE_CHECKING:
    import httpx2

AGENT = "Pramana"
"""What robots.txt may name."""
MOST_BYTES = 32 * MIB
"""Of one page, decompressed: a long book is 1 MiB, a scanned report 30."""
MOST_SECONDS = 60.0
"""For one page with its redirects."""
MOST_REDIRECTS = 5
ROBOTS_BYTES = 500 * 1024
"""What RFC 9309 asks a crawler to read of robots.txt, at least."""
MOST_DELAY = 10.0
"""Seconds between two pages of one host, at most, whatever its robots.txt asks for."""
SUFFIX_OF_TYPE: Mapping[str, str] = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/csv": ".csv",
    "application/pdf": ".pdf",
    "application/epub+zip": ".epub",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
}
"""The ending of the loader for a content type. Others count by the ending of the address, if it is a document's."""
_VAGUE = ("", "application/octet-stream", "text/plain", "binary/octet-stream")
"""Content types that servers send for what they do not know."""
_REDIRECTS = frozenset((301, 302, 303, 307, 308))


@dataclass(frozen=True, slots=True)
class WebPage:
    """What an address gave: its bytes, and the ending of the loader that reads them."""

    body: bytes
    suffix: str


@dataclass(slots=True)
class WebReader:
    """Fetches pages one after the other. Proxies of the environment are not used: they would choose the address."""

    allows: Callable[[str], bool] = is_public
    """Which IP addresses may be asked."""
    context: ssl.SSLContext | None = None
    """What certificates are trusted; None for those of the system's usual authorities."""
    robots: dict[str, RobotFileParser] = field(default_factory=dict)
    asked: dict[str, float] = field(default_factory=dict)
    """When each host was asked last, as `monotonic` counts."""

    def fetch(self, address: str) -> WebPage:
        """Return the page at an address. Raises Unusable with the reason."""
        deadline = monotonic() + MOST_SECONDS

        def ask(url: httpx2.URL) -> _Answer:
            self._ask_robots(url, deadline)
            return self._get(url, MOST_BYTES, deadline)

        for url, answer in _hops(web_url(address), ask):
            if answer.status not in _REDIRECTS:
                return _page(url, answer)
        raise Unusable(f"redirected more than {MOST_REDIRECTS} times")

    def _ask_robots(self, url: httpx2.URL, deadline: float) -> None:
        """Raise Unusable where the host's robots.txt keeps this page from readers like this one."""
        origin = str(url.copy_with(raw_path=b"/robots.txt"))
        if origin not in self.robots:
            self.robots[origin] = self._robots_of(url.copy_with(raw_path=b"/robots.txt"), deadline)
        rules = self.robots[origin]
        if not rules.can_fetch(AGENT, str(url)):
            raise Unusable(f"{url.host} asks robots not to read it (robots.txt)")
        delay = min(float(rules.crawl_delay(AGENT) or 0), MOST_DELAY)
        sleep(max(0.0, self.asked.get(url.host, -MOST_DELAY) + delay - monotonic()))
        self.asked[url.host] = monotonic()

    def _robots_of(self, url: httpx2.URL, deadline: float) -> RobotFileParser:
        """Return a host's rules (RFC 9309): none where it has no file, all forbidden where its server fails."""
        rules = RobotFileParser()
        for _, answer in _hops(url, lambda place: self._get(place, ROBOTS_BYTES, deadline, cut=True)):
            if answer.status not in _REDIRECTS:
                break
        if answer.status >= 500:
            rules.disallow_all = True  # type: ignore[attr-defined]  # as its own `read` sets it
        text = answer.body.decode("utf-8", "replace") if answer.status == 200 else ""
        rules.parse(text.splitlines())
        return rules

    def _get(self, url: httpx2.URL, longest: int, deadline: float, cut: bool = False) -> _Answer:
        """Return what an address answers, at the checked IP address. Raises Unusable."""
        import httpx2

        if self.context is None:  # looking up the authorities takes 20 ms
            self.context = httpx2.create_ssl_context(trust_env=False)
        pinned = url.copy_with(host=checked_address(url, self.allows))
        seconds = max(0.1, deadline - monotonic())
        headers = {
            "host": url.netloc.decode("ascii"),
            "user-agent": f"{AGENT}/{__version__}",
            "accept": "text/html,application/xhtml+xml,text/plain,application/pdf;q=0.9,*/*;q=0.5",
        }
        try:
            with (
                httpx2.Client(verify=self.context, trust_env=False, timeout=seconds) as client,
                client.stream("GET", pinned, headers=headers, extensions={"sni_hostname": url.host}) as response,
            ):
                return _Answer(response.status_code, response.headers, _body(response, longest, deadline, cut))
        except (httpx2.HTTPError, httpx2.StreamError, OSError) as error:
            raise Unusable(f"cannot be fetched: {str(error).strip()[:200] or type(error).__name__}") from None


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: httpx2.Headers
    body: bytes


def _hops(url: httpx2.URL, ask: Callable[[httpx2.URL], _Answer]) -> Iterator[tuple[httpx2.URL, _Answer]]:
    """Yield an address with its answer, then each that it redirects to, up to MOST_REDIRECTS of them."""
    for _ in range(MOST_REDIRECTS + 1):
        answer = ask(url)
        yield url, answer
        url = web_url(str(url.join(answer.headers.get("location", ""))))


def _body(response: httpx2.Response, longest: int, deadline: float, cut: bool) -> bytes:
    pieces, size = [], 0
    for piece in response.iter_bytes(65_536):
        pieces.append(piece)
        size += len(piece)
        if size > longest and cut:
            break
        if size > longest:
            raise Unusable(f"too large: more than {longest // MIB} MiB")
        if monotonic() > deadline:
            raise Unusable(f"took longer than {MOST_SECONDS:.0f} s")
    return b"".join(pieces)[:longest]


def _page(url: httpx2.URL, answer: _Answer) -> WebPage:
    if answer.status != 200:
        raise Unusable(f"the server answers {answer.status}")
    if not answer.body:
        raise Unusable("empty")
    header = Message()
    header["content-type"] = answer.headers.get("content-type", "")
    kind = header.get_content_type() if header["content-type"] else ""
    suffix = _suffix(url, kind)
    charset = str(header.get_param("charset", "") or "").strip().lower()
    return WebPage(
        _in_utf8(answer.body, charset) if suffix in (".html", ".txt", ".md", ".csv") else answer.body, suffix
    )


def _suffix(url: httpx2.URL, kind: str) -> str:
    name = url.path.rpartition("/")[2]
    ending = f".{name.rpartition('.')[2].lower()}" if "." in name else ""
    if kind in _VAGUE and ending in loader_names():
        return ending
    if kind not in SUFFIX_OF_TYPE:
        raise Unusable(f"content type {kind or '(none)'} is not a document's")
    return SUFFIX_OF_TYPE[kind]


def _in_utf8(body: bytes, charset: str) -> bytes:
    """Return text in UTF-8 with its mark, where the server names another encoding.

    The server's word wins over the page's (RFC 9110, and the WHATWG's standard of encodings).
    """
    if charset in ("", "utf-8", "utf8"):
        return body
    encoding = known_encoding(charset)
    if encoding is None:
        raise Unusable(f"its server names the unknown encoding {charset[:40]!r}")
    return codecs.BOM_UTF8 + decode(body, encoding).encode("utf-8")

"""Pages of the web, from a real server: what is fetched, what is refused, and that nothing private is asked."""

from __future__ import annotations

import gzip
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

from pramana.documents import GivenDocument, incoming_documents, load_and_refine_documents
from pramana.documents.loader import Unusable
from pramana.documents.web import MOST_BYTES, WebReader
from pramana.documents.web_address import is_public, web_url

PAGE = b"<html><body><h1>News</h1><p>Rama gave the bow to Lakshmana.</p></body></html>"


class Site(BaseHTTPRequestHandler):
    """Answers by a table: path → (status, headers, body)."""

    pages: ClassVar[dict[str, tuple[int, dict[str, str], bytes]]] = {}
    asked: ClassVar[list[tuple[str, str]]] = []

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers["Host"]))
        status, headers, body = self.pages.get(self.path, (404, {}, b"nothing"))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    Site.pages, Site.asked = {"/news.html": (200, {"Content-Type": "text/html"}, PAGE)}, []
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()
        thread.join()


def reader() -> WebReader:
    return WebReader(lambda _: True)


def put(path: str, kind: str, body: bytes, status: int = 200, **headers: str) -> None:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    Site.pages[path] = (status, {"Content-Type": kind, **named}, body)


def test_a_page_becomes_a_document_named_by_its_address(site: str) -> None:
    loaded = load_and_refine_documents(f"{site}/news.html#top", allow_private=True)
    name = f"{site.removeprefix('http://')}/news.html"
    assert dict(loaded) == {name: ["News", "Rama gave the bow to Lakshmana."]}
    assert [path for path, _ in Site.asked] == ["/robots.txt", "/news.html"]
    assert {host for _, host in Site.asked} == {site.removeprefix("http://")}


def test_a_found_page_keeps_its_address_as_its_origin(site: str) -> None:
    with incoming_documents([f"{site}/news.html"], allow_private=True) as found:
        [document] = found.documents
        assert (document.origin, document.path.read_bytes()) == (f"{site}/news.html", PAGE)
    assert not document.path.exists()


@pytest.mark.parametrize(
    ("kind", "path", "suffix"),
    [
        ("text/html; charset=utf-8", "/a", ".html"),
        ("application/xhtml+xml", "/a", ".html"),
        ("text/plain", "/a", ".txt"),
        ("text/plain", "/notes.md", ".md"),
        ("application/octet-stream", "/data.csv", ".csv"),
        ("application/pdf", "/paper", ".pdf"),
        ("", "/mail.eml", ".eml"),
    ],
)
def test_content_types_choose_the_loader(site: str, kind: str, path: str, suffix: str) -> None:
    put(path, kind, b"Rama left.")
    assert reader().fetch(site + path).suffix == suffix


@pytest.mark.parametrize("kind", ["image/png", "application/json", "video/mp4", "text/css"])
def test_what_is_no_document_is_refused(site: str, kind: str) -> None:
    put("/a", kind, b"Rama left.")
    with pytest.raises(Unusable, match=f"content type {kind} is not a document's"):
        reader().fetch(f"{site}/a")


def test_the_server_s_encoding_is_used(site: str) -> None:
    put("/a", "text/plain; charset=iso-8859-1", "Das Mädchen kam.".encode("latin-1"))
    assert reader().fetch(f"{site}/a").body.decode("utf-8-sig") == "Das Mädchen kam."
    put("/b", "text/plain; charset=x-unknown", b"Rama left.")
    with pytest.raises(Unusable, match="unknown encoding 'x-unknown'"):
        reader().fetch(f"{site}/b")


def test_compressed_pages_are_bounded_by_what_they_unpack_to(site: str) -> None:
    put("/a", "text/plain", gzip.compress(b"Rama left."), Content_Encoding="gzip")
    assert reader().fetch(f"{site}/a").body == b"Rama left."
    put("/b", "text/plain", gzip.compress(bytes(MOST_BYTES + 1)), Content_Encoding="gzip")
    with pytest.raises(Unusable, match="too large: more than 32 MiB"):
        reader().fetch(f"{site}/b")


def test_robots_are_respected(site: str) -> None:
    put("/robots.txt", "text/plain", b"User-agent: *\nDisallow: /private/\n")
    put("/private/a", "text/plain", b"Rama left.")
    assert reader().fetch(f"{site}/news.html").body == PAGE
    with pytest.raises(Unusable, match=r"asks robots not to read it \(robots.txt\)"):
        reader().fetch(f"{site}/private/a")
    assert "/private/a" not in [path for path, _ in Site.asked]


@pytest.mark.parametrize(("status", "allowed"), [(404, True), (403, True), (500, False), (503, False)])
def test_a_missing_file_of_robots_allows_and_a_failing_server_forbids(site: str, status: int, allowed: bool) -> None:
    put("/robots.txt", "text/plain", b"", status)
    if allowed:
        assert reader().fetch(f"{site}/news.html").body == PAGE
    else:
        with pytest.raises(Unusable, match=r"robots.txt"):
            reader().fetch(f"{site}/news.html")


def test_redirects_are_followed_and_each_address_is_checked(site: str) -> None:
    put("/old", "", b"", 301, Location="/news.html")
    assert reader().fetch(f"{site}/old").body == PAGE
    put("/inner", "", b"", 302, Location=site.replace("localhost", "127.0.0.2") + "/news.html")
    with pytest.raises(Unusable, match=r"127.0.0.2 is an address of this machine or a private network"):
        WebReader(lambda address: address != "127.0.0.2").fetch(f"{site}/inner")
    put("/file", "", b"", 302, Location="file:///etc/passwd")
    with pytest.raises(Unusable, match="not an address of the web"):
        reader().fetch(f"{site}/file")
    put("/loop", "", b"", 302, Location="/loop")
    with pytest.raises(Unusable, match="redirected more than 5 times"):
        reader().fetch(f"{site}/loop")


def test_addresses_of_this_machine_are_refused_before_they_are_asked(site: str) -> None:
    loaded = load_and_refine_documents(f"{site}/news.html")
    assert [error.reason for error in loaded.refused] == [
        "localhost is an address of this machine or a private network (--allow-private reads it)"
    ]
    assert Site.asked == []


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),
        *("224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1"),
        *("::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
    ],
)
def test_private_addresses_in_every_form_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("ftp://example.org/a", "not an address of the web"),
        ("https://anna:secret@example.org/", "names a user or a password"),
        ("https:///a", "not an address of the web"),
        (f"https://example.org/{'a' * 2_000}", "longer than 2,000 characters"),
    ],
)
def test_addresses_that_cannot_be_asked(address: str, reason: str) -> None:
    with pytest.raises(Unusable, match=reason):
        web_url(address)


@pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl makes the certificate of the test, and is not here"
)
def test_certificates_are_checked_against_the_name_and_not_the_pinned_address(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", str(key)]
    names = ["-out", str(certificate), "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*made, *names], check=True, capture_output=True)
    Site.pages, Site.asked = {"/news.html": (200, {"Content-Type": "text/html"}, PAGE)}, []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    trusting = ssl.create_default_context(cafile=str(certificate))
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            address = f"https://localhost:{server.server_port}/news.html"
            assert WebReader(lambda _: True, trusting).fetch(address).body == PAGE
            with pytest.raises(Unusable, match=r"(?i)certificate"):
                WebReader(lambda _: True, trusting).fetch(address.replace("localhost", "127.0.0.1"))
            with pytest.raises(Unusable, match=r"(?i)certificate"):
                reader().fetch(address)
        finally:
            server.shutdown()
            thread.join()


def test_given_documents_are_read_by_the_ending_of_their_name(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Sita stayed.")
    given = GivenDocument("note.md", b"# Rama\n\nHe left.\n", "standard input")
    loaded = load_and_refine_documents([tmp_path / "a.txt", given])
    assert dict(loaded) == {"a.txt": ["Sita stayed."], "note.md": ["Rama", "He left."]}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (GivenDocument("a.txt", b"Rama left."), "another document is called a.txt"),
        (GivenDocument("b.xyz", b"Rama left."), "unsupported type .xyz"),
        (GivenDocument("c.txt", b""), "empty"),
        (GivenDocument("../../d.txt", b"Rama left."), ""),
    ],
)
def test_given_documents_that_cannot_be_read_are_named(tmp_path: Path, given: GivenDocument, reason: str) -> None:
    (tmp_path / "a.txt").write_text("Sita stayed.")
    loaded = load_and_refine_documents([tmp_path / "a.txt", given])
    assert list(loaded) == (["a.txt"] if reason else ["../../d.txt", "a.txt"])
    assert [error.reason.startswith(reason) for error in loaded.refused] == ([True] if reason else [])
    assert list(tmp_path.iterdir()) == [tmp_path / "a.txt"]

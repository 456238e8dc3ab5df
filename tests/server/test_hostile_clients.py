"""What a hostile client sends, and what it gets: a table, held against a real server process with tokens.

A row is a name, the bytes that are sent, and the statuses that may come back; CLOSED is a connection that ends without
an answer. After each row the server answers as before.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import socket
import struct
import time
import zipfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from served import Served, ended_job

READ, WRITE, ADMIN = "secret-of-a-reader-1", "secret-of-a-writer-2", "secret-of-an-admin-3"
CLOSED = 0
ASK = "/api/v1/workspaces/ws/ask"
FACTS = "/api/v1/workspaces/ws/facts"
JSON_TYPE = "Content-Type: application/json"
FORM_TYPE = "Content-Type: multipart/form-data; boundary=x"


def http(
    method: str, path: str, *headers: str, body: bytes = b"", token: str = ADMIN, host: str | None = "localhost"
) -> bytes:
    """Return a request as bytes. Its length is given unless a header is about the length of a body."""
    lines = [f"{method} {path} HTTP/1.1", *headers, "Connection: close"]
    lines += [] if host is None else [f"Host: {host}"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    if body and not any(re.match("content-length|transfer-encoding", each.lower()) for each in headers):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def post(body: bytes, path: str = ASK, kind: str = JSON_TYPE, *headers: str) -> bytes:
    return http("POST", path, kind, *headers, body=body)


def part(name: str, text: bytes = b"Rama slept.", field: str = "files") -> bytes:
    disposition = f'Content-Disposition: form-data; name="{field}"; filename="{name}"'
    return f"--x\r\n{disposition}\r\n\r\n".encode() + text + b"\r\n"


def upload(name: str) -> bytes:
    return post(part(name) + b"--x--\r\n", "/api/v1/workspaces/ws/jobs", FORM_TYPE)


def forged(position: str) -> str:
    return urlsafe_b64encode(position.encode()).decode().rstrip("=")


TOKENS = [
    ("no token", http("GET", FACTS, token=""), 401),
    ("a wrong token", http("GET", FACTS, token="x" * 20), 401),
    ("the beginning of a token", http("GET", FACTS, token=READ[:-1]), 401),
    ("a token and more", http("GET", FACTS, token=READ + "1"), 401),
    ("an empty token", http("GET", FACTS, "Authorization: Bearer", token=""), 401),
    ("a token as a password", http("GET", FACTS, f"Authorization: Basic {ADMIN}", token=""), 401),
    ("a token without its kind", http("GET", FACTS, f"Authorization: {ADMIN}", token=""), 401),
    ("a token that is not ASCII", http("GET", FACTS, "Authorization: Bearer é" + "é" * 20, token=""), 401),
    ("a token in the address", http("GET", f"{FACTS}?token={ADMIN}&access_token={ADMIN}", token=""), 401),
    ("a token in a cookie", http("GET", FACTS, f"Cookie: token={ADMIN}; authorization=Bearer {ADMIN}", token=""), 401),
    ("two tokens", http("GET", FACTS, f"Authorization: Bearer {READ}"), 400),
    ("the description without a token", http("GET", "/api/v1/openapi.json", token=""), 401),
    ("metrics without a token", http("GET", "/metrics", token=""), 401),
    ("tools without a token", http("POST", "/mcp", JSON_TYPE, body=b"{}", token=""), 401),
    ("a decision with a token that reads", http("POST", "/api/v1/workspaces/ws/decisions", JSON_TYPE, body=b'{"what": "undo", "number": 1}', token=READ), 403),
    ("a purge with a token that writes", http("POST", "/api/v1/workspaces/ws/remove", JSON_TYPE, body=b'{"documents": ["a"], "purge": true}', token=WRITE), 403),
    ("an upload with a token that reads", http("POST", "/api/v1/workspaces/ws/jobs", FORM_TYPE, body=part("a.txt") + b"--x--\r\n", token=READ), 403),
]  # fmt: skip
HOSTS = [
    *((f"host {host!r}", http("GET", FACTS, host=host), 421) for host in (
        "evil.example", "127.0.0.1.evil.example", "localhost.evil", "localhost@evil.example", "0.0.0.0", "[::]",
    )),
    *((f"host {host!r}", http("GET", FACTS, host=host), (400, 421)) for host in ("", "[::1", "localhost evil")),
    ("no host", http("GET", FACTS, host=None), 400),
    ("two hosts", http("GET", FACTS, "Host: evil.example"), 400),
    ("another host in the address", http("GET", f"http://evil.example{FACTS}"), (400, 404, 421)),
    ("a forwarded host", http("GET", FACTS, "X-Forwarded-Host: localhost", host="evil.example"), 421),
    ("a page of another origin", http("GET", FACTS, "Origin: https://evil.example"), 403),
    ("a page without an origin of its own", http("GET", FACTS, "Origin: null"), 403),
    ("a page of another port", http("GET", FACTS, "Origin: http://localhost:1"), 403),
    ("an image in another page", http("GET", FACTS, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"), 403),
    ("a form in another page", http("POST", "/api/v1/workspaces/ws/runs/1/replay", "Content-Type: text/plain", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", body=b"{}"), 403),
    ("a text from another origin", http("POST", "/api/v1/workspaces/ws/runs/1/replay", "Content-Type: text/plain", "Origin: https://evil.example", body=b"{}"), 403),
    ("tools from another origin", http("POST", "/mcp", JSON_TYPE, "Origin: https://evil.example", body=b"{}"), 403),
    ("a preflight", http("OPTIONS", ASK, "Origin: https://evil.example", "Access-Control-Request-Method: POST"), 403),
]  # fmt: skip
METHODS = [
    *((f"method {method}", http(method, FACTS), 405) for method in ("PUT", "PATCH", "DELETE", "TRACE", "BREW")),
    ("CONNECT", http("CONNECT", "evil.example:80"), (400, 404, 405)),
    ("a read that says it deletes", http("GET", "/api/v1/workspaces/ws/documents", "X-HTTP-Method-Override: DELETE", "X-Method-Override: DELETE"), 200),
    ("a write that says it deletes", http("POST", "/api/v1/workspaces/ws/jobs/0123456789abcdef", "X-HTTP-Method: DELETE"), 405),
    ("a method in the address", http("GET", "/api/v1/workspaces/ws/jobs/0123456789abcdef?_method=DELETE"), 404),
    ("a change to websockets", http("GET", FACTS, "Connection: upgrade", "Upgrade: websocket"), 200),
]  # fmt: skip
SMUGGLED = [
    ("two lengths", http("POST", ASK, "Content-Length: 2", "Content-Length: 40", body=b"{}GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"), 400),
    ("a length and chunks", http("POST", ASK, "Content-Length: 5", "Transfer-Encoding: chunked", body=b"0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n"), 400),
    ("two encodings", http("POST", ASK, "Transfer-Encoding: chunked", "Transfer-Encoding: identity", body=b"0\r\n\r\n"), (400, 501)),
    ("an unknown encoding", http("POST", ASK, "Transfer-Encoding: xchunked", body=b"0\r\n\r\n"), (400, 501)),
    ("a space before the colon", http("POST", ASK, "Transfer-Encoding : chunked", body=b"0\r\n\r\n"), 400),
    ("a size of a chunk that is not one", http("POST", ASK, "Transfer-Encoding: chunked", body=b"zz\r\n{}\r\n0\r\n\r\n"), 400),
    ("a length below zero", http("POST", ASK, "Content-Length: -5"), 400),
    ("a length with a sign", http("POST", ASK, "Content-Length: +5", body=b"{}abc"), 400),
    ("a list of lengths", http("POST", ASK, "Content-Length: 2, 3", body=b"{}a"), 400),
    ("a length of 30 digits", http("POST", ASK, "Content-Length: " + "9" * 30), (400, 413)),
    ("a folded header", http("GET", FACTS, "X-A: b\r\n Authorization: Bearer x"), (200, 400)),
    ("a NUL in a header", http("GET", FACTS, "X-A: b\0c"), 400),
    ("a return in a header", http("GET", FACTS, "X-A: b\rX-B: c"), 400),
    ("a name of a header with a space", http("GET", FACTS, "X A: b"), 400),
    ("not HTTP", b"GARBAGE\r\n\r\n", (400, CLOSED)),
    ("HTTP of a version to come", b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", (200, 400, 505, CLOSED)),
    ("the preface of HTTP/2", b"PRI * HTTP/2.0\r\n\r\n", (400, 421, CLOSED)),
    ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 512, (400, CLOSED)),
]  # fmt: skip
PATHS = [
    *((path, http("GET", path), (400, 404, 422)) for path in (
        "/api/v1/workspaces/..%2f..%2fetc/facts", "/api/v1/workspaces/../../../etc/passwd",
        "/api/v1/workspaces/%2e%2e/facts", "/api/v1/workspaces/ws%00/facts", "//etc/passwd",
        "/api/v1/workspaces/ws/jobs/../../../pramana.toml", "/api/v1/workspaces/ws/jobs/..%2f..%2fpramana.toml",
        "/api/v1/workspaces/ws/jobs/0123456789abcdef/outputs/..%2f..%2fjob.json",
        "/api/v1/workspaces/ws/chats/..%2f..%2faudit", "/api/v1/workspaces/ws/igg/..%2f..%2fx/graph",
        "/api/v1/workspaces/ws/lines?document=../../../etc/passwd", "/api/v1/workspaces/ws/lines?document=/etc/passwd",
        "/api/v1/workspaces/ws/line?place=../pramana.toml:1", "/api/v1/workspaces/ws/line?place=/etc/passwd:1",
        "/api/v1/workspaces/ws/facts?entity=%ff%fe", "/explorer/../../settings.py", "/..%5c..%5cwindows",
        "/api/v1/workspaces/" + "x" * 5_000 + "/facts",
    )),
    *((f"upload of {name!r}", upload(name), (400, 422)) for name in (
        "../a.txt", "/etc/a.txt", "a/b.txt", "..", ".hidden.txt", "a\\\\b.txt", "C:a.txt", " a.txt", "", "a\x7f.txt",
        "x" * 300,
    )),
    ("a session with files of the server", post(json.dumps({"payload": {"session_id": "spy", "goal_prompt": "g", "context_data": {"files": ["/etc/passwd"]}, "config": {"schema": {"node_types": ["P"], "edge_types": ["K"]}}}}).encode(), "/api/v1/workspaces/ws/igg"), 400),
    ("a session that writes a file", post(json.dumps({"payload": {"session_id": "spy", "goal_prompt": "g", "context_data": "t", "config": {"export": {"path": "/tmp/x"}, "schema": {"node_types": ["P"], "edge_types": ["K"]}}}}).encode(), "/api/v1/workspaces/ws/igg"), 400),
]  # fmt: skip
TOO_LARGE = [
    ("a long address", http("GET", "/" + "a" * 100_000), (400, 414, 431, CLOSED)),
    ("a long header", http("GET", FACTS, "X-A: " + "b" * 100_000), (400, 431, CLOSED)),
    ("20,000 headers", http("GET", FACTS, *["X-A: b"] * 20_000), (400, 431, CLOSED)),
    ("a body over its limit", post(b'{"question": "' + b"x" * (2 << 20) + b'"}'), (413, CLOSED)),
    ("a body said to be over its limit", http("POST", ASK, "Content-Length: 99999999999"), 413),
    ("an upload said to be over its limit", http("POST", "/api/v1/workspaces/ws/jobs", "Content-Length: 99999999999"), 413),
    ("a call of a tool over its limit", http("POST", "/mcp", JSON_TYPE, "Content-Length: 99999999999"), 413),
    ("chunks over the limit", post(b"10000\r\n" + b"x" * 65_536 + b"\r\n", ASK, JSON_TYPE, "Transfer-Encoding: chunked")[:-2] + b"\r\n" + (b"10000\r\n" + b"x" * 65_536 + b"\r\n") * 20, (400, 413, CLOSED)),
    ("a question over its limit", post(b'{"question": "' + b"x" * 20_000 + b'"}'), 422),
    ("101 claims", post(b'{"claims": [' + b",".join([b'"a"'] * 101) + b"]}", "/api/v1/workspaces/ws/check"), 422),
    ("1,001 files", post(b"".join(part(f"{n}.txt") for n in range(1_001)) + b"--x--\r\n", "/api/v1/workspaces/ws/jobs", FORM_TYPE), 400),
    ("2,000 fields of a form", post(b"".join(b'--x\r\nContent-Disposition: form-data; name="f%d"\r\n\r\n1\r\n' % n for n in range(2_000)) + b"--x--\r\n", "/api/v1/workspaces/ws/jobs", FORM_TYPE), (400, 422)),
    ("a compressed body", post(gzip.compress(b" " * (1 << 20) + b'{"question": "Who?"}'), ASK, JSON_TYPE, "Content-Encoding: gzip"), (400, 415, 422)),
]  # fmt: skip
MALFORMED = [
    *((f"body {body[:30]!r}", post(body), (400, 422)) for body in (
        b"", b"{", b"[]", b"null", b'"Who?"', b"5", b'{"question": 5}', b'{"question": null}', b'{"question": ""}',
        b'{"question": "a", "more": 1}', b'{"question": ["Who?"]}', b"\xff\xfe", b'{"question": "\xff\xfe"}',
        b'{"question": "\xed\xa0\x80"}', b"\x00" * 100, b'{"question": NaN}',
    )),
    ("brackets 10,000 deep", post(b'{"question": ' + b"[" * 10_000 + b"]" * 10_000 + b"}"), (400, 422)),
    ("brackets without an end", post(b"[" * 90_000), (400, 422)),
    ("objects 10,000 deep in a payload", post(b'{"payload": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}", "/api/v1/workspaces/ws/igg"), (400, 422)),
    ("objects 500 deep in a payload", post(b'{"payload": ' + b'{"a":' * 500 + b"1" + b"}" * 500 + b"}", "/api/v1/workspaces/ws/igg"), (400, 422)),
    ("half a surrogate", post(b'{"question": "\\ud800 who?"}'), (200, 400, 422)),
    ("a NUL in a question", post(b'{"question": "Who\\u0000 slept?"}'), (200, 400, 422)),
    ("a number of 5,000 digits", post(b'{"command": "FIND nodes AS n", "limit": ' + b"9" * 5_000 + b"}", "/api/v1/workspaces/ws/gasl"), (400, 422)),
    ("a number beyond all", post(b'{"command": "FIND nodes AS n", "limit": 1e999}', "/api/v1/workspaces/ws/gasl"), (400, 422)),
    ("infinity", post(b'{"question": "Who?", "seconds": Infinity}', "/api/v1/workspaces/ws/investigations"), (400, 422)),
    ("a number for a decision of 400 digits", post(b'{"what": "undo", "number": ' + b"9" * 400 + b"}", "/api/v1/workspaces/ws/decisions"), (400, 422)),
    ("a command of brackets", post(b'{"command": "FIND nodes WHERE ' + b"(" * 4_000 + b'id = 1"}', "/api/v1/workspaces/ws/gasl"), 400),
    ("a text in place of JSON", post(b'{"question": "Who?"}', ASK, "Content-Type: text/plain"), (415, 422)),
    ("a form in place of JSON", post(b"question=Who", ASK, "Content-Type: application/x-www-form-urlencoded"), (415, 422)),
    ("a form without its boundary", post(part("a.txt"), "/api/v1/workspaces/ws/jobs", "Content-Type: multipart/form-data"), (400, 422)),
    ("a form that ends early", post(part("a.txt")[:40], "/api/v1/workspaces/ws/jobs", FORM_TYPE), (400, 422)),
    ("a call of no tool", post(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "__class__"}}', "/mcp", JSON_TYPE, "Accept: application/json, text/event-stream"), (200, 400)),
    ("a call 10,000 deep", post(b'{"jsonrpc": "2.0", "id": 1, "params": ' + b"[" * 10_000 + b"]" * 10_000 + b"}", "/mcp", JSON_TYPE, "Accept: application/json, text/event-stream"), 400),
]  # fmt: skip
FORGED = [
    *((f"cursor {cursor[:40]!r} of {len(cursor)}", http("GET", f"{FACTS}?cursor={cursor}"), (400, 422)) for cursor in (
        "AAAA", forged("p:-1"), forged("p:1e9"), forged("p:" + "9" * 20), forged("q:1"), forged("p:٣"), "p:1", "=",
        "%00", "x" * 90, "x" * 5_000,
    )),
    ("a cursor behind the end", http("GET", f"{FACTS}?cursor={forged('p:4000000000')}"), 200),
    *((f"query {query}", http("GET", f"/api/v1/workspaces/ws/{query}"), (400, 422)) for query in (
        "facts?limit=-1", "facts?limit=0", "facts?limit=201", "facts?limit=" + "9" * 5_000, "facts?limit=1e3",
        "facts?limit=NaN", "facts?limit=%00", "runs/0", "runs/" + "9" * 40, "runs/-1", "ledger?run=" + "9" * 40,
        "timeline?since=2020-99-99", "timeline?since=0000-00-00", "timeline?since=2020-01-01%00",
        "graph?limit=100001", "graph?steps=99", "search?q=", "chats/xyz", "jobs/xyz",
    )),
    *((f"tag {tag[:40]!r}", http("GET", FACTS, f"If-None-Match: {tag}"), 200) for tag in (
        "*", '""', 'W/"x"', "x" * 8_000, '"' + "0" * 32 + '"', ", " * 2_000,
    )),
    *((f"key {key[:20]!r}", post(b'{"what": "undo", "number": 99}', "/api/v1/workspaces/ws/decisions", JSON_TYPE, f"Idempotency-Key: {key}"), statuses) for key, statuses in (
        ("", (400, 422)), ("x" * 201, (400, 422)), ("\x01", (400,)), ("a\x7f", (400,)), ("../../audit", (400, 404)),
    )),
]  # fmt: skip
ROWS = [*TOKENS, *HOSTS, *METHODS, *SMUGGLED, *PATHS, *TOO_LARGE, *MALFORMED, *FORGED]


@pytest.fixture(scope="module")
def guarded(folder: Path) -> Iterator[Served]:
    """A server with a token of each scope."""
    tokens = (f"read:{READ}", f"write:{WRITE}", f"admin:{ADMIN}")
    options = tuple(word for token in tokens for word in ("--token", token))
    with Served(folder, options=(*options, "--allow-writes"), log=folder.parent / "guarded.jsonl") as server:
        server.client.headers["authorization"] = f"Bearer {ADMIN}"
        yield server


def send(served: Served, data: bytes, seconds: float = 60.0) -> bytes:
    """Send bytes as they are, and return what comes back until the connection ends or is silent."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=seconds) as line:
        got = b""
        with suppress(OSError):  # refused before all of it was sent
            line.sendall(data)
        try:
            while found := line.recv(65_536):
                got += found
        except (TimeoutError, ConnectionResetError):
            pass
        return got


@pytest.mark.parametrize(("data", "expected"), [pytest.param(*row[1:], id=row[0][:60]) for row in ROWS])
def test_nothing_gets_through(guarded: Served, folder: Path, data: bytes, expected: int | tuple[int, ...]) -> None:
    """Its status is one that the table allows; the answer has no trace and no file; the server goes on."""
    files = sorted(path for path in folder.parent.rglob("*.txt"))
    answer = send(guarded, data)
    status = int(answer.split(b" ", 2)[1]) if answer else CLOSED
    assert status in (expected if isinstance(expected, tuple) else (expected,)), answer[:500]
    assert len(re.findall(rb"HTTP/1.1 \d\d\d", answer)) <= 1, "what was hidden in a body was answered"
    for secret in (b"Traceback", b".py", b"root:", b"workspace_id", b"access-control-allow", ADMIN.encode()):
        assert secret not in answer, secret
    assert sorted(path for path in folder.parent.rglob("*.txt")) == files
    assert guarded.get("/workspaces").status_code == 200


def test_the_table_names_each_row_once() -> None:
    assert len({row[0] for row in ROWS}) == len(ROWS) > 150


def test_an_answer_to_a_key_is_for_its_request_alone(guarded: Served) -> None:
    """A key that is sent again with another body, by whomever, is refused, and tells nothing of the first answer."""
    path, key = "/workspaces/ws/chats", {"idempotency-key": "k"}
    decisions = "/workspaces/ws/decisions"
    made = guarded.post(decisions, json={"what": "split", "one": "Rama", "other": "Sita"}, headers=key)
    again = guarded.post(decisions, json={"what": "split", "one": "Rama", "other": "Sita"}, headers=key)
    assert (made.status_code, again.json()) == (200, made.json())
    other = guarded.post(decisions, json={"what": "merge", "one": "Rama", "other": "Sita"}, headers=key)
    assert other.status_code == 400 and "another request" in other.json()["detail"]
    assert guarded.post(path, headers=key).status_code == 201


def zip_bomb(member: str = "word/document.xml", depth: int = 0) -> bytes:
    """Return an archive of which one member unpacks to a gigabyte; with `depth`, in archives within each other."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        if depth:
            archive.writestr(member, zip_bomb(member, depth - 1))
            return made.getvalue()
        with archive.open(member, "w", force_zip64=True) as file:
            for _ in range(256):
                file.write(b" " * (4 << 20))
    return made.getvalue()


def many_members() -> bytes:
    """Return a workbook that says it has a hundred thousand sheets."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for number in range(100_000):
            archive.writestr(f"xl/worksheets/sheet{number}.xml", "")
    return made.getvalue()


def png_bomb() -> bytes:
    """Return a picture that says it has a hundred thousand rows of as many points."""
    head = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 6, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    return b"\x89PNG\r\n\x1a\n" + chunk


LAUGHS = b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">' + b"".join(
    b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(12)
)
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><graphml><graph><node id="&a;"/></graph></graphml>'
BOMBS = [
    ("jobs", "files", "bomb.docx", zip_bomb),
    ("jobs", "files", "bomb.xlsx", lambda: zip_bomb("xl/workbook.xml")),
    ("jobs", "files", "sheet.xlsx", many_members),
    ("jobs", "files", "bomb.pptx", lambda: zip_bomb("ppt/presentation.xml")),
    ("jobs", "files", "bomb.epub", lambda: zip_bomb("META-INF/container.xml")),
    ("jobs", "files", "nested.docx", lambda: zip_bomb(depth=3)),
    ("jobs", "files", "nested.epub", lambda: zip_bomb("META-INF/container.xml", depth=3)),
    ("jobs", "files", "bomb.png", png_bomb),
    ("jobs", "files", "bomb.html", lambda: b"<div>" * 200_000),
    ("jobs", "files", "bomb.json", lambda: b"[" * 500_000),
    ("audits", "graph", "bomb.graphml", lambda: LAUGHS + b"]><graphml><graph>&m;</graph></graphml>"),
    ("audits", "graph", "outside.graphml", lambda: OUTSIDE),
    ("audits", "graph", "bomb.json", lambda: b'{"nodes": ' + b"[" * 500_000),
]


@pytest.mark.slow
def test_bombs_in_uploads_are_refused_by_name(guarded: Served) -> None:
    """They end in reports that say so; the server answers meanwhile, and nothing of this machine is in a report."""
    jobs = {}
    for path, field, name, made in BOMBS:
        answer = guarded.post(f"/workspaces/ws/{path}", files={field: (name, made())})
        assert answer.status_code == 202, answer.text
        jobs[name, path] = answer.json()["id"]
        assert guarded.get("/workspaces/ws/facts").status_code == 200
    for (name, path), job in jobs.items():
        ended = ended_job(guarded, job)
        assert ended["state"] in ("partial", "failed") or ended["report"]["refused_documents"], (name, ended)
        told = json.dumps([ended["report"], ended["problem"]])
        assert "root:" not in told and "/tmp" not in told and "Traceback" not in told, told
        if path == "audits":
            assert ended["problem"]["status"] in (400, 422), ended


@pytest.mark.slow
def test_connections_that_say_nothing_are_closed_and_do_not_keep_others_out(guarded: Served) -> None:
    """Connections beyond the limit are closed at once; those that send a head byte by byte, after 15 seconds."""
    lines = [socket.create_connection(("127.0.0.1", guarded.port), timeout=300) for _ in range(600)]
    try:
        until = time.monotonic() + 300
        slow = lines[0]
        with pytest.raises(OSError):
            while time.monotonic() < until:
                slow.sendall(b"G")
                time.sleep(0.5)
        assert time.monotonic() < until, "a head that never ends is waited for"
        with suppress(ConnectionResetError):
            assert all(line.recv(1) == b"" for line in lines[1:50])
        assert guarded.get("/workspaces").status_code == 200
    finally:
        for line in lines:
            line.close()


@pytest.mark.slow
def test_a_body_that_comes_too_slowly_ends_its_request_alone(folder: Path, tmp_path: Path) -> None:
    with Served(folder, log=tmp_path / "log", limits={"seconds": 1.0}) as served:
        head = f"POST {ASK} HTTP/1.1\r\nHost: localhost\r\n{JSON_TYPE}\r\nContent-Length: 50\r\n\r\n{{"
        assert send(served, head.encode(), 30.0).startswith(b"HTTP/1.1 408")
        assert served.get("/workspaces").status_code == 200


def test_tokens_are_in_no_log(guarded: Served) -> None:
    guarded.get("/workspaces")
    assert ADMIN not in guarded.log() and READ not in guarded.log() and "Rama" not in guarded.log()

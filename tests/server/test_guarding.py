"""A hostile client: whatever it sends, nothing gets through, and the server goes on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest
from served import Served

READ, WRITE, ADMIN = "r" * 20, "w" * 20, "a" * 20
WS = "/workspaces/ws"


@pytest.fixture(scope="module")
def guarded(folder: Path) -> Iterator[Served]:
    """A server with a token of each scope."""
    tokens = (f"read:{READ}", f"write:{WRITE}", f"admin:{ADMIN}")
    options = tuple(word for token in tokens for word in ("--token", token))
    with Served(folder, options=(*options, "--allow-writes"), log=folder.parent / "guarded.jsonl") as server:
        yield server


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def raw(served: Served, text: bytes, seconds: float = 10.0) -> bytes:
    """Send bytes as they are, and return what comes back until the connection ends or is silent."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=seconds) as line:
        line.sendall(text)
        got = b""
        try:
            while part := line.recv(65_536):
                got += part
        except (TimeoutError, ConnectionResetError):
            pass
        return got


@pytest.mark.parametrize(
    "headers",
    [
        {},
        bearer("x" * 20),
        {"authorization": "Bearer"},
        bearer(READ[:-1]),
        bearer(READ + "r"),
        {"authorization": f"Basic {READ}"},
    ],
)
def test_a_wrong_token_sees_nothing(guarded: Served, headers: dict[str, str]) -> None:
    for path in ("/workspaces", f"{WS}/facts", "/openapi.json", "/../../metrics", "/../../mcp", "/nothing"):
        answer = guarded.get(path, headers=headers)
        assert answer.status_code == 401, path
        assert answer.headers["www-authenticate"].startswith("Bearer")
        assert set(answer.json()) == {"type", "title", "status", "detail", "instance"}


def test_health_needs_no_token_and_says_nothing_else(guarded: Served) -> None:
    assert guarded.get("/../../healthz").json() == {"status": "ok"}


def test_scopes_include_those_below(guarded: Served) -> None:
    decision = {"what": "merge", "one": "Nobody", "other": "Sita"}
    for token, expected in ((READ, 403), (WRITE, 404), (ADMIN, 404)):
        assert guarded.get(f"{WS}/facts", headers=bearer(token)).status_code == 200
        assert guarded.post(f"{WS}/decisions", json=decision, headers=bearer(token)).status_code == expected
    purge = {"documents": ["none.txt"], "purge": True}
    assert guarded.post(f"{WS}/remove", json=purge, headers=bearer(WRITE)).status_code == 403
    assert guarded.post(f"{WS}/remove", json=purge, headers=bearer(ADMIN)).status_code == 404


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", "", "[::1", "0.0.0.0"])
def test_another_host_name_is_refused(served: Served, host: str) -> None:
    """A page whose name is made to lead here (DNS rebinding) sends its own name."""
    answer = raw(served, f"GET /api/v1/workspaces HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith((b"HTTP/1.1 421", b"HTTP/1.1 400")), answer


def test_pages_of_other_origins_are_refused(served: Served) -> None:
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{served.port + 1}"):
        assert served.get("/workspaces", headers={"origin": origin}).status_code == 403
    allowed = served.get("/workspaces", headers={"origin": served.url})
    assert allowed.status_code == 200
    assert "access-control-allow-origin" not in allowed.headers


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/workspaces/..%2f..%2fetc/facts",
        "/api/v1/workspaces/../../../etc/passwd",
        "/api/v1/workspaces/%2e%2e/facts",
        "/api/v1/workspaces/ws%00/facts",
        "/api/v1/workspaces/ws/jobs/../../../pramana.toml",
        "/api/v1/workspaces/ws/jobs/..%2f..%2fpramana.toml",
        "/api/v1/workspaces/ws/lines?document=../../../etc/passwd",
        "/api/v1/workspaces/ws/lines?document=/etc/passwd",
        "/api/v1/workspaces/ws/line?place=../pramana.toml:1",
        "//etc/passwd",
        "/api/v1/workspaces/ws/facts?entity=%ff%fe",
    ],
)
def test_no_path_leads_outside(served: Served, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nConnection: close\r\n\r\n"
    answer = raw(served, request.encode())
    assert answer.split(b" ", 2)[1] in (b"400", b"404", b"422"), answer
    assert b"root:" not in answer and b"workspace_id" not in answer


@pytest.mark.parametrize(
    "name", ["../a.txt", "/etc/a.txt", "a/b.txt", "..", ".hidden.txt", "a\\b.txt", "C:a.txt", " a.txt"]
)
def test_an_upload_has_a_plain_name(served: Served, folder: Path, name: str) -> None:
    before = sorted(folder.parent.rglob("*.txt"))
    answer = served.post(f"{WS}/jobs", files={"files": (name, b"Rama slept.")})
    assert answer.status_code in (400, 422), answer.text
    assert sorted(folder.parent.rglob("*.txt")) == before


def test_a_body_that_is_too_large_is_not_read(served: Served) -> None:
    answer = served.post(f"{WS}/ask", content=b'{"question": "' + b"x" * (2 << 20) + b'"}')
    assert answer.status_code == 413
    head = f"POST /api/v1{WS}/jobs HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Length: 99999999999\r\n\r\n"
    assert raw(served, head.encode(), 3.0).startswith(b"HTTP/1.1 413")


def test_a_body_of_unknown_length_is_counted(served: Served) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * (1 << 16)

    with suppress(httpx2.TransportError):  # the server may close the connection while the rest is sent
        assert served.post(f"{WS}/ask", content=parts()).status_code == 413
    assert served.get("/workspaces").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"question": 5}',
        b'{"question": ""}',
        b"\xff\xfe",
        b'{"question": "a", "more": 1}',
        b"[" * 90_000,
    ],
)
def test_a_malformed_body_is_a_problem(served: Served, body: bytes) -> None:
    answer = served.post(f"{WS}/ask", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert "Traceback" not in answer.text and ".py" not in answer.text


def test_a_form_from_a_page_is_no_question(served: Served) -> None:
    """What a page of another origin can send without asking, a form or plain text, is not read as JSON."""
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = served.post(f"{WS}/ask", content=b'{"question": "Who?"}', headers={"content-type": kind})
        assert answer.status_code in (415, 422)


@pytest.mark.parametrize(
    "text",
    [
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: b\r\n" * 20_000 + b"\r\n",
    ],
)
def test_what_is_not_http_ends_the_connection_alone(served: Served, text: bytes) -> None:
    answer = raw(served, text, 3.0)
    assert not answer or answer.split(b" ", 2)[1] in (b"400", b"404", b"405", b"414", b"421", b"431"), answer[:200]
    assert served.get("/workspaces").status_code == 200


def test_writing_is_off_by_default(folder: Path, tmp_path: Path) -> None:
    with Served(folder, log=tmp_path / "log") as server:
        for path, body in (("remove", {"documents": ["tale.txt"]}), ("decisions", {"what": "undo", "number": 1})):
            assert server.post(f"{WS}/{path}", json=body).status_code == 403
        assert server.post(f"{WS}/jobs", files={"files": ("a.txt", b"Rama slept.")}).status_code == 403


def test_read_only_records_no_question(folder: Path, tmp_path: Path) -> None:
    with Served(folder, options=("--read-only",), log=tmp_path / "log") as server:
        runs = server.get(f"{WS}/runs").json()["items"]
        answer = server.post(f"{WS}/ask", json={"question": "Who gave the bow to Sita?"}).json()
        assert (answer["status"], answer["run"]) == ("GROUNDED", 0)
        assert server.get(f"{WS}/runs").json()["items"] == runs


def test_tokens_are_in_no_log(guarded: Served) -> None:
    guarded.get("/workspaces", headers=bearer(ADMIN))
    assert ADMIN not in guarded.log() and READ not in guarded.log()

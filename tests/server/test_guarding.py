"""A hostile client: whatever it sends, nothing gets through, and the server goes on."""

from __future__ import annotations

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


def test_files_of_the_explorer_need_no_token(guarded: Served) -> None:
    """They hold no data, and a browser that follows a link sends no token."""
    from pramana.server.explorer_pages import explorer_routes

    paths = [str(route.path) for route in explorer_routes().routes]
    assert {"/", "/graph", "/growth"} <= set(paths)
    assert [guarded.get(f"/../..{path}", headers={}).status_code for path in paths] == [200] * len(paths)


def test_scopes_include_those_below(guarded: Served) -> None:
    decision = {"what": "merge", "one": "Nobody", "other": "Sita"}
    for token, expected in ((READ, 403), (WRITE, 404), (ADMIN, 404)):
        assert guarded.get(f"{WS}/facts", headers=bearer(token)).status_code == 200
        assert guarded.post(f"{WS}/decisions", json=decision, headers=bearer(token)).status_code == expected
    purge = {"documents": ["none.txt"], "purge": True}
    assert guarded.post(f"{WS}/remove", json=purge, headers=bearer(WRITE)).status_code == 403
    assert guarded.post(f"{WS}/remove", json=purge, headers=bearer(ADMIN)).status_code == 404


def test_pages_of_other_origins_are_refused(served: Served) -> None:
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{served.port + 1}"):
        assert served.get("/workspaces", headers={"origin": origin}).status_code == 403
    allowed = served.get("/workspaces", headers={"origin": served.url})
    assert allowed.status_code == 200
    assert "access-control-allow-origin" not in allowed.headers


def test_a_body_of_unknown_length_is_counted(served: Served) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * (1 << 16)

    with suppress(httpx2.TransportError):  # the server may close the connection while the rest is sent
        assert served.post(f"{WS}/ask", content=parts()).status_code == 413
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

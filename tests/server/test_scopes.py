"""What a token may do: each operation of the OpenAPI description, held against a server with a token of each scope."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served import Served, make_workspace, need_extras

SCOPES = ("read", "write", "admin")
TOKENS = {scope: f"secret-of-the-scope-{scope}" for scope in SCOPES}
READING_POSTS = re.compile(r"(?<!/estimates)/(ask|ask/stream|chats|check|gasl|gasl/explain|gasl/evidence)$")
"""Questions that are sent as bodies. They are recorded, and change nothing else."""
READING_DELETES = re.compile(r"/chats/\{chat\}$")
OPEN = ("/healthz", "/readyz")
"""What monitors ask without a token."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_extras()
    folder = tmp_path_factory.mktemp("scopes")
    make_workspace(folder / "ws")
    return folder


@pytest.fixture(scope="module")
def guarded(home: Path) -> Iterator[Served]:
    options = [word for scope, token in TOKENS.items() for word in ("--token", f"{scope}:{token}")]
    with Served(home / "ws", options=(*options, "--allow-writes"), log=home / "guarded") as server:
        yield server


@pytest.fixture(scope="module", params=[(), ("--read-only",)])
def reading(home: Path, request: pytest.FixtureRequest) -> Iterator[Served]:
    """A server that may not be written to."""
    with Served(home / "ws", options=request.param, log=home / "reading") as server:
        yield server


def bearer(scope: str) -> dict[str, str]:
    return {"authorization": f"Bearer {TOKENS[scope]}"}


def operations(served: Served, **options: Any) -> list[tuple[str, str, dict[str, Any]]]:
    described = served.get("/openapi.json", **options).json()
    return [
        (method.upper(), path, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]


def scope_of(operation: dict[str, Any]) -> str | None:
    """Return the scope that the description names, None for none."""
    scopes = [scope for each in operation.get("security", ()) for scope in each["token"]]
    return scopes[0] if scopes else None


def send(served: Served, method: str, path: str, **options: Any) -> Any:
    """Send a request without a body to an address in which each name stands for something that is not there; only the
    workspace is. Of a stream the beginning is read."""
    there = path.replace("{name}", "ws").replace("{job}", "0" * 16).replace("{chat}", "0" * 16).replace("{run}", "999")
    there = re.sub(r"\{\w+\}", "nothing", there)
    with served.client.stream(method, f"{served.url}{there}", **options) as answer:
        return answer.status_code


def test_the_description_names_the_scope_of_each_operation(guarded: Served) -> None:
    """What may change something needs the scope write, however it is named."""
    found = operations(guarded, headers=bearer("read"))
    assert len(found) > 60
    for method, path, operation in found:
        reads = method == "GET" or READING_POSTS.search(path) or READING_DELETES.search(path)
        writes = path.endswith("/observation")  # an agent that looks takes part
        expected = None if not path.startswith("/api/") else "read" if reads and not writes else "write"
        assert scope_of(operation) == expected, (method, path)


def test_each_operation_refuses_who_may_not(guarded: Served) -> None:
    """Without a token nobody gets further, and a token that reads changes nothing."""
    for method, path, operation in operations(guarded, headers=bearer("read")):
        expected = (200, 503) if path in OPEN else (401,)
        assert send(guarded, method, path) in expected, (method, path)
        assert send(guarded, method, path, headers={"authorization": "Bearer " + "x" * 30}) in expected, (method, path)
        refused = scope_of(operation) == "write"
        status = send(guarded, method, path, headers=bearer("read"))
        assert (status == 403) is refused and status != 401, (method, path, status)


def test_each_operation_lets_those_in_who_may(guarded: Served) -> None:
    """What is missing is said by another status than 401 or 403."""
    for method, path, _ in operations(guarded, headers=bearer("read")):
        for scope in ("write", "admin"):
            assert send(guarded, method, path, headers=bearer(scope)) not in (401, 403, 500), (method, path, scope)


def test_a_server_that_reads_refuses_each_operation_that_writes(reading: Served) -> None:
    for method, path, operation in operations(reading):
        if scope_of(operation) == "write":
            assert send(reading, method, path) == 403, (method, path)


def test_large_bodies_are_for_those_who_may_write(guarded: Served) -> None:
    """A body is read before a route can refuse it: of who may not write it is small, also where files are sent."""
    form = {"files": ("a.txt", b"Rama slept. " * 200_000)}
    jobs = "/workspaces/ws/jobs"
    assert guarded.post(jobs, files=form, headers=bearer("read")).status_code == 413
    assert guarded.post(f"{jobs.replace('jobs', 'estimates')}", files=form, headers=bearer("write")).status_code == 202

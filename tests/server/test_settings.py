"""What a server is started with, and what clients send before anything is read."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pramana.errors import ConfigError, DatabaseUnusable, InputError, UnknownName, WorkspaceLocked
from pramana.server import TokenScope, is_loopback, make_token, read_tokens, serve, settings_of
from pramana.server.paging import cursor_of, position_of
from pramana.server.problems import problem_of
from pramana.server.settings import name_workspaces
from pramana.server.tokens import token_of


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    from pramana.app import init

    return init(tmp_path / "ws")


def test_an_address_that_others_reach_always_has_a_token(workspace: Path) -> None:
    settings, secret = settings_of([workspace], host="0.0.0.0")
    assert secret is not None and len(secret) >= 32
    assert token_of(f"Bearer {secret}", settings.tokens) is not None
    assert settings.open_scope is None
    local, none = settings_of([workspace])
    assert (none, local.open_scope) == (None, TokenScope.READ)
    assert settings_of([workspace], allow_writes=True)[0].open_scope is TokenScope.ADMIN


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("192.168.0.7", False)],
)
def test_loopback_addresses_are_known(host: str, local: bool) -> None:
    assert is_loopback(host) is local


def test_a_name_is_no_address() -> None:
    with pytest.raises(InputError, match="not an IP address"):
        is_loopback("example.org")


def test_options_that_exclude_each_other_are_refused(workspace: Path) -> None:
    with pytest.raises(ConfigError):
        settings_of([workspace], read_only=True, allow_writes=True)


def test_workspaces_have_names_fit_for_addresses(tmp_path: Path) -> None:
    folders = [tmp_path / "a" / "ws", tmp_path / "b" / "ws", tmp_path / "Ünï côdé", tmp_path / "..."]
    assert list(name_workspaces(folders)) == ["ws", "ws-2", "n-c-d", "workspace"]
    assert list(name_workspaces([tmp_path / "a", tmp_path / "b" / ".." / "a"])) == ["a"]


def test_tokens_are_read_with_their_scopes(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text(f"# of agents\nread:{'r' * 20}\n\n{'b' * 20}\n")
    tokens = read_tokens([f"write:{'w' * 20}", f"@{file}"])
    assert [token.scope for token in tokens] == [TokenScope.WRITE, TokenScope.READ, TokenScope.ADMIN]
    assert all(b"w" * 20 not in repr(token).encode() for token in tokens)


@pytest.mark.parametrize(
    "text", ["", "short", "read:short", "x" * 15, "with a space in it, long", "ünï" * 10, "x" * 20 + "\n"]
)
def test_a_weak_or_odd_token_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="at least 16"):
        make_token(text)


def test_scopes_are_ordered() -> None:
    assert TokenScope.ADMIN.includes(TokenScope.WRITE) and TokenScope.WRITE.includes(TokenScope.READ)
    assert not TokenScope.READ.includes(TokenScope.WRITE)


@pytest.mark.parametrize("after", [0, 1, 200, 2**40])
def test_a_cursor_gives_its_position_back(after: int) -> None:
    assert position_of(cursor_of(after)) == after


def test_there_is_no_cursor_at_the_end() -> None:
    assert (cursor_of(None), position_of(None)) == (None, 0)


def test_an_error_has_its_fields_and_a_fault_has_none() -> None:
    known = problem_of(UnknownName("entity", "Ramma", ["rama"]), "1")
    assert (known["status"], known["nearest"], known["type"]) == (404, ["rama"], "urn:pramana:error:unknown-name")
    assert problem_of(WorkspaceLocked("busy"))["status"] == 409
    for error in (RuntimeError("/etc/secret"), DatabaseUnusable("/home/me/ws is damaged")):
        problem = problem_of(error)
        assert problem["status"] in (500, 503)
        assert "/" not in problem["detail"]


def test_a_workspace_that_cannot_be_opened_ends_the_server_before_it_announces(workspace: Path) -> None:
    """The error is the command's, with its advice, and not a fault within the server."""
    pytest.importorskip("uvicorn")
    with sqlite3.connect(workspace / "workspace.db") as database:
        database.executescript("DROP VIEW evidence; DROP TABLE unit_fact;")
    announced: list[str] = []
    with pytest.raises(DatabaseUnusable, match="damaged"):
        serve(settings_of([workspace], port=0)[0], lambda: announced.append("ready"))
    assert announced == []

"""Addresses of graphs on servers: what they mean, and that they never hold a secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from pramana.errors import InputError
from pramana.graph import Credentials, find_credentials, is_address, parse_address


@pytest.mark.parametrize(
    ("text", "encryption"),
    [
        ("neo4j://localhost", "off"),
        ("neo4j://127.0.0.1:7687/neo4j?label=Story", "off"),
        ("neo4j://[::1]:7687", "off"),
        ("neo4j+s://localhost", "on"),
        ("neo4j://graph.example.org", "on"),
        ("neo4j://10.0.0.7", "on"),
        ("neo4j://localhost.example.org", "on"),
        ("neo4j+ssc://10.0.0.7", "self-signed"),
        ("neo4j://10.0.0.7?encryption=off", "off"),
    ],
)
def test_tls_is_on_except_for_loopback(text: str, encryption: str) -> None:
    """Only an address of loopback, or one that says so, is spoken to without TLS."""
    assert parse_address(text).encryption == encryption


def test_a_file_of_certificates_needs_tls_and_must_be_there(tmp_path: Path) -> None:
    """It turns TLS on, on loopback too."""
    file = tmp_path / "ca.pem"
    file.write_text("")
    found = parse_address(f"neo4j://localhost?ca={file}&label=Tale")
    assert (found.ca, found.encryption, dict(found.options)) == (str(file), "on", {"label": "Tale"})
    assert parse_address(f"neo4j+s://localhost?ca={file}").encryption == "on"
    for text in (f"neo4j://a?ca={tmp_path / 'no'}", f"neo4j://a?encryption=off&ca={file}", f"neo4j+ssc://a?ca={file}"):
        with pytest.raises(InputError, match="certificates"):
            parse_address(text)


def test_an_address_has_parts() -> None:
    """Host, port, path and options are taken apart."""
    found = parse_address("neo4j+s://example.org:7688/films?label=Film&id=title")
    assert (found.scheme, found.host, found.port, found.path) == ("neo4j", "example.org", 7688, "films")
    assert dict(found.options) == {"label": "Film", "id": "title"}
    with pytest.raises(InputError, match="'id'"):
        found.refuse_unknown_options(("label",))


@pytest.mark.parametrize(
    "text",
    [
        "neo4j://neo4j:hunter2@localhost:7687",
        "neo4j://:hunter2@localhost",
        "neo4j://hunter2@localhost",
        "neo4j://localhost?password=hunter2",
        "neo4j://localhost?Token=hunter2",
        "neo4j://localhost#hunter2",
        "neo4j://neo4j:hunter2@localhost:port",
        "neo4j://[hunter2",
    ],
)
def test_an_address_with_a_secret_is_refused_without_repeating_it(text: str) -> None:
    """The message says where credentials belong, and does not show them."""
    with pytest.raises(InputError) as caught:
        parse_address(text)
    assert "hunter2" not in str(caught.value)
    assert (caught.value.__cause__ is None and caught.value.__suppress_context__) or caught.value.__context__ is None


@pytest.mark.parametrize("text", ["neo4j://", "neo4j://?label=a", "neo4j+x://a", "neo4j+s://a?encryption=off"])
def test_a_broken_address_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_address(text)


def test_paths_are_no_addresses() -> None:
    """A drive letter, a relative path and a web page's name are not graphs on servers, except by a scheme."""
    assert [is_address(text) for text in ("C://x", "a/b.json", "neo4j:x", "neo4j+s://x")] == [False, False, False, True]


def test_credentials_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variables are named after the kind of server; what is printed has no password."""
    address = parse_address("neo4j://localhost")
    monkeypatch.delenv("NEO4J_USERNAME", raising=False)
    monkeypatch.delenv("NEO4J_PASSWORD", raising=False)
    assert find_credentials(address, "neo4j", "neo4j") is None
    monkeypatch.setenv("NEO4J_PASSWORD", "hunter2")
    found = find_credentials(address, "neo4j", "neo4j")
    assert found == Credentials("neo4j", "hunter2")
    assert found is not None and found.password == "hunter2"
    assert "hunter2" not in f"{found} {found!r}"

"""A Gremlin server that wants a login and speaks TLS: credentials from the environment alone, certificates verified."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from gremlin_servers import PASSWORD, USER, GremlinServerProcess, make_certificate
from secrets_left import check_no_secret, run_loudly

from pramana.app import init
from pramana.errors import GraphServerError, InputError
from pramana.graph import Closable, Edge, Node, connect_graph, parse_address
from pramana.graph.adapters.gremlin import GremlinConnection, GrowingGremlinAdapter

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")]


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    """Collect what the driver leaves of connections that were refused here, where its warnings are expected."""
    yield
    gc.collect()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="module")
def server(certificate: tuple[Path, Path]) -> Iterator[GremlinServerProcess]:
    started = GremlinServerProcess("gremlin-server", login=True, tls=certificate[0])
    yield started
    started.stop()


@pytest.fixture
def address(server: GremlinServerProcess, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> str:
    """The server's address, with TLS that is verified; the environment holds credentials and the certificate."""
    monkeypatch.setenv("GREMLIN_USERNAME", USER)
    monkeypatch.setenv("GREMLIN_PASSWORD", PASSWORD)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[1]))
    return f"{server.url}?encryption=on"


def test_a_login_comes_from_the_environment(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the right password the server answers; a wrong one and none are refused by names of variables, and a
    password in the address is refused unseen."""
    GremlinConnection(parse_address(address)).close()
    monkeypatch.setenv("GREMLIN_PASSWORD", "not-the-passphrase")
    with pytest.raises(GraphServerError, match="Set GREMLIN_USERNAME and GREMLIN_PASSWORD") as wrong:
        GremlinConnection(parse_address(address))
    assert "not-the-passphrase" not in repr(wrong.value)
    monkeypatch.delenv("GREMLIN_PASSWORD")
    with pytest.raises(GraphServerError, match="GREMLIN_PASSWORD"):
        GremlinConnection(parse_address(address))
    with pytest.raises(InputError, match="holds no user and no password") as shown:
        parse_address(f"gremlin://{USER}:{PASSWORD}@127.0.0.1")
    assert PASSWORD not in str(shown.value)


def test_certificates_are_verified(
    address: str, server: GremlinServerProcess, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A certificate that nobody signed is taken where the environment or the address names its file, or where the
    address says that it is; else refused, as is a server without TLS where it is on."""
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(GraphServerError, match=r"(?i)certificate"):
        GremlinConnection(parse_address(address))
    GremlinConnection(parse_address(f"{address}&ca={certificate[1]}")).close()
    GremlinConnection(parse_address(f"{server.url}?encryption=self-signed")).close()
    with pytest.raises(GraphServerError, match="cannot be reached"):
        GremlinConnection(parse_address(server.url))


def test_a_reader_never_writes(address: str) -> None:
    """Searching, counting, walking and listing leave everything as it was."""
    connection = GremlinConnection(parse_address(address))
    graph = GrowingGremlinAdapter(connection, "pramana")
    graph.add_node(Node("a", "P", {"name": "A", "n": 1}))
    graph.add_edge(Edge("a", "KNOWS", "a", {"w": 2}))
    before = connection.run(connection.g.V().element_map())
    reader = connect_graph(parse_address(address), read_only=True)
    assert (reader.count(), reader.find_nodes("n > 0").ids) == ((1, 1), ["a"])
    assert reader.find_edges("w = 2 AND source.n = 1").edges()[0].target == "a"
    assert reader.neighbours(["a"]).ids == reader.find_paths(["a"], ["a"]).ids == []
    assert connection.run(connection.g.V().element_map()) == before
    assert isinstance(reader, Closable)
    reader.close()
    graph.clear()
    connection.close()


def test_no_password_is_written_anywhere(address: str, server: GremlinServerProcess, tmp_path: Path) -> None:
    """Pushing a workspace by the command leaves the password out of its output, the workspace and the graph."""
    init(tmp_path / "ws")
    (tmp_path / "news.txt").write_text("Marta Keller founded Contoso in 2011.\n")
    words = [sys.executable, "-m", "pramana"]
    for more in (["ingest", "news.txt"], ["push", address, "--verify"], ["view", address, "-o", "graph.html"]):
        folder = [] if more[0] == "view" else ["-w", str(tmp_path / "ws")]
        ended = subprocess.run([*words, *more, *folder], capture_output=True, text=True, check=False, cwd=tmp_path)
        assert ended.returncode == 0, ended.stderr
        assert PASSWORD not in ended.stdout + ended.stderr
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and PASSWORD.encode() in file.read_bytes()]
    connection = GremlinConnection(parse_address(address))
    assert PASSWORD not in repr(connection.run(connection.g.V().element_map()))
    connection.close()
    assert os.environ["GREMLIN_PASSWORD"] not in server.log()


@pytest.mark.parametrize("password", [PASSWORD, "Wrong-Secret"])
def test_no_secret_is_in_anything_that_a_run_leaves(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    """Every library's log at its loudest, what each command prints, the workspace with its records, exports, pages, and
    the errors: none holds the password, neither as it is nor as the driver sends it."""
    monkeypatch.setenv("PYTHONWARNINGS", "ignore")
    (tmp_path / "news.txt").write_text("Marta Keller founded Contoso in 2011.\n")
    (tmp_path / "s.gasl").write_text('FIND nodes WHERE name = "Contoso" AS firms\n')
    graph = f"{address}&graph=secrets"
    commands = [
        ["init", "ws"],
        ["ingest", "news.txt", "-w", "ws"],
        ["push", graph, "--verify", "--replace", "-w", "ws"],
        ["gasl", "run", "s.gasl", "--graph", graph, "--json"],
        ["investigate", "Who founded Contoso?", "--graph", graph, "--json"],
        ["view", graph, "-o", "page.html"],
        ["audit", graph, "--source", "news.txt", "--json"],
        ["import", graph, "-w", "ws"],
        ["export", "graph.json", "-w", "ws"],
    ]
    codes = run_loudly(commands, tmp_path, {"GREMLIN_PASSWORD": password})
    for words, code in zip(commands, codes, strict=True):
        asks_server = any("gremlin://" in word for word in words)
        assert code in ((5,) if asks_server and password != PASSWORD else (0, 1)), words
    check_no_secret(tmp_path, USER, password)


def test_a_source_for_reading_alone_is_asked_and_shown(address: str, tmp_path: Path) -> None:
    """A traversal source to which the administrator gave the strategy against writing: a graph is searched and shown
    through it, and a push is refused with the reason."""
    connection = GremlinConnection(parse_address(address))
    graph = GrowingGremlinAdapter(connection, "shown")
    graph.add_node(Node("a", "P", {"name": "Anna"}))
    graph.add_edge(Edge("a", "KNOWS", "a"))
    connection.close()
    (tmp_path / "s.gasl").write_text('FIND nodes WHERE name = "Anna" AS found\n')
    init(tmp_path / "ws")
    reading = f"{address}&graph=shown&source=reading"
    commands = [
        ["gasl", "run", "s.gasl", "--graph", reading],
        ["investigate", "Whom does Anna know?", "--graph", reading],
        ["view", reading, "-o", "page.html"],
        ["push", f"{address}&graph=new&source=reading", "-w", "ws"],
    ]
    codes = run_loudly(commands, tmp_path, {})
    assert (codes[0], codes[2]) == (0, 0) and codes[1] in (0, 1) and codes[3] not in (0, 1)
    assert "Anna" in (tmp_path / "loud.out").read_text("utf-8")
    assert "not read only" in (tmp_path / "loud.err").read_text("utf-8")

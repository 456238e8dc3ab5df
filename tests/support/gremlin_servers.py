"""Gremlin servers on loopback, for tests: TinkerPop's with TinkerGraph, and JanusGraph's over Berkeley DB."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
from functools import partial
from pathlib import Path

import pytest
from jvm import JavaServer, need_server, port_answers

SETTINGS = """\
host: 127.0.0.1
port: {port}
evaluationTimeout: 120000
threadPoolWorker: 1
gremlinPool: 2
channelizer: org.apache.tinkerpop.gremlin.server.channel.WebSocketChannelizer
graphs: {{graph: {home}/graph.properties}}
{manager}
scriptEngines:
  gremlin-groovy:
    plugins:
      org.apache.tinkerpop.gremlin.server.jsr223.GremlinServerGremlinPlugin: {{}}
      {plugin}: {{}}
      org.apache.tinkerpop.gremlin.jsr223.ScriptFileGremlinPlugin: {{files: [{home}/init.groovy]}}
serializers:
  - {{className: org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1}}
  - {{className: org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV3}}
{authentication}
{ssl}
maxContentLength: 33554432
"""
INIT = """\
def globals = [:]
globals << [g: traversal().withEmbedded(graph)]
strategy = org.apache.tinkerpop.gremlin.process.traversal.strategy.verification.ReadOnlyStrategy.instance()
globals << [reading: traversal().withEmbedded(graph).withStrategies(strategy)]
"""
"""`reading` is what an administrator gives to those who may not write."""
TINKER = "gremlin.graph=org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph\n"
JANUS = """\
gremlin.graph=org.janusgraph.core.JanusGraphFactory
storage.backend=berkeleyje
storage.directory={home}/data
ids.num-partitions=1
"""
"""One partition gives numbers in the order of insertion, by which graphs of others are ordered."""
USER, PASSWORD = "reader", "a-test-only-passphrase"
CREDENTIALS = """\
authentication:
  authenticator: org.apache.tinkerpop.gremlin.server.auth.SimpleAuthenticator
  config: {{credentialsDb: {home}/credentials.properties}}"""
USERS = """\
gremlin.graph=org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph
gremlin.tinkergraph.vertexIdManager=LONG
gremlin.tinkergraph.graphLocation={home}/users.json
gremlin.tinkergraph.graphFormat=graphson
"""
USER_RECORD = {
    "id": {"@type": "g:Int64", "@value": 0},
    "label": "user",
    "properties": {
        "username": [{"id": {"@type": "g:Int64", "@value": 1}, "value": USER}],
        "password": [
            {
                "id": {"@type": "g:Int64", "@value": 2},
                "value": "$2a$04$abcdefghijklmnopqrstuu0pu6e77R51k9w0AXdwa/rmt/yiaKWoW",
            }
        ],
    },
}
"""The password is kept as its bcrypt hash, of the fewest rounds that there are."""
TLS = "ssl: {{enabled: true, keyStore: {home}/server.p12, keyStoreType: PKCS12, keyStorePassword: {password}}}"


class GremlinServerProcess:
    """A running server with one empty graph, `g`. `kind` is `gremlin-server` or `janusgraph`. Stop it at the end."""

    def __init__(
        self, kind: str, *, fast: bool = False, heap: str = "512m", login: bool = False, tls: Path | None = None
    ) -> None:
        """`login`: it wants USER and PASSWORD; `tls`: a file with its certificate and key, by `make_certificate`."""
        jars = need_server(kind, "gremlin_python", "gremlin")
        self.kind = kind
        janus = kind == "janusgraph"

        def prepare(home: Path, port: int) -> list[str]:
            manager = "graphManager: org.janusgraph.graphdb.management.JanusGraphManager" if janus else ""
            plugin = (
                "org.janusgraph.graphdb.tinkerpop.plugin.JanusGraphGremlinPlugin"
                if janus
                else "org.apache.tinkerpop.gremlin.tinkergraph.jsr223.TinkerGraphGremlinPlugin"
            )
            given = {"authentication": CREDENTIALS.format(home=home) if login else "", "ssl": ""}
            if tls is not None:
                shutil.copy(tls, home / "server.p12")
                given["ssl"] = TLS.format(home=home, password=PASSWORD)
            text = SETTINGS.format(port=port, home=home, manager=manager, plugin=plugin, **given)
            (home / "server.yaml").write_text(text)
            (home / "users.json").write_text(json.dumps(USER_RECORD))
            (home / "credentials.properties").write_text(USERS.format(home=home))
            (home / "graph.properties").write_text((JANUS if janus else TINKER).format(home=home))
            (home / "init.groovy").write_text(INIT)
            main = "org.janusgraph.graphdb.server.JanusGraphServer" if janus else _TINKER_MAIN
            return ["-cp", jars, main, str(home / "server.yaml")]

        is_ready = partial(_is_ready, login=login, tls=tls is not None)
        self._server = JavaServer(kind, prepare, is_ready, fast=fast, heap=heap)
        self.port = self._server.port
        self.url = f"gremlin://127.0.0.1:{self.port}"

    def log(self) -> str:
        return self._server.log()

    def stop(self) -> None:
        self._server.stop()


_TINKER_MAIN = "org.apache.tinkerpop.gremlin.server.GremlinServer"


def _is_ready(port: int, login: bool, tls: bool) -> bool:
    """Return whether the server answers a traversal."""
    if not port_answers(port):
        return False
    from gremlin_python.driver.aiohttp.transport import AiohttpTransport
    from gremlin_python.driver.client import Client

    options = {"ssl_options": ssl._create_unverified_context()} if tls else {}
    client = Client(
        f"ws{'s' if tls else ''}://127.0.0.1:{port}/gremlin",
        "g",
        pool_size=1,
        transport_factory=lambda: AiohttpTransport(**options),
        username=USER if login else "",
        password=PASSWORD if login else "",
    )
    try:
        return bool(client.submit("g.inject(1)").all().result() == [1])
    except Exception:  # the driver raises whatever its libraries do while the server starts
        return False
    finally:
        client.close()


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for 127.0.0.1 that nobody has signed. Returns the key store and the certificate."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    key, certificate, store = (folder / name for name in ("key.pem", "certificate.pem", "server.p12"))
    options = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    options += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", "req", "-x509", *options], check=True, capture_output=True)
    into = ["-in", str(certificate), "-inkey", str(key), "-out", str(store), "-passout", f"pass:{PASSWORD}"]
    subprocess.run(["openssl", "pkcs12", "-export", *into], check=True, capture_output=True)
    return store, certificate

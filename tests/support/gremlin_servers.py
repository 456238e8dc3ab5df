"""Gremlin servers on loopback, for tests: TinkerPop's with TinkerGraph, and JanusGraph's over Berkeley DB."""

from __future__ import annotations

from pathlib import Path

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
maxContentLength: 33554432
"""
INIT = "def globals = [:]\nglobals << [g: traversal().withEmbedded(graph)]\n"
TINKER = "gremlin.graph=org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph\n"
JANUS = """\
gremlin.graph=org.janusgraph.core.JanusGraphFactory
storage.backend=berkeleyje
storage.directory={home}/data
"""
USER, PASSWORD = "reader", "a-test-only-passphrase"
CREDENTIALS = """\
authentication:
  authenticator: org.apache.tinkerpop.gremlin.server.auth.SimpleAuthenticator
  config: {{credentialsDb: {home}/credentials.properties}}"""


class GremlinServerProcess:
    """A running server with one empty graph, `g`. `kind` is `gremlin-server` or `janusgraph`. Stop it at the end."""

    def __init__(self, kind: str, *, fast: bool = False, heap: str = "512m") -> None:
        jars = need_server(kind, "gremlin_python", "gremlin")
        janus = kind == "janusgraph"

        def prepare(home: Path, port: int) -> list[str]:
            manager = "graphManager: org.janusgraph.graphdb.management.JanusGraphManager" if janus else ""
            plugin = (
                "org.janusgraph.graphdb.tinkerpop.plugin.JanusGraphGremlinPlugin"
                if janus
                else "org.apache.tinkerpop.gremlin.tinkergraph.jsr223.TinkerGraphGremlinPlugin"
            )
            text = SETTINGS.format(port=port, home=home, manager=manager, plugin=plugin, authentication="")
            (home / "server.yaml").write_text(text)
            (home / "graph.properties").write_text((JANUS if janus else TINKER).format(home=home))
            (home / "init.groovy").write_text(INIT)
            main = "org.janusgraph.graphdb.server.JanusGraphServer" if janus else _TINKER_MAIN
            return ["-cp", jars, main, str(home / "server.yaml")]

        self._server = JavaServer(kind, prepare, _is_ready, fast=fast, heap=heap)
        self.port = self._server.port
        self.url = f"gremlin://127.0.0.1:{self.port}"

    def log(self) -> str:
        return self._server.log()

    def stop(self) -> None:
        self._server.stop()


_TINKER_MAIN = "org.apache.tinkerpop.gremlin.server.GremlinServer"


def _is_ready(port: int) -> bool:
    """Return whether the server answers a traversal."""
    if not port_answers(port):
        return False
    from gremlin_python.driver.client import Client

    client = Client(f"ws://127.0.0.1:{port}/gremlin", "g", pool_size=1)
    try:
        return bool(client.submit("g.inject(1)").all().result() == [1])
    except Exception:  # the driver raises whatever its libraries do while the server starts
        return False
    finally:
        client.close()

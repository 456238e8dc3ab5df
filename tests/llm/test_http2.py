"""HTTP/2, where the server has it: one connection for many calls. Needs `openssl` for a certificate."""

from __future__ import annotations

import asyncio
import json
import shutil
import ssl
import subprocess

import anyio
import pytest

h2_config = pytest.importorskip("h2.config", reason="h2 is not installed: pip install 'httpx2[http2]'")
h2_connection = pytest.importorskip("h2.connection")
h2_events = pytest.importorskip("h2.events")

BODY = json.dumps({"choices": [{"message": {"content": '{"words": 3}'}}]}).encode()


@pytest.fixture
def certificate(tmp_path, monkeypatch):
    """Return the files of a certificate for 127.0.0.1 that this process trusts."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    options = [
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=127.0.0.1",
    ]
    subprocess.run(
        ["openssl", "req", "-x509", *options, "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
        check=True,
        capture_output=True,
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    return cert, key


class Http2Server(asyncio.Protocol):
    """Answers every request of a connection with the same chat completion, after a moment."""

    connections = 0
    most_open = 0

    def connection_made(self, transport):
        type(self).connections += 1
        self.transport, self.open = transport, 0
        config = h2_config.H2Configuration(client_side=False)
        self.http = h2_connection.H2Connection(config=config)
        self.http.initiate_connection()
        transport.write(self.http.data_to_send())

    def data_received(self, data):
        for event in self.http.receive_data(data):
            if isinstance(event, h2_events.StreamEnded):
                self.open += 1
                Http2Server.most_open = max(Http2Server.most_open, self.open)
                asyncio.get_running_loop().call_later(0.02, self.answer, event.stream_id)
        self.transport.write(self.http.data_to_send())

    def answer(self, stream):
        self.open -= 1
        self.http.send_headers(stream, [(":status", "200"), ("content-type", "application/json")])
        self.http.send_data(stream, BODY, end_stream=True)
        self.transport.write(self.http.data_to_send())


def test_many_calls_share_one_connection_of_http2(to_server, count, line, certificate):
    """A server that offers HTTP/2 is asked over one connection, on which the calls are open together."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    context.set_alpn_protocols(["h2"])

    async def main():
        server = await asyncio.get_running_loop().create_server(Http2Server, "127.0.0.1", 0, ssl=context)
        gateway = to_server(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", concurrency=8)
        try:
            await gateway.call(count, line(text="first"))
            return await gateway.map(count, [line(text=str(number)) for number in range(16)])
        finally:
            await gateway.aclose()
            server.close()
            await asyncio.sleep(0.05)  # lets the transports close

    calls = anyio.run(main)
    assert [call.output.words for call in calls] == [3] * 16
    assert Http2Server.connections == 1
    assert Http2Server.most_open > 1

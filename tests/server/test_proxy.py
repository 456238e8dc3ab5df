"""The proxy of docs/server.md is run as it is written there: TLS in front, and the server behind it."""

from __future__ import annotations

import re
import shutil
import ssl
import subprocess
import time
from pathlib import Path

import httpx2
import pytest
from served import Served, free_port

NAME = "pramana.localhost"
SECRET = "secret-of-a-reader-1"
DOCS = Path(__file__).parents[2] / "docs" / "server.md"


def caddyfile(port: int, secure: int) -> str:
    """Return the file of the documentation, for a name and ports of this machine, with certificates of its own."""
    written = re.search(r"```\n(pramana\.example\.org \{.*?\n\})\n```", DOCS.read_text("utf-8"), re.DOTALL)
    assert written is not None
    site = written[1].replace("pramana.example.org", NAME).replace("127.0.0.1:8321", f"127.0.0.1:{port}")
    options = "admin off\nauto_https disable_redirects\nlocal_certs\nskip_install_trust\n"
    return f"{{\n{options}https_port {secure}\n}}\n{site}\n"


@pytest.mark.slow
def test_the_documented_proxy_serves_answers_and_streams(folder: Path, tmp_path: Path) -> None:
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("caddy is not installed: apt-get install caddy")
    secure = free_port()
    options = ("--host-name", NAME, "--token", f"read:{SECRET}")
    with Served(folder, options=options, log=tmp_path / "log") as served, (tmp_path / "caddy.log").open("wb") as log:
        (tmp_path / "Caddyfile").write_text(caddyfile(served.port, secure))
        words = [program, "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
        home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
        process = subprocess.Popen(words, env=home, stdout=log, stderr=log)
        try:
            root = tmp_path / "caddy/pki/authorities/local/root.crt"
            with httpx2.Client(base_url=f"https://127.0.0.1:{secure}", verify=context(root), timeout=60) as client:
                use(client)
        finally:
            process.terminate()
            process.wait(60)


def context(root: Path) -> ssl.SSLContext:
    """Return what trusts the proxy's own certificates, once it has made them."""
    until = time.monotonic() + 120
    while not root.is_file() and time.monotonic() < until:
        time.sleep(0.2)
    return ssl.create_default_context(cafile=str(root))


def use(client: httpx2.Client) -> None:
    asked = {"headers": {"host": NAME, "authorization": f"Bearer {SECRET}"}, "extensions": {"sni_hostname": NAME}}
    until = time.monotonic() + 120
    while True:
        try:
            first = client.get("/api/v1/workspaces", **asked)
            break
        except httpx2.TransportError:
            assert time.monotonic() < until, "the proxy does not answer"
            time.sleep(0.2)
    assert first.json()["items"] == [{"name": "ws", "writable": False}]
    bare = {**asked, "headers": {"host": NAME}}
    assert client.get("/api/v1/workspaces", **bare).status_code == 401
    question = {"question": "Who gave the bow to Sita?"}
    with client.stream("POST", "/api/v1/workspaces/ws/ask/stream", json=question, **asked) as stream:
        kinds = [line for line in stream.iter_lines() if line.startswith("event: ")]
    assert kinds == ["event: plan", "event: lines", "event: answer"]

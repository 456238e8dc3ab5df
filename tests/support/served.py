"""A real server process on a free port, for tests of the server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest

TALE = "Rama gave the bow to Sita. Sita married Rama. Rama lived in Ayodhya. Ravana did not marry Sita."
START_SECONDS = 400.0
FINAL = ("done", "partial", "stopped", "failed", "cancelled")
"""The states of jobs that have ended."""
WAITS = {
    "name": "approve",
    "start": "ask",
    "terminal": ["ask"],
    "edges": [],
    "nodes": {
        "ask": {
            "node_id": "ask",
            "kind": "wait",
            "callable_id": "approval",
            "input_map": {"n": "n"},
            "output_map": {"ok": "ok"},
        }
    },
}
"""A graph of states that waits for an approval."""
LIMITED = """
from pathlib import Path, PosixPath, WindowsPath
from pramana.server import serve, settings_of
from pramana.server.settings import ServerLimits
serve(settings_of({folders!r}, port={port}, limits=ServerLimits(**{limits!r}))[0])
"""


def need_extras() -> None:
    """Skip where the extras of the server are not installed; `.ci/run` installs them and says so."""
    wanted = os.environ.get("SERVER_TESTS") == "required"
    for name in ("fastapi", "uvicorn", "mcp", "python_multipart"):
        if not wanted:
            pytest.importorskip(name, reason="needs the extras: pip install 'pramana[server,mcp]'")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def make_workspace(folder: Path, text: str = TALE) -> Path:
    """Return a new workspace that has read a text."""
    import pramana

    (folder.parent / "tale.txt").write_text(text)
    with pramana.open(folder, create=True) as ws:
        ws.ingest(folder.parent / "tale.txt")
    return folder


class Served:
    """A server process over workspaces. Use it as a context manager; `client` sends requests to it."""

    def __init__(
        self, *folders: Path, options: tuple[str, ...] = (), log: Path, limits: dict[str, float] | None = None
    ) -> None:
        """With `limits`, these limits are set in place of the usual ones, which no option of the command changes."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        words = [word for folder in folders for word in ("-w", str(folder))]
        self._command = [sys.executable, "-m", "pramana", "serve", *words, "--port", str(self.port), *options]
        if limits is not None:
            self._command = [sys.executable, "-c", LIMITED.format(folders=folders, port=self.port, limits=limits)]
        self._log = log
        self.client = httpx2.Client(base_url=f"{self.url}/api/v1", timeout=30.0)

    def start(self) -> None:
        """Start the process and wait until it is ready."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._command, stdout=log, stderr=log)
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log()
            try:
                if self.get("/../../readyz").status_code == 200:
                    return
            except httpx2.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"not ready: {self.log()}")

    def log(self) -> str:
        return self._log.read_text("utf-8")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(30)

    def stop(self) -> int:
        """Ask it to end, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def get(self, path: str, **options: Any) -> httpx2.Response:
        return self.client.get(path, **options)

    def post(self, path: str, **options: Any) -> httpx2.Response:
        return self.client.post(path, **options)

    def __enter__(self) -> Served:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.stop()


def done(served: Served, answer: Any, state: str = "done") -> Any:
    """Wait until a job of the workspace `ws` has ended, and return it."""
    assert answer.status_code == 202, answer.text
    job = ended_job(served, answer.json()["id"])
    assert job["state"] == state, job
    return job


def ended_job(served: Served, job: str, *states: str, seconds: float = 400.0) -> Any:
    """Return a job once it is in one of some states; by default once it has ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = served.get(f"/workspaces/ws/jobs/{job}").json()
        if found["state"] in (states or FINAL):
            return found
        time.sleep(0.05)
    raise AssertionError(f"{found}\n{served.log()}")

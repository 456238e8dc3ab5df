"""Graph servers that run on Java, for tests: their jars from Maven, one process each on loopback, a temporary folder.

python tests/support/jvm.py           # fetch the jars of all servers in tests/servers, as .ci/run does
python tests/support/jvm.py neo4j     # of one
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

SERVERS = Path(__file__).parents[1] / "servers"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pramana-test-servers"
"""Shared by all checkouts: the jars of one server take 125 MB."""
PATIENCE = 240.0
"""Seconds for a server to answer: Neo4j takes 6 s on a quiet machine with 2 cores, 25 s on a busy one."""
TRIES = 3
"""Starts of a server: another process can take the free port before the server does."""


class ServerMissing(Exception):
    """Java, Maven, the jars or the driver are not there; the text says what to do."""


def names() -> list[str]:
    """Return the servers that have a pom, sorted."""
    return sorted(pom.parent.name for pom in SERVERS.glob("*/pom.xml"))


def jar_folder(name: str) -> Path:
    """Return the folder that the jars of a server are copied to. Another pom has another folder."""
    return CACHE / f"{name}-{hashlib.sha256((SERVERS / name / 'pom.xml').read_bytes()).hexdigest()[:12]}"


def fetch(name: str) -> Path:
    """Copy the jars of a server into its folder, unless they are there. Raises ServerMissing."""
    folder = jar_folder(name)
    if folder.is_dir():
        return folder
    maven = shutil.which("mvn")
    if maven is None:
        raise ServerMissing("Maven is not installed. On Debian: apt-get install maven; .ci/run does it.")
    CACHE.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=CACHE))
    options = [f"-DoutputDirectory={fresh}", "-DincludeScope=runtime"]
    words = [maven, "-q", "-B", "-f", str(SERVERS / name / "pom.xml"), "dependency:copy-dependencies", *options]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    if ended.returncode:
        shutil.rmtree(fresh)
        raise ServerMissing(f"Maven could not fetch the jars of {name}: {(ended.stdout + ended.stderr)[-2000:]}")
    try:
        fresh.rename(folder)  # whole or not at all, also where two fetch at once
    except OSError:
        shutil.rmtree(fresh)
    return folder


def class_path(name: str) -> str:
    """Return the class path of a server whose jars were fetched. Raises ServerMissing."""
    folder = jar_folder(name)
    if shutil.which("java") is None:
        raise ServerMissing("Java is not installed. On Debian: apt-get install openjdk-17-jre-headless maven.")
    if not folder.is_dir():
        raise ServerMissing(f"The jars of {name} are not there: python tests/support/jvm.py {name}")
    return f"{folder}/*"


def need_server(name: str, driver: str, extra: str) -> str:
    """Return the class path of a server that can be started and asked with the Python package `driver`.

    Else the test is skipped with the reason, or fails where SERVERS_TESTS=required.
    """
    try:
        if importlib.util.find_spec(driver) is None:
            raise ServerMissing(f"The extra is not installed: pip install 'pramana[{extra}]'")
        return class_path(name)
    except ServerMissing as problem:
        _give_up(f"No {name}: {problem}")


def _give_up(reason: str) -> NoReturn:
    (pytest.fail if os.environ.get("SERVERS_TESTS") == "required" else pytest.skip)(reason)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class JavaServer:
    """A server in a process of its own. `prepare` writes its configuration into `folder` for a port and returns the
    words that follow `java`; `answers` says whether the server on that port can be used; `fast` is for measurements.
    Call `stop` at the end."""

    def __init__(
        self,
        name: str,
        prepare: Callable[[Path, int], list[str]],
        answers: Callable[[int], bool],
        *,
        heap: str = "512m",
        fast: bool = False,
    ) -> None:
        self.name = name
        self.folder = Path(tempfile.mkdtemp(prefix=f"{name}-"))
        self._prepare, self._answers, self._heap = prepare, answers, heap
        # What runs for a minute starts sooner with the simple compiler; for measurements Java's full one is used.
        self._compiler = [] if fast else ["-XX:TieredStopAtLevel=1"]
        for number in range(TRIES):
            self.port = free_port()
            if self._start(self.folder / f"try{number}"):
                return
        log = self.log()
        self.stop()
        raise RuntimeError(f"{name} does not start. The end of its log:\n{log[-3000:]}")

    def _start(self, home: Path) -> bool:
        """Start the server and wait until it answers. Returns False if its process ended before that."""
        home.mkdir()
        java = ["java", f"-Xmx{self._heap}", "-XX:+UseSerialGC", *self._compiler]
        self.home, self._words = home, [*java, *self._prepare(home, self.port)]
        self._log = home / "output.txt"
        return self._run()

    def restart(self) -> None:
        """End the process and start it again over what it has stored, with its configuration as it is now."""
        self.process.terminate()
        self.process.wait()
        if not self._run():
            raise RuntimeError(f"{self.name} does not start again. The end of its log:\n{self.log()[-3000:]}")

    def _run(self) -> bool:
        with self._log.open("ab") as output:
            self.process = subprocess.Popen(self._words, cwd=self.home, stdout=output, stderr=subprocess.STDOUT)
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            if self._answers(self.port):
                return True
            if time.monotonic() > end:
                self._end_process()
                return False
            time.sleep(0.2)
        return False

    def log(self) -> str:
        """Return what the server has written to its output."""
        return self._log.read_text("utf-8", errors="replace")

    def processor_s(self) -> float:
        """Return the seconds of the processor that the server has used. Linux only."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _end_process(self) -> None:
        self.process.kill()  # its folder is deleted: nothing is worth a clean end
        self.process.wait()

    def stop(self) -> None:
        """End the process and delete the folder."""
        self._end_process()
        shutil.rmtree(self.folder, ignore_errors=True)


def port_answers(port: int) -> bool:
    """Return whether something accepts connections on a port of loopback."""
    with socket.socket() as one:
        one.settimeout(1)
        return one.connect_ex(("127.0.0.1", port)) == 0


def main() -> int:
    """Fetch jars. Returns 1 where that cannot be done, with the reason on stderr."""
    try:
        for name in sys.argv[1:] or names():
            sys.stdout.write(f"{fetch(name)}\n")
    except ServerMissing as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

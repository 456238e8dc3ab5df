"""Neo4j Community on loopback, for tests.

`python tests/support/neo4j_server.py` starts one until Enter is pressed, and prints its address and its credentials.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from jvm import JavaServer, need_server, port_answers

USER, PASSWORD = "neo4j", "a-test-only-passphrase"
SETTINGS = """\
server.bolt.listen_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
dbms.usage_report.enabled=false
server.memory.pagecache.size=64m
dbms.security.auth_max_failed_attempts=0
server.bolt.tls_level=OPTIONAL
dbms.ssl.policy.bolt.enabled=true
dbms.ssl.policy.bolt.client_auth=NONE
"""


class Neo4jServer:
    """A running server with one empty database and one user. Stop it at the end."""

    def __init__(self, *, fast: bool = False, own: bool = False) -> None:
        """`own`: a fresh one, even where one is running."""
        jars = need_server("neo4j", "neo4j", "neo4j")

        def prepare(home: Path, port: int) -> list[str]:
            (home / "conf").mkdir()
            (home / "conf" / "neo4j.conf").write_text(SETTINGS.format(port=port))
            make_certificate(home / "certificates" / "bolt")
            self.certificate = home / "certificates" / "bolt" / "public.crt"
            main = "org.neo4j.server.CommunityEntryPoint"
            return ["-cp", jars, main, f"--home-dir={home}", f"--config-dir={home / 'conf'}"]

        self.certificate = Path(os.environ.get("NEO4J_TEST_CERTIFICATE", ""))
        running = (
            None if own else os.environ.get("NEO4J_TEST_PORT")
        )  # of `python tests/support/neo4j_server.py`: saves the start
        self._server = None if running else JavaServer("neo4j", prepare, _is_ready, fast=fast)
        self.port = self._server.port if self._server else int(running or 0)
        self.url = f"neo4j://127.0.0.1:{self.port}"
        self.environment = {"NEO4J_USERNAME": USER, "NEO4J_PASSWORD": PASSWORD}

    def restart(self, settings: str) -> None:
        """Start it again over what it has stored, with further lines of configuration."""
        if self._server is None:
            raise RuntimeError("The server was started elsewhere.")
        with (self._server.home / "conf" / "neo4j.conf").open("a") as file:
            file.write(settings)
        self._server.restart()

    def clear(self) -> None:
        """Delete all nodes, edges, constraints and indexes."""
        from neo4j import GraphDatabase

        with GraphDatabase.driver(self.url.replace("neo4j:", "bolt:"), auth=(USER, PASSWORD)) as driver:
            driver.execute_query("MATCH (n) DETACH DELETE n")
            for kind in ("CONSTRAINTS", "INDEXES"):
                word = kind.removesuffix("ES" if kind == "INDEXES" else "S")
                where = "" if kind == "CONSTRAINTS" else " WHERE type <> 'LOOKUP'"
                for (name,) in driver.execute_query(f"SHOW {kind} YIELD name, type{where} RETURN name").records:
                    driver.execute_query(f"DROP {word} `{name}`")

    def processor_s(self) -> float:
        """Return the seconds of the processor that the server has used; 0 for one that was running before."""
        return self._server.processor_s() if self._server else 0.0

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()


def make_certificate(folder: Path) -> None:
    """Write a key and a certificate for 127.0.0.1, signed by itself: `private.key`, `public.crt`."""
    folder.mkdir(parents=True)
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Pramana tests"]
    named = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "private.key", "-out", "public.crt"]
    subprocess.run([*words, *named], cwd=folder, check=True, capture_output=True)


def _is_ready(port: int) -> bool:
    """Return whether the server answers; its first answer is to a new password, which it demands."""
    if not port_answers(port):
        return False
    return _set_password(port) and _can_ask(port)


def _set_password(port: int) -> bool:
    return _succeeds(port, "neo4j", "system", "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $new", new=PASSWORD) or (
        _can_ask(port)  # an earlier try set it
    )


def _can_ask(port: int) -> bool:
    return _succeeds(port, PASSWORD, "neo4j", "RETURN 1")


def _succeeds(port: int, password: str, database: str, query: str, **parameters: str) -> bool:
    from neo4j import GraphDatabase
    from neo4j.exceptions import DriverError, Neo4jError

    try:
        with GraphDatabase.driver(f"bolt://127.0.0.1:{port}", auth=(USER, password)) as driver:
            driver.execute_query(query, parameters, database_=database)
    except (Neo4jError, DriverError, OSError):
        return False
    return True


def main() -> None:
    """Run a server until standard input ends or has a line."""
    server = Neo4jServer(fast=True)
    named = [f"export {name}={value}\n" for name, value in server.environment.items()]
    sys.stdout.write(
        "".join(
            [
                f"{server.url}\nexport NEO4J_TEST_PORT={server.port}\n",
                *named,
                f"export NEO4J_TEST_CERTIFICATE={server.certificate}\n",
            ]
        )
    )
    sys.stdout.flush()
    sys.stdin.readline()
    server.stop()


if __name__ == "__main__":
    main()

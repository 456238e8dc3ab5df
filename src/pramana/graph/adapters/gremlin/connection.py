"""A Gremlin server: traversals as bytecode with their values, one at a time, in a thread of their own."""

from __future__ import annotations

import atexit
import logging
import ssl
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakSet

from pramana.errors import AdapterError, GraphServerError
from pramana.extras import optional_import
from pramana.graph.address import GraphAddress, credential_variables, find_credentials

T = TypeVar("T")

PORT = 8182
PATIENCE_S = 300.0
"""Seconds without a byte of an answer: a scan of a large graph sends its first results late."""
_FRAME = 64 * 1024 * 1024
"""Bytes of one message of the server, at most."""
_BATCH = 1_000
"""Results that the server sends together; its default of 64 costs a message for each."""
_LONG, _INT = 2**63, 2**31


class GremlinConnection:
    """One graph of a server. The driver has an event loop of its own, which may not run inside of another one: so all
    that it does is done in one thread."""

    def __init__(self, address: GraphAddress, *, read_only: bool = False) -> None:
        """Connect. Raises GraphServerError where the server is away or refuses, ExtraMissing without the driver.

        `read_only`: each traversal carries the strategy with which the server refuses writing steps.
        """
        with optional_import("gremlin", "Gremlin"):
            from gremlin_python.process.graph_traversal import GraphTraversalSource
            from gremlin_python.process.strategies import ReadOnlyStrategy
            from gremlin_python.process.traversal import TraversalStrategies
            from gremlin_python.structure.graph import Graph
        logging.getLogger("gremlinpython").addHandler(logging.NullHandler())  # what it logs is raised here as an error
        self.address = address
        self.read_only = read_only
        self.schema_keys: Any = None
        """The GraphKeys of this connection, once they are asked for."""
        source = GraphTraversalSource(Graph(), TraversalStrategies())
        self.g: Any = source.with_strategies(ReadOnlyStrategy()) if read_only else source
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="gremlin")
        self._clients: list[Any] = []
        """The driver's client, once there is one."""
        _open_connections.add(self)
        try:
            self.run(self.g.inject(1))
        except BaseException:
            self.close()
            raise

    def run(self, traversal: Any) -> list[Any]:
        """Run a traversal and return its results."""
        return self._in_thread(lambda: self._submit(traversal.bytecode, None))

    def script(self, text: str, bindings: Mapping[str, Any]) -> list[Any]:
        """Run a script of ours with bound values: for schemas and indexes, which no traversal can make.

        Raises AdapterError where the server has no scripts.
        """
        return self._in_thread(lambda: self._submit(text, dict(bindings)))

    def _in_thread(self, work: Callable[[], T]) -> T:
        return self._thread.submit(work).result()

    def _submit(self, message: Any, bindings: Any) -> list[Any]:
        from gremlin_python.driver.protocol import ConfigurationError, GremlinServerError
        from gremlin_python.process.traversal import Traverser

        try:
            if not self._clients:
                self._clients.append(self._opened_client())
            results = self._clients[0].submit(message, bindings, {"batchSize": _BATCH}).all().result()
        except GremlinServerError as error:
            raise self._refusal(error) from None
        except ConfigurationError:  # the server wants credentials, and there are none
            raise self._credentials_refusal() from None
        except Exception as error:  # the driver passes on what asyncio, aiohttp and its own threads raise
            _drop(self._clients)
            what = f"{type(error).__name__}: {_first_line(error)}"
            raise GraphServerError(f"{self.address} cannot be reached ({what}).") from None
        found: list[Any] = []
        for each in results:
            found.extend([each.object] * each.bulk if isinstance(each, Traverser) else [each])
        return found

    def _refusal(self, error: Any) -> AdapterError:
        if error.status_code == 401:
            return self._credentials_refusal()
        return AdapterError(f"{self.address} refused a traversal: {_first_line(error)}")

    def _credentials_refusal(self) -> GraphServerError:
        _drop(self._clients)
        user, password = credential_variables("gremlin")
        return GraphServerError(f"{self.address} refuses the credentials. Set {user} and {password}.")

    def _opened_client(self) -> Any:
        from gremlin_python.driver.aiohttp.transport import AiohttpTransport
        from gremlin_python.driver.client import Client
        from gremlin_python.driver.serializer import GraphBinarySerializersV1

        address = self.address
        host = f"[{address.host}]" if ":" in address.host else address.host
        scheme = "ws" if address.encryption == "off" else "wss"
        found = find_credentials(address, "gremlin")
        options: dict[str, Any] = {
            "read_timeout": PATIENCE_S,
            "write_timeout": PATIENCE_S,
            "max_content_length": _FRAME,
        }
        if scheme == "wss":
            options["ssl_options"] = _tls(address.ca, verified=address.encryption == "on")
        return Client(
            f"{scheme}://{host}:{address.port or PORT}/{address.path or 'gremlin'}",
            address.option("source", "g"),
            pool_size=1,
            transport_factory=lambda: AiohttpTransport(**options),
            message_serializer=GraphBinarySerializersV1(),
            username=found.user if found else "",
            password=found.password if found else "",
        )

    def close(self) -> None:
        """Close the connection. The next traversal opens it again."""
        self._in_thread(self.drop)

    def drop(self) -> None:
        """Close the connection from its own thread, or when that has ended."""
        _drop(self._clients)


_open_connections: WeakSet[GremlinConnection] = WeakSet()


@atexit.register
def _close_at_exit() -> None:
    """Close what was left open, before the driver would complain of it. The threads have ended by then."""
    for connection in list(_open_connections):
        connection.drop()


def _drop(clients: list[Any]) -> None:
    while clients:
        with suppress(Exception):  # it is broken already
            clients.pop().close()


def _tls(ca: str, *, verified: bool) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=ca or None)
    if not verified:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def sendable(value: Any) -> Any:
    """Return a text, number or boolean as the driver sends it: numbers above 32 bits by a type of their own.

    None for what has no type on the server: larger numbers, lists, mappings.
    """
    if isinstance(value, bool | str | float):
        return value
    if not isinstance(value, int) or not -_LONG <= value < _LONG:
        return None
    if -_INT <= value < _INT:
        return value
    from gremlin_python.statics import long

    return long(value)


def _first_line(error: BaseException) -> str:
    text = str(getattr(error, "status_message", "") or error).strip()
    return text.partition("\n")[0][:300]

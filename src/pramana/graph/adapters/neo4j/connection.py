"""A connection to a Neo4j database: queries, transactions, and the driver's errors as ours."""

from __future__ import annotations

import ssl
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pramana import version
from pramana.errors import AdapterError, GraphServerError
from pramana.extras import optional_import
from pramana.graph.address import GraphAddress, credential_variables, find_credentials

PATIENCE = 15.0
"""Seconds until a connection, and until a transaction that the server asks to repeat, is given up."""

_DRIVER_ENCRYPTION = {"on": "+s", "self-signed": "+ssc", "off": ""}

Rows = list[tuple[Any, ...]]


class Neo4jConnection:
    """One database. Outside of `transaction` each query is a transaction of its own. Use it from one thread at a time.

    `read_only`: the server refuses every write (access mode READ).
    """

    def __init__(self, address: GraphAddress, *, read_only: bool = False) -> None:
        """Connect. Raises GraphServerError where the server is away or refuses, ExtraMissing without the driver."""
        with optional_import("neo4j", "Neo4j"):
            import neo4j
        self.address = address
        self.read_only = read_only
        self._neo4j = neo4j
        self._open: list[Any] = []
        """The driver, then the session, once they are needed."""
        self._transaction: Any = None
        self._closing = weakref.finalize(self, _close_all, self._open)
        try:
            with self._errors():
                self._driver().verify_connectivity()  # without the retries of a query
            self.run("RETURN 1")
        except BaseException:
            self.close()
            raise

    def run(self, query: str, parameters: Mapping[str, Any] | None = None) -> Rows:
        """Run a query, in the open transaction if there is one, and return all rows."""
        with self._errors():
            if self._transaction is not None:
                return [tuple(row.values()) for row in self._transaction.run(query, parameters)]
            work = self._work(query, parameters)
            session = self._opened_session()
            rows: Rows = session.execute_read(work) if self.read_only else session.execute_write(work)
            return rows

    def _work(self, query: str, parameters: Mapping[str, Any] | None) -> Any:
        return lambda transaction: [tuple(row.values()) for row in transaction.run(query, parameters)]

    def command(self, query: str) -> None:
        """Run what Neo4j does not mix with other writes, such as making a constraint."""
        self.run(query)

    def stream(self, query: str, parameters: Mapping[str, Any] | None = None) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query as they come; the whole result is never in memory."""
        if self._transaction is not None:
            yield from self.run(query, parameters)
            return
        with self._errors(), self._new_session() as session:
            for row in session.run(query, parameters):
                yield tuple(row.values())

    def _new_driver(self) -> Any:
        found = find_credentials(self.address, "neo4j", "neo4j")
        address, host = self.address, self.address.host
        host = f"[{host}]" if ":" in host else host
        suffix = _DRIVER_ENCRYPTION[address.encryption]
        trusted: dict[str, Any] = {}
        if address.ca:  # the driver takes either a suffix or a file
            suffix = ""
            trusted = {"encrypted": True, "trusted_certificates": self._neo4j.TrustCustomCAs(address.ca)}
        return self._neo4j.GraphDatabase.driver(
            f"{address.scheme}{suffix}://{host}:{address.port or 7687}",
            auth=None if found is None else (found.user, found.password),
            connection_timeout=PATIENCE,
            max_transaction_retry_time=PATIENCE,
            notifications_min_severity="OFF",  # `id()` is deprecated in 5, and still the way to order by it
            user_agent=f"pramana/{version.__version__}",
            **trusted,
        )

    def _driver(self) -> Any:
        if not self._open:
            self._open.append(self._new_driver())
        return self._open[0]

    def _new_session(self) -> Any:
        mode = self._neo4j.READ_ACCESS if self.read_only else self._neo4j.WRITE_ACCESS
        return self._driver().session(
            database=self.address.path or None, default_access_mode=mode, fetch_size=_FETCHED_ROWS
        )

    def _opened_session(self) -> Any:
        if len(self._open) < 2:
            self._open.append(self._new_session())
        return self._open[1]

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._transaction is not None

    def begin(self) -> None:
        """Begin a transaction, which `commit` or `roll_back` ends."""
        with self._errors():
            self._transaction = self._opened_session().begin_transaction()

    def commit(self) -> None:
        """Commit the open transaction."""
        transaction, self._transaction = self._transaction, None
        with self._errors():
            transaction.commit()

    def roll_back(self) -> None:
        """Drop what the open transaction has written."""
        transaction, self._transaction = self._transaction, None
        with self._errors():
            if not transaction.closed():  # the server closes one that failed
                transaction.rollback()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run all queries inside in one transaction, also those of a block within the block."""
        if self._transaction is not None:
            yield
            return
        self.begin()
        try:
            yield
        except BaseException:
            self.roll_back()
            raise
        self.commit()

    def close(self) -> None:
        """Close the connection, which the next query opens again. One that nothing refers to is closed by itself."""
        self._transaction = None
        _close_all(self._open)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raise the driver's errors as ours. No text of a driver's error holds the password."""
        errors = self._neo4j.exceptions
        try:
            yield
        except errors.AuthError:
            user, password = credential_variables("neo4j")
            raise GraphServerError(f"{self.address} refuses the credentials. Set {user} and {password}.") from None
        except (errors.ServiceUnavailable, errors.SessionExpired, OSError) as error:
            if any(isinstance(each, ssl.SSLError) for each in _causes(error)):
                raise GraphServerError(
                    f"{self.address} cannot be trusted: its certificate is not vouched for, or not for this host. "
                    "Name the file of one that is: ?ca=FILE at the end of the address."
                ) from None
            raise GraphServerError(f"{self.address} cannot be reached: {_first_line(error)}") from None
        except errors.TransientError as error:
            raise GraphServerError(f"{self.address} failed for now: {_first_line(error)}") from None
        except errors.ConfigurationError as error:
            raise GraphServerError(f"{self.address}: {_first_line(error)}") from None
        except (errors.Neo4jError, errors.DriverError) as error:
            raise AdapterError(f"{self.address} refused a query: {_first_line(error)}") from None


_FETCHED_ROWS = 5_000
"""Rows that the server sends at once; the driver's default of 1,000 costs a round trip for each of them."""


def _close_all(opened: list[Any]) -> None:
    while opened:
        opened.pop().close()


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _first_line(error: BaseException) -> str:
    text = getattr(error, "message", None) or str(error)
    return text.partition("\n")[0][:400]

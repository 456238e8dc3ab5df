"""The backend on a server: a graph too large for one machine grows where it is. Its indexes and its provenance are in a
temporary file here, and the log is the record: a resumed run builds the graph again from it."""

from __future__ import annotations

import shutil
import weakref
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from pramana.errors import InputError
from pramana.graph import GraphSchema, connect_graph, parse_address
from pramana.igg.backend import KeptGrowth, ProvenanceBook, RowIndex, ServerGraph
from pramana.igg.sqlite_backend import SqliteBackend


class ServerBackend:
    """Keeps the graph of one run on a server."""

    def __init__(self, schema: GraphSchema, address: str, owner: str) -> None:
        """Open a graph on a server, empty. `owner` identifies the run: only what the same run has put there is deleted.

        Raises InputError where the graph is not empty and of another owner, GraphServerError.
        """
        graph = connect_graph(parse_address(address), read_only=False)
        if not isinstance(graph, ServerGraph):
            raise InputError(f"{address}: no graph can be grown there.")
        try:
            graph.claim(owner)
        except BaseException:
            graph.close()
            raise
        graph.schema = schema
        self._again: Callable[[], ServerBackend] = lambda: ServerBackend(schema, address, owner)
        folder = Path(mkdtemp(prefix="pramana-"))
        self._closing = weakref.finalize(self, shutil.rmtree, folder, True)
        self._books = SqliteBackend(schema, folder / "books.sqlite")
        self.graph: ServerGraph = graph

    @property
    def provenance(self) -> ProvenanceBook:
        return self._books.provenance

    @property
    def kept_growth(self) -> KeptGrowth | None:
        return None

    def index(self, name: str) -> RowIndex:
        return self._books.index(name)

    def index_names(self) -> list[str]:
        return self._books.index_names()

    def keep(self, growth: KeptGrowth) -> None:
        self._books.keep(growth)
        self.graph.keep()

    def pause(self) -> None:
        self.graph.roll_back()
        self.graph.close()

    def clear(self) -> ServerBackend:
        return self._again()

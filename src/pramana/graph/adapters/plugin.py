"""Which adapters there are: those in `builtin/`, and those of other packages (`pramana.graph_adapters`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pramana.errors import GraphFileError, InputError
from pramana.graph.adapters.protocol import GraphAdapter
from pramana.graph.address import GraphAddress, address_in, parse_address
from pramana.graph.projection import ProjectionTarget
from pramana.registry import PluginRegistry


@dataclass(frozen=True, slots=True, kw_only=True)
class AdapterPlugin:
    """One kind of graph behind the protocol `GraphAdapter`.

    `over` returns an adapter over a graph in memory, None for an object of another kind; it imports no library to find
    that out. `open` returns one over a file or folder whose name has one of `suffixes` (with the dot, in lower case).
    A built-in adapter without suffixes opens what the formats of graphs read. `connect` returns one over a graph on a
    server whose address has one of `schemes`; with `read_only` it cannot be written to. `project` returns what a
    projection is written to there.
    """

    over: Callable[[object], GraphAdapter | None] | None = None
    suffixes: tuple[str, ...] = ()
    open: Callable[[Path], GraphAdapter] | None = None
    schemes: tuple[str, ...] = ()
    connect: Callable[[GraphAddress, bool], GraphAdapter] | None = None
    project: Callable[[GraphAddress], ProjectionTarget] | None = None


ADAPTERS: PluginRegistry[AdapterPlugin] = PluginRegistry(
    "graph_adapters", "pramana.graph.adapters.builtin", AdapterPlugin, "graph adapter"
)
"""By name."""
FILES = "columnar"
"""The adapter of files for which no other has a suffix: columns are the fastest to search."""


def adapter_name(path: Path) -> str:
    """Return the name of the adapter that opens a file or folder."""
    ending = path.suffix.lower()
    return next((name for name, each in ADAPTERS.items() if each.open and ending in each.suffixes), FILES)


def open_adapter(path: Path) -> GraphAdapter:
    """Open a graph's file or folder, or the graph at a server's address, to be read. Raises GraphFileError where it is
    none."""
    address = address_in(path)
    if address is not None:
        return connect_graph(parse_address(address))
    opener = ADAPTERS[adapter_name(path)].open
    assert opener is not None, "adapter_name looks for those that open files"
    if not path.exists() and not path.suffix:
        raise GraphFileError(path, "is neither a workspace nor a graph's file")
    return opener(path)


def server_plugin(address: GraphAddress) -> AdapterPlugin:
    """Return the adapter of a server's address. Raises InputError where none has its scheme."""
    plugins = list(ADAPTERS.values())
    found = next((each for each in plugins if address.scheme in each.schemes), None)
    if found is None:
        known = ", ".join(f"{scheme}://" for each in plugins for scheme in each.schemes)
        raise InputError(f"{address} is the address of no known kind of graph. Known are {known or 'none'}.")
    return found


def connect_graph(address: GraphAddress, *, read_only: bool = True) -> GraphAdapter:
    """Return an adapter over a graph on a server. Raises InputError, GraphServerError."""
    connect = server_plugin(address).connect
    if connect is None:
        raise InputError(f"{address}: graphs of {address.scheme}:// cannot be read.")
    return connect(address, read_only)


def projection_target(address: GraphAddress) -> ProjectionTarget:
    """Return what a projection is written to. Raises InputError, GraphServerError."""
    project = server_plugin(address).project
    if project is None:
        raise InputError(f"{address}: nothing can be written to graphs of {address.scheme}://.")
    return project(address)


def adapter_over(graph: object) -> GraphAdapter | None:
    """Return an adapter over a graph in memory, None where no adapter knows its kind."""
    made = (each.over(graph) for each in ADAPTERS.values() if each.over is not None)
    return next((adapter for adapter in made if adapter is not None), None)

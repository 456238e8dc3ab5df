"""What can be audited: whatever GASL and investigations work on, as lists of nodes and edges with its own text."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.app.config import FILE
from pramana.app.sources import (
    DataSource,
    adapter_of,
    chunk_documents,
    chunk_texts,
    open_source,
    store_file,
    workspace_source,
)
from pramana.documents import LoadedDocument, printable_path
from pramana.errors import InputError
from pramana.graph import Exporting, Imported, address_in, read_graph


@dataclass(frozen=True, slots=True)
class AuditInput:
    """A graph with its name, and the documents that it was made from; none where only the user knows them."""

    name: str
    graph: Imported
    documents: Sequence[LoadedDocument] = ()


def graph_to_audit(given: Any) -> AuditInput:
    """Return what is to be audited. `given` is the path of a graph, a workspace or a LightRAG store, a DataSource, or a
    graph in memory.

    Raises GraphFileError for a file that is not a graph, InputError for anything else that is none.
    """
    if isinstance(given, DataSource):
        return _of_source(given)
    if not isinstance(given, str | os.PathLike):
        return _of_source(open_source(adapter_of(given)))
    path = Path(given)
    if (path / FILE).is_file():
        return _of_workspace(path)
    store = store_file(path)
    imported = read_graph(store or path)
    texts = imported.texts if store is None else chunk_texts(store.parent)
    return AuditInput(address_in(path) or printable_path(path), imported, chunk_documents(texts))


def _of_source(source: DataSource, name: str = "") -> AuditInput:
    adapter = source.adapter
    if not isinstance(adapter, Exporting):
        raise InputError(f"A graph that is audited lists its nodes and edges; one of kind {adapter.name!r} does not.")
    imported = Imported(tuple(adapter.nodes()), tuple(adapter.edges()), adapter.name, adapter.directed)
    documents = () if source.documents is None else source.documents()
    return AuditInput(name or f"a graph of kind {adapter.name}", imported, documents)


def _of_workspace(folder: Path) -> AuditInput:
    from pramana.app.workspace import WorkspaceResources  # only where one is audited

    workspace = WorkspaceResources.open(folder, create=False)
    try:
        return _of_source(workspace_source(workspace), printable_path(folder))
    finally:
        workspace.database.close()

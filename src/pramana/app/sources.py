"""What can be worked on: the graph of a workspace, of a file, of a live object, of a LightRAG store; with its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pramana.app.workspace import WorkspaceResources
from pramana.documents import LoadedDocument, read_text
from pramana.errors import InputError
from pramana.graph import GraphAdapter, SqliteAdapter, adapter_over, open_adapter
from pramana.untrusted import Malformed, parse_json, read_file

if TYPE_CHECKING:
    from pramana.investigate import TextVerdict


@dataclass(frozen=True, slots=True)
class DataSource:
    """A graph to work on, whatever its storage.

    `line` returns a line of a document by its number, `text` the text of a source by its id, `places` where an element
    occurs in given texts, `statements` what these texts say of a statement, `documents` all source texts in lines.
    None: the graph has no such text.
    """

    adapter: GraphAdapter
    line: Callable[[str, int], str | None] | None = None
    text: Callable[[str], str | None] | None = None
    places: Callable[[str], Sequence[Mapping[str, Any]]] | None = None
    documents: Callable[[], Sequence[LoadedDocument]] | None = None
    statements: Callable[[str], TextVerdict] | None = None


def workspace_source(workspace: WorkspaceResources) -> DataSource:
    """Return the graph of a workspace, with the lines of its documents."""

    def line(doc_id: str, number: int) -> str | None:
        found = workspace.shelf.line(doc_id, number)
        return None if found is None else found.line.text

    def documents() -> list[LoadedDocument]:
        shelf = workspace.shelf
        return [
            LoadedDocument(
                each.doc_id, each.sha, each.loader, tuple(found.line for found in shelf.lines(each.doc_id)), each.date
            )
            for each in shelf.all()
        ]

    return DataSource(SqliteAdapter(workspace.graph), line=line, documents=documents)


def open_source(graph: Path | GraphAdapter, *, lightrag: bool = False, texts: Sequence[Path] = ()) -> DataSource:
    """Return a graph outside of a workspace: a file or folder of any format, a LightRAG store, an adapter.

    `texts` are files and folders of its source text. Raises GraphFileError, InputError.
    """
    if not isinstance(graph, Path):
        return _with_texts(DataSource(graph), texts)
    store = store_file(graph)
    if store is None and lightrag:
        raise InputError(f"{graph} holds no graph of LightRAG or nano-graphrag: there is no {GRAPH_FILES[0]}.")
    adapter = open_adapter(store or graph)
    chunks = {} if store is None else chunk_texts(store.parent)
    if not chunks:
        return _with_texts(DataSource(adapter), texts)
    return _with_texts(DataSource(adapter, text=chunks.get, documents=lambda: chunk_documents(chunks)), texts)


def _with_texts(source: DataSource, texts: Sequence[Path]) -> DataSource:
    if not texts:
        return source
    from pramana.app.passages import Passages  # only where texts are given

    found = Passages(source.adapter, texts)
    return replace(source, places=found, statements=found.verdict)


GRAPH_FILES = ("graph_chunk_entity_relation.graphml",)


CHUNK_FILES = ("kv_store_text_chunks.json",)


def store_file(folder: Path) -> Path | None:
    """Return the graph's file of a store (also of one in a workspace's folder in it), None where there is none.

    `folder` may be that file itself.
    """
    if not folder.is_dir():
        return folder if folder.name in GRAPH_FILES and folder.is_file() else None
    places = [folder, *sorted(each for each in folder.iterdir() if each.is_dir())]
    return next((place / name for place in places for name in GRAPH_FILES if (place / name).is_file()), None)


def chunk_texts(folder: Path) -> Mapping[str, str]:
    """Return the texts of a store's chunks by their ids; none where the folder holds no chunks that can be read."""
    file = next((folder / name for name in CHUNK_FILES if (folder / name).is_file()), None)
    if file is None:
        return {}
    try:
        chunks = parse_json(read_file(file))
    except (InputError, Malformed):
        return {}
    found = chunks.items() if isinstance(chunks, Mapping) else ()
    texts = {key: chunk.get("content") for key, chunk in found if isinstance(chunk, Mapping)}
    return {key: text for key, text in texts.items() if isinstance(text, str)}


def chunk_documents(texts: Mapping[str, str]) -> list[LoadedDocument]:
    """Return texts by their ids as documents, in order of the ids."""
    return [read_text(texts[key], key) for key in sorted(texts)]


def rag_adapter(rag: Any) -> Any:
    """Return an adapter over a LightRAG object's graph. Raises InputError where it keeps none in memory."""

    graph = getattr(getattr(rag, "chunk_entity_relation_graph", None), "_graph", None)
    if graph is None:
        kind = type(rag).__name__
        raise InputError(
            f"Not a LightRAG object with its graph in memory: {kind}. For a store on disk use --lightrag DIR."
        )
    return adapter_of(graph)


def adapter_of(graph: Any) -> GraphAdapter:
    """Return an adapter over a graph in memory; an adapter is returned unchanged. Raises InputError for other types."""
    if all(hasattr(graph, name) for name in ("find_nodes", "find_edges", "find_paths", "caps")):
        adapter: GraphAdapter = graph
        return adapter
    found = adapter_over(graph)
    if found is None:
        kind = type(graph).__name__
        raise InputError(f"A graph is a path, a workspace, a NetworkX graph or an adapter, and no {kind}.")
    return found

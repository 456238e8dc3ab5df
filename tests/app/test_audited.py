"""What `audit` takes: a graph in a file, a folder, a workspace, a store of LightRAG, in memory; with its own text or given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import pramana
from pramana.app import init
from pramana.app.audit import FileAudit, audit_files
from pramana.app.sources import open_source
from pramana.errors import InputError
from pramana.graph import open_adapter

TEXT = "Rama gave the bow to Sita. Sita saw the deer."
STORE = "graph_chunk_entity_relation.graphml"


@pytest.fixture
def graph(tmp_path: Path) -> nx.DiGraph:
    made = nx.DiGraph()
    made.add_node("Rama", entity_type="Person")
    made.add_node("Sita", entity_type="Person")
    made.add_node("Ravana", entity_type="Person")
    made.add_edge("Rama", "Sita", description="Rama gave the bow to Sita.")
    made.add_edge("Sita", "Ravana", description="Sita saw Ravana.")
    nx.write_graphml(made, tmp_path / "graph.graphml")
    (tmp_path / "text.txt").write_text(TEXT)
    return made


def verdicts(found: FileAudit) -> list[list[str]]:
    return [[str(each.verdict) for each in kind] for kind in (found.audit.nodes, found.audit.edges)]


WANTED = [["supported", "supported", "unsupported"], ["supported", "unsupported"]]


def test_every_form_of_a_graph_gives_the_same_verdicts(graph: nx.DiGraph, tmp_path: Path) -> None:
    """As for GASL and investigations: a path (as text, too), an adapter, a NetworkX graph, a DataSource."""
    file, text = tmp_path / "graph.graphml", tmp_path / "text.txt"
    forms: list[Any] = [file, str(file), open_adapter(file), graph, open_source(file), open_source(open_adapter(file))]
    for form in forms:
        for sources in (text, str(text), [text], (each for each in [text])):
            assert verdicts(audit_files(form, sources)) == WANTED


def store_of(folder: Path, chunks: Any) -> Path:
    folder.mkdir()
    (folder / STORE).write_bytes((folder.parent / "graph.graphml").read_bytes())
    (folder / "kv_store_text_chunks.json").write_text(json.dumps(chunks))
    return folder


def test_a_store_of_lightrag_is_held_to_its_own_chunks(graph: nx.DiGraph, tmp_path: Path) -> None:
    """Given as a folder or as a DataSource; files that are named win over the chunks."""
    store = store_of(tmp_path / "store", {"chunk-1": {"content": TEXT}, "chunk-2": {"content": 3}, "chunk-3": "x"})
    for form in (store, open_source(store), open_source(store, lightrag=True)):
        found = audit_files(form)
        assert verdicts(found) == WANTED
        assert list(found.audit.documents) == ["chunk-1"]
        (tmp_path / "other.txt").write_text("Nobody came.")
        assert verdicts(audit_files(form, tmp_path / "other.txt"))[0] == ["unsupported"] * 3


def test_a_workspace_is_held_to_its_own_documents(graph: nx.DiGraph, tmp_path: Path) -> None:
    """By its folder; the asserted facts of an imported graph, too."""
    with pramana.open(init(tmp_path / "ws"), create=True, karaka={"passes": []}) as ws:
        ws.ingest(tmp_path / "text.txt")
        ws.import_graph(tmp_path / "graph.graphml")
    found = audit_files(tmp_path / "ws")
    names = {each.node.name: str(each.verdict) for each in found.audit.nodes}
    assert (names["Rama"], names["Ravana"]) == ("supported", "unsupported")
    assert list(found.audit.documents) == ["text.txt"]


@pytest.mark.parametrize("given", [None, 3, [], {}, object(), b"graph.graphml"])
def test_what_is_no_graph_is_refused(given: Any, graph: nx.DiGraph, tmp_path: Path) -> None:
    """With a typed error."""
    with pytest.raises(InputError):
        audit_files(given, tmp_path / "text.txt")


def test_a_graph_without_text_needs_some(graph: nx.DiGraph, tmp_path: Path) -> None:
    """A file, a graph in memory, and a store whose chunks cannot be read."""
    for form in (tmp_path / "graph.graphml", graph, store_of(tmp_path / "store", [])):
        with pytest.raises(InputError, match="no text of its own"):
            audit_files(form)

"""Other tools' graphs into a workspace: each as one unit of asserted facts, and each import a run."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pramana import version
from pramana.app.engine import engine_hash
from pramana.app.plugins import uses_json
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import digest, digest_bytes
from pramana.documents import document_suffixes
from pramana.errors import InputError
from pramana.evidence import Grade
from pramana.graph import (
    FORMATS,
    WHOLE_DOCUMENT,
    Added,
    Edge,
    EdgeFact,
    GraphSchema,
    Imported,
    Node,
    NodeFact,
    SchemaMode,
    SqliteGraph,
    Unit,
    address_in,
    extend_schema,
    format_of,
    parse_address,
    read_graph,
    write_node_link,
)
from pramana.karaka import KARAKA_SCHEMA
from pramana.store import Blobs
from pramana.trace import Step, Trail, path_part
from pramana.views import ImportReport

KIND = "import"
"""The kind of run that an import is recorded as."""

_SLOT = "import/"


class Importer:
    """Puts graphs into a workspace. `import_graph` and `put` write; hold the workspace's lease."""

    def __init__(self, workspace: WorkspaceResources) -> None:
        self._ws = workspace
        self._blobs = Blobs(workspace.database)

    def import_graph(self, path: str | Path, name: str | None, format: str | None) -> ImportReport:
        """Read a graph from a file or a folder and put it in, in the place of an earlier one of its name.

        Raises GraphFileError, and writes nothing, where it cannot be read.
        """
        address = address_in(path)
        called = self._check_name(name or (Path(path).resolve().name if address is None else _host_of(address)))
        kind = format or (format_of(path) if address is None else "json")  # what is stored of it is JSON
        imported = read_graph(path, kind)
        made = made_of(called, imported)
        before = self._ws.graph.key_of(made.unit.slot)
        if before == made.unit.key:
            return self._report(called, None, imported, made.added, False)
        manifest = self._manifest(called, imported, made.unit, kind)
        with self._ws.database.transaction(), self._ws.ledger.running(KIND, manifest) as run:
            self.put(run.id, called, made)
            run.result = {**made.counts, "graph_hash": self._ws.graph.hash()}
        return self._report(called, run.id, imported, made.added, before is not None)

    def put(self, run: int, name: str, made: MadeImport) -> None:
        """Put a graph in and record it in a run."""
        path = import_path(name)
        SqliteGraph(self._ws.database, made.schema).put(replace(made.unit, origin=(run, path)))
        trail = Trail(path)
        added = [each.as_json() for each in made.added]
        trail.record(KIND, {"body": self._blobs.put(made.body), **made.counts, "added": added})
        self._ws.ledger.write(run, trail)

    def stored_graph(self, step: Step) -> Imported | None:
        """Return the graph that a step recorded, None where it was purged."""
        body = self._blobs.get(str(step.body["body"]))
        return None if body is None else _graph_of(body)

    def _check_name(self, name: str) -> str:
        if name in self._ws.shelf.ids() or name.lower().endswith(document_suffixes()):
            raise InputError(
                f"{name!r} is the name of a document. Documents are read with `pramana ingest`; a graph of this name "
                "needs another one: --name NAME."
            )
        if not name.strip():
            raise InputError("The graph needs a name.")
        return name

    def _manifest(self, name: str, imported: Imported, unit: Unit, kind: str) -> dict[str, Any]:
        about = {"import": name, "format": imported.format, "key": unit.key}
        use = (FORMATS.group, kind)
        decides = {"graph": self._ws.graph.hash(), "engine": self._ws.engine(use), **uses_json(use)}
        return {**about, **decides, "version": version.__version__}

    def _report(
        self, name: str, run: int | None, imported: Imported, added: tuple[Added, ...], replaced: bool
    ) -> ImportReport:
        sizes = len(imported.nodes), len(imported.edges)
        return ImportReport(
            name, run, imported.format, *sizes, replaced, added, imported.warnings, self._ws.graph.hash()
        )


def _host_of(address: str) -> str:
    return parse_address(address).host


def import_names(graph: SqliteGraph) -> list[str]:
    """Return the names of the graphs that were imported and not removed, sorted."""
    return [slot.removeprefix(_SLOT) for slot in graph.slots_below(_SLOT)]


def import_path(name: str) -> str:
    """Return the place of a run's step about an import."""
    return f"{path_part(name)}/import"


@dataclass(frozen=True, slots=True)
class MadeImport:
    """The unit of an imported graph, a schema that admits it, what that has besides Kāraka's, and what is stored."""

    unit: Unit
    schema: GraphSchema
    added: tuple[Added, ...]
    body: bytes

    @property
    def counts(self) -> dict[str, int]:
        return {"nodes": len(self.unit.nodes), "edges": len(self.unit.edges)}


def made_of(name: str, imported: Imported) -> MadeImport:
    """Return what an imported graph puts into the workspace's.

    Ids get the import's name in front (`name:id`), so that a graph about the same text does not fuse with what was
    read from the text; the id itself is the property `name` where there is none. A type or relation that Kāraka has is
    renamed (`ImportedEntity`, `IMPORTED_CAUSES`): passes and questions work on what the lines say alone.
    """
    body = _body(imported)
    nodes = tuple(NodeFact(_renamed_node(name, node)) for node in imported.nodes)
    edges = tuple(EdgeFact(edge) for edge in _with_ordinals(_renamed_edge(name, edge) for edge in imported.edges))
    soft = replace(KARAKA_SCHEMA, mode=SchemaMode.SOFT, self_loops=True)
    schema, added = extend_schema(soft, (fact.node for fact in nodes), (fact.edge for fact in edges))
    key = digest([name, digest_bytes(body), engine_hash()])
    unit = Unit(f"{_SLOT}{name}", key, ((name, WHOLE_DOCUMENT),), nodes, edges, Grade.ASSERTED.value)
    return MadeImport(unit, schema, added, body)


def _renamed_node(name: str, node: Node) -> Node:
    node_type = f"Imported{node.type}" if node.type in KARAKA_SCHEMA.node_types else node.type
    return Node(f"{name}:{node.id}", node_type, {"name": node.id, **_without_none(node.properties)})


def _renamed_edge(name: str, edge: Edge) -> Edge:
    relation = f"IMPORTED_{edge.relation}" if edge.relation in KARAKA_SCHEMA.relations else edge.relation
    return Edge(
        f"{name}:{edge.source}", relation, f"{name}:{edge.target}", _without_none(edge.properties), edge.ordinal
    )


def _with_ordinals(edges: Iterable[Edge]) -> Iterator[Edge]:
    """Yield the edges with ordinals of their own: two relations may have become one."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for edge in edges:
        like = (edge.source, edge.relation, edge.target)
        yield replace(edge, ordinal=counts[like])
        counts[like] += 1


def _without_none(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in properties.items() if value is not None}


def _body(imported: Imported) -> bytes:
    text = io.StringIO()
    write_node_link(imported.source(), text)
    return text.getvalue().encode()


def _graph_of(body: bytes) -> Imported:
    held = json.loads(body)
    nodes = tuple(Node(node["id"], node["type"], node["properties"]) for node in held["nodes"])
    edges = tuple(
        Edge(edge["source"], edge["relation"], edge["target"], edge["properties"], edge["ordinal"])
        for edge in held["edges"]
    )
    return Imported(nodes, edges, "stored", held["directed"])

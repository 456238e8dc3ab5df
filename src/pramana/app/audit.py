"""Auditing: any graph against the text that it was made from. A model only judges what is weak."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pramana.app.audited import graph_to_audit
from pramana.app.session import JudgeSession
from pramana.audit import (
    DEFAULT_WINDOW,
    MAX_WINDOW,
    AuditVerdict,
    GraphAudit,
    as_html,
    audit_graph,
    audit_json,
    graph_of,
    judge_weak_edges,
    without_surrogates,
)
from pramana.background import BackgroundLoop
from pramana.canonical import canonical
from pramana.documents import (
    Loaded,
    SkippedFile,
    Source,
    document_kinds,
    flat_sources,
    load_and_refine_documents,
    printable_path,
    skipped_in_words,
)
from pramana.errors import ConfigError, DocumentError, ExitCode, InputError
from pramana.graph import Imported, ListedGraph, write_graph, written_suffixes
from pramana.llm import Provider
from pramana.serialization import JsonRecord, JsonShape
from pramana.store import replacing

STRANGE = 0.1
"""If a smaller share of the nodes occurs in the text, the graph may have been made from another text."""


@dataclass(frozen=True)
class FileAudit(JsonRecord):
    """An audit of a graph's file.

    `refused` are the files of text that could not be read, `skipped` those passed over, `written` are the files
    that were written.
    """

    path: str
    graph: Imported
    audit: GraphAudit
    refused: tuple[DocumentError, ...]
    skipped: tuple[SkippedFile, ...]
    written: tuple[Path, ...] = ()

    json_shape = JsonShape(
        without=("path", "graph", "refused", "skipped", "written"),
        convert={"audit": audit_json},
        inline=("audit",),
        computed={
            "graph": lambda found: {"path": found.path, "format": found.graph.format, "warnings": found.warnings},
            "refused_documents": lambda found: found.refused_documents,
        },
    )

    @property
    def skipped_in_words(self) -> list[str]:
        return skipped_in_words(self.skipped)

    @property
    def warnings(self) -> list[str]:
        """What the reader of the graph's file warned of."""
        return list(map(without_surrogates, self.graph.warnings))

    @property
    def refused_documents(self) -> list[dict[str, str]]:
        """The files of text that could not be read, each with the reason."""
        return [
            {"path": without_surrogates(error.path), "reason": without_surrogates(error.reason)}
            for error in self.refused
        ]

    @property
    def exit_code(self) -> ExitCode:
        """How a command that made this ends: in part where a file of text was left out."""
        return ExitCode.PARTIAL if self.refused else ExitCode.DONE

    @property
    def strange(self) -> bool:
        """Whether so few nodes occur in the text that the graph may have been made from another text."""
        return self.audit.counts["nodes"]["unsupported"] > (1 - STRANGE) * len(self.audit.nodes)

    def write_html(self, path: str | Path) -> Path:
        """Write the audit as one HTML page. Raises InputError where the file cannot be written."""
        with replacing(Path(path)) as file:
            file.write(as_html(self.audit, Path(self.path).name))
        return Path(path)

    def write_json(self, path: str | Path) -> Path:
        """Write the audit as canonical JSON. Raises InputError where the file cannot be written."""
        with replacing(Path(path)) as file:
            file.write(canonical(self.as_json()) + "\n")
        return Path(path)

    def write_supported(self, path: str | Path) -> tuple[Path, ...]:
        """Write the graph of the supported facts in the format that the name's ending says; return what was written.

        Raises InputError where a file cannot be written.
        """
        return write_graph(self.supported_graph(), path)

    def supported_graph(self) -> ListedGraph:
        """Return the graph of the supported facts: supported edges with their ends, and supported nodes."""
        edges = tuple(
            edge
            for edge, finding in zip(self.graph.edges, self.audit.edges, strict=True)
            if finding.verdict is AuditVerdict.SUPPORTED
        )
        ends = {end for edge in edges for end in (edge.source, edge.target)}
        nodes = tuple(
            node
            for node, finding in zip(self.graph.nodes, self.audit.nodes, strict=True)
            if finding.verdict is AuditVerdict.SUPPORTED or node.id in ends
        )
        return ListedGraph(nodes, edges, self.graph.directed)


@dataclass(frozen=True)
class AuditJudge:
    """The model that judges weak edges: `flags` name it, nested as in pramana.toml, beside the file `settings`.

    `store` is the database that keeps its answers, None for none.
    """

    flags: Mapping[str, Any] | None = None
    settings: Path | None = None
    store: Path | None = None
    providers: Mapping[str, Provider] | None = None

    async def judge(self, audit: GraphAudit) -> GraphAudit:
        """Return an audit whose weak edges the model judged."""
        async with JudgeSession(
            None, self.store, settings=self.settings, flags=self.flags, providers=self.providers
        ) as session:
            return await judge_weak_edges(audit, session.gateway)


def audit_files(
    graph: Any,
    sources: Source = (),
    window: int = DEFAULT_WINDOW,
    *,
    html: str | Path | None = None,
    facts: str | Path | None = None,
    prune: str | Path | None = None,
    judge: AuditJudge | None = None,
) -> FileAudit:
    """Audit a graph against files and folders of text. Writes a page to `html`, all facts as JSON to `facts`, and the
    graph of the supported facts to `prune`.

    `graph` is what GASL and investigations take, too: a graph's file or folder, a workspace's folder, a LightRAG store,
    a DataSource, an adapter, or a NetworkX graph. Without `sources` its own text is used, where it has one. `judge`
    names a model that judges the weak edges. Raises
    GraphFileError for a file that is not a graph; InputError for an empty graph, if no text can be read, for a window
    outside 1 to 100, and for files that cannot be written.
    """
    _check_targets(Path(graph) if isinstance(graph, str | os.PathLike) else None, html, facts, prune)
    if not 1 <= window <= MAX_WINDOW:
        raise ConfigError(f"The window is {window} lines; it can be 1 to {MAX_WINDOW}.")
    named = flat_sources(sources)
    taken = graph_to_audit(graph)
    imported = taken.graph
    if not imported.nodes:
        raise InputError(f"{taken.name}: the graph is empty; there is nothing to audit.")
    loaded = load_and_refine_documents(named) if named else Loaded(tuple(taken.documents), (), ())
    if not loaded.documents:
        raise InputError(_no_text(loaded.refused, bool(named)))
    audit = audit_graph(graph_of(imported.nodes, imported.edges, directed=imported.directed), loaded.documents, window)
    if judge is not None:
        with BackgroundLoop() as loop:
            audit = loop.run(judge.judge(audit))
    found = FileAudit(taken.name, imported, audit, loaded.refused, loaded.skipped)
    written = [found.write_html(html)] if html is not None else []
    written += [found.write_json(facts)] if facts is not None else []
    written += found.write_supported(prune) if prune is not None else ()
    return replace(found, written=tuple(written))


def _check_targets(
    graph: Path | None, html: str | Path | None, facts: str | Path | None, prune: str | Path | None
) -> None:
    """Raise InputError before any work for a file that could not, or should not, be written after it."""
    for target in (html, facts, prune):
        if target is not None and graph is not None and Path(target).resolve() == graph.resolve():
            raise InputError(f"{printable_path(target)} is the graph itself; name another file to write.")
        if target is not None and not Path(target).absolute().parent.is_dir():
            folder = printable_path(Path(target).parent)
            raise InputError(f"{printable_path(target)} cannot be written: the folder {folder} does not exist.")
    if prune is not None and Path(prune).suffix.lower() not in written_suffixes():
        raise InputError(f"{printable_path(prune)}: a graph is written as {', '.join(written_suffixes())}.")


def _no_text(refused: tuple[DocumentError, ...], named: bool) -> str:
    if not named:
        return "The graph has no text of its own. Name the text that it was made from (--source FILES)."
    if not refused:
        kinds = document_kinds()
        return f"No readable text was found ({kinds}). Name the files that the graph was made from."
    return "\n".join(["No text could be read:", *map(str, refused)])

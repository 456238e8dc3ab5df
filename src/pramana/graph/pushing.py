"""Writes a graph to a target and keeps it up to date: whole the first time, then what has changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol, TypeVar

import numpy as np

from pramana.errors import InputError
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.sqlite import SqliteAdapter
from pramana.graph.change_feed import ChangeFeed
from pramana.graph.elements import element_of
from pramana.graph.flat import flat_record
from pramana.graph.io.model import Source
from pramana.graph.model import Edge, EdgeKey, Node
from pramana.graph.projection import ElementBatch, ProjectionTarget, PushMark, elements_hash
from pramana.graph.sqlite import SqliteGraph
from pramana.graph.sqlite_tables import relation_code

T = TypeVar("T", Node, Edge)

BATCH = 5_000
"""Nodes or edges of one transaction. Chosen by measurement: smaller ones wait for the server, larger ones fill its
memory; ours holds one."""

PushObserver = Callable[[int, int], None]
"""Is told after each batch how many nodes and edges were written so far."""


class PushSource(Protocol):
    """A graph that is pushed. `id` identifies it for ever, `change` its present state."""

    id: str
    change: int

    def batches(self, cursor: str) -> Iterator[tuple[ElementBatch, str]]:
        """Yield the whole graph, nodes first, from a cursor on ("": from the beginning), each batch with the next."""

    def batches_since(self, since: int) -> Iterator[ElementBatch] | None:
        """Yield what has changed since, edges that are gone first; None where only the whole can be pushed."""

    def nodes(self) -> Iterable[Node]:
        """Return all nodes as they are pushed."""

    def edges(self) -> Iterable[Edge]:
        """Return all edges as they are pushed."""


@dataclass(frozen=True, slots=True)
class PushResult:
    """What a push did: `whole` or what had changed, whether it `resumed` a push that was cut off, and its counts."""

    whole: bool
    resumed: bool
    nodes: int
    edges: int
    deleted: int


@dataclass(frozen=True, slots=True)
class TargetCheck:
    """The counts (nodes, edges) and set hashes of a source and its projection. They are equal, or the push is wrong."""

    source_count: tuple[int, int]
    target_count: tuple[int, int]
    source_hash: str
    target_hash: str

    @property
    def same(self) -> bool:
        """Whether the projection is the source."""
        return self.source_hash == self.target_hash and self.source_count == self.target_count


def push_graph(
    source: PushSource, target: ProjectionTarget, *, replace_other: bool = False, observe: PushObserver | None = None
) -> PushResult:
    """Bring a target up to date. A push that was cut off is resumed.

    Raises InputError where the target holds a projection of something else, unless `replace_other`: then it is deleted.
    """
    mark = target.mark()
    if mark is not None and mark.source != source.id:
        if not replace_other:
            raise InputError(
                "The target holds a projection of another graph. Name another label, or replace it with --replace."
            )
        target.clear()
        mark = None
    pushing = _Pushing(target, observe)
    if mark is None:
        return pushing.push_whole(source, PushMark(source.id, source.change, 1, ""), resumed=False)
    if not mark.complete:
        return pushing.resume(source, mark)
    changes = source.batches_since(mark.change) if mark.change != source.change else iter(())
    if changes is None:
        return pushing.push_whole(source, PushMark(source.id, source.change, mark.generation + 1, ""), resumed=False)
    pushing.push_some(changes, mark, replace(mark, change=source.change))
    return pushing.result(whole=False, resumed=False)


class _Pushing:
    """One push, with its counts."""

    def __init__(self, target: ProjectionTarget, observe: PushObserver | None) -> None:
        self._target, self._observe = target, observe
        self._nodes = self._edges = self._deleted = 0

    def _write(self, batch: ElementBatch, mark: PushMark) -> None:
        self._target.write(batch, mark)
        self._nodes += len(batch.nodes)
        self._edges += len(batch.edges)
        self._deleted += len(batch.gone_nodes) + len(batch.gone_edges)
        if self._observe is not None:
            self._observe(self._nodes, self._edges)

    def push_whole(self, source: PushSource, mark: PushMark, resumed: bool) -> PushResult:
        """Write the whole graph, from the mark's cursor on, then delete what older pushes wrote."""
        self._target.prepare(mark)
        for batch, cursor in source.batches(mark.cursor or ""):
            self._write(batch, replace(mark, cursor=cursor))
        done = replace(mark, cursor=None)
        self._deleted += self._target.sweep(done)
        return self.result(whole=True, resumed=resumed)

    def resume(self, source: PushSource, mark: PushMark) -> PushResult:
        """Go on with a whole push; what has changed since it began comes after it."""
        later = source.batches_since(mark.change) if mark.change != source.change else iter(())
        if later is None:  # it cannot be said what has changed: begin again
            return self.push_whole(source, PushMark(source.id, source.change, mark.generation + 1, ""), resumed=False)
        self.push_whole(source, mark, resumed=True)
        done = replace(mark, cursor=None)
        self.push_some(later, done, replace(done, change=source.change))
        return self.result(whole=True, resumed=True)

    def push_some(self, changes: Iterable[ElementBatch], before: PushMark, mark: PushMark) -> None:
        """Write what has changed. The mark comes with the last batch: a push that is cut off is repeated."""
        held: ElementBatch | None = None
        for batch in map(self._without_known, changes):
            if held is not None:
                self._write(held, before)
            held = batch
        if held is not None:
            self._write(held, mark)
        elif before != mark:
            self._target.write(ElementBatch(), mark)

    def _without_known(self, batch: ElementBatch) -> ElementBatch:
        """Return a batch without the nodes and edges that are in the target as they are.

        What is noted as changed was often only taken from the graph and put there again, as by a pass.
        """
        known = {element_of(item) for item in self._target.counterparts(batch)}
        nodes = tuple(node for node in batch.nodes if element_of(node) not in known)
        return replace(batch, nodes=nodes, edges=tuple(edge for edge in batch.edges if element_of(edge) not in known))

    def result(self, *, whole: bool, resumed: bool) -> PushResult:
        return PushResult(whole, resumed, self._nodes, self._edges, self._deleted)


def check_target(source: PushSource, target: ProjectionTarget) -> TargetCheck:
    """Read a projection back, and compare its counts and its set hash with the source's."""
    source_hash, *source_count = elements_hash(source.nodes(), source.edges())
    target_hash, *target_count = elements_hash(target.nodes(), target.edges())
    return TargetCheck((source_count[0], source_count[1]), (target_count[0], target_count[1]), source_hash, target_hash)


class ListedSource:
    """A graph of nodes and edges that come in the same order each time. What has changed in it is not known."""

    def __init__(self, source: Source, name: str, change: int) -> None:
        """`name` identifies the graph for ever; `change` differs for other content."""
        self._source, self.id, self.change = source, name, change

    def nodes(self) -> Iterable[Node]:
        """Return all nodes."""
        return self._source.nodes()

    def edges(self) -> Iterable[Edge]:
        """Return all edges."""
        return self._source.edges()

    def batches_since(self, since: int) -> None:
        """Return None: only the whole can be pushed."""
        return

    def batches(self, cursor: str) -> Iterator[tuple[ElementBatch, str]]:
        """Yield the whole graph from a cursor on: `n` or `e`, and the number of nodes or edges that were pushed."""
        kind, done = (cursor[0], int(cursor[1:])) if cursor else ("n", 0)
        if kind == "n":
            for nodes in _in_parts(islice(iter(self._source.nodes()), done, None)):
                done += len(nodes)
                yield ElementBatch(nodes=nodes), f"n{done}"
            done = 0
        for edges in _in_parts(islice(iter(self._source.edges()), done, None)):
            done += len(edges)
            yield ElementBatch(edges=edges), f"e{done}"


def _in_parts(items: Iterator[Any]) -> Iterator[tuple[Any, ...]]:
    while part := tuple(islice(items, BATCH)):
        yield part


_VERDICTS = (
    "SELECT fact, group_concat(DISTINCT verdict) FROM support JOIN unit ON unit.id = support.unit "
    "WHERE kind = ? AND fact IN (SELECT value FROM json_each(?)) GROUP BY fact"
)


class WorkspaceSource:
    """The graph of a workspace, with the evidence and the verdicts of its facts as properties.

    A node or an edge has, besides its properties, `doc_id`, `line_number`, `quote` and `grade` of its first place in
    the text, `evidence` (all places, as DOC:LINE), `evidence_count`, and `verdicts`. A property with one of these names
    gets `_` at its end.
    """

    def __init__(self, graph: SqliteGraph) -> None:
        """Begin a new epoch of the graph's changes. Raises WorkspaceReadOnly."""
        self._database = graph.database
        self._adapter = SqliteAdapter(graph)
        self._feed = ChangeFeed(graph.database)
        self.id = f"workspace {self._feed.id}"
        self.change = self._feed.end_epoch()

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes as they are pushed."""
        for keys in self._key_parts("node", 0):
            yield from self._nodes_at(keys)

    def edges(self) -> Iterator[Edge]:
        """Yield all edges as they are pushed."""
        for keys in self._key_parts("edge", 0):
            yield from self._edges_at(keys)

    def batches(self, cursor: str) -> Iterator[tuple[ElementBatch, str]]:
        """Yield the whole graph from a cursor on: `n` or `e`, and the key of the last node or edge that was pushed."""
        kind, last = (cursor[0], int(cursor[1:])) if cursor else ("n", 0)
        if kind == "n":
            for keys in self._key_parts("node", last):
                yield ElementBatch(nodes=self._nodes_at(keys)), f"n{keys[-1]}"
            last = 0
        for keys in self._key_parts("edge", last):
            yield ElementBatch(edges=self._edges_at(keys)), f"e{keys[-1]}"

    def batches_since(self, since: int) -> Iterator[ElementBatch]:
        """Yield what has changed since an epoch: what is gone, then nodes, then edges."""
        found = self._feed.changes(since, self.change)
        gone_edges = tuple(key for key in found.gone_edges if not self._has_edge(key))
        gone_nodes = tuple(node_id for node_id in found.gone_nodes if self._adapter.row_of(node_id) is None)
        first = ElementBatch(gone_edges=gone_edges, gone_nodes=gone_nodes)
        small = len(first) + len(found.nodes) + len(found.edges) <= BATCH
        if small:  # one transaction
            nodes, edges = self._nodes_at(found.nodes), self._edges_at(found.edges)
            if len(first) or nodes or edges:
                yield replace(first, nodes=nodes, edges=edges)
            return
        yield first
        for keys in _in_parts(iter(found.nodes)):
            yield ElementBatch(nodes=self._nodes_at(keys))
        for keys in _in_parts(iter(found.edges)):
            yield ElementBatch(edges=self._edges_at(keys))

    def _has_edge(self, key: EdgeKey) -> bool:
        source, relation, target, ordinal = key
        ends = self._adapter.row_of(source), self._adapter.row_of(target)
        where = "source = ? AND relation_code = ? AND target = ? AND ordinal = ?"
        natural = (ends[0], relation_code(relation), ends[1], ordinal)
        return None not in ends and bool(self._database.one(f"SELECT 1 FROM edge WHERE {where}", natural))

    def _key_parts(self, table: str, last: int) -> Iterator[list[int]]:
        sql = f"SELECT key FROM {table} WHERE key > ? ORDER BY key LIMIT {BATCH}"
        while keys := [key for (key,) in self._database.all(sql, (last,))]:
            yield keys
            last = keys[-1]

    def _nodes_at(self, keys: Sequence[int]) -> tuple[Node, ...]:
        return self._items_at(ElementKind.NODES, keys, self._adapter.nodes_at)

    def _edges_at(self, keys: Sequence[int]) -> tuple[Edge, ...]:
        return self._items_at(ElementKind.EDGES, keys, self._adapter.edges_at)

    def _items_at(self, kind: ElementKind, keys: Sequence[int], at: Callable[[Rows], list[T]]) -> tuple[T, ...]:
        """Return those of the nodes or edges that are still there: others may write to the workspace meanwhile."""
        table = "node" if kind is ElementKind.NODES else "edge"
        sql = f"SELECT key FROM {table} WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key"
        with self._snapshot():
            live = [key for (key,) in self._database.all(sql, (json.dumps(keys),))]
            found, extra = at(np.array(live, dtype=np.int64)), self._extras(kind, live)
        return tuple(
            replace(item, properties=flat_record(own, _without_place(item.properties, own)))
            for item, own in zip(found, extra, strict=True)
        )

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Let all reads inside see one state of the workspace."""
        if self._database.in_transaction:
            yield
            return
        self._database.execute("BEGIN")
        try:
            yield
        finally:
            self._database.execute("COMMIT")

    def _extras(self, kind: ElementKind, keys: list[int]) -> list[dict[str, Any]]:
        number = 0 if kind is ElementKind.NODES else 1
        verdicts = dict(self._database.all(_VERDICTS, (number, json.dumps(keys))))
        found = []
        for key, places in zip(keys, self._adapter.evidence(kind, np.array(keys, dtype=np.int64)), strict=True):
            own: dict[str, Any] = {"verdicts": sorted(filter(None, (verdicts.get(key) or "").split(",")))}
            if places:
                first = places[0]
                own |= {"doc_id": first.doc_id, "line_number": first.line_number}
                own |= {"quote": first.quote, "grade": first.grade.value, "evidence_count": len(places)}
                own["evidence"] = list(dict.fromkeys(f"{place.doc_id}:{place.line_number}" for place in places))
            found.append(own)
        return found


def _without_place(properties: Any, own: dict[str, Any]) -> dict[str, Any]:
    """Return properties without the fields of the first place, which the adapter shows where none is so called."""
    return {name: value for name, value in properties.items() if not (name in own and own[name] == value)}

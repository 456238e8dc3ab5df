"""The columnar adapter: the row methods of the base adapter, answered by columns and neighbour lists."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from rapidfuzz import process

from pramana.expr import Predicate
from pramana.graph.adapters.base import BaseAdapter, Neighbours
from pramana.graph.adapters.columnar.build import (
    Parts,
    chunks,
    columns_of,
    parts_of_elements,
    parts_of_tables,
)
from pramana.graph.adapters.columnar.columns import Column
from pramana.graph.adapters.columnar.csr import Csr, both_ways, csr
from pramana.graph.adapters.columnar.ends import AtEnd, EdgeIds
from pramana.graph.adapters.columnar.naming import TextFinder, fold_texts
from pramana.graph.adapters.columnar.sieve import Mask, Sieve, matching
from pramana.graph.adapters.columnar.table import Columns
from pramana.graph.adapters.columnar.text import TextColumn
from pramana.graph.adapters.columnar.walking import Around, Near, OneByOne
from pramana.graph.adapters.matching import as_predicate
from pramana.graph.adapters.paths import Links, simple_paths
from pramana.graph.adapters.protocol import Caps, Direction, Exporting, Places, Where
from pramana.graph.adapters.records import edge_record, node_record
from pramana.graph.adapters.rows import ElementKind, Rows
from pramana.graph.adapters.selection import Selection
from pramana.graph.model import Edge, Node, fold_name

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ColumnarAdapter(BaseAdapter):
    """A read-only graph in memory: the fastest adapter to search, and the smallest.

    Create one with `from_arrow`, `from_parquet`, `from_adapter` or `from_elements`. Rows keep the given order.
    """

    name = "columnar"

    def __init__(self, parts: Parts, directed: bool = True, caps: Caps | None = None) -> None:
        self.directed = directed
        self.caps = caps or Caps()
        self._ids = TextColumn(parts.ids)
        self._types = parts.types
        self._relations = parts.relations
        self._ordinals = parts.ordinals
        self._source, self._target = parts.source, parts.target
        self._nodes = Columns(
            len(parts.ids), {"id": self._ids, "type": self._types}, parts.node_properties, self._node_records, {}
        )
        self._edges = Columns(
            len(parts.source), self._own_edge_columns(), parts.edge_properties, self._edge_records, self._end_columns()
        )
        self._ahead, self._behind = self._neighbour_lists()

    @classmethod
    def from_arrow(cls, nodes: Any, edges: Any, directed: bool = True, caps: Caps | None = None) -> ColumnarAdapter:
        """Return the graph of two tables: Arrow, Polars, or any object with Arrow's C stream interface.

        `nodes` has the columns `id` and `type`, `edges` has `source`, `target` and `relation`; every other column is
        a property, null if it is missing. Ids may be texts or integers. Raises InputError if a column is missing,
        AdapterError if an id occurs twice or an end is not a node.
        """
        tables = [table if isinstance(table, pl.DataFrame) else pl.DataFrame(table) for table in (nodes, edges)]
        return cls(parts_of_tables(*map(columns_of, tables)), directed, caps)

    @classmethod
    def from_parquet(
        cls, nodes: str | Path, edges: str | Path, directed: bool = True, caps: Caps | None = None
    ) -> ColumnarAdapter:
        """Return the graph of two Parquet files, read column by column. See `from_arrow`."""
        return cls(parts_of_tables(_parquet(nodes), _parquet(edges)), directed, caps)

    @classmethod
    def from_elements(
        cls, nodes: Iterable[Node], edges: Iterable[Edge], directed: bool = True, caps: Caps | None = None
    ) -> ColumnarAdapter:
        """Return the graph of nodes and edges. Raises AdapterError if an id occurs twice or an end is not a node."""
        return cls(parts_of_elements(nodes, edges), directed, caps)

    @classmethod
    def from_adapter(cls, graph: Exporting, caps: Caps | None = None) -> ColumnarAdapter:
        """Return a copy of any graph with `nodes` and `edges`, in their order."""
        return cls.from_elements(graph.nodes(), graph.edges(), getattr(graph, "directed", True), caps)

    def _own_edge_columns(self) -> Mapping[str, Column]:
        return {
            "id": EdgeIds(len(self._source), self._edge_id_series),
            "source": AtEnd(self._ids, self._source),
            "target": AtEnd(self._ids, self._target),
            "relation": self._relations,
        }

    def _end_columns(self) -> Mapping[str, Callable[[str], Column]]:
        return {
            "source": lambda name: AtEnd(self._nodes.column(name), self._source),
            "target": lambda name: AtEnd(self._nodes.column(name), self._target),
        }

    def _neighbour_lists(self) -> tuple[Csr, Csr]:
        count = self._nodes.count
        if not self.directed:
            both = both_ways(self._source, self._target, count)
            return both, both
        return csr(self._source, self._target, count), csr(self._target, self._source, count)

    def refresh(self) -> None:
        """Do nothing: the graph is a copy of its source."""

    def nodes(self) -> Iterator[Node]:
        """Yield all nodes, in order."""
        for rows in chunks(self._nodes.count):
            yield from self.nodes_at(rows)

    def edges(self) -> Iterator[Edge]:
        """Yield all edges, in order."""
        for rows in chunks(self._edges.count):
            yield from self.edges_at(rows)

    def count(self) -> tuple[int, int]:
        """Return the number of nodes and the number of edges."""
        return self._nodes.count, self._edges.count

    def nodes_at(self, rows: Rows) -> list[Node]:
        each = zip(self._ids.values(rows), self._types.values(rows), self._nodes.property_rows(rows), strict=True)
        return [Node(node_id, kind, properties) for node_id, kind, properties in each]

    def edges_at(self, rows: Rows) -> list[Edge]:
        ordinals = [0] * len(rows) if self._ordinals is None else self._ordinals[rows].tolist()
        each = zip(
            self._ids.values(self._source[rows]),
            self._relations.values(rows),
            self._ids.values(self._target[rows]),
            self._edges.property_rows(rows),
            ordinals,
            strict=True,
        )
        return [Edge(*parts) for parts in each]

    def node_ids(self, rows: Rows) -> list[str]:
        return self._ids.values(rows)

    def edge_ids(self, rows: Rows) -> list[str]:
        return self._edge_id_series(rows).to_list()

    def _edge_id_series(self, rows: Rows) -> pl.Series:
        """Return the same ids as `Edge.id`, computed for whole columns."""
        parts = pl.DataFrame(
            {
                "source": self._ids.series("source", self._source[rows]),
                "relation": self._relations.series("relation", rows),
                "target": self._ids.series("target", self._target[rows]),
                "ordinal": np.zeros(len(rows), np.int32) if self._ordinals is None else self._ordinals[rows],
            }
        )
        number = pl.when(pl.col("ordinal") > 0).then(pl.format(" #{}", "ordinal")).otherwise(pl.lit(""))
        return parts.select(pl.format("{} -{}-> {}{}", "source", "relation", "target", number).alias("id"))["id"]

    def _node_records(self, rows: Rows) -> list[dict[str, Any]]:
        return [node_record(node) for node in self.nodes_at(rows)]

    def _edge_records(self, rows: Rows) -> list[dict[str, Any]]:
        return [edge_record(edge) for edge in self.edges_at(rows)]

    def node_frame(self, rows: Rows) -> pl.DataFrame:
        """Return the nodes as a frame: `id`, `type`, then their properties by name."""
        return super().node_frame(rows) if self._nodes.renames() else self._nodes.frame(rows)

    def edge_frame(self, rows: Rows) -> pl.DataFrame:
        """Return the edges as a frame: `id`, `source`, `target`, `relation`, then their properties by name."""
        return super().edge_frame(rows) if self._edges.renames() else self._edges.frame(rows)

    def count_mismatches(self, kind: ElementKind, where: Predicate) -> int:
        """Return how many comparisons of `where` have operands of different types, over all nodes or edges.

        AND and OR do not short-circuit here.
        """
        return (self._nodes if kind is ElementKind.NODES else self._edges).mismatches(where)

    # Finding

    def row_of(self, node_id: str) -> int | None:
        """Return the row of the node with this id, None if there is none."""
        return self._finder.row(node_id)

    @cached_property
    def _finder(self) -> TextFinder:
        return TextFinder(self._ids.series("id", np.arange(self._nodes.count)))

    def node_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` nodes (None: of all) for which the condition is true, in order."""
        return _rows(self._nodes, where, most)

    def edge_rows(self, where: Predicate | None, most: int | None) -> Rows:
        """Return the rows of the first `most` edges (None: of all) for which the condition is true, in order."""
        return _rows(self._edges, where, most)

    def edge_test(self, where: Predicate) -> Callable[[int], bool]:
        """Return a test of edge rows that is true where the condition is true."""
        return OneByOne(self._edges.sieve(where), self._edges.count)

    def _row_named(self, wanted: str) -> int | None:
        rows = [row for row in (finder.row(wanted) for finder in self._name_finders) if row is not None]
        return min(rows, default=None)

    @cached_property
    def _name_finders(self) -> list[TextFinder]:
        return [TextFinder(names) for names in self._names_folded]

    @cached_property
    def _names_folded(self) -> list[pl.Series]:
        """The folded ids, and the folded names of the nodes whose name is a text."""
        return [fold_texts(texts) for texts in self._names()]

    def _names(self) -> list[pl.Series]:
        rows = np.arange(self._nodes.count)
        ids = self._ids.series("id", rows)
        name = self._nodes.properties.get("name")
        if name is None:
            return [ids]
        texts = [value if isinstance(value, str) else None for value in name.values(rows)]
        return [ids, pl.Series("name", texts, dtype=pl.String)]

    def nearest(self, name: str, limit: int = 3) -> list[str]:
        """Return up to `limit` ids or names of nodes with a similar spelling, the closest first."""
        known = pl.concat(
            pl.DataFrame({"row": np.arange(len(texts)), "known": texts.alias("known"), "folded": low.alias("folded")})
            for texts, low in zip(self._names(), self._names_folded, strict=True)
        )
        known = known.drop_nulls().sort("row", maintain_order=True).unique("known", keep="first", maintain_order=True)
        found = process.extract(fold_name(name), known["folded"].to_list(), limit=limit, score_cutoff=60)
        return [known["known"][place] for _, _, place in found]

    # Following edges

    def ahead(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away along the edges, each with those edges in order. Do not change it."""
        return Around(self._ahead, row)

    def behind(self, row: int) -> Mapping[int, Collection[int]]:
        """Return the nodes one edge away against the edges; in an undirected graph, what `ahead` returns."""
        return Around(self._behind, row)

    def path_rows(
        self, starts: Sequence[int], ends: Sequence[int], longest: int, most: int, where: Predicate | None
    ) -> tuple[list[tuple[Rows, Rows]], tuple[str, ...]]:
        """Return the rows of each path's nodes and edges, and the names of the caps that ended the search early."""
        if where is not None:
            return super().path_rows(starts, ends, longest, most, where)
        ahead = Near(self._ahead)
        behind = ahead if self._behind is self._ahead else Near(self._behind)
        links = Links(ahead.__getitem__, behind.__getitem__, sorted)
        paths, cut = simple_paths(links, set(starts), set(ends), longest, most, self.caps.max_expansions)
        return [(np.array(path), self._ahead.first_edges(path)) for path in paths], cut

    def walking(self) -> tuple[Neighbours, Neighbours]:
        """Return the two neighbour functions of a path search, with a cache."""
        return lru_cache(None)(self.ahead), lru_cache(None)(self.behind)

    def neighbours(
        self, nodes: Places, hops: int = 1, direction: Direction = Direction.OUT, where: Where = None
    ) -> Selection:
        """Return the nodes reached from `nodes` over 1 to `hops` edges for which `where` is true, without `nodes`."""
        sieve = self._optional_sieve(as_predicate(where))
        seen = np.zeros(self._nodes.count, dtype=np.bool_)
        frontier = self._place_array(nodes)
        seen[frontier] = True
        found = [np.empty(0, dtype=np.int64)]
        for _ in range(hops):
            frontier = self._step(frontier, direction, sieve, seen)
            if not len(frontier):
                break
            found.append(frontier)
        reached = np.sort(np.concatenate(found))
        rows, cap_hit = self._search_within(lambda most: reached[:most], None)
        return Selection(self, ElementKind.NODES, rows, cap_hit)

    def _step(self, frontier: Rows, direction: Direction, sieve: Sieve | None, seen: Mask) -> Rows:
        """Return the nodes one edge further that were not visited yet, and mark them as visited."""
        reached = [self._far_ends(links, frontier, sieve) for links in self._lists(direction)]
        others = np.concatenate(reached)
        others = others[~seen[others]]
        seen[others] = True
        return np.unique(others).astype(np.int64)

    def _far_ends(self, links: Csr, nodes: Rows, sieve: Sieve | None) -> NDArray[np.int32]:
        places = links.places(nodes)
        if sieve is not None:
            places = places[sieve.at(links.edges[places].astype(np.int64))]
        return links.others[places]

    def incident(self, nodes: Places, direction: Direction = Direction.BOTH, where: Where = None) -> Selection:
        """Return the edges that leave (OUT), reach (IN) or touch (BOTH) one of the nodes."""
        predicate = as_predicate(where)
        begun = np.unique(self._place_array(nodes))
        touched = np.unique(np.concatenate([links.edges[links.places(begun)] for links in self._lists(direction)]))
        kept = touched.astype(np.int64)
        sieve = self._optional_sieve(predicate)
        if sieve is not None:
            kept = kept[sieve.at(kept)]
        rows, cap_hit = self._search_within(lambda most: kept[:most], None)
        return Selection(self, ElementKind.EDGES, rows, cap_hit)

    def _lists(self, direction: Direction) -> list[Csr]:
        if not self.directed or direction is Direction.OUT:
            return [self._ahead]
        return [self._behind] if direction is Direction.IN else [self._ahead, self._behind]

    def _place_array(self, places: Places) -> Rows:
        if isinstance(places, Selection) and places.source is self and places.kind is ElementKind.NODES:
            return places.rows
        return np.array(self.place_rows(places), dtype=np.int64)

    def _optional_sieve(self, where: Predicate | None) -> Sieve | None:
        return None if where is None else self._edges.sieve(where)


def _rows(columns: Columns, where: Predicate | None, most: int | None) -> Rows:
    if where is None:
        return np.arange(columns.count if most is None else min(most, columns.count))
    return matching(columns.sieve(where), columns.count, most)


def _parquet(path: str | Path) -> Mapping[str, Callable[[], pl.Series]]:
    def reader(name: str) -> Callable[[], pl.Series]:
        return lambda: pl.read_parquet(path, columns=[name])[name]

    return {name: reader(name) for name in pl.read_parquet_schema(path)}

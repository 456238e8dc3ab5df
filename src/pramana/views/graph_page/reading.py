"""A workspace's graph for its page: read in a few queries, with the sentences, the grades and the reasons.

Lines are not nodes here: facts cite their line.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pramana.graph import NAMES_OF, Edge, fold_name, relation_code
from pramana.karaka import CITED_IN, DOCUMENT, ENTITY, ENTITY_TYPE, IS_SAME_AS, KRIYA, STATED_BY
from pramana.trace import Proposal
from pramana.views.facts import FactReader
from pramana.views.graph_page.choosing import interest_of, most_connected, nearest
from pramana.views.graph_page.model import (
    LONGEST_TEXT,
    Argument,
    PagePlace,
    ViewEdge,
    ViewGraph,
    ViewLine,
    ViewNode,
    ViewWhy,
)
from pramana.views.inspect import Inspector
from pramana.views.kriyas import WORD_OF_RELATION, proposal_in_words
from pramana.views.stores import Stores

MOST_NAMES = 20
"""Further names of a node that the page can search for. Pronouns and spellings can be hundreds."""
MOST_RIVALS = 5
"""Refused candidates that the page shows for a fact."""
_NAMES = ("canonical_name", "name", "title", "label")

Origin = tuple[int, str]


def workspace_graph(stores: Stores, about: str | None, limit: int, whys: bool = True) -> ViewGraph:
    """Return at most `limit` edges of a workspace's graph. Raises UnknownName where `about` is the name of nobody.

    Without `whys` it does not say why each is there: for 50,000 edges that takes most of the time.
    """
    return _PageReader(stores, whys).read(about, limit)


def graph_around(stores: Stores, about: str, limit: int, steps: int = 2, whys: bool = True) -> ViewGraph:
    """Return at most `limit` edges within `steps` edges of an entity's name, or of a node's id. Costs what it returns.

    Raises UnknownName where there is neither.
    """
    return _PageReader(stores, whys).read_around(about, limit, steps)


class _PageReader:
    """Reads one page's graph. Nodes and edges have the numbers of the database until they have the page's."""

    def __init__(self, stores: Stores, with_whys: bool) -> None:
        self._stores = stores
        self._with_whys = with_whys
        self._facts = FactReader(stores.graph, stores.ledger)
        self._lines: dict[tuple[str, int], int] = {}
        self._texts: list[ViewLine] = []
        self._whys: dict[Origin, int] = {}
        self._told: list[ViewWhy] = []

    def read(self, about: str | None, limit: int) -> ViewGraph:
        nodes = [key for (key,) in self._query("SELECT key FROM node WHERE type <> ? ORDER BY key", (DOCUMENT,))]
        sql = "SELECT key, source, target FROM edge WHERE relation_code <> ? ORDER BY key"
        edges = self._query(sql, (relation_code(CITED_IN),))
        numbers = {key: number for number, key in enumerate(nodes)}
        ends = [(numbers[source], numbers[target]) for _, source, target in edges]
        start = self._start(about, numbers, ends)
        kept = nearest(len(nodes), ends, [start], limit)
        shown = sorted({end for edge in kept for end in ends[edge]} | ({start} if nodes else set()))
        if len(kept) == len(edges):
            shown = list(range(len(nodes)))
        places = {nodes[node]: place for place, node in enumerate(shown)}
        found = self._nodes([nodes[node] for node in shown])
        return ViewGraph(
            found,
            self._edges([edges[number][0] for number in kept], places),
            tuple(self._texts),
            tuple(self._told),
            shown.index(start) if shown else 0,
            told=left_out(len(kept), len(edges), found[shown.index(start)].label if shown else ""),
            same=IS_SAME_AS,
            events=KRIYA,
            meanings=WORD_OF_RELATION,
        )

    def read_around(self, about: str, limit: int, steps: int) -> ViewGraph:
        starts = self._keys_called(about)
        edges, is_cut = self._edges_around(starts, limit, steps)
        keys = sorted({*starts, *(end for ends in edges.values() for end in ends)})
        places = {key: place for place, key in enumerate(keys)}
        return ViewGraph(
            self._nodes(keys),
            self._edges(sorted(edges), places),
            tuple(self._texts),
            tuple(self._told),
            min((places[key] for key in starts), default=0),
            told=f"The first {len(edges):,} edges around {about}; there are more." if is_cut else "",
            same=IS_SAME_AS,
            events=KRIYA,
            meanings=WORD_OF_RELATION,
        )

    def _keys_called(self, about: str) -> list[int]:
        """Return the nodes of an id, or of a name."""
        keys = self._query("SELECT key FROM node WHERE id = ? AND type <> ?", (about, DOCUMENT))
        if not keys:
            named = Inspector(self._stores).entities_named(about)
            ids = _json_list(node.id for node in named)
            keys = self._query("SELECT key FROM node WHERE id IN (SELECT value FROM json_each(?)) ORDER BY key", (ids,))
        return [key for (key,) in keys]

    def _edges_around(self, starts: Sequence[int], limit: int, steps: int) -> tuple[dict[int, tuple[int, int]], bool]:
        """Return the ends of at most `limit` edges by their keys, the nearest first, and whether there are more."""
        sql = (
            "SELECT key, source, target FROM edge WHERE source IN (SELECT value FROM json_each(:near)) "
            "AND relation_code <> :cited UNION SELECT key, source, target FROM edge "
            "WHERE target IN (SELECT value FROM json_each(:near)) AND relation_code <> :cited ORDER BY key LIMIT :most"
        )
        found: dict[int, tuple[int, int]] = {}
        near, seen = list(starts), set(starts)
        for _ in range(steps):
            asked = {"near": _json_list(near), "cited": relation_code(CITED_IN), "most": limit + len(found) + 1}
            for key, *ends in self._stores.database.all(sql, asked):
                if key not in found and len(found) >= limit:
                    return found, True
                found[key] = (ends[0], ends[1])
            near = sorted({end for ends in found.values() for end in ends} - seen)
            seen.update(near)
        return found, False

    def _start(self, about: str | None, numbers: Mapping[int, int], ends: Sequence[tuple[int, int]]) -> int:
        if about is not None:
            named = Inspector(self._stores).entities(about, 0)
            keys = self._query(
                "SELECT key FROM node WHERE id IN (SELECT value FROM json_each(?))",
                (_json_list(v.node.id for v in named),),
            )
            return most_connected(len(numbers), ends, [numbers[key] for (key,) in keys])
        best: dict[int, list[int]] = defaultdict(list)
        for key, node_id, props, added in self._query(
            "SELECT key, id, props, added FROM node WHERE type = ?", (ENTITY,)
        ):
            properties = _all_properties(props, added)
            best[_interest(label_of(node_id, ENTITY, properties), properties)].append(numbers[key])
        return most_connected(len(numbers), ends, sorted(best[max(best)]) if best else None)

    def _nodes(self, keys: Sequence[int]) -> tuple[ViewNode, ...]:
        sql = "SELECT key, id, type, props, added FROM node WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key"
        units, names, at = self._units(0, keys), self._names(keys), self._evidence(0, keys, KRIYA)
        made = []
        for key, node_id, node_type, props, added in self._query(sql, (_json_list(keys),)):
            properties = _all_properties(props, added)
            label = label_of(node_id, node_type, properties)
            known = tuple(name for name in names[key] if name != fold_name(label))[:MOST_NAMES]
            interest = _interest(label, properties) if node_type == ENTITY else 0
            shown_type = str(properties.pop(ENTITY_TYPE, None) or node_type)
            made.append(
                ViewNode(node_id, label, shown_type, units[key][0], known, properties, tuple(at[key]), interest)
            )
        return tuple(made)

    def _edges(self, keys: Sequence[int], places: Mapping[int, int]) -> tuple[ViewEdge, ...]:
        sql = (
            "SELECT edge.key, source, start.id, relation, target, stop.id, ordinal, edge.props FROM edge "
            "JOIN node start ON start.key = source JOIN node stop ON stop.key = target "
            "WHERE edge.key IN (SELECT value FROM json_each(?)) ORDER BY edge.key"
        )
        units, at = self._units(1, keys), self._evidence(1, keys)
        made = []
        for key, source, start, relation, target, stop, ordinal, props in self._query(sql, (_json_list(keys),)):
            verdict, origin = units[key]
            edge_id = Edge(start, relation, stop, ordinal=ordinal).id
            why = self._why(verdict, origin)
            ends = places[source], relation, places[target]
            made.append(ViewEdge(*ends, edge_id, verdict, tuple(at[key]), why, json.loads(props)))
        return tuple(made)

    def _units(self, kind: int, keys: Iterable[int]) -> dict[int, tuple[str, Origin | None]]:
        """Return verdict and origin of the unit that supports each fact first."""
        sql = (
            "SELECT fact, verdict, run, path, min(unit.id) FROM support JOIN unit ON unit.id = unit "
            "WHERE kind = ? AND fact IN (SELECT value FROM json_each(?)) GROUP BY fact"
        )
        rows = self._query(sql, (kind, _json_list(keys)))
        return {fact: (verdict, None if run is None else (run, path)) for fact, verdict, run, path, _ in rows}

    def _names(self, keys: Iterable[int]) -> dict[int, list[str]]:
        sql = NAMES_OF.format("IN (SELECT value FROM json_each(?))")
        found: dict[int, list[str]] = defaultdict(list)
        for node, folded in self._query(sql, (_json_list(keys),)):
            found[node].append(folded)
        return found

    def _evidence(self, kind: int, keys: Iterable[int], node_type: str | None = None) -> dict[int, list[PagePlace]]:
        """Return the places of facts or nodes by key; `node_type` limits them to nodes of that type."""
        of_type = "JOIN node ON node.key = fact AND type = ?" if node_type else ""
        sql = (
            "SELECT DISTINCT fact, doc_id, line, start, end, grade FROM evidence JOIN source ON source.id = source "
            f"{of_type} WHERE kind = ? AND fact IN (SELECT value FROM json_each(?)) "
            "ORDER BY fact, doc_id, line, start"
        )
        found: dict[int, list[PagePlace]] = defaultdict(list)
        parameters = (*([node_type] if node_type else []), kind, _json_list(keys))
        for fact, doc_id, line, start, end, grade in self._query(sql, parameters):
            found[fact].append(PagePlace(self._line(doc_id, line), start, end, grade))
        return found

    def _line(self, doc_id: str, number: int) -> int:
        known = self._lines.get((doc_id, number))
        if known is None:
            shelved = self._stores.shelf.line(doc_id, number)
            known = self._lines[doc_id, number] = len(self._texts)
            self._texts.append(ViewLine(f"{doc_id}:{number}", shelved.line.text if shelved else ""))
        return known

    def _why(self, verdict: str, origin: Origin | None) -> int:
        if origin is None or not self._with_whys:
            return -1
        if origin not in self._whys:
            why = self._facts.why(verdict, origin)
            self._whys[origin] = len(self._told)
            accepted, refused = (tuple(map(_argument, each)) for each in (why.accepted, why.refused[:MOST_RIVALS]))
            self._told.append(ViewWhy(why.run, accepted, refused, len(why.refused)))
        return self._whys[origin]

    def _query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self._stores.database.all(sql, parameters)


def _all_properties(props: str, added: str | None) -> dict[str, Any]:
    return {**json.loads(props), **(json.loads(added) if added else {})}


def _interest(label: str, properties: Mapping[str, Any]) -> int:
    return interest_of(label, typed=bool(properties.get(ENTITY_TYPE)), pronoun=bool(properties.get("pronoun")))


def label_of(node_id: str, node_type: str, properties: Mapping[str, Any]) -> str:
    """Return what a node is called: its name; a Kriyā's verb with what it holds back; else its id.

    >>> label_of("a_L1_K1", "Kriya", {"verb": "steal", "polarity": "negative", "attributed_to": "Sita"})
    'not steal (as Sita puts it)'
    """
    if node_type == KRIYA and "verb" in properties:
        verb = f"not {properties['verb']}" if properties.get("polarity") == "negative" else str(properties["verb"])
        held = [str(properties.get("modality") or "actual")]
        if properties.get("attributed_to"):
            held.append(f"as {properties['attributed_to']} puts it")
        if properties.get(STATED_BY):
            held.append(f"stated by {properties[STATED_BY]} documents")
        kept = "; ".join(each for each in held if each != "actual")
        return f"{verb} ({kept})" if kept else verb
    named = (properties.get(name) for name in _NAMES)
    return next((name for name in named if isinstance(name, str) and name.strip()), node_id)


def left_out(kept: int, edges: int, start: str) -> str:
    """Return in a sentence what a page does not show, "" where it shows all."""
    return "" if kept == edges else f"The {kept:,} edges nearest to {start}, of {edges:,}."


def _argument(proposal: Proposal) -> Argument:
    said = proposal_in_words(proposal.body)[:LONGEST_TEXT]
    return Argument(said, proposal.verdict.value, proposal.reason[:LONGEST_TEXT], proposal.scores)


def _json_list(values: Iterable[Any]) -> str:
    return json.dumps(list(values))

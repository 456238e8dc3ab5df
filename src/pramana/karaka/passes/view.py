"""The frozen view of a graph that passes decide on."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pramana.events import marker_name
from pramana.evidence import Evidence
from pramana.graph import SqliteGraph, evidence_of, relation_code
from pramana.karaka.hints import BECAUSE, KIND, MEANS, MEANS_LINE
from pramana.karaka.passes.model import EntityDecision, EntityMention, Event, IdentityLink, PassView
from pramana.karaka.schema import DOCUMENT, ENTITY, ENTITY_TYPE, IS_SAME_AS, KRIYA, MARKER, ROLE_OF
from pramana.karaka.senses import SENSE_OF
from pramana.store import Database

_SAME, _ROLES = relation_code(IS_SAME_AS), tuple(map(relation_code, ROLE_OF))
_ROLE_MARKS = ", ".join("?" * len(_ROLES))
_BY_FACT = """support CROSS JOIN unit_fact evidence ON evidence.unit = support.unit
    AND evidence.kind = support.kind AND evidence.fact = support.fact"""
"""Evidence that is found by its facts, through the units that support these."""
_MENTIONS = """
    SELECT entity.id, entity.props, kriya.id, edge.relation, edge.ordinal, edge.props,
        doc_id, line, start, end, quote, grade
    FROM {evidence} CROSS JOIN edge ON edge.key = evidence.fact
    CROSS JOIN node kriya ON kriya.key = edge.source CROSS JOIN node entity ON entity.key = edge.target
    CROSS JOIN source ON source.id = evidence.source
    WHERE evidence.kind = 1 AND edge.relation_code IN ({marks}){within}
    ORDER BY doc_id, line, start, kriya.id, entity.id, edge.key, number
"""
_EVENTS = """
    SELECT node.id, node.props, doc_id, line, start, end, quote, grade
    FROM {evidence} CROSS JOIN node ON node.key = evidence.fact CROSS JOIN source ON source.id = evidence.source
    WHERE evidence.kind = 0 AND node.type = ?{within} ORDER BY doc_id, line, start, node.id, number
"""
_OF_DOCUMENTS = (
    "FROM source JOIN premise ON premise.source = source.id WHERE doc_id IN (SELECT value FROM json_each(?))"
)
_WITHIN = f""" AND evidence.unit IN (SELECT premise.unit {_OF_DOCUMENTS})
    AND (+evidence.unit, +evidence.source) IN (SELECT premise.unit, premise.source {_OF_DOCUMENTS})"""
"""The evidence in some documents, through the units that rest on these. The sign + keeps SQLite from searching for each
pair of a unit and a document: it searches for units."""
_KRIYAS = """
    SELECT DISTINCT kriya.id FROM json_each(?1) one JOIN node a ON a.id = one.value
    JOIN edge mine ON mine.target = a.key JOIN edge its ON its.source = mine.source AND its.target > a.key
    JOIN node b ON b.key = its.target JOIN node kriya ON kriya.key = mine.source
    WHERE b.id IN (SELECT value FROM json_each(?1))
        AND mine.relation_code IN ({roles}) AND its.relation_code IN ({roles})
"""
"""The Kriyās in which two of some entities take part."""
_IN_KRIYAS = """ AND support.kind = 1 AND support.fact IN (SELECT key FROM edge WHERE source IN (
    SELECT key FROM node WHERE id IN (SELECT value FROM json_each(?))))"""
_OF_NODES = (
    " AND support.kind = 0 AND support.fact IN (SELECT key FROM node WHERE id IN (SELECT value FROM json_each(?)))"
)
_LINES = """
    SELECT props FROM node WHERE type = ?1 AND key IN (
        SELECT unit_fact.fact FROM source CROSS JOIN premise ON premise.source = source.id
        CROSS JOIN unit_fact ON unit_fact.unit = premise.unit AND unit_fact.kind = 0
        WHERE source.doc_id IN (SELECT value FROM json_each(?2)))
"""


_IDENTITIES = """
    SELECT one.id, other.id, unit.verdict, doc_id, line, start, end, quote, grade
    FROM edge CROSS JOIN node one ON one.key = edge.source CROSS JOIN node other ON other.key = edge.target
    CROSS JOIN evidence ON evidence.kind = 1 AND evidence.fact = edge.key
    JOIN unit ON unit.id = evidence.unit JOIN source ON source.id = evidence.source
    WHERE edge.relation_code = ? AND one.type = ? AND other.type = ?{within}
    ORDER BY one.id, other.id, doc_id, line, start
"""
_VERDICTS = """
    SELECT node.id, unit.verdict FROM node JOIN support ON support.kind = 0 AND support.fact = node.key
    JOIN unit ON unit.id = support.unit WHERE node.type = ? AND unit.slot >= 'line/' AND unit.slot < 'line0'{within}
"""
_TYPES = """
    SELECT node.id, min(property.value) FROM property JOIN node ON node.key = property.node
    WHERE property.name = ?{within} GROUP BY node.id
"""
_OF_ENTITY = """ AND edge.key IN (
    SELECT edge.key FROM edge JOIN node ON node.key = edge.source WHERE node.id = ? AND relation_code = ?
    UNION SELECT edge.key FROM edge JOIN node ON node.key = edge.target WHERE node.id = ? AND relation_code = ?)"""


_SAME_EVENTS = """
    SELECT one.id, other.id FROM edge JOIN node one ON one.key = edge.source JOIN node other ON other.key = edge.target
    WHERE edge.relation_code = ? AND one.type = ? ORDER BY one.id, other.id
"""


class PassViews:
    """Views of one graph for several passes: the rows are read once for as long as they stay the same."""

    def __init__(self, database: Database, graph: SqliteGraph, parting: Sequence[str] = ()) -> None:
        """`parting` names the passes that write senses."""
        self._database, self._graph = database, graph
        self._parting = {f"pass/{name}" for name in parting}
        self._rows: _ViewRows | None = None
        self._state: tuple[int, int] = (-1, -1)
        self._views: dict[tuple[bool, tuple[EntityDecision, ...]], PassView] = {}

    def of(self, decisions: tuple[EntityDecision, ...] = (), *, senses: bool = True) -> PassView:
        """Return what `view_of` returns of the whole graph: the same object while nothing that it shows changes."""
        changes = self._graph.changes()
        lines = max((change for _, writer, change in changes if not writer.startswith("pass/")), default=0)
        parted = max((change for _, writer, change in changes if writer in self._parting), default=0)
        if self._rows is None or self._state[0] != lines or (senses and self._state[1] != parted):
            self._rows, self._state = _ViewRows.read(self._database, None), (lines, parted)
            self._views.clear()
        key = (senses, decisions)
        if key not in self._views:
            self._views.clear()
            self._views[key] = self._rows.view(decisions, senses=senses)
        return self._views[key]


def view_of(
    database: Database,
    decisions: tuple[EntityDecision, ...] = (),
    *,
    senses: bool = True,
    documents: Sequence[str] | None = None,
) -> PassView:
    """Return what a workspace's graph holds of lines, mentions and events. What passes wrote is not in it.

    With `senses` a mention's entity is the sense that it has, where it has one; it is called by the name all the same.
    With `documents` only what these say is read, and in time that does not depend on what others say.
    """
    return _ViewRows.read(database, documents).view(decisions, senses=senses)


@dataclass(frozen=True, slots=True)
class _ViewRows:
    """What views are made of: each mention under its sense, with the id of its name."""

    lines: Mapping[tuple[str, int], str]
    mentions: Sequence[tuple[EntityMention, str]]
    events: tuple[Event, ...]

    @classmethod
    def read(cls, database: Database, documents: Sequence[str] | None) -> _ViewRows:
        return cls(_lines(database, documents), _mentions(database, documents), _events(database, documents))

    def view(self, decisions: tuple[EntityDecision, ...], *, senses: bool) -> PassView:
        if not senses:
            plain = tuple(
                mention if mention.entity == base else replace(mention, entity=base) for mention, base in self.mentions
            )
            return PassView(self.lines, plain, self.events, decisions)
        meant = {mention.entity: base for mention, base in self.mentions if mention.entity != base}
        return PassView(self.lines, tuple(mention for mention, _ in self.mentions), self.events, decisions, meant)


def add_links(database: Database, view: PassView, follows: Collection[str]) -> PassView:
    """Return a view with what the passes `follows` wrote.

    Of `events` that is which Kriyās are one; of others who is who and of what type, and with it the events' verdicts.
    """
    same = tuple(database.all(_SAME_EVENTS, (_SAME, KRIYA)))
    if set(follows) == {"events"}:
        return replace(view, same_events=same)
    identities = tuple(_identity_rows(database.all(_IDENTITIES.format(within=""), (_SAME, ENTITY, ENTITY))))
    verdicts = dict(database.all(_VERDICTS.format(within=""), (KRIYA,)))
    events = tuple(_with_verdict(event, verdicts.get(event.kriya, "")) for event in view.events)
    types = {entity: json.loads(value) for entity, value in database.all(_TYPES.format(within=""), (ENTITY_TYPE,))}
    return replace(view, events=events, identities=identities, types=types, same_events=same)


def _identity_rows(rows: Iterable[tuple[Any, ...]]) -> Iterator[IdentityLink]:
    found: dict[tuple[str, str], list[tuple[Any, ...]]] = {}
    for one, other, *rest in rows:
        found.setdefault((one, other), []).append(tuple(rest))
    for pair, several in found.items():
        yield IdentityLink(*pair, several[0][0], tuple(evidence_of(row[1:]) for row in several))


def identities_of(database: Database, entity: str) -> list[IdentityLink]:
    """Return the links of the graph between an entity and others."""
    parameters = (_SAME, ENTITY, ENTITY, entity, _SAME, entity, _SAME)
    return list(_identity_rows(database.all(_IDENTITIES.format(within=_OF_ENTITY), parameters)))


def type_of(database: Database, entity: str) -> str:
    """Return the type of an entity that passes gave it, "" for none."""
    rows = database.all(_TYPES.format(within=" AND node.id = ?"), (ENTITY_TYPE, entity))
    return str(json.loads(rows[0][1])) if rows else ""


def with_verdicts(database: Database, events: Sequence[Event]) -> tuple[Event, ...]:
    """Return events with the verdicts of their lines."""
    kriyas = json.dumps([event.kriya for event in events])
    verdicts = dict(database.all(_VERDICTS.format(within=_OF_NODES), (KRIYA, kriyas)))
    return tuple(_with_verdict(event, verdicts.get(event.kriya, "")) for event in events)


def _with_verdict(event: Event, verdict: str) -> Event:
    """Return an event with the verdict of its line; `dataclasses.replace` takes three times as long for thousands."""
    said = (event.polarity, event.modality, event.attributed_to)
    return Event(event.kriya, event.verb, event.evidence, *said, event.because, verdict)


def _lines(database: Database, documents: Sequence[str] | None) -> dict[tuple[str, int], str]:
    if documents is None:
        rows = database.all("SELECT props FROM node WHERE type = ?", (DOCUMENT,))
    else:
        rows = database.all(_LINES, (DOCUMENT, json.dumps(documents)))
    wanted = None if documents is None else frozenset(documents)
    found = [json.loads(props) for (props,) in rows]
    places = {
        (item["doc_id"], item["line_number"]): item["text"]
        for item in found
        if wanted is None or item["doc_id"] in wanted
    }
    return dict(sorted(places.items()))


def _within(documents: Sequence[str] | None) -> tuple[str, tuple[str, ...]]:
    """Return the SQL by which evidence is that of some documents, and its parameters; "" for all."""
    return ("", ()) if documents is None else (_WITHIN, (json.dumps(documents),) * 2)


def _evidence_tables(within: str) -> str:
    """Return the tables from which evidence is read: by its facts where the condition is about these."""
    return _BY_FACT if "support.fact" in within else "unit_fact evidence"


def mentions_in(database: Database, kriyas: Sequence[str]) -> list[EntityMention]:
    """Return the mentions that take part in some Kriyās, each under the sense that it has."""
    rows = _mention_rows(database, _IN_KRIYAS, (json.dumps(kriyas),)) if kriyas else []
    return [mention for mention, _ in rows]


def events_in(database: Database, kriyas: Sequence[str]) -> tuple[Event, ...]:
    """Return some Kriyās as events."""
    return _event_rows(database, _OF_NODES, (json.dumps(kriyas),)) if kriyas else ()


def view_about(database: Database, entity: str) -> PassView:
    """Return the Kriyās in which a name takes part, as lines give them, with all that take part in these; no lines."""
    sql = (
        "SELECT node.id FROM node WHERE node.key IN (SELECT source FROM edge "
        f"WHERE target = (SELECT key FROM node WHERE id = ?) AND relation_code IN ({_ROLE_MARKS}))"
    )
    kriyas = sorted(kriya for (kriya,) in database.all(sql, (entity, *_ROLES)))
    mentions = _mention_rows(database, _IN_KRIYAS, (json.dumps(kriyas),)) if kriyas else []
    return _ViewRows({}, mentions, events_in(database, kriyas)).view((), senses=False)


def kriyas_of_both(database: Database, entities: Sequence[str]) -> list[str]:
    """Return the Kriyās in which at least two of some entities take part."""
    roles = ", ".join(map(str, _ROLES))  # all of them are numbers: see RELATIONS
    return [kriya for (kriya,) in database.all(_KRIYAS.format(roles=roles), (json.dumps(entities),))]


def lines_of(database: Database, doc_id: str) -> dict[tuple[str, int], str]:
    """Return the lines of a document by (document, line number), in order."""
    return _lines(database, [doc_id])


def _mentions(database: Database, documents: Sequence[str] | None) -> list[tuple[EntityMention, str]]:
    return _mention_rows(database, *_within(documents))


def _mention_rows(database: Database, within: str, parameters: Sequence[str]) -> list[tuple[EntityMention, str]]:
    """Return every mention under the sense that it has, else under its name; and the id of the name."""
    found: list[tuple[EntityMention, str, int]] = []
    meant: dict[tuple[Any, ...], str] = {}
    markers: dict[tuple[Any, ...], Evidence] = {}
    parse = cache(json.loads)  # a name's properties are those of all its mentions, and most edges have none
    for entity, props, kriya, relation, ordinal, held, *place in database.all(
        _MENTIONS.format(marks=_ROLE_MARKS, evidence=_evidence_tables(within), within=within), (*_ROLES, *parameters)
    ):
        properties, said = parse(props), parse(held)
        marker = str(said.get(MARKER, ""))
        evidence = evidence_of(tuple(place))
        if marker and marker_name(evidence.quote) == marker:
            markers[entity, kriya, relation, ordinal] = evidence
            continue
        if SENSE_OF in properties:
            meant[properties[SENSE_OF], kriya, relation, *place[:4]] = entity
            continue
        pronoun = bool(properties.get("pronoun"))
        told = (str(said.get(MEANS) or ""), said.get(MEANS_LINE), str(said.get(KIND) or ""))
        name, role = properties["canonical_name"], ROLE_OF[relation]
        edtf = str(said.get("edtf") or "")
        mention = EntityMention(entity, name, pronoun, kriya, role, evidence, marker, None, *told, edtf)
        found.append((mention, relation, ordinal))
    return list(_complete_mentions(found, meant, markers))


def _complete_mentions(
    found: Sequence[tuple[EntityMention, str, int]],
    meant: Mapping[tuple[Any, ...], str],
    markers: Mapping[tuple[Any, ...], Evidence],
) -> Iterator[tuple[EntityMention, str]]:
    """Yield mentions, given with their edges, under their senses and with the places of their markers."""
    parted = {key[0] for key in meant}
    for mention, relation, ordinal in found:
        place_of_marker = markers.get((mention.entity, mention.kriya, relation, ordinal)) if mention.marker else None
        sense = mention.entity
        if sense in parted:
            at = mention.evidence
            key = (sense, mention.kriya, relation, at.doc_id, at.line_number, at.start, at.end)
            sense = meant.get(key, sense)
        changed = place_of_marker is not None or sense != mention.entity
        shown = replace(mention, entity=sense, marker_evidence=place_of_marker) if changed else mention
        yield shown, mention.entity


def _events(database: Database, documents: Sequence[str] | None) -> tuple[Event, ...]:
    return _event_rows(database, *_within(documents))


def _event_rows(database: Database, within: str, parameters: Sequence[str]) -> tuple[Event, ...]:
    found = []
    sql = _EVENTS.format(evidence=_evidence_tables(within), within=within)
    for kriya, props, *place in database.all(sql, (KRIYA, *parameters)):
        properties = json.loads(props)
        said = (properties["polarity"], properties["modality"], properties.get("attributed_to") or "")
        because = tuple(properties.get(BECAUSE) or ())
        found.append(Event(kriya, properties["verb"], evidence_of(tuple(place)), *said, because))
    return tuple(found)

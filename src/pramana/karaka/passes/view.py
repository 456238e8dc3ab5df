"""The frozen view of a graph that passes decide on."""

from __future__ import annotations

import json
from dataclasses import replace

from pramana.events import marker_name
from pramana.graph import evidence_of
from pramana.karaka.hints import BECAUSE, KIND, MEANS, MEANS_LINE
from pramana.karaka.passes.model import EntityDecision, EntityMention, Event, PassView
from pramana.karaka.schema import DOCUMENT, KRIYA, MARKER, RELATION_OF
from pramana.karaka.senses import SENSE_OF
from pramana.store import Database

_MENTIONS = """
    SELECT entity.id, entity.props, kriya.id, edge.relation, edge.ordinal, edge.props,
        doc_id, line, start, end, quote, grade
    FROM edge
    JOIN node kriya ON kriya.key = edge.source JOIN node entity ON entity.key = edge.target
    JOIN evidence ON evidence.kind = 1 AND evidence.fact = edge.key
    JOIN source ON source.id = evidence.source
    WHERE edge.relation IN ({marks}) ORDER BY doc_id, line, start, kriya.id, entity.id
"""
_EVENTS = """
    SELECT node.id, node.props, doc_id, line, start, end, quote, grade
    FROM node JOIN evidence ON evidence.kind = 0 AND evidence.fact = node.key
    JOIN source ON source.id = evidence.source
    WHERE node.type = ? ORDER BY doc_id, line, start, node.id
"""


def view_of(database: Database, decisions: tuple[EntityDecision, ...] = (), *, senses: bool = True) -> PassView:
    """Return what a workspace's graph holds of lines, mentions and events. What passes wrote is not in it.

    With `senses` a mention's entity is the sense that it has, where it has one; it is called by the name all the same.
    """
    mentions = _mentions(database)
    if not senses:
        plain = tuple(replace(mention, entity=base) for mention, base in mentions)
        return PassView(_lines(database), plain, _events(database), decisions)
    meant = {mention.entity: base for mention, base in mentions if mention.entity != base}
    return PassView(_lines(database), tuple(mention for mention, _ in mentions), _events(database), decisions, meant)


def _lines(database: Database) -> dict[tuple[str, int], str]:
    rows = database.all("SELECT props FROM node WHERE type = ?", (DOCUMENT,))
    documents = [json.loads(props) for (props,) in rows]
    places = {(item["doc_id"], item["line_number"]): item["text"] for item in documents}
    return dict(sorted(places.items()))


def _mentions(database: Database) -> list[tuple[EntityMention, str]]:
    """Return every mention under the sense that it has, else under its name; and the id of the name."""
    role_of = {relation: role for role, relation in RELATION_OF.items()}
    found, meant, markers = [], {}, {}
    for entity, props, kriya, relation, ordinal, held, *place in database.all(
        _MENTIONS.format(marks=", ".join("?" * len(role_of))), tuple(role_of)
    ):
        properties, said = json.loads(props), json.loads(held)
        marker = str(said.get(MARKER, ""))
        evidence, edge = evidence_of(tuple(place)), (entity, kriya, relation, ordinal)
        if marker and marker_name(evidence.quote) == marker:
            markers[edge] = evidence
            continue
        if SENSE_OF in properties:
            meant[properties[SENSE_OF], kriya, relation, *place[:4]] = entity
            continue
        pronoun = bool(properties.get("pronoun"))
        told = (str(said.get(MEANS) or ""), said.get(MEANS_LINE), str(said.get(KIND) or ""))
        name, role = properties["canonical_name"], role_of[relation]
        mention = EntityMention(entity, name, pronoun, kriya, role, evidence, marker, None, *told)
        found.append((edge, (entity, kriya, relation, *place[:4]), mention))
    return [
        (replace(mention, entity=meant.get(key, key[0]), marker_evidence=markers.get(edge)), str(key[0]))
        for edge, key, mention in found
    ]


def _events(database: Database) -> tuple[Event, ...]:
    found = []
    for kriya, props, *place in database.all(_EVENTS, (KRIYA,)):
        properties = json.loads(props)
        said = (properties["polarity"], properties["modality"], properties.get("attributed_to") or "")
        because = tuple(properties.get(BECAUSE) or ())
        found.append(Event(kriya, properties["verb"], evidence_of(tuple(place)), *said, because))
    return tuple(found)

"""The names of a workspace, those first that a reader looks for: named, typed, and with most facts."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pramana.graph import relation_code
from pramana.karaka import ENTITY, ENTITY_TYPE, IS_SAME_AS
from pramana.serialization import JsonRecord
from pramana.views.catalogue import ShownPage, page_of
from pramana.views.graph_page.choosing import interest_of
from pramana.views.stores import Stores

MOST = 5_000
"""Entities that are listed, those with most facts: nobody reads more, and others are found by their names."""
_BUSIEST = """
    SELECT node.key, node.id, node.props, node.added, count(*) AS facts FROM node JOIN edge ON edge.target = node.key
    WHERE node.type = ? AND json_extract(node.props, '$.pronoun') IS NULL AND edge.relation_code <> ?
    GROUP BY node.key ORDER BY facts DESC, node.key LIMIT ?
"""
_LINKS = "SELECT source, target FROM edge WHERE relation_code = ?"


@dataclass(frozen=True, slots=True)
class ListedName(JsonRecord):
    """An entity under its most used name. `facts` counts those about all its names, `also` are the other names."""

    id: str
    name: str
    type: str
    facts: int
    also: tuple[str, ...]
    interest: int


class NameDirectory:
    """Reads the names of one workspace, as they are when it is first asked."""

    def __init__(self, stores: Stores) -> None:
        self._database = stores.database

    def names(self, kind: str | None, after: int, limit: int) -> ShownPage:
        """Return entities: proper names before others, typed before untyped, then by their facts. `kind`: of a type."""
        return page_of([each for each in self._busiest if kind is None or each.type == kind], after, limit)

    def types(self) -> dict[str, int]:
        """Return how many of the listed entities have each type, the commonest first."""
        found = Counter(each.type for each in self._busiest if each.type)
        return dict(sorted(found.items(), key=lambda each: (-each[1], each[0])))

    @cached_property
    def _busiest(self) -> list[ListedName]:
        rows = {row[0]: row[1:] for row in self._database.all(_BUSIEST, (ENTITY, relation_code(IS_SAME_AS), MOST))}
        groups: dict[int, list[int]] = {}
        above = self._representatives(list(rows))
        for key in rows:  # the busiest first, so that it names its group
            groups.setdefault(above[key], []).append(key)
        found = [_listed_name([rows[key] for key in keys]) for keys in groups.values()]
        return sorted(found, key=lambda each: (-each.interest, -each.facts, each.id))

    def _representatives(self, keys: list[int]) -> dict[int, int]:
        """Return for each node one that accepted links hold to be the same."""
        above = {key: key for key in keys}

        def top(key: int) -> int:
            while above[key] != key:
                above[key] = above[above[key]]
                key = above[key]
            return key

        for one, other in self._database.execute(_LINKS, (relation_code(IS_SAME_AS),)):
            if one in above and other in above:
                above[top(one)] = top(other)
        return {key: top(key) for key in keys}


def _listed_name(rows: list[tuple[Any, ...]]) -> ListedName:
    """Return the entry of nodes that are one entity: id, properties, added properties, facts."""
    properties = [{**json.loads(props), **json.loads(added or "{}")} for _, props, added, _ in rows]
    names = [str(each.get("canonical_name") or row[0]) for each, row in zip(properties, rows, strict=True)]
    kind = next((str(each[ENTITY_TYPE]) for each in properties if each.get(ENTITY_TYPE)), "")
    facts = sum(row[3] for row in rows)
    return ListedName(rows[0][0], names[0], kind, facts, tuple(names[1:]), interest_of(names[0], typed=bool(kind)))

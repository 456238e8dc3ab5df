"""What rules and models left unsure about who is who, for a person to decide."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pramana.graph import Node
from pramana.serialization import JsonRecord
from pramana.views.decisions import DecisionReader
from pramana.views.stores import Stores

SHOWN = 3
"""Lines that are shown for each of two names: enough to see whom they mean."""
_REFUSED = (
    "SELECT run, path, body, reason FROM proposal WHERE verdict = 'refused' AND path >= 'pass/' AND path < 'pass0' "
    "ORDER BY run, path"
)
_RELATION = "IS_SAME_AS"


@dataclass(frozen=True, slots=True)
class ReviewItem(JsonRecord):
    """Two names that may be one: why they were not joined, and lines that have them, as `doc:line text`."""

    one: str
    other: str
    reason: str
    lines: tuple[str, ...]

    @property
    def question(self) -> str:
        """What a person is asked."""
        return f"Is {self.one!r} the same as {self.other!r}?"


class ReviewQueue:
    """The open questions of one workspace. Writes nothing; a decision takes an item out of it."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    def items(self) -> list[ReviewItem]:
        """Return what is open, by names: pairs that the newest passes refused, and about which nobody has decided."""
        decided = {
            frozenset((ruling.one, ruling.other))
            for ruling in DecisionReader(self._stores).all()
            if ruling.what in ("merge", "split") and ruling.state != "taken back"
        }
        found: dict[frozenset[str], ReviewItem] = {}
        for one, other, reason in self._refused_pairs():
            pair = frozenset((one, other))
            nodes = [self._entity(each) for each in (one, other)]
            if len(pair) == 2 and pair not in decided and all(nodes):
                lines = tuple(line for node in nodes if node is not None for line in self._lines(node))
                found[pair] = ReviewItem(one, other, reason, tuple(dict.fromkeys(lines)))
        return sorted(found.values(), key=lambda item: (item.one, item.other))

    def _refused_pairs(self) -> Iterator[tuple[str, str, str]]:
        """Yield pairs of ids with the reason, of what each pass refused when it ran last."""
        rows = list(self._stores.database.all(_REFUSED))
        newest = {path.split("/")[1]: run for run, path, *_ in rows}
        for run, path, body, reason in rows:
            if run == newest[path.split("/")[1]]:
                yield from ((one, other, reason) for one, other in _pairs_of(json.loads(body)))

    def _entity(self, id_: str) -> Node | None:
        node = self._stores.graph.node(id_)
        if node is None or node.properties.get("pronoun") or self._stores.graph.is_empty(node):
            return None
        return node

    def _lines(self, node: Node) -> Iterator[str]:
        places = dict.fromkeys((item.doc_id, item.line_number) for item in self._stores.graph.node_evidence(node.id))
        for doc_id, number in list(places)[:SHOWN]:
            shelved = self._stores.shelf.line(doc_id, number)
            yield f"{doc_id}:{number} {shelved.line.text}" if shelved is not None else f"{doc_id}:{number}"


def _pairs_of(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of names that a refused proposal is about."""
    if body.get("relation") == _RELATION:
        yield body["source"], body["target"]
    elif isinstance(body.get("entity"), str):
        yield from ((body["entity"], other) for other in body.get("others", ()))

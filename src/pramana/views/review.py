"""What rules and models left unsure about who is who, for a person to decide."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pramana.claims import claim_key
from pramana.graph import Node
from pramana.serialization import JsonRecord
from pramana.views.decisions import DecisionReader
from pramana.views.stores import Stores

CHECK = "check"
"""The kind of run that a check of claims against a workspace is recorded as."""
SHOWN = 3
"""Lines that are shown for each of two names: enough to see whom they mean."""
_REFUSED = (
    "SELECT run, path, body, reason FROM proposal WHERE verdict = 'refused' AND path >= 'pass/' AND path < 'pass0' "
    "ORDER BY run, path"
)
_OPEN_CLAIMS = (
    "SELECT proposal.body, proposal.reason FROM proposal JOIN run ON run.id = proposal.run "
    f"WHERE run.kind IN ('ask', '{CHECK}') AND proposal.verdict = 'refused' ORDER BY proposal.run, proposal.path"
)
_RELATION = "IS_SAME_AS"


@dataclass(frozen=True, slots=True)
class ReviewItem(JsonRecord):
    """What a person may decide: two names that may be one, or a claim (`one`) that lines may say, with the reason why
    it is open, and the lines, as `doc:line text`."""

    one: str
    other: str
    reason: str
    lines: tuple[str, ...]
    kind: Literal["names", "claim"] = "names"
    places: tuple[str, ...] = ()
    """Of a claim: where its lines are, as `doc:line`."""

    @property
    def question(self) -> str:
        """What a person is asked."""
        if self.kind == "claim":
            return f"Do these lines say “{self.one}”?"
        return f"Is {self.one!r} the same as {self.other!r}?"


class ReviewQueue:
    """The open questions of one workspace. Writes nothing; a decision takes an item out of it."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    def items(self) -> list[ReviewItem]:
        """Return what is open and nobody has decided: pairs that the newest passes refused, by names; then claims."""
        return [*self._names(), *self.claims()]

    def claims(self) -> list[ReviewItem]:
        """Return the claims of checks and answers that were left open, each as it was last, by their words."""
        decisions, found = DecisionReader(self._stores), dict[str, ReviewItem]()
        for body, reason in self._stores.database.all(_OPEN_CLAIMS):
            said = json.loads(body)
            claim, places = str(said.get("claim", "")), [str(place) for place in said.get("places", ())]
            if claim and places:
                lines = tuple(self._line(*place.rpartition(":")[::2]) for place in places)
                found[claim_key(claim)] = ReviewItem(claim, "", reason, lines, "claim", tuple(places))
        return [found[key] for key in sorted(found) if decisions.about_claim(found[key].one) is None]

    def _names(self) -> list[ReviewItem]:
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
        yield from (self._line(doc_id, str(number)) for doc_id, number in list(places)[:SHOWN])

    def _line(self, doc_id: str, number: str) -> str:
        shelved = self._stores.shelf.line(doc_id, int(number)) if number.isdigit() else None
        return f"{doc_id}:{number} {shelved.line.text}" if shelved is not None else f"{doc_id}:{number}"


def _pairs_of(body: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of names that a refused proposal is about."""
    if body.get("relation") == _RELATION:
        yield body["source"], body["target"]
    elif isinstance(body.get("entity"), str):
        yield from ((body["entity"], other) for other in body.get("others", ()))

"""Kriyās and lines as they are shown: roles, verdicts, evidence, what was refused."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pramana.documents import Line
from pramana.events import ROLE_WORDS
from pramana.evidence import Evidence
from pramana.graph import Node
from pramana.karaka import ROLE_OF
from pramana.serialization import JsonRecord, JsonShape
from pramana.trace import Proposal
from pramana.views.facts import Fact, Why, node_json, proposal_json
from pramana.views.showing import InNotebook
from pramana.wording import place, with_article

WORD_OF_RELATION = {relation: ROLE_WORDS[role] for relation, role in ROLE_OF.items()}
"""The English names of the roles' relations."""
_WORD_OF_ROLE = {str(role): word for role, word in ROLE_WORDS.items()}


@dataclass(frozen=True, slots=True)
class RoleView:
    """One participant of a Kriyā: the relation, the entity's name, and the fact that says so."""

    relation: str
    name: str
    fact: Fact

    @property
    def in_words(self) -> str:
        """The participant with the words that connect it: `before the accident`."""
        return f"{self.fact.marker} {self.name}".strip()


@dataclass(frozen=True, slots=True, repr=False)
class KriyaView(InNotebook, JsonRecord):
    """A Kriyā with its line. `verdict` is `verified` or `checked`; `text` is its line, "" where that is not shelved.

    `causes` are the CAUSES facts that it is an end of.
    """

    node: Node
    verdict: str
    roles: tuple[RoleView, ...]
    causes: tuple[Fact, ...]
    text: str
    why: Why

    json_shape = JsonShape(
        without=("roles", "causes", "why"),
        convert={"node": node_json},
        inline=("node",),
        computed={"facts": lambda kriya: (*(role.fact for role in kriya.roles), *kriya.causes)},
    )

    @property
    def doc_id(self) -> str:
        return str(self.node.properties["doc_id"])

    @property
    def line_number(self) -> int:
        return int(self.node.properties["line_number"])

    @property
    def in_words(self) -> str:
        """The Kriyā with its roles and markers: `give(agent: Rama; recipient: to Sita)`; if denied, `not give(…)`."""
        named: dict[str, list[str]] = {}
        for role in self.roles:
            named.setdefault(relation_in_words(role.relation), []).append(role.in_words)
        told = "; ".join(f"{role}: {', '.join(names)}" for role, names in named.items())
        denied = "not " if self.node.properties.get("polarity") == "negative" else ""
        return f"{denied}{self.node.properties['verb']}({told})"

    def __str__(self) -> str:
        place = f"{self.doc_id}:{self.line_number}"
        return f"{self.in_words} ({self.verdict})\n  {place} {self.text}".rstrip()


def _line_json(line: Line) -> dict[str, Any]:
    """Return a line under the names of evidence: its number is the `line_number`."""
    place = {"start": line.start, "end": line.end, "page": line.page, "place": line.place}
    return {"line_number": line.number, "text": line.text, **place}


@dataclass(frozen=True, slots=True, repr=False)
class LineView(InNotebook, JsonRecord):
    """A line: its place in the source, what became of it (None where it was not read), what it says."""

    doc_id: str
    line: Line
    outcome: dict[str, Any] | None
    kriyas: tuple[KriyaView, ...]
    refused: tuple[Proposal, ...]

    json_shape = JsonShape(
        convert={"line": _line_json, "refused": lambda refused: [proposal_json(None, each) for each in refused]},
        inline=("line",),
    )

    @property
    def left_out(self) -> tuple[str, ...]:
        """The parts of an accepted reading that are not in the graph, with the reasons."""
        return tuple((self.outcome or {}).get("left_out", ()))

    def __str__(self) -> str:
        outcome = self.outcome or {"status": "not read"}
        told = [f"{self.doc_id}:{self.line.number} {self.line.text}"]
        told.append(": ".join(filter(None, (str(outcome["status"]), str(outcome.get("reason", ""))))))
        told += [f"  {kriya.in_words} ({kriya.verdict})" for kriya in self.kriyas]
        told += [f"  left out: {each}" for each in self.left_out]
        told += [f"  refused: {proposal_in_words(each.body)}: {each.reason}" for each in self.refused]
        return "\n".join(told)


def span(item: Evidence) -> tuple[str, int, int, int]:
    """Return the place of evidence, whatever it is evidence of."""
    return item.doc_id, item.line_number, item.start, item.end


def mentions(places: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Return evidence with each place once: a mention may show its entity's type, too."""
    return tuple({span(item): item for item in places}.values())


def proposal_in_words(body: Any) -> str:
    """Return what a proposal says, `give(agent: Rama; object: bow)`, the goals of a plan, else its JSON."""
    if _holds(body, "kriyas"):
        return "; ".join(map(_kriya_in_words, body["kriyas"])) or "no action"
    if isinstance(body, dict) and "relation" in body:
        return f"{body.get('source')} -{body['relation']}-> {body.get('target')}"
    if isinstance(body, dict) and {"entity", "type"} <= body.keys():
        return f"{body['entity']} is {with_article(str(body['type']))}"
    if isinstance(body, dict) and {"kriya", "sources"} <= body.keys():
        return f"{body['kriya']} is stated by {body['sources']} documents"
    if isinstance(body, dict) and {"sense", "mentions"} <= body.keys():
        return f"{body['of']} is {body['sense']}"
    if isinstance(body, dict) and "entry" in body and ("entities" in body or "entity" in body):
        names = body.get("entities") or [body["entity"]]
        return f"{names[0]} is {body['entry'] or 'an entry'}"
    if isinstance(body, dict) and {"hint", "means"} <= body.keys() and isinstance(body["hint"], dict):
        at = place(str(body["hint"].get("doc_id")), int(body["hint"].get("line_number") or 0))
        return f"“{body['hint'].get('quote')}” in {at} means {body['means']}"
    if isinstance(body, dict) and {"because", "kriya"} <= body.keys():
        return f"{body['kriya']} because of “{body['because']}”"
    if _holds(body, "steps"):
        return "; ".join(str(step.get("goal")) for step in body["steps"])
    return json.dumps(body, ensure_ascii=False)


def relation_in_words(relation: str) -> str:
    """Return the English name of a role's relation, `agent` for HAS_KARTĀ; another relation's name as it is."""
    return WORD_OF_RELATION.get(relation, relation)


def _holds(body: Any, name: str) -> bool:
    listed = body.get(name) if isinstance(body, dict) else None
    return isinstance(listed, list) and all(isinstance(item, dict) for item in listed)


def _kriya_in_words(kriya: dict[str, Any]) -> str:
    roles = kriya.get("karakas") or {}
    order = [*filter(roles.__contains__, _WORD_OF_ROLE), *(role for role in roles if role not in _WORD_OF_ROLE)]
    told = "; ".join(f"{_WORD_OF_ROLE.get(role, role)}: {', '.join(roles[role])}" for role in order)
    return f"{kriya.get('verb')}({told})"

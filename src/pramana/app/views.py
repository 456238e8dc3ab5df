"""What an `Inspector` finds, for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from pramana.app.decisions import Ruling
from pramana.app.facts import Fact
from pramana.app.linking import EntryView
from pramana.app.reports import Why, counts
from pramana.app.showing import InNotebook
from pramana.documents import Line
from pramana.evidence import Evidence
from pramana.graph import Edge, Node
from pramana.trace import Proposal, Run, Verdict

_ABOUT = {
    "pass": ("pass", "undo"),
    "decision": ("what", "one", "other", "places", "why", "undoes"),
    "remove": ("documents",),
    "import": ("import", "format"),
    "stategraph": ("graph",),
    "compare": ("names", "lines"),
    "investigate": ("question",),
}
"""What of a run's manifest says what it was about, by the kind of run."""


@dataclass(frozen=True, slots=True)
class Role:
    """One participant of a Kriyā: the relation, the entity's name, and the fact that says so."""

    relation: str
    name: str
    fact: Fact


@dataclass(frozen=True, slots=True, repr=False)
class KriyaView(InNotebook):
    """A Kriyā with its line. `verdict` is `verified` or `checked`; `text` is its line, "" where that is not shelved.

    `causes` are the CAUSES facts that it is an end of.
    """

    node: Node
    verdict: str
    roles: tuple[Role, ...]
    causes: tuple[Fact, ...]
    text: str
    why: Why

    @property
    def doc_id(self) -> str:
        return str(self.node.properties["doc_id"])

    @property
    def line_number(self) -> int:
        return int(self.node.properties["line_number"])

    @property
    def in_words(self) -> str:
        """The Kriyā with its roles: `give(KARTĀ: Rama; KARMA: bow)`."""
        named: dict[str, list[str]] = {}
        for role in self.roles:
            named.setdefault(_label(role.relation), []).append(role.name)
        told = "; ".join(f"{relation}: {', '.join(names)}" for relation, names in named.items())
        return f"{self.node.properties['verb']}({told})"

    def __str__(self) -> str:
        place = f"{self.doc_id}:{self.line_number}"
        return f"{self.in_words} ({self.verdict})\n  {place} {self.text}".rstrip()

    def as_json(self) -> dict[str, Any]:
        facts = [fact_json(fact) for fact in (*(role.fact for role in self.roles), *self.causes)]
        return {"id": self.node.id, **self.node.properties, "verdict": self.verdict, "text": self.text, "facts": facts}


@dataclass(frozen=True, slots=True, repr=False)
class LineView(InNotebook):
    """A line: its place in the source, what became of it (None where it was not read), what it says."""

    doc_id: str
    line: Line
    outcome: dict[str, Any] | None
    kriyas: tuple[KriyaView, ...]
    refused: tuple[Proposal, ...]

    def __str__(self) -> str:
        outcome = self.outcome or {"status": "not read"}
        told = [f"{self.doc_id}:{self.line.number} {self.line.text}"]
        told.append(": ".join(filter(None, (str(outcome["status"]), str(outcome.get("reason", ""))))))
        told += [f"  {kriya.in_words} ({kriya.verdict})" for kriya in self.kriyas]
        told += [f"  refused: {proposal_in_words(each.body)}: {each.reason}" for each in self.refused]
        return "\n".join(told)

    def as_json(self) -> dict[str, Any]:
        line = asdict(self.line)
        del line["number"]
        return {
            "doc_id": self.doc_id,
            "line_number": self.line.number,
            **line,
            "outcome": self.outcome,
            "kriyas": [kriya.as_json() for kriya in self.kriyas],
            "refused": [proposal_json(None, proposal) for proposal in self.refused],
        }


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity: the names it goes by, where it stands, and facts about it, each with the Kriyā it is of."""

    node: Node
    verdict: str
    aliases: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    facts: tuple[Fact, ...]
    kriyas: tuple[KriyaView, ...]
    fact_count: int

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.node.id,
            **self.node.properties,
            "verdict": self.verdict,
            "aliases": list(self.aliases),
            "evidence_count": len(self.evidence),
            "evidence": [asdict(item) for item in self.evidence],
            "fact_count": self.fact_count,
            "facts": [
                {**fact_json(fact), "told": kriya.in_words, "text": kriya.text}
                for fact, kriya in zip(self.facts, self.kriyas, strict=True)
            ],
        }


@dataclass(frozen=True, slots=True)
class Member:
    """One name of an entity: its node, and how often it stands in the text."""

    node: Node
    verdict: str
    mentions: int

    @property
    def name(self) -> str:
        return str(self.node.properties["canonical_name"])


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link between two entities: the places of its ends and of what says it, and how sure it was (1 to 100).

    `reason` is what spoke for it when it was proposed, `judgement` what was said of it then.
    """

    edge: Edge
    verdict: str
    reason: str
    judgement: str
    confidence: int
    evidence: tuple[Evidence, ...]
    signal: Evidence | None

    @property
    def ends(self) -> tuple[str, str]:
        return self.edge.source, self.edge.target

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.edge.id,
            "source": self.edge.source,
            "target": self.edge.target,
            "verdict": self.verdict,
            "reason": self.reason,
            "judgement": self.judgement,
            "confidence": self.confidence,
            "evidence": [asdict(item) for item in self.evidence],
            "signal": None if self.signal is None else asdict(self.signal),
        }


@dataclass(frozen=True, slots=True)
class SenseView:
    """Where a name that several go by means this one: `evidence` has the mentions, and the words that tell it."""

    name: str
    verdict: str
    reason: str
    evidence: tuple[Evidence, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, repr=False)
class ClusterView(InNotebook):
    """An entity under all its names, the one that stands for them first, with what joins and what parts them.

    `pronouns` counts the mentions by a pronoun. `senses` tell its names from the same names of others. `links` begin
    with those that join each name to the first one. `facts` are the first of `fact_count`, in the order of the text,
    each with its Kriyā.
    """

    members: tuple[Member, ...]
    pronouns: dict[str, int]
    pronoun_ids: tuple[str, ...]
    documents: tuple[str, ...]
    senses: tuple[SenseView, ...]
    links: tuple[LinkView, ...]
    refused: tuple[LinkView, ...]
    decisions: tuple[Ruling, ...]
    facts: tuple[Fact, ...]
    kriyas: tuple[KriyaView, ...]
    fact_count: int
    entries: tuple[EntryView, ...] = ()
    """What they are linked to in a knowledge base."""

    @property
    def ids(self) -> frozenset[str]:
        return frozenset((*(member.node.id for member in self.members), *self.pronoun_ids))

    @property
    def name(self) -> str:
        return self.members[0].name

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(member.name for member in self.members)

    def __str__(self) -> str:
        also = f" (also {', '.join(self.names[1:])})" if self.names[1:] else ""
        return f"{self.name}{also}: {self.mentions} by name, {sum(self.pronouns.values())} by a pronoun"

    @property
    def mentions(self) -> int:
        """How often its names stand in the text."""
        return sum(member.mentions for member in self.members)

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "names": [
                {"id": one.node.id, **one.node.properties, "verdict": one.verdict, "mentions": one.mentions}
                for one in self.members
            ],
            "mentions": self.mentions,
            "pronouns": self.pronouns,
            "documents": list(self.documents),
            "senses": [sense.as_json() for sense in self.senses],
            "entries": [entry.as_json() for entry in self.entries],
            "links": [link.as_json() for link in self.links],
            "refused": [link.as_json() for link in self.refused],
            "decisions": [ruling.as_json() for ruling in self.decisions],
            "fact_count": self.fact_count,
            "facts": [
                {**fact_json(fact), "told": kriya.in_words, "text": kriya.text}
                for fact, kriya in zip(self.facts, self.kriyas, strict=True)
            ],
        }


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger: a proposal, or a line at which none was made (`abstained`, `failed`; `body` is None)."""

    run: int
    path: str
    verdict: str
    reason: str
    scores: tuple[int, ...] = ()
    body: Any = None

    @property
    def accepted(self) -> bool:
        return self.verdict in tuple(verdict for verdict in Verdict if verdict.accepted)

    def __str__(self) -> str:
        return f"run {self.run}, {self.path}: {self.verdict}: {self.in_words}"

    @property
    def in_words(self) -> str:
        scores = f" (scores {', '.join(map(str, self.scores))})" if self.scores else ""
        said = "" if self.body is None else f"{proposal_in_words(self.body)}: "
        return f"{said}{self.reason}{scores}"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, repr=False)
class Status(InNotebook):
    """How a workspace stands. `lines` by what became of them, `unread` among them; `money` in millionths of a dollar.

    `passes` say how each stands; `links` counts what they put into the graph, by relation and verdict. `runs` are the
    last ones but for those of passes.
    `metrics` say what the work took: see `pramana.app.metrics`.
    `spending` is over all stored responses, by model. `unfinished` says in sentences what an ingest would go on with.
    """

    folder: str
    documents: list[dict[str, Any]]
    lines: dict[str, int]
    nodes: dict[str, int]
    edges: dict[str, int]
    verdicts: dict[str, int]
    passes: list[dict[str, Any]]
    links: dict[str, dict[str, int]]
    spending: list[dict[str, Any]]
    metrics: dict[str, Any]
    runs: list[dict[str, Any]]
    graph_hash: str
    unfinished: list[str]

    def __str__(self) -> str:
        told = {"lines": self.lines, "nodes": self.nodes, "edges": self.edges, "facts": self.verdicts}
        listed = [f"{name}: {counts(each) or 'none'}" for name, each in told.items()]
        return "\n".join([f"documents: {len(self.documents):,}", *listed, f"graph {self.graph_hash}", *self.unfinished])

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(slots=True)
class Check:
    """One thing that was looked at: what, whether it is well, and what was seen."""

    what: str
    well: bool
    seen: str = ""


def fact_json(fact: Fact) -> dict[str, Any]:
    """Return a fact as JSON, without its why."""
    edge = {"source": fact.edge.source, "relation": fact.edge.relation, "target": fact.edge.target}
    return {"id": fact.edge.id, **edge, "verdict": fact.verdict, "evidence": [asdict(item) for item in fact.evidence]}


def why_json(why: Why) -> dict[str, Any]:
    accepted, refused = ([proposal_json(why.run, p) for p in group] for group in (why.accepted, why.refused))
    return {"verdict": why.verdict, "run": why.run, "accepted": accepted, "refused": refused}


def proposal_json(run: int | None, proposal: Proposal) -> dict[str, Any]:
    body = {"path": proposal.path, "verdict": proposal.verdict.value, "reason": proposal.reason}
    return {"run": run, **body, "scores": list(proposal.scores), "body": proposal.body}


def run_json(run: Run) -> dict[str, Any]:
    times = {"started": run.started, "ended": run.ended}
    about = {name: run.manifest[name] for name in _ABOUT.get(run.kind, ()) if name in run.manifest}
    return {
        "run": run.id,
        "kind": run.kind,
        "status": run.status.value,
        **times,
        "about": about,
        "result": dict(run.result),
    }


def span(item: Evidence) -> tuple[str, int, int, int]:
    """Return the place of evidence, whatever it is evidence of."""
    return item.doc_id, item.line_number, item.start, item.end


def mentions(places: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Return evidence with each place once: a mention may show its entity's type, too."""
    return tuple({span(item): item for item in places}.values())


def natural(path: str) -> tuple[tuple[bool, int, str], ...]:
    """Return the key that sorts `line/9` before `line/10`."""
    parts = path.split("/")
    return tuple((not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts)


def proposal_in_words(body: Any) -> str:
    """Return what a proposal says, on one line: `give(KARTA: Rama; KARMA: bow)`, the goals of a plan, else its JSON."""
    if _holds(body, "kriyas"):
        return "; ".join(map(_kriya_in_words, body["kriyas"])) or "no action"
    if isinstance(body, dict) and "relation" in body:
        return f"{body.get('source')} -{body['relation']}-> {body.get('target')}"
    if isinstance(body, dict) and {"entity", "type"} <= body.keys():
        return f"{body['entity']} is a {body['type']}"
    if isinstance(body, dict) and {"sense", "mentions"} <= body.keys():
        return f"{body['of']} is {body['sense']}"
    if isinstance(body, dict) and "entry" in body and ("entities" in body or "entity" in body):
        names = body.get("entities") or [body["entity"]]
        return f"{names[0]} is {body['entry'] or 'an entry'}"
    if _holds(body, "steps"):
        return "; ".join(str(step.get("goal")) for step in body["steps"])
    return json.dumps(body, ensure_ascii=False)


def _label(relation: str) -> str:
    """Return a relation without the verb that says nothing: KARTĀ for HAS_KARTĀ, but LOCATED_IN."""
    verb, _, role = relation.partition("_")
    return relation if verb in ("LOCATED", "OCCURS") else role


def _holds(body: Any, name: str) -> bool:
    listed = body.get(name) if isinstance(body, dict) else None
    return isinstance(listed, list) and all(isinstance(item, dict) for item in listed)


def _kriya_in_words(kriya: dict[str, Any]) -> str:
    roles = kriya.get("karakas") or {}
    told = "; ".join(f"{role}: {', '.join(mentions)}" for role, mentions in roles.items())
    return f"{kriya.get('verb')}({told})"

"""What an `Inspector` finds, for people and as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pramana.evidence import Evidence
from pramana.graph import Edge, Node
from pramana.views.decisions import Ruling
from pramana.views.facts import Fact, fact_json
from pramana.views.kriyas import KriyaView
from pramana.views.linking import EntryView
from pramana.views.showing import InNotebook


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity: its names, where it occurs, and facts about it, each with its Kriyā."""

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
    """One name of an entity: its node, and how often it occurs in the text."""

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
    """An entity under all its names, the representative one first, with the links that join and part them.

    `pronouns` counts the mentions by a pronoun. `senses` distinguish its names from the same names of others. `links`
    begin with those that join each name to the first one. `facts` are the first of `fact_count`, in the order of the
    text, each with its Kriyā.
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
        """How often its names occur in the text."""
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

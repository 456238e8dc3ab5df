"""What an `Inspector` finds, for people and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pramana.evidence import Evidence
from pramana.graph import Edge, Node
from pramana.serialization import JsonRecord, JsonShape
from pramana.views.decisions import Ruling
from pramana.views.facts import Fact, node_json
from pramana.views.kriyas import KriyaView
from pramana.views.linking import EntryView
from pramana.views.showing import InNotebook


def told_facts(view: EntityView | ClusterView) -> list[dict[str, Any]]:
    """Return the facts of an entity as JSON, each with its Kriyā in words and the line."""
    pairs = zip(view.facts, view.kriyas, strict=True)
    return [{**fact.as_json(), "told": kriya.in_words, "text": kriya.text} for fact, kriya in pairs]


@dataclass(frozen=True, slots=True)
class EntityView(JsonRecord):
    """An entity: its names, where it occurs, and facts about it, each with its Kriyā."""

    node: Node
    verdict: str
    aliases: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    facts: tuple[Fact, ...]
    kriyas: tuple[KriyaView, ...]
    fact_count: int

    json_shape = JsonShape(
        without=("kriyas",),
        convert={"node": node_json},
        inline=("node",),
        computed={"evidence_count": lambda view: len(view.evidence), "facts": told_facts},
    )


@dataclass(frozen=True, slots=True)
class Member(JsonRecord):
    """One name of an entity: its node, and how often it occurs in the text."""

    node: Node
    verdict: str
    mentions: int

    json_shape = JsonShape(convert={"node": node_json}, inline=("node",))

    @property
    def name(self) -> str:
        return str(self.node.properties["canonical_name"])


@dataclass(frozen=True, slots=True)
class LinkView(JsonRecord):
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

    json_shape = JsonShape(
        convert={"edge": lambda edge: {"id": edge.id, "source": edge.source, "target": edge.target}}, inline=("edge",)
    )

    @property
    def ends(self) -> tuple[str, str]:
        return self.edge.source, self.edge.target


@dataclass(frozen=True, slots=True)
class SenseView(JsonRecord):
    """Where a name that several go by means this one: `evidence` has the mentions, and the words that tell it."""

    name: str
    verdict: str
    reason: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True, repr=False)
class ClusterView(InNotebook, JsonRecord):
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
    relations: tuple[Fact, ...] = ()
    """The relations to other entities that rules derive from events."""

    json_shape = JsonShape(
        without=("pronoun_ids", "kriyas"),
        plus=("name", "mentions"),
        keys={"members": "names"},
        computed={"facts": told_facts},
    )

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

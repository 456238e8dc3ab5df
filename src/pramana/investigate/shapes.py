"""The shapes of questions that rules can plan for. What does not fit one of them, word by word, has none.

A shape says what is asked in terms of one graph: its nodes, relations, types and attributes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pramana.investigate.model import QuestionMention


@dataclass(frozen=True, slots=True)
class Anchor:
    """A name in the question, with the nodes that it may mean."""

    text: str
    mentions: tuple[QuestionMention, ...]

    @property
    def types(self) -> frozenset[str]:
        return frozenset(each.type for each in self.mentions)


@dataclass(frozen=True, slots=True)
class Hop:
    """Edges to follow: of one of the `relations` (none: of any), along their direction, against it, or either way.

    `types` are those that the nodes reached may have, none: any. Edges of a relation in `turned`, which says the same
    from the other side (*owned by*), are followed the other way round.
    """

    relations: tuple[str, ...]
    along: bool | None
    types: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """The first by an attribute, from the top down or from the bottom up."""

    attribute: str
    down: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """What is reached from a node over one hop or more; how many that is; or the first of it by an attribute."""

    anchor: Anchor
    hops: tuple[Hop, ...]
    count: bool = False
    ranked: Ranked | None = None


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two chains both reach."""

    one: Chain
    two: Chain
    count: bool = False


@dataclass(frozen=True, slots=True)
class Whole:
    """All nodes of some types: listed, counted, or the first by an attribute."""

    types: tuple[str, ...]
    count: bool = False
    ranked: Ranked | None = None
    edges: bool = False


@dataclass(frozen=True, slots=True)
class Busiest:
    """The node with the most, or fewest, edges of a relation (none: of any) that leave (`source`) or reach it."""

    types: tuple[str, ...]
    relations: tuple[str, ...]
    side: str
    down: bool


@dataclass(frozen=True, slots=True)
class Paths:
    one: Anchor
    two: Anchor


@dataclass(frozen=True, slots=True)
class Common:
    """What two nodes both reach over a hop."""

    one: Anchor
    two: Anchor
    hop: Hop


@dataclass(frozen=True, slots=True)
class Compared:
    one: Anchor
    two: Anchor
    ranked: Ranked


@dataclass(frozen=True, slots=True)
class AttributeShape:
    """An attribute of a node."""

    anchor: Anchor
    attribute: str


@dataclass(frozen=True, slots=True)
class EventRoles:
    """How a graph holds events: the attribute with the verb, and the relations to what takes part with an English word
    for each."""

    field: str
    words: tuple[tuple[str, str], ...]

    def word(self, relation: str) -> str:
        return dict(self.words).get(relation, relation)


@dataclass(frozen=True, slots=True)
class About:
    """All that a node is: its attributes, and its edges; `events`: the events that it takes part in, in their place."""

    anchor: Anchor
    events: EventRoles | None = None


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Whether an edge leads over a hop from one node to another."""

    one: Anchor
    hop: Hop
    two: Anchor


@dataclass(frozen=True, slots=True)
class EdgeValue:
    """An attribute of the edges between two nodes, of one of the `relations`, none: of any."""

    one: Anchor
    two: Anchor
    attribute: str
    relations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueBound:
    """A condition on an attribute: its value is one of the `values` (`=`), or below or above it (`<`, `>=` …)."""

    attribute: str
    op: str
    values: tuple[str | int | float, ...]


@dataclass(frozen=True, slots=True)
class DescribedSet:
    """Nodes of some types (none: of any) for which all bounds hold, and which all chains reach: listed, counted, or the
    first by an attribute."""

    types: tuple[str, ...]
    chains: tuple[Chain, ...]
    bounds: tuple[ValueBound, ...]
    count: bool = False
    ranked: Ranked | None = None


@dataclass(frozen=True, slots=True)
class EventShape:
    """What takes part in an event: `given` are (relation, anchor), `asked` the relation of what is asked for.

    `type` is the type of events, `field` the attribute that holds the verb.
    """

    type: str
    field: str
    verbs: tuple[str, ...]
    given: tuple[tuple[str, Anchor], ...]
    asked: str
    roles: EventRoles


@dataclass(frozen=True, slots=True)
class ToldShape:
    """What sentences of elements' texts answer: the mentions that hold them."""

    told: tuple[QuestionMention, ...]


@dataclass(frozen=True, slots=True)
class SetLink:
    """A condition on edges: the wanted node is at the `side` (`source`, `target`, "" for either) of some edge of a
    relation whose other end is a node, or one of a set. `holds`: `some` edge, `none`, or a comparison of how many other
    ends there are with `number`. `bounds` hold of the edges' attributes; `told` are those of them that are told."""

    relation: str
    side: str
    other: Anchor | MatchedSet
    holds: str = "some"
    number: int = 0
    bounds: tuple[ValueBound, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def far_side(self) -> str:
        """The side of the other end. Raises KeyError for a link of either side."""
        return {"source": "target", "target": "source"}[self.side]


@dataclass(frozen=True, slots=True)
class MatchedSet:
    """Nodes that a question describes in words of its own, matched against the graph's types, relations and attributes.

    `types` (none: of any), `bounds` and `links` are what holds of them; `only` are nodes that they are among, `without`
    nodes that they are not. `ranked` keeps the first by an attribute, `most` those with the most other ends of a link.
    `output`: `list`, `count`, `exists`, `sum` or `average` (of the first of the `attributes`), or `whether` the first
    of the `attributes` is true. Of each node the `attributes` are told, and what it leads to over `onward`.
    """

    types: tuple[str, ...] = ()
    bounds: tuple[ValueBound, ...] = ()
    links: tuple[SetLink, ...] = ()
    only: tuple[Anchor, ...] = ()
    without: tuple[Anchor, ...] = ()
    ranked: Ranked | None = None
    most: SetLink | None = None
    output: str = "list"
    attributes: tuple[str, ...] = ()
    onward: tuple[SetLink, ...] = ()


@dataclass(frozen=True, slots=True)
class PartsShape:
    """The parts of a question that asks several things, each with its shape, None where it is not read."""

    parts: tuple[tuple[str, Shape | None], ...]


Shape: TypeAlias = (
    Chain
    | Meeting
    | Whole
    | Busiest
    | Paths
    | Common
    | Compared
    | DescribedSet
    | AttributeShape
    | About
    | Confirmed
    | EdgeValue
    | EventShape
    | MatchedSet
    | PartsShape
    | ToldShape
)


@dataclass(frozen=True, slots=True)
class UnreadShape:
    """No shape fits, and why, in a sentence. `lacks`: because the graph has no word of what is asked about."""

    why: str
    lacks: bool = False

"""What a pass sees, and what it proposes. A pass is a function of one frozen graph, without what passes wrote."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pramana.events import Role, is_plain
from pramana.evidence import Evidence, Grade
from pramana.gsv import GSVSettings
from pramana.karaka.passes.memory import DocumentNotes
from pramana.llm import Gateway
from pramana.trace import Trail


@dataclass(frozen=True, slots=True)
class EntityMention:
    """One place where an entity takes part in a Kriyā.

    `marker` has the words that connect it, "" for a bare one, and `marker_evidence` their place. `means` is whom the
    reading takes it for, by the words of line `means_line` (None where it does not say which), and `kind` of what kind
    it takes it to be; "" where it says nothing. `edtf` is the time that it says, "" where that is unknown.
    """

    entity: str
    name: str
    pronoun: bool
    kriya: str
    role: Role
    evidence: Evidence
    marker: str = ""
    marker_evidence: Evidence | None = None
    means: str = ""
    means_line: int | None = None
    kind: str = ""
    edtf: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether the mention plainly has its role: not *near* the place, not *before* the time."""
        return is_plain(self.role, self.marker)


@dataclass(frozen=True, slots=True)
class Event:
    """One Kriyā, with the place of its verb. `because` are the words of events that the reading gives as its causes.

    `verdict` is that of its line's reading, "" where a view does not tell.
    """

    kriya: str
    verb: str
    evidence: Evidence
    polarity: str
    modality: str
    attributed_to: str
    because: tuple[str, ...] = ()
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class IdentityLink:
    """A link of the graph between two entities that are one, with the places that it rests on."""

    one: str
    other: str
    verdict: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class EntityDecision:
    """What a person decided of two entities, by their ids: that they are one, or that they are not. `one` < `other`.

    With `places` (documents, or lines as `rama.txt:7`) it parts one name: its mentions there are its sense `other`.
    """

    kind: Literal["merge", "split"]
    one: str
    other: str
    why: str = ""
    places: tuple[str, ...] = ()


class LinkTexts(Protocol):
    """The texts that links are held to."""

    def lines(self, doc_id: str) -> Mapping[int, str]:
        """Return the lines of a document by their numbers, in order."""

    def is_entity(self, entity: str) -> bool:
        """Return whether an id is that of an entity, not of a Kriyā."""

    def beside(self, one: str, other: str) -> list[tuple[Evidence, Evidence]]:
        """Return the first mentions of two entities in each Kriyā in which both take part, in order of Kriyās."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class PassView:
    """A frozen graph as passes see it. `mentions` and `events` in order of (doc_id, line number, start, id).

    `lines` holds every line of every document by (doc_id, line number), in that order; `decisions` those of people
    that were not taken back, oldest first. `senses` maps the senses among the mentions' entities to what they are
    senses of. `identities` and `types` (by entity) are what other passes wrote, and `same_events` the accepted links
    between Kriyās, for a pass that follows them. `notes`: what the pass found in documents before, None for nothing.
    `plain` is the same view without notes, None where it has none; `texts` what links are held to, where the view
    does not show its mentions.
    """

    lines: Mapping[tuple[str, int], str]
    mentions: tuple[EntityMention, ...]
    events: tuple[Event, ...]
    decisions: tuple[EntityDecision, ...] = ()
    senses: Mapping[str, str] = field(default_factory=dict)
    identities: tuple[IdentityLink, ...] = ()
    types: Mapping[str, str] = field(default_factory=dict)
    same_events: tuple[tuple[str, str], ...] = ()
    notes: DocumentNotes | None = None
    plain: PassView | None = None
    texts: LinkTexts | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """An edge that a pass proposes between two nodes of the graph, with the place of both ends.

    `reason` says in one sentence what speaks for it; `confidence` is 1 to 100; `signal` is the place of the word that
    says it (*because*, *known as*), None where no word does. `scores` are the votes of models that verified it already,
    none where it is still to be judged. `agreed`: a model's reading and rules found it each by themselves, and no judge
    is asked.
    """

    source: str
    relation: str
    target: str
    source_evidence: Evidence
    target_evidence: Evidence
    reason: str
    confidence: int
    signal: Evidence | None = None
    scores: tuple[int, ...] = ()
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class PairFinding:
    """What speaks for a pair of names. `confidence` is 1 to 100."""

    reason: str
    confidence: int


@dataclass(frozen=True, slots=True)
class AskedLinks:
    """The result of asking models: links, and the number of questions without an answer, which are asked again.

    `undecided` are the identities of proposals without an answer: what is already stored of them is kept. `replaces`:
    models were asked about everything, and what the rules of the pass propose is not added. `refused` are links that
    judges refused, with their votes and the reason.
    """

    links: Sequence[Link]
    failed: int = 0
    senses: Sequence[SenseProposal] = ()
    entities: Sequence[EntityLink] = ()
    undecided: Sequence[tuple[str, ...]] = ()
    types: Sequence[TypeProposal] = ()
    replaces: bool = False
    refused: Sequence[tuple[Link, tuple[int, ...], str]] = ()


@dataclass(frozen=True, slots=True)
class TypeProposal:
    """That an entity is of a type, the mention that shows it best, and why. `confidence` is 1 to 100.

    `scores` are the votes of models that verified it already.
    """

    entity: str
    type: str
    evidence: Evidence
    reason: str
    confidence: int
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityLink:
    """That entities, which are one, are what an entry of a knowledge base is about: `wikidata:Q42`.

    `places` holds a mention of each, by its id; these are asserted where a person stated it. `label` and `description`
    are the entry's. `scores` are the votes of models that verified it already.
    """

    entities: tuple[str, ...]
    entry: str
    label: str
    description: str
    places: tuple[tuple[str, Evidence], ...]
    reason: str
    confidence: int
    scores: tuple[int, ...] = ()

    @property
    def stated(self) -> bool:
        return all(place.grade is Grade.ASSERTED for _, place in self.places)


@dataclass(frozen=True, slots=True)
class EntryDecision:
    """What a person decided of an entity and an entry: that it is that, or that it is not (`entry` "": nor any other).

    `label` and `description` are those of the entry at that time.
    """

    kind: Literal["link", "unlink"]
    entity: str
    entry: str
    label: str = ""
    description: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class SenseProposal:
    """That the mentions of a name in one line mean `sense`, one of several that go by it.

    `base` is the id of the name's node, `name` the name. Each mention is as lines state it; `mark` is the place
    of what tells this sense apart, None where a person does. `judged`: models verified it.
    """

    base: str
    name: str
    sense: str
    mentions: tuple[EntityMention, ...]
    mark: Evidence | None
    reason: str
    confidence: int
    judged: bool = False


@dataclass(frozen=True, slots=True)
class RelationProposal:
    """A relation between two entities that a rule derives from `events`, by their ids.

    `properties` hold status, polarity, speaker and time. `premises` are the places of the links by which the ends are
    known. `verified`: models verified everything that it rests on.
    """

    source: str
    relation: str
    target: str
    properties: Mapping[str, str]
    events: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    premises: tuple[Evidence, ...]
    reason: str
    confidence: int
    ordinal: int = 0
    verified: bool = False


@dataclass(frozen=True, slots=True)
class SourceCount:
    """That several independent sources state the event of a Kriyā. `places` has the verb that tells it in each."""

    kriya: str
    places: tuple[Evidence, ...]
    reason: str
    confidence: int = 100


ProposeLinks = Callable[[PassView], Sequence[Link]]
"""A pass that proposes links alone."""


Ask = Callable[[Gateway, PassView, Trail], Awaitable[Sequence[Link]]]
"""What a pass has a model propose beside. Every question is asked by itself."""


Loop = Callable[[Gateway, GSVSettings, PassView, Trail], Awaitable[AskedLinks]]
"""What a pass has models propose, score and verify, each question in a separate loop."""

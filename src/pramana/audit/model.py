"""The input of an audit, and its findings for every node and edge."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from pramana.claims import Decider
from pramana.evidence import Evidence
from pramana.serialization import JsonRecord, JsonShape


class AuditVerdict(StrEnum):
    """What the text says of a fact."""

    SUPPORTED = "supported"
    """The text has it, at a place that is named."""
    CONTRADICTED = "contradicted"
    """A line says the opposite of it: it denies it, has the ends in each other's roles, or has another value."""
    WEAK = "weak"
    """The text has part of it; the reason says which."""
    UNSUPPORTED = "unsupported"
    """The text does not have it."""


class MatchRule(StrEnum):
    """How a name matches words of the text, the closest match first."""

    NAME = "name"
    """The name itself, but for an article, a label before it, and case, quotes and punctuation."""
    INFLECTED = "inflected"
    """The name in the plural, the singular or the possessive."""
    GIVEN_ALIAS = "given alias"
    """An alias that the graph itself gives."""
    INNER_NAME = "inner name"
    """One of the two names in `Fred (Scrooge's nephew)`."""
    TITLE = "title"
    """The name without its title: *Topper* for *Mr. Topper*."""
    SUFFIX = "suffix"
    """The name without its legal form: *Acme* for *Acme Ltd.*"""
    SPELLING = "spelling"
    """The name with one letter more, less or other in a word that the text does not have: *waggons*."""
    INITIALS = "initials"
    """The capitals of the name's words: *NASA*."""
    SURNAME = "surname"
    GIVEN_NAME = "given name"
    WORDS = "words"
    """All words of the name, close together, in any order: *Marley's ghost* for *the ghost of Marley*."""
    HEAD = "head"
    """The name's noun, soon after a fuller form of it: *the nephew* for *Scrooge's nephew*."""
    PART = "part"
    """More than half of the name's words, close together."""


@dataclass(frozen=True, slots=True)
class AuditNode:
    """A node to be audited. `type` may be empty; `aliases` and `descriptions` are what the graph itself gives."""

    id: str
    name: str
    type: str = ""
    descriptions: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AuditEdge:
    """An edge to be audited, its ends named by node ids.

    `descriptions` are the texts of the graph about it; `relation` is None or empty for an edge without name.
    """

    source: str
    target: str
    relation: str | None = None
    descriptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AuditGraph:
    """A graph made by any tool. An end of an edge that is not the id of a node is read as the name of a node.

    `directed`: a relation leads from source to target; if False, only descriptions say who does what to whom.
    """

    nodes: tuple[AuditNode, ...]
    edges: tuple[AuditEdge, ...]
    directed: bool = True


@dataclass(frozen=True, slots=True)
class NodeMention(JsonRecord):
    """A place where a node occurs: the evidence, the `alias` that matched, the rule that made it, the whole line."""

    evidence: Evidence
    alias: str
    rule: MatchRule
    line: str = ""

    json_shape = JsonShape(without=("line",), inline=("evidence",))


@dataclass(frozen=True, slots=True)
class NodeFinding(JsonRecord):
    """What the text says of a node.

    `mention` is its best place, None where it does not occur; `mentions` counts all places. `reason` is one phrase.
    """

    node: AuditNode
    verdict: AuditVerdict
    reason: str
    mention: NodeMention | None = None
    mentions: int = 0

    json_shape = JsonShape(
        keys={"mention": "evidence"},
        convert={"node": lambda node: {"id": node.id, "name": node.name, "type": node.type}},
        inline=("node",),
    )


@dataclass(frozen=True, slots=True)
class TextPassage:
    """Some lines in a row of one document: `first` and `last` are line numbers (from 1, inclusive)."""

    doc_id: str
    first: int
    last: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EdgeFinding(JsonRecord):
    """What the text says of an edge.

    `source` and `target` are the places of its ends: those in `passage`, else the best of each, None for an end that
    does not occur. `words` are the places of the words of its relation and description in the passage. `meetings`
    counts the pairs of lines, near enough, where both ends occur.
    """

    edge: AuditEdge
    verdict: AuditVerdict
    reason: str
    source: NodeMention | None = None
    target: NodeMention | None = None
    passage: TextPassage | None = None
    words: tuple[Evidence, ...] = ()
    meetings: int = 0
    is_stated: bool = False
    decided_by: Decider = Decider.RULES

    json_shape = JsonShape(keys={"source": "source_evidence", "target": "target_evidence"}, inline=("edge",))


@dataclass(frozen=True, slots=True)
class GraphAudit(JsonRecord):
    """An audit: a finding for each node and each edge, in the graph's order.

    `window` is how many lines in a row count as near; `documents` are the doc_ids that were read, `lines` their lines.
    """

    window: int
    documents: tuple[str, ...]
    lines: int
    nodes: tuple[NodeFinding, ...]
    edges: tuple[EdgeFinding, ...]

    json_shape = JsonShape(plus=("counts",))

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many nodes and edges have each verdict: `{"nodes": {"supported": 3, …}, "edges": {…}}`."""
        return {"nodes": _verdict_counts(self.nodes), "edges": _verdict_counts(self.edges)}


def shorten_name(name: str, most: int = 80) -> str:
    """Return a name cut to `most` characters.

    >>> shorten_name("abcdef", 4)
    'abc…'
    """
    return name if len(name) <= most else name[: most - 1] + "…"


def _verdict_counts(findings: tuple[NodeFinding, ...] | tuple[EdgeFinding, ...]) -> dict[str, int]:
    counted = Counter(finding.verdict for finding in findings)
    return {verdict.value: counted[verdict] for verdict in AuditVerdict}

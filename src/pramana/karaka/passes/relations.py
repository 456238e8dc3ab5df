"""Relations between entities that declared rules derive from events: `Fabrikam ACQUIRED Contoso`.

Each is an edge with the event's places as evidence, its time and its status. Who is who comes from the links that the
passes before put into the graph, so that *She founded Contoso* gives `Marta Keller FOUNDED Contoso`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from pramana.events import Role, is_one_mention
from pramana.evidence import Evidence, Grade
from pramana.karaka.passes.model import EntityMention, Event, IdentityLink, PassView, RelationProposal
from pramana.karaka.passes.relation_rules import RelationEnd, RelationRule, default_relation_rules
from pramana.trace import Verdict

LONGEST_NAME = 5
"""Words: a longer name is mostly a name with a description around it, and is not what an entity is shown as."""
_SURE = 100
"""A relation is as sure as its event: the rule itself adds no doubt."""


def propose(view: PassView, rules: Sequence[RelationRule] | None = None) -> list[RelationProposal]:
    """Return the relations that rules (None: the default ones) derive, in order of (source, relation, target).

    Events with the same ends, relation, time and status are one relation with the evidence of all of them.
    """
    return merged_alike(_derived_once(view, rules).found)


def refusals(view: PassView, rules: Sequence[RelationRule] | None = None) -> list[tuple[dict[str, Any], str]]:
    """Return the events that a rule is about and that give no relation: event, relation, and the reason."""
    return [refusal_body(each) for each in _derived_once(view, rules).refused]


def refusal_body(refused: RefusedRelation) -> tuple[dict[str, Any], str]:
    """Return what was refused as JSON, and the reason."""
    ends = {"source": refused.source, "relation": refused.relation, "target": refused.target}
    return {**ends, "event": refused.event}, refused.reason


@dataclass(frozen=True, slots=True)
class RefusedRelation:
    """An event that gives no relation although a rule is about its verb."""

    event: str
    source: str
    relation: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class DerivedRelations:
    """What rules made of the events of a view: relations, one for each event and pair of ends, and refusals."""

    found: tuple[RelationProposal, ...]
    refused: tuple[RefusedRelation, ...]


_DERIVED: WeakKeyDictionary[PassView, tuple[Sequence[RelationRule] | None, DerivedRelations]] = WeakKeyDictionary()
"""What was derived on views that are still in use: relations and refusals are two questions about it."""


def _derived_once(view: PassView, rules: Sequence[RelationRule] | None) -> DerivedRelations:
    held = _DERIVED.get(view)
    if held is None or held[0] is not rules:
        held = _DERIVED[view] = (rules, derive(view, rules))
    return held[1]


def derive(view: PassView, rules: Sequence[RelationRule] | None = None) -> DerivedRelations:
    """Hold every event of a view against the rules about its verb."""
    return derived_relations(view, rules, _names_of(view))


def derived_relations(view: PassView, rules: Sequence[RelationRule] | None, names: EntityNames) -> DerivedRelations:
    """Hold every event of a view against the rules about its verb. `names` tells who is who."""
    by_verb: dict[str, list[RelationRule]] = defaultdict(list)
    for rule in default_relation_rules() if rules is None else rules:
        for verb in rule.verbs:
            by_verb[verb].append(rule)
    mentions: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in view.mentions:
        mentions[mention.kriya].append(mention)
    found: list[RelationProposal] = []
    refused: list[RefusedRelation] = []
    for event in view.events:
        for rule in by_verb.get(event.verb, ()):
            for each in _apply(rule, event, mentions[event.kriya], names):
                found.append(each) if isinstance(each, RelationProposal) else refused.append(each)
    return DerivedRelations(tuple(found), tuple(refused))


def _apply(
    rule: RelationRule, event: Event, mentions: Sequence[EntityMention], names: EntityNames
) -> Iterator[RelationProposal | RefusedRelation]:
    """Yield the relation of each pair of ends, or why there is none."""
    sources, targets = (list(_fitting(end, event, mentions)) for end in (rule.source, rule.target))
    for source in sources:
        for target in targets:
            reason = _reason_against(rule, event, source, target, names)
            if reason:
                yield RefusedRelation(event.kriya, source.name, rule.relation, target.name, reason)
            else:
                yield _relation(rule, event, (source, target), mentions, names)


def _fitting(end: RelationEnd, event: Event, mentions: Iterable[EntityMention]) -> Iterator[EntityMention]:
    return (each for each in mentions if each.role is end.role and end.admits(each.marker, event.verb))


def _reason_against(
    rule: RelationRule, event: Event, source: EntityMention, target: EntityMention, names: EntityNames
) -> str:
    """Return why an event and two of its participants give no relation, "" where they do."""
    ends = [names.of(source.entity), names.of(target.entity)]
    record = {
        "verb": event.verb,
        "polarity": event.polarity,
        "modality": event.modality,
        "said_by": event.attributed_to or None,
        "source": {"name": ends[0].name, "type": ends[0].type or None},
        "target": {"name": ends[1].name, "type": ends[1].type or None},
    }
    if not rule.holds(record):
        said = f", said by {event.attributed_to}" if event.attributed_to else ""
        return f"The rule {rule.text!r} does not allow it: {event.polarity}, {event.modality}{said}."
    if ends[0].entity == ends[1].entity:
        return "Both ends are one entity."
    open_ = [end.name for end in ends if end.pronoun]
    return f"The graph does not know whom “{open_[0]}” means." if open_ else ""


def _relation(
    rule: RelationRule,
    event: Event,
    ends: tuple[EntityMention, EntityMention],
    mentions: Iterable[EntityMention],
    names: EntityNames,
) -> RelationProposal:
    """Return the relation of one event between two of its participants."""
    places: list[Evidence] = [event.evidence]
    premises: list[Evidence] = []
    verdicts = [event.verdict]
    for mention in ends:
        links = names.links(mention.entity)
        places.append(replace(mention.evidence, grade=Grade.RESOLVED) if links else mention.evidence)
        places += [mention.marker_evidence] if mention.marker_evidence is not None else []
        premises += [place for link in links for place in link.evidence]
        verdicts += [link.verdict for link in links]
    status = {"status": event.modality, "polarity": event.polarity, "said_by": event.attributed_to or None}
    time = _time_of(mentions)
    properties = {**status, "time": time or None}
    source, target = (names.of(mention.entity).entity for mention in ends)
    verified = all(verdict == Verdict.VERIFIED.value for verdict in verdicts)
    reason = f"By the rule {rule.text!r}."
    return RelationProposal(
        source,
        rule.relation,
        target,
        {name: value for name, value in properties.items() if value},
        (event.kriya,),
        tuple(dict.fromkeys(places)),
        tuple(dict.fromkeys(premises)),
        reason,
        _SURE,
        verified=verified,
    )


def _time_of(mentions: Iterable[EntityMention]) -> str:
    """Return when an event was, in EDTF where that is known, else in the words of the line; "" where no line says."""
    for mention in mentions:
        if mention.role is Role.ADHIKARANA_TEMPORAL and mention.is_plain:
            return mention.edtf or mention.name
    return ""


def merged_alike(found: Iterable[RelationProposal]) -> list[RelationProposal]:
    """Return one relation for all events that say the same; those that differ in time or status have ordinals."""
    alike: dict[tuple[str, str, str], dict[str, list[RelationProposal]]] = defaultdict(lambda: defaultdict(list))
    for each in found:
        said = repr(sorted(each.properties.items()))
        alike[each.source, each.relation, each.target][said].append(each)
    merged = []
    for key in sorted(alike):
        for ordinal, said in enumerate(sorted(alike[key])):
            group = alike[key][said]
            merged.append(
                replace(
                    group[0],
                    ordinal=ordinal,
                    events=tuple(dict.fromkeys(event for each in group for event in each.events)),
                    evidence=tuple(dict.fromkeys(place for each in group for place in each.evidence)),
                    premises=tuple(dict.fromkeys(place for each in group for place in each.premises)),
                    reason=" ".join(dict.fromkeys(each.reason for each in group)),
                    verified=all(each.verified for each in group),
                )
            )
    return merged


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """The entity that represents all that are one with it. `pronoun`: none of them has a name or a description."""

    entity: str
    name: str
    pronoun: bool
    type: str


class EntityNames:
    """Which entity represents which, by the links of the graph, and over which links it is reached.

    `called` returns the name of an entity and whether it is a pronoun, None for one without a mention; `near` returns
    the links of an entity, and `type_of` its type, "" for none.
    """

    def __init__(
        self,
        called: Callable[[str], tuple[str, bool] | None],
        near: Callable[[str], Sequence[IdentityLink]],
        type_of: Callable[[str], str],
    ) -> None:
        self._called, self._near, self._type_of = called, near, type_of
        self._known: dict[str, tuple[str, Mapping[str, tuple[IdentityLink, ...]]]] = {}

    def of(self, entity: str) -> NamedEntity:
        chosen = self._group(entity)[0]
        name, pronoun = self._called(chosen) or (chosen, False)
        return NamedEntity(chosen, name, pronoun, self._type_of(chosen) or self._type_of(entity))

    def links(self, entity: str) -> tuple[IdentityLink, ...]:
        """Return the links from an entity to the one that represents it, none where that is itself."""
        return self._group(entity)[1].get(entity, ())

    def _group(self, entity: str) -> tuple[str, Mapping[str, tuple[IdentityLink, ...]]]:
        if entity not in self._known:
            members = self._chains(entity)
            chosen = min(members, key=self._order)
            group = (chosen, self._chains(chosen))
            for member in members:
                self._known[member] = group
        return self._known[entity]

    def _chains(self, start: str) -> dict[str, tuple[IdentityLink, ...]]:
        """Return everything that is one with an entity, with the shortest chain of links to it."""
        found: dict[str, tuple[IdentityLink, ...]] = {start: ()}
        frontier = [start]
        while frontier:
            further = []
            for here in frontier:
                for link in sorted(self._near(here), key=lambda each: (each.one, each.other)):
                    other = link.other if link.one == here else link.one
                    if other not in found:
                        found[other] = (*found[here], link)
                        further.append(other)
            frontier = sorted(further)
        return found

    def _order(self, entity: str) -> tuple[object, ...]:
        """Order of names that could represent an entity: no pronoun, no description, the fullest of usual length."""
        name, pronoun = self._called(entity) or (entity, False)
        words = len(name.split())
        return pronoun, is_one_mention(entity), not name[:1].isupper(), words > LONGEST_NAME, -words, entity


def _names_of(view: PassView) -> EntityNames:
    called: dict[str, tuple[str, bool]] = {}
    for mention in view.mentions:
        called.setdefault(mention.entity, (mention.name, mention.pronoun))
    near: dict[str, list[IdentityLink]] = defaultdict(list)
    for link in view.identities:
        near[link.one].append(link)
        near[link.other].append(link)
    return EntityNames(called.get, lambda entity: near.get(entity, ()), lambda entity: view.types.get(entity, ""))

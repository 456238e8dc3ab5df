"""What the reading said that pronouns and descriptions mean, held to the text of the document.

A hint is used where whom it names occurs in the line that it says, or shortly before, is in the graph, is not a
pronoun, and agrees in number and kind. Hints that do not are refused, each with its reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from pramana.events import PRONOUNS
from pramana.evidence import Evidence, align
from pramana.graph import fold_name
from pramana.karaka.passes.clusters import Clusters
from pramana.karaka.passes.model import EntityMention, Link
from pramana.karaka.schema import AI, ENTITY_TYPES, IS_SAME_AS, ORGANIZATION, PERSON
from pramana.language import FEMALE, MALE, UNKNOWN, Traits, agrees, asked_by, opposes_traits, parse_description
from pramana.language import PERSON as SOMEBODY
from pramana.language import THING as SOMETHING

HINTED = 80
"""How sure a hint is, 1 to 100, that rules neither confirm nor oppose."""
CONFIRMED = 92
"""The same where rules find the same by themselves."""
OPPOSED = 70
"""The same where rules find another."""
_SEVERAL_SPEAKERS = frozenset(("we", "us", "our", "ours", "ourselves"))
"""Pronouns of the first person that mean no single one."""
REACH = 12
"""How many lines before a mention whom it means is looked for, where the line that the hint says does not have it: as
many as a model reads in one call, on average."""


class HintedDocument(Protocol):
    """What is asked of a document that has been read."""

    @property
    def texts(self) -> Sequence[str]: ...

    @property
    def numbers(self) -> Sequence[int]: ...

    @property
    def index(self) -> Mapping[int, int]: ...

    def traits_at(self, place: Evidence) -> Traits: ...

    def entity_at(self, number: int, start: int, end: int) -> tuple[str, Evidence] | None: ...

    def mention_of(self, place: Evidence) -> EntityMention | None: ...


@dataclass(frozen=True, slots=True)
class RefusedHint:
    """A hint that the text does not bear out."""

    mention: EntityMention
    reason: str

    def body(self) -> dict[str, Any]:
        here = self.mention.evidence
        place = {"doc_id": here.doc_id, "line_number": here.line_number, "start": here.start, "quote": here.quote}
        return {"hint": place, "means": self.mention.means, "means_line": self.mention.means_line}


def hinted_links(
    documents: Mapping[str, HintedDocument], mentions: Sequence[EntityMention]
) -> list[Link | RefusedHint]:
    """Return what becomes of every hint, in order of place: a link, or a refusal.

    A pronoun's node has one place. A description's node may have several, in several documents: it is linked where a
    hint at each of them means the same entity.
    """
    found: dict[str, list[Link | RefusedHint]] = defaultdict(list)
    places: dict[str, set[tuple[str, int, int]]] = defaultdict(set)
    for mention in mentions:
        here = mention.evidence
        place = (here.doc_id, here.line_number, here.start)
        if place in places[mention.entity] and not mention.means:
            continue
        places[mention.entity].add(place)
        if mention.means and not is_proper(mention):
            found[mention.entity].append(_check(documents[here.doc_id], mention))
    return [each for entity, several in found.items() for each in _agreed_outcomes(several, len(places[entity]))]


def is_proper(mention: EntityMention) -> bool:
    """Return whether a mention is a proper name: who bears it, the pass `resolution` decides."""
    return not mention.pronoun and mention.name[:1].isupper()


def _agreed_outcomes(several: Sequence[Link | RefusedHint], places: int) -> Iterator[Link | RefusedHint]:
    """Yield the first link of hints at one node if all its places mean the same, and all refusals."""
    links = [each for each in several if isinstance(each, Link)]
    yield from (each for each in several if isinstance(each, RefusedHint))
    ends = [link.source_evidence for link in links]
    spots = {(end.doc_id, end.line_number, end.start) for end in ends}
    if links and len(spots) == places and len({link.target for link in links}) == 1:
        yield links[0]


def _check(document: HintedDocument, mention: EntityMention) -> Link | RefusedHint:
    means = mention.means
    if fold_name(means) in PRONOUNS:
        return RefusedHint(mention, f"{means!r} is a pronoun itself.")
    places = list(_places_named(document, mention))
    if not places:
        return RefusedHint(mention, f"{means!r} occurs neither in the line that the hint names nor before it.")
    named = [found for place in places if (found := document.entity_at(*place)) is not None]
    if not named:
        return RefusedHint(mention, f"{means!r} takes part in no event where it occurs.")
    reasons = []
    for found in named:
        problem = _problem(document, mention, *found) if found[0] != mention.entity else "it is the mention itself"
        if not problem:
            target, where = found
            said = f"the reading takes {mention.evidence.quote!r} for {where.quote!r} of line {where.line_number}"
            return Link(mention.entity, IS_SAME_AS, target, mention.evidence, where, said, HINTED)
        reasons.append(problem)
    return RefusedHint(mention, f"{means!r}: {reasons[0]}.")


def _places_named(document: HintedDocument, mention: EntityMention) -> Iterator[tuple[int, int, int]]:
    """Yield where a hint's words occur (line, start, end): in the line that it says, then in the nearest before."""
    here = document.index[mention.evidence.line_number]
    stated = document.index.get(mention.means_line) if mention.means_line is not None else None
    near = [*([stated] if stated is not None else []), *range(here, max(-1, here - REACH - 1), -1)]
    for at in dict.fromkeys(near):
        for start, end in _occurrences(mention.means, document.texts[at]):
            yield document.numbers[at], start, end


def _occurrences(words: str, text: str) -> Iterator[tuple[int, int]]:
    seen: set[tuple[int, int]] = set()
    while (span := align(words, text, occurrence=len(seen))) is not None and (span.start, span.end) not in seen:
        seen.add((span.start, span.end))
        yield span.start, span.end


def _problem(document: HintedDocument, mention: EntityMention, target: str, where: Evidence) -> str:
    """Return what speaks against a hint at an entity in one place, "" for nothing."""
    if (
        where.start < mention.evidence.end
        and mention.evidence.start < where.end
        and where.line_number == (mention.evidence.line_number)
    ):
        return "it is part of the mention, or the mention of it"
    before = (where.line_number, where.start) < (mention.evidence.line_number, mention.evidence.start)
    if not before and not target[:1].isupper():
        return "it is a description that follows"
    named = document.mention_of(where)
    told = document.traits_at(where)
    return disagreement(told, mention, "" if named is None else named.kind, named=_may_be_several(target, told))


def _may_be_several(entity: str, told: Traits) -> bool:
    """Return whether an entity may be a group: a name, or a noun for a thing, such as *board*."""
    return entity[:1].isupper() or told.sort == SOMETHING or told.plural is None


def disagreement(told: Traits, mention: EntityMention, kind: str = "", *, named: bool = False) -> str:
    """Return why something with these traits, of this kind, cannot be what a mention means; "" where it can.

    `kind` is what the reading says of it, "" for nothing; `named`: it is called by a proper name, or a noun that may be
    several people.
    """
    if not mention.pronoun:
        phrase = parse_description(mention.evidence.quote)
        opposed = phrase is not None and opposes_traits(phrase, told)
        return "it is of another gender or number" if opposed else ""
    asked = asked_by(mention.name)
    if asked is None:
        return ""
    if fold_name(mention.name) in _SEVERAL_SPEAKERS:
        asked = replace(asked, plural=True)
    if not agrees(_tolerant(asked, told, kind, named), told):
        return "it does not agree in gender or number"
    someone = asked.sort not in (SOMETHING, UNKNOWN)
    several = kind == ORGANIZATION and asked.plural
    if someone and kind in ENTITY_TYPES and kind not in (PERSON, AI) and not several:
        return f"it is of the kind {kind}"
    return f"it is of the kind {kind}" if asked.sort == SOMETHING and kind == PERSON else ""


def _tolerant(asked: Traits, told: Traits, kind: str, named: bool) -> Traits:
    """Return what is asked of a candidate: *they* may be one team or firm, *it* a name that acts like a person."""
    if asked.plural and (kind == ORGANIZATION or (named and told.sort not in (MALE, FEMALE) and kind != PERSON)):
        return Traits(asked.sort, None)
    if asked.sort == SOMETHING and named and told.sort == SOMEBODY and kind != PERSON:
        return Traits(UNKNOWN, asked.plural)
    return asked


def join_hints(hints: Iterable[Link], rules: Sequence[Link], one: Clusters) -> list[Link]:
    """Return a link for each source: its hint where it has one, surer where rules agree, less sure where they do not.

    `one` tells which entities are one by their names.
    """
    by_rule = {link.source: link for link in rules}
    found = {link.source: _weigh(link, by_rule.get(link.source), one) for link in hints}
    return [*found.values(), *(link for link in rules if link.source not in found)]


def _weigh(hint: Link, rule: Link | None, one: Clusters) -> Link:
    if rule is None:
        return hint
    if one.representative(rule.target) == one.representative(hint.target):
        reason = f"{hint.reason}, and rules agree: {rule.reason}"
        return replace(hint, confidence=CONFIRMED, reason=reason, agreed=True)
    return replace(hint, confidence=OPPOSED, reason=f"{hint.reason}; rules would take it for {rule.target!r}")

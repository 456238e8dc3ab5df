"""Expressions that rules leave open (pronouns, descriptions such as *the old miser*), and the names they may mean."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pramana.events import Role, canonical_name, is_demonstrative, told_by_place
from pramana.graph import fold_name
from pramana.karaka.passes.model import EntityMention, PassView
from pramana.language import FIRST_PERSON, SECOND_PERSON, is_fleeting, word_set

WINDOW = 8
"""How many lines before the expression's own are shown."""
NEAR = 3
"""Things without a proper name are offered if they occur at most this many lines before the expression."""
FREQUENT = 12
"""How many of a document's most mentioned names are offered beside those of the window."""
PLACES = 3
"""A description that occurs in more places than this probably means several people, so models are not asked."""
LONGEST = 5
"""Words of a description: a longer one says what it means."""
_DEFINITE = ("the ", "this ", "that ", "these ", "those ")
_ROLES = (Role.KARTA, Role.KARMA, Role.SAMPRADANA)
"""Those that persons take: a description in another role is mostly a thing or a place."""
_NOBODY = word_set("reference/nobody_by_name")
_VAGUE = _NOBODY | word_set("reference/vague")
"""Words that are nodes of the graph and name nobody."""


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a view: its lines, the mentions of its named entities by line, and what in it is open.

    `frequent` holds the mentions of its most frequent names, a list an entity. All are in order of place. `senses` are
    the entities that share their name with others.
    """

    doc_id: str
    lines: Mapping[int, str]
    named: Mapping[int, Sequence[EntityMention]]
    frequent: Sequence[Sequence[EntityMention]]
    open: Sequence[EntityMention]
    senses: Collection[str] = ()

    def names(self, mention: EntityMention, found: Iterable[int] = ()) -> dict[str, EntityMention]:
        """Return what `mention` may mean, by name, each with its last mention before `mention`, if any.

        A bearer of an ambiguous name is labelled with its sense: `John Smith (mason)`. The candidates are proper names
        of the window and of the lines `found`, things mentioned nearby, and frequent names. Lines after `mention` count
        because a speaker is often named after the quoted speech, in its line or in the next one.
        """
        here = mention.evidence.line_number
        offered = [other for number in found if number != here for other in self._at(number, proper=True)]
        offered += self._at(here + 1, proper=False) if is_spoken(mention) else []
        offered += [other for other in self._at(here, proper=False) if _spot(other) > _spot(mention)]
        offered += [
            mentions[at - 1] for mentions in self.frequent if (at := bisect_left(mentions, _spot(mention), key=_spot))
        ]
        for back in range(WINDOW, 0, -1):
            offered += self._at(here - back, proper=back > NEAR)
        offered += [other for other in self._at(here, proper=False) if _spot(other) < _spot(mention)]
        last = {other.entity: other for other in offered if other.entity != mention.entity}
        return {self._name_of(other): other for other in sorted(last.values(), key=_spot)}

    def _name_of(self, mention: EntityMention) -> str:
        return mention.entity if mention.entity in self.senses else mention.name

    def _at(self, number: int, proper: bool) -> list[EntityMention]:
        return [other for other in self.named.get(number, ()) if _is_name(other) or not (proper or _is_vague(other))]


def documents(view: PassView, settled: Collection[str]) -> Iterator[Document]:
    """Yield the documents in which something is open, in order. `settled` are entities that are not asked about."""
    lines: dict[str, dict[int, str]] = defaultdict(dict)
    for (doc_id, number), text in view.lines.items():
        lines[doc_id][number] = text
    mentions: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in view.mentions:
        mentions[mention.evidence.doc_id].append(mention)
    places = {entity: len(found) for entity, found in _places(view).items()}
    for doc_id, here in mentions.items():
        open_here = [
            mention
            for mention in _by_place(here)
            if mention.entity not in settled and _is_open(mention) and places[mention.entity] <= PLACES
        ]
        if open_here:
            yield replace(_document(doc_id, lines[doc_id], here, open_here), senses=view.senses.keys())


def is_spoken(mention: EntityMention) -> bool:
    """Return whether a mention is *I* or *you*, in any form."""
    return mention.pronoun and fold_name(mention.name) in FIRST_PERSON | SECOND_PERSON


def place_of(mention: EntityMention) -> tuple[str, int, int]:
    return mention.evidence.doc_id, mention.evidence.line_number, mention.evidence.start


def _document(
    doc_id: str, lines: Mapping[int, str], mentions: Sequence[EntityMention], open_here: Sequence[EntityMention]
) -> Document:
    named: dict[int, list[EntityMention]] = defaultdict(list)
    for mention in mentions:
        if not mention.pronoun and not told_by_place(mention.name):
            named[mention.evidence.line_number].append(mention)
    proper: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in mentions:
        if not mention.pronoun and not told_by_place(mention.name) and _is_name(mention):
            proper[mention.entity].append(mention)
    most = sorted(proper, key=lambda entity: (-len(proper[entity]), entity))[:FREQUENT]
    return Document(doc_id, lines, named, [proper[entity] for entity in most], open_here)


def _places(view: PassView) -> dict[str, set[tuple[str, int, int]]]:
    found: dict[str, set[tuple[str, int, int]]] = defaultdict(set)
    for mention in view.mentions:
        found[mention.entity].add(place_of(mention))
    return found


def _by_place(mentions: Sequence[EntityMention]) -> list[EntityMention]:
    """Return one mention a place and entity: the first that is open, if one is."""
    found: dict[tuple[str, tuple[str, int, int]], EntityMention] = {}
    for mention in mentions:
        key = (mention.entity, place_of(mention))
        if key not in found or (_is_open(mention) and not _is_open(found[key])):
            found[key] = mention
    return list(found.values())


def _is_open(mention: EntityMention) -> bool:
    if mention.pronoun:
        return fold_name(mention.name) not in _NOBODY
    words = canonical_name(mention.name).split()
    described = (
        mention.evidence.quote.lower().startswith(_DEFINITE) and words[0][:1].islower() and len(words) <= LONGEST
    )
    lasts = words[-1][:1].islower() and not (is_demonstrative(mention.name) and is_fleeting(words[-1]))
    return described and (lasts or "of" in words) and mention.role in _ROLES


def _is_name(mention: EntityMention) -> bool:
    return any(word[:1].isupper() for word in mention.name.split()[-1:])


def _is_vague(mention: EntityMention) -> bool:
    return mention.role is Role.ADHIKARANA_TEMPORAL or fold_name(mention.name) in _VAGUE


def _spot(mention: EntityMention) -> tuple[int, int]:
    return mention.evidence.line_number, mention.evidence.start

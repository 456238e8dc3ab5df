"""Entity types: what kind of thing each entity is, from titles, nouns, endings, and from what it does in Kriyās."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pramana.events import Role, canonical_name
from pramana.karaka.passes import type_words as words
from pramana.karaka.passes.model import EntityMention, PassView, TypeProposal
from pramana.karaka.passes.resolution import resolve
from pramana.karaka.schema import AI, ENTITY_TYPES, EVENT, LOCATION, OBJECT, ORGANIZATION, PERSON, TIME
from pramana.language import given_name_gender, names_one_of

LEAST = 3
"""Votes that a type needs."""
READ = "the reading says so"
"""The sign of what a model said of a name when it read a line: more than a given name, less than a title."""
_CAP = 6
"""Votes that one kind of sign can add up to, however often it is seen."""


@dataclass(frozen=True, slots=True)
class _Vote:
    """`sign` names the kind of sign; votes of one sign add up to no more than the cap."""

    type: str
    weight: int
    sign: str


@dataclass(frozen=True, slots=True)
class Election:
    """The types with enough votes for one entity, the most voted first. `tied`: the first two have equally many.

    `disputed`: there are two, and what the reading said is among the votes.
    """

    ranked: tuple[TypeProposal, ...]
    tied: bool
    disputed: bool

    @property
    def winner(self) -> TypeProposal | None:
        return None if self.tied or not self.ranked else self.ranked[0]


def propose(view: PassView, types: Sequence[str] = ENTITY_TYPES) -> list[TypeProposal]:
    """Return one type for each entity whose mentions show one, in order of the entities' ids.

    Only types in `types` are voted for and proposed. The most votes win; a tie, or too few, and nothing is proposed.
    Pronouns have no type of their own. The result does not depend on the order of mentions, but for which of equally
    good mentions is shown: the first.
    """
    return [each.winner for each in elections(view, types) if each.winner is not None]


def elections(view: PassView, types: Sequence[str] = ENTITY_TYPES) -> list[Election]:
    """Return the types that each entity may have, in order of the entities' ids; entities without one are left out."""
    allowed = frozenset(types)
    mentions: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in sorted(view.mentions, key=_place):
        if not mention.pronoun:
            mentions[mention.entity].append(mention)
    clusters = resolve(view).clusters
    together: dict[str, list[str]] = defaultdict(list)
    for entity in sorted(mentions):
        together[clusters.representative(entity)].append(entity)
    signs = _Signs(view)
    found = []
    for members in together.values():
        votes, shown = signs.votes([mentions[entity] for entity in members])
        held = {key: votes[key] for key in votes if key[0] in allowed}
        found += [election for entity in members if (election := _elect(mentions[entity], held, shown)).ranked]
    return sorted(found, key=lambda election: election.ranked[0].entity)


def _place(mention: EntityMention) -> tuple[str, int, int, str]:
    return mention.evidence.doc_id, mention.evidence.line_number, mention.evidence.start, mention.kriya


class _Signs:
    """What a view says of names: the verbs of Kriyās, what each is said to be, and whose kin there are."""

    def __init__(self, view: PassView) -> None:
        self._lines = view.lines
        self._verbs = {event.kriya: event.verb for event in view.events}
        self._said = _complements(view)

    def votes(
        self, members: Sequence[Sequence[EntityMention]]
    ) -> tuple[dict[tuple[str, str], int], dict[tuple[str, str], tuple[int, EntityMention]]]:
        """Return the votes of names that are one, by type and sign, and the mention that shows each best."""
        votes: dict[tuple[str, str], int] = {}
        shown: dict[tuple[str, str], tuple[int, EntityMention]] = {}
        for mentions in members:
            for vote in _by_name(mentions[0].name):
                _count(votes, shown, vote, mentions[0])
            for mention in mentions:
                verb = self._verbs.get(mention.kriya, "")
                for vote in (*_by_role(mention, verb, self._lines), *self._by_complement(mention)):
                    _count(votes, shown, vote, mention)
                if mention.kind:
                    _count(votes, shown, _Vote(mention.kind, 4, READ), mention)
        for vote in _by_short_form([mentions[0].name for mentions in members]):
            _count(votes, shown, vote, members[0][0])
        return votes, shown

    def _by_complement(self, mention: EntityMention) -> Iterator[_Vote]:
        """Yield what a definition or an apposition says that a name is: *Colora, a small company*."""
        if mention.role is Role.KARTA and mention.name[:1].isupper():
            for phrase in self._said.get(mention.kriya, ()):
                head = _head(phrase.casefold().split() or [""])
                for kind, nouns in _NOUNS:
                    if names_one_of(head, nouns):
                        yield _Vote(kind, 4, f"is called “{head}”")


def _complements(view: PassView) -> dict[str, list[str]]:
    """Return, by Kriyā, what it says that its agent is; nothing that is denied or doubted."""
    being = {
        event.kriya
        for event in view.events
        if (event.verb, event.polarity, event.modality) == ("be", "affirmative", "actual")
    }
    found: dict[str, list[str]] = defaultdict(list)
    for mention in view.mentions:
        if mention.role is Role.KARMA and mention.kriya in being and not mention.pronoun:
            found[mention.kriya].append(canonical_name(mention.name))
    return found


def _by_short_form(names: Sequence[str]) -> Iterator[_Vote]:
    """Yield a vote for a person where one name is the end of another: nothing else is called by its last word."""
    words = [name.split() for name in names if name[:1].isupper()]
    for short in words:
        for long in words:
            if len(short) < len(long) and long[-len(short) :] == short and long[0][:1].isupper():
                yield _Vote(PERSON, 3, "is called by the last word of the name")
                return


def _count(
    votes: dict[tuple[str, str], int],
    shown: dict[tuple[str, str], tuple[int, EntityMention]],
    vote: _Vote,
    mention: EntityMention,
) -> None:
    key = (vote.type, vote.sign)
    votes[key] = min(max(_CAP, vote.weight), votes.get(key, 0) + vote.weight)
    if key not in shown or vote.weight > shown[key][0]:
        shown[key] = (vote.weight, mention)


def _elect(
    own: Sequence[EntityMention],
    votes: Mapping[tuple[str, str], int],
    shown: Mapping[tuple[str, str], tuple[int, EntityMention]],
) -> Election:
    """Return the types of the entity with these mentions; the evidence of each is one of them."""
    sums: dict[str, int] = defaultdict(int)
    for (name, _), weight in votes.items():
        sums[name] += weight
    ranked = [name for name in sorted(sums, key=lambda name: (-sums[name], name)) if sums[name] >= LEAST]
    proposals = []
    for name in ranked:
        signs = sorted((key for key in votes if key[0] == name), key=lambda key: (-votes[key], key))
        best = shown[signs[0]][1]
        evidence = (best if best.entity == own[0].entity else own[0]).evidence
        confidence = 100 * sums[name] // (sum(sums.values()) + 2)
        proposals.append(TypeProposal(own[0].entity, name, evidence, "; ".join(sign for _, sign in signs), confidence))
    tied = len(ranked) > 1 and sums[ranked[0]] == sums[ranked[1]]
    return Election(tuple(proposals), tied, len(ranked) > 1 and any(sign == READ for _, sign in votes))


# Signs ---------------------------------------------------------------------

_YEAR = re.compile(r"(1[0-9]|20)\d\d(s)?")
_AFTER_HEAD = frozenset(("of", "in", "with", "from", "at", "on", "for", "to", "who", "that", "and", "per"))
_RATES = frozenset(("a", "an", "each", "every"))
_COUNTED = re.compile(r"\d|^(times|once|twice)$")
"""What *a year* makes a rate of: a number, or how often. *Half an hour* is a time."""
_DATE = re.compile(r"\d{1,2}(st|nd|rd|th)?")


def _by_name(name: str) -> Iterator[_Vote]:
    parts = [part.strip(".,’'") for part in name.casefold().split()]
    if not parts:
        return
    head = _head(parts)
    proper = name[:1].isupper()
    if len(parts) > 1 and proper and parts[0] in words.TITLES and parts[1] not in {"of", "and"}:
        yield _Vote(PERSON, 6, f"the title “{parts[0]}”")
    if proper and given_name_gender(parts[0]) and not (len(parts) > 1 and parts[1] in {"of", "and"}):
        yield _Vote(PERSON, 3, f"the given name “{parts[0]}”")
    yield from _by_ending(parts, name)
    for kind, nouns in _NOUNS:
        if names_one_of(head, nouns):
            yield _Vote(kind, 4, f"the noun “{head}”")
    if _is_dated(parts):
        yield _Vote(TIME, 6, "a month, a day or a year")
    joined = " ".join(parts)
    if any(part in words.MACHINES for part in parts) or any(
        joined.endswith(phrase) for phrase in words.MACHINE_PHRASES
    ):
        yield _Vote(AI, 6, "the name of a model")


def _is_dated(parts: Sequence[str]) -> bool:
    """A month, a day or a year at the end, or in front of numbers alone: *May 2011*, but not *Christmas dinner*."""
    if parts[-1] in words.MONTHS_AND_DAYS or _YEAR.fullmatch(parts[-1]):
        return True
    return parts[0] in words.MONTHS_AND_DAYS and all(_DATE.fullmatch(part) for part in parts[1:])


def _by_ending(parts: Sequence[str], name: str) -> Iterator[_Vote]:
    last = name.split()[-1]
    if len(parts) < 2 or not last[:1].isupper() or _names_another(parts, name):
        return
    if parts[-1] in words.ORGANIZATION_ENDINGS:
        yield _Vote(ORGANIZATION, 5, f"the ending “{last}”")
    if parts[-1] in words.PLACE_ENDINGS:
        yield _Vote(LOCATION, 5, f"the ending “{last}”")
    if parts[0] in {"university", "ministry", "bank", "department", "house"} and parts[1] == "of":
        yield _Vote(ORGANIZATION, 5, f"the opening “{parts[0]} of”")
    if parts[0] in {"lake", "mount", "river", "cape", "port", "isle"}:
        yield _Vote(LOCATION, 5, f"the opening “{parts[0]}”")


def _names_another(parts: Sequence[str], name: str) -> bool:
    """Return whether the last words name another thing than the phrase: *a spokesman for Fjord Logistics*."""
    head = _head(parts)
    return head != parts[-1] and (not name[:1].isupper() or names_one_of(head, words.PEOPLE))


_NOUNS = (
    (PERSON, words.PEOPLE),
    (LOCATION, words.PLACES),
    (ORGANIZATION, words.ORGANIZATIONS),
    (TIME, words.TIMES),
    (EVENT, words.EVENTS),
    (OBJECT, words.OBJECTS),
)


def _head(parts: Sequence[str]) -> str:
    """The head noun: the last word before *of*, *in*, *with* …, and of a rate its amount: *£180,000 a year*."""
    for index, part in enumerate(parts):
        if index and (part in _AFTER_HEAD or (part in _RATES and _COUNTED.search(parts[index - 1]))):
            return parts[index - 1]
    return parts[-1]


def _by_role(mention: EntityMention, verb: str, lines: Mapping[tuple[str, int], str]) -> Iterator[_Vote]:
    proper = mention.name[:1].isupper()
    weight = 3 if proper else 1
    if mention.role is Role.KARTA and verb in words.SAYING:
        yield _Vote(PERSON, weight, "does what persons do")
    elif mention.role is Role.KARMA and verb in words.MET:
        yield _Vote(PERSON, weight, "done to persons")
    elif mention.role is Role.SAMPRADANA and proper:
        yield _Vote(PERSON, 1, "receives")
    elif mention.role is Role.ADHIKARANA_TEMPORAL and mention.is_plain:
        yield _Vote(TIME, 2, "says when")
    elif mention.role is Role.KARANA and not proper:
        yield _Vote(OBJECT, 1, "used as a means")
    elif mention.role is Role.ADHIKARANA_SPATIAL and _where(mention, lines):
        yield _Vote(LOCATION, weight, "says where")


def _where(mention: EntityMention, lines: Mapping[tuple[str, int], str]) -> bool:
    head = _head(mention.name.casefold().split() or [""])
    return _preposition(mention, lines) in words.LOCATING and not names_one_of(head, words.NO_PLACES)


def _preposition(mention: EntityMention, lines: Mapping[tuple[str, int], str]) -> str:
    place = mention.evidence
    text = lines.get((place.doc_id, place.line_number), "")
    before = text[max(0, place.start - 12) : place.start].casefold().split()
    return before[-1] if before else ""

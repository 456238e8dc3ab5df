"""Events that several documents state: *Ann Quist founded Veltra* here, *Veltra was founded by Quist in 1990* there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pramana.events import Role
from pramana.karaka.passes.model import Event, Link
from pramana.karaka.schema import IS_SAME_AS
from pramana.language import kindred_verbs

STATED_TWICE, IN_OTHER_WORDS = 70, 66
"""How sure it is that two documents state one event, by the same verb and by a related one, 1 to 100."""
HABIT = 8
"""Kriyās of one verb and one participant in a document: more are a habit, no event."""
MOST = 200
"""Kriyās of one verb and one participant that are compared: of more, none, since each is compared with the others."""
_CORE = (Role.KARTA, Role.KARMA, Role.SAMPRADANA)
_TIME = Role.ADHIKARANA_TEMPORAL
_COMPARED = (*_CORE, Role.ADHIKARANA_SPATIAL, _TIME)
_SMALL = frozenset(("the", "a", "an", "of", "in", "on", "at"))


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """A Kriyā with its participants: who they are, by role, and which of them are named.

    `known` are the named ones with their roles, `dates` its times with a number: a group compares each Kriyā with many.
    """

    event: Event
    roles: Mapping[Role, frozenset[str]]
    named: frozenset[str]
    known: frozenset[tuple[Role, str]] = field(init=False)
    dates: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        known = ((role, each) for role in _CORE for each in self.roles.get(role, frozenset()) & self.named)
        dates = (time for time in self.roles.get(_TIME, ()) if any(map(str.isdigit, time)))
        object.__setattr__(self, "known", frozenset(known))
        object.__setattr__(self, "dates", tuple(sorted(dates)))

    @property
    def everyone(self) -> frozenset[str]:
        return frozenset(entity for role in _CORE for entity in self.roles.get(role, ()))

    @property
    def document(self) -> str:
        return self.event.evidence.doc_id

    def link_to(self, other: ToldEvent, reason: str, confidence: int) -> Link:
        """Return the link that says that two Kriyās tell of one event."""
        ends = (self.event.evidence, other.event.evidence)
        return Link(self.event.kriya, IS_SAME_AS, other.event.kriya, *ends, reason, confidence)


def restated_links(told: Sequence[ToldEvent]) -> Iterator[Link]:
    """Yield links between the Kriyās of documents that state one event, the later document's pointing to the other's.

    They share a verb, or related verbs, and a named participant; and beside it a second named one, or a year or date.
    No role that both fill is filled by others. A Kriyā that fits two events of which it may be either joins none.
    """
    for group in _groups(told):
        yield from group_links(group)


def group_links(group: Sequence[ToldEvent]) -> Iterator[Link]:
    """Yield the links between Kriyās that share a named participant and a verb, or related verbs."""
    for event, other in _pairs(group):
        later, earlier = (event, other) if _place(other) < _place(event) else (other, event)
        same = later.event.verb == earlier.event.verb
        what = ", ".join(sorted(_shared_names(later, earlier)))
        reason = f"two documents state it of {what}{'' if same else ' in related words'}"
        yield later.link_to(earlier, reason, STATED_TWICE if same else IN_OTHER_WORDS)


def are_compared(numbers: Counter[str]) -> bool:
    """Return whether a group with so many Kriyās in each document is compared: several documents, and no habit."""
    return len(numbers) > 1 and numbers.total() <= MOST and max(numbers.values()) <= HABIT


def _groups(told: Sequence[ToldEvent]) -> Iterator[Sequence[ToldEvent]]:
    """Yield the Kriyās of several documents that share a named participant and a verb, or related verbs."""
    by_key: dict[tuple[str, str], list[ToldEvent]] = defaultdict(list)
    for each in told:
        for entity in each.everyone & each.named:
            by_key[each.event.verb, entity].append(each)
    for (verb, entity), own in sorted(by_key.items()):
        near = [each for other in kindred_verbs(verb) if other > verb for each in by_key.get((other, entity), ())]
        group = [*own, *near]
        if are_compared(Counter(each.document for each in group)):
            yield group


def _pairs(group: Sequence[ToldEvent]) -> Iterator[tuple[ToldEvent, ToldEvent]]:
    """Yield each Kriyā with one of another document that states the same event, those that say most first."""
    known: list[list[ToldEvent]] = []
    for event in sorted(group, key=lambda each: (-len(each.roles), _place(each))):
        joined = [one for one in known if _is_joined(event, one) and _fits(event, one)]
        if not joined:
            known.append([event])
        elif not any(one is not joined[0] and _fits(event, one) for one in known):
            yield event, next(other for other in joined[0] if _states_same(event, other))
            joined[0].append(event)


def _is_joined(event: ToldEvent, told: Iterable[ToldEvent]) -> bool:
    return any(_states_same(event, other) for other in told)


def _fits(event: ToldEvent, told: Iterable[ToldEvent]) -> bool:
    return all(_agree(event, other) for other in told)


def _states_same(one: ToldEvent, other: ToldEvent) -> bool:
    """Return whether enough is shared: two named participants, or one and a year or date; related verbs need two."""
    if one.document == other.document:
        return False
    shared = len(_shared_names(one, other))
    if one.event.verb != other.event.verb:
        return shared > 1
    return shared > 1 or (shared == 1 and _share_date(one, other))


def _shared_names(one: ToldEvent, other: ToldEvent) -> set[str]:
    """Return the named participants that have the same role in both."""
    return {entity for _, entity in one.known & other.known}


def _share_date(one: ToldEvent, other: ToldEvent) -> bool:
    """Return whether both say a time with a number, and these agree: *1990* and *May 1990*."""
    return any(_alike(here, there) for here in one.dates for there in other.dates)


def _agree(one: ToldEvent, other: ToldEvent) -> bool:
    """Return whether no role that both fill is filled by others."""
    shared = (role for role in _COMPARED if role in one.roles and role in other.roles)
    return all(_share_one(one.roles[role], other.roles[role]) for role in shared)


def _share_one(some: frozenset[str], others: frozenset[str]) -> bool:
    return not some.isdisjoint(others) or any(_alike(one, other) for one in some for other in others)


def _alike(one: str, other: str) -> bool:
    """Return whether one says the same with fewer words: *1990* and *May 1990*, *the mill* and *the old mill*."""
    words, others = _telling_words(one), _telling_words(other)
    return words <= others or others <= words


@lru_cache(maxsize=4_096)  # a group has 200 Kriyās, of a few participants each
def _telling_words(participant: str) -> frozenset[str]:
    return frozenset(participant.split()) - _SMALL


def _place(told: ToldEvent) -> tuple[str, int, int, str]:
    place = told.event.evidence
    return place.doc_id, place.line_number, place.start, told.event.kriya

"""Entity types: what kind of thing each entity is, from titles, nouns, endings, and from what it does in Kriyās."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pramana.evidence import Evidence
from pramana.karaka.passes.model import PassView, TypeProposal
from pramana.karaka.passes.name_parts import MOST_VOTES
from pramana.karaka.passes.names import NameIndex, names_of
from pramana.karaka.passes.profiles import Profile
from pramana.karaka.passes.resolution import resolve
from pramana.karaka.passes.type_votes import READ, TypeVote, name_votes, short_form_votes
from pramana.karaka.schema import ENTITY_TYPES

LEAST = 3
"""Votes that a type needs."""


@dataclass(frozen=True, slots=True)
class _BestMention:
    """The mention that shows a type best: its entity, its place, and the weight of its vote."""

    weight: int
    entity: str
    place: Evidence


_Key = tuple[str, str]
"""A type and a sign."""


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
    names, clusters = names_of(view), resolve(view).clusters
    together: dict[str, list[str]] = defaultdict(list)
    for entity in names:
        together[clusters.representative(entity)].append(entity)
    found = [each for members in together.values() for each in elect(members, names, types)]
    return sorted(found, key=lambda election: election.ranked[0].entity)


def elect(members: Sequence[str], names: NameIndex, types: Collection[str]) -> list[Election]:
    """Return the types that names may have that are one, given in order of ids; those without one are left out."""
    several = [names[entity] for entity in members]
    votes: dict[_Key, int] = {}
    shown: dict[_Key, _BestMention] = {}
    for key, weight, best in _counted_votes(several):
        votes[key] = min(MOST_VOTES, votes.get(key, 0) + weight)
        if key not in shown or best.weight > shown[key].weight:
            shown[key] = best
    held = {key: votes[key] for key in votes if key[0] in types}
    return [election for profile in several if (election := _elect(profile, held, shown)).ranked]


def _counted_votes(several: Sequence[Profile]) -> Iterator[tuple[_Key, int, _BestMention]]:
    """Yield the votes of names that are one: key, weight, and the mention that shows it best."""
    for profile in several:
        for vote in name_votes(profile.name):
            yield _vote_of(vote, profile)
        for part in profile.parts.values():
            for kind, sign, weight, best, place in part.votes:
                yield (kind, sign), weight, _BestMention(best, profile.id, place)
    for vote in short_form_votes([profile.name for profile in several]):
        yield _vote_of(vote, several[0])


def _vote_of(vote: TypeVote, profile: Profile) -> tuple[_Key, int, _BestMention]:
    return (vote.type, vote.sign), vote.weight, _BestMention(vote.weight, profile.id, _first(profile))


def _first(profile: Profile) -> Evidence:
    return next(iter(profile.first.values()))


def _elect(
    profile: Profile,
    votes: Mapping[_Key, int],
    shown: Mapping[_Key, _BestMention],
) -> Election:
    """Return the types of a name; the evidence of each is one of its mentions."""
    sums: dict[str, int] = defaultdict(int)
    for (name, _), weight in votes.items():
        sums[name] += weight
    ranked = [name for name in sorted(sums, key=lambda name: (-sums[name], name)) if sums[name] >= LEAST]
    proposals = []
    for name in ranked:
        signs = sorted((key for key in votes if key[0] == name), key=lambda key: (-votes[key], key))
        best = shown[signs[0]]
        evidence = best.place if best.entity == profile.id else _first(profile)
        confidence = 100 * sums[name] // (sum(sums.values()) + 2)
        proposals.append(TypeProposal(profile.id, name, evidence, "; ".join(sign for _, sign in signs), confidence))
    tied = len(ranked) > 1 and sums[ranked[0]] == sums[ranked[1]]
    return Election(tuple(proposals), tied, len(ranked) > 1 and any(sign == READ for _, sign in votes))

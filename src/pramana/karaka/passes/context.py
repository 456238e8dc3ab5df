"""Whether two names of different documents may meet: how far each form of a name can be trusted to travel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from pramana.karaka.passes.name_words import COMMON_SURNAMES, FEMALE_NAMES, MALE_NAMES, TRAVELLING_TITLES
from pramana.karaka.passes.profiles import Profile

RARE = 3
"""A name that occurs in at most this many documents shows that they have a subject in common."""


class SharedNames:
    """Knows which documents share rare names."""

    def __init__(self, known: Mapping[str, Profile]) -> None:
        self._sharing: dict[str, dict[str, list[Profile]]] = defaultdict(lambda: defaultdict(list))
        for profile in known.values():
            if profile.bare and profile.reading.words and 1 < len(profile.first) <= RARE:
                for one in profile.first:
                    for other in profile.first:
                        if one != other:
                            self._sharing[one][other].append(profile)

    def may_meet(self, short: Profile, long: Profile) -> bool:
        """Return whether a shorter form may mean a longer one, in one document or in related ones.

        Across documents a given name alone, an omitted number, or a common last name is not enough. A bare last name
        matches a full one only if the documents share another rare name. *Aris* matches *Dr. Aris* anywhere.
        """
        if short.first.keys() & long.first.keys():
            return True
        a, b = short.reading, long.reading
        if a.numerals != b.numerals or a.generation != b.generation:
            return False
        if len(a.words) > 1:
            return a.words[0] in MALE_NAMES | FEMALE_NAMES or self._are_related(short, long)
        if a.words[0] in MALE_NAMES | FEMALE_NAMES | COMMON_SURNAMES or a.words[0] != b.words[-1]:
            return False
        keeps = {*a.titles, *b.titles} <= TRAVELLING_TITLES and (len(b.words) == 1 or a.titles)
        return bool(keeps) or self._are_related(short, long)

    def _are_related(self, one: Profile, other: Profile) -> bool:
        """Return whether documents of the two share a rare name that is not a form of theirs."""
        words = {*one.reading.words, *other.reading.words}
        for document in one.first:
            for neighbour, shared in self._sharing.get(document, {}).items():
                if neighbour in other.first and any(words.isdisjoint(name.reading.words) for name in shared):
                    return True
        return False

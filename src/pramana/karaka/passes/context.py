"""Whether two names of different documents may meet: how far each form of a name can be trusted to travel."""

from __future__ import annotations

from pramana.karaka.passes.name_words import COMMON_SURNAMES, FEMALE_NAMES, MALE_NAMES, TRAVELLING_TITLES
from pramana.karaka.passes.names import NameIndex
from pramana.karaka.passes.profiles import Profile


class SharedNames:
    """Knows which documents share rare names. `asked` are the names of which that was asked."""

    def __init__(self, names: NameIndex) -> None:
        self._names = names
        self.asked: set[str] = set()

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
        self.asked.add(one.id)
        words = {*one.reading.words, *other.reading.words}
        fewer, more = sorted((one.first, other.first), key=len)
        return any(
            not rare.first.keys().isdisjoint(more) and words.isdisjoint(rare.reading.words)
            for document in fewer
            for rare in map(self._names.__getitem__, self._names.having(("rare", document)))
        )

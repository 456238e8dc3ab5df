"""The profile of a name, by which pairs are judged: its words, what kind of thing it is, and where it occurs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pramana.evidence import Evidence
from pramana.karaka.passes.name_parts import ACTS_AS_PERSON, AGENT, IS_PERSON, LOCATED, LOWERED, NamePart, PartSums
from pramana.karaka.passes.name_reading import NameReading, read_name
from pramana.karaka.passes.name_words import FEMALE_NAMES, MALE_NAMES
from pramana.karaka.passes.type_words import PEOPLE

_GIVEN = MALE_NAMES | FEMALE_NAMES


@dataclass(frozen=True, slots=True)
class Profile:
    """One entity as its mentions show it. `kind` is person, place, time, organisation, or "" if unknown.

    `first` holds the first mention in each document and `parts` all that a document says, in order of documents;
    `count` is the number of mentions. `bare`: the name is mostly used within sentences, capitalised and without a
    determiner, as proper names are. `human` is 2 where a title, *who* or a noun for people shows a person, 1 where only
    verbs do. `articled`: most mentions have an article. `located`: one follows *in*, *at* and the like. `lowered`: its
    only word occurs in small letters, too. `base` is the name of which it is a sense, "" for a name.
    """

    id: str
    name: str
    reading: NameReading
    kind: str
    bare: bool
    count: int
    first: Mapping[str, Evidence]
    parts: Mapping[str, NamePart]
    human: int = 0
    articled: bool = False
    located: bool = False
    lowered: bool = False
    agent: bool = False
    base: str = ""

    def near(self, other: Profile, distance: int) -> bool:
        """Return whether the two occur at most `distance` lines apart in some document."""
        return any(
            abs(mine - its) <= distance
            for doc_id in self.parts.keys() & other.parts.keys()
            for mine in self.parts[doc_id].lines
            for its in other.parts[doc_id].lines
        )

    def is_in(self, doc_id: str, line: int) -> bool:
        """Return whether a line has the name."""
        part = self.parts.get(doc_id)
        return part is not None and line in part.lines

    def is_only_in(self, doc_id: str, line: int) -> bool:
        """Return whether a line has the name, and no other line has it."""
        return len(self.parts) == 1 and doc_id in self.parts and self.parts[doc_id].lines == (line,)


def profile_of(entity: str, parts: Mapping[str, NamePart]) -> Profile:
    """Return the profile of an entity from its parts, given in order of documents."""
    several = list(parts.values())
    sums = _sum([part.sums for part in several])
    flags = 0
    for part in several:
        flags |= part.flags
    name = several[0].name
    reading = read_name(name, opening=sums.opening == sums.mentions)
    kind, human = _kind(reading, sums, flags), _human(reading, flags)
    return Profile(
        entity,
        name,
        reading,
        "person" if human > 1 and kind != "organisation" else kind,
        2 * sums.bare > sums.mentions - sums.opening,
        sums.mentions,
        {doc_id: part.first for doc_id, part in parts.items()},
        parts,
        human,
        2 * (sums.mentions if reading.articled else sums.articled) > sums.mentions,
        bool(flags & LOCATED),
        bool(flags & LOWERED),
        bool(flags & AGENT),
        several[0].base,
    )


def _sum(several: list[PartSums]) -> PartSums:
    if len(several) == 1:
        return several[0]
    return PartSums(
        sum(each.mentions for each in several),
        sum(each.opening for each in several),
        sum(each.bare for each in several),
        sum(each.articled for each in several),
        sum(each.timed for each in several),
        sum(each.placed for each in several),
        sum(each.spots for each in several),
        sum(each.introduced for each in several),
    )


def _human(reading: NameReading, flags: int) -> int:
    """Return 2 where a title, a noun or *who* shows a person, 1 where verbs do, 0 where nothing does."""
    if reading.gender or reading.titles or PEOPLE.intersection(reading.adjectives) or flags & IS_PERSON:
        return 2
    return 1 if flags & ACTS_AS_PERSON else 0


def _kind(reading: NameReading, sums: PartSums, flags: int) -> str:
    if reading.company:
        return "organisation"
    if reading.titles or (reading.words and reading.words[0] in _GIVEN) or flags & ACTS_AS_PERSON:
        return "person"
    if 2 * sums.timed > sums.mentions:
        return "time"
    return "place" if 2 * sums.placed > sums.mentions else ""

"""Usages of names in all documents, each with the marks that its document gives, and those of longer names there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from pramana.evidence import Evidence
from pramana.karaka.passes.blocking import MOST_BEARERS, bearers_of
from pramana.karaka.passes.document_usages import DocumentMarks, NameUsage
from pramana.karaka.passes.documents import ReadAbout
from pramana.karaka.passes.mark_words import TRADES
from pramana.karaka.passes.marks import Mark, noun_marks
from pramana.karaka.passes.model import EntityMention
from pramana.karaka.passes.name_keys import words_key
from pramana.karaka.passes.name_words import FEMALE_NAMES, MALE_NAMES
from pramana.karaka.passes.names import NameIndex
from pramana.karaka.passes.pairs import fits, rivals
from pramana.karaka.passes.profiles import Profile


class UsageReader:
    """Reads the usages of names in their documents."""

    def __init__(self, about: ReadAbout, longer: LongerNames) -> None:
        self._about, self._longer = about, longer

    def usages(self, name: Profile, mentions: Sequence[EntityMention]) -> list[NameUsage]:
        """Return the usages of a name in all documents. Ambiguous mentions belong to none."""
        by_document: dict[str, list[EntityMention]] = defaultdict(list)
        for mention in mentions:
            by_document[mention.evidence.doc_id].append(mention)
        found = []
        for doc_id in sorted(by_document):
            marks = DocumentMarks(self._about(name.id)[doc_id])
            usages = marks.usages(by_document[doc_id], full=len(name.reading.words) > 1)
            if len(usages) == 1:
                for mark in self._longer.marks(name, doc_id):
                    usages[0].marks.setdefault(mark.key, mark)
            found += usages
        return found

    def mentions(self, name: Profile) -> list[EntityMention]:
        """Return the mentions of a name in all documents, in their order."""
        about = self._about(name.id)
        return [mention for doc_id in name.first for mention in about[doc_id].of(name.id)]


class LongerNames:
    """What longer names, and other forms of a name, tell of it in a document."""

    def __init__(self, names: NameIndex) -> None:
        self._names = names
        self._fitting: dict[str, Sequence[Profile]] = {}

    def may_part(self, name: Profile) -> bool:
        """Return whether two things are said of a name, by its parts: else nothing parts its bearers."""
        found: set[tuple[tuple[str, str], ...]] = set()
        for doc_id, part in name.parts.items():
            several = [dict.fromkeys(usage) for usage in part.usages]
            if len(several) == 1:
                several[0] |= dict.fromkeys(mark.key for mark in self.marks(name, doc_id))
            found |= {tuple(sorted(marks)) for marks in several if marks}
        return len(found) > 1

    def marks(self, name: Profile, doc_id: str) -> Iterator[Mark]:
        """Yield the marks given by titles before the name and by longer names that it abbreviates, in a document."""
        alike = self._names.having(words_key(name.reading.words)) if len(name.reading.words) > 1 else ()
        for other in (self._names[each] for each in alike if each != name.id):
            for title in other.reading.titles if doc_id in other.first else ():
                yield from self._of_title(title, other, doc_id)
        full = self._full_name(name, doc_id)
        if full is not None:
            called = " ".join(full.name.split()[-len(full.reading.words) :])
            yield Mark("name", " ".join(full.reading.words), called, full.first[doc_id])

    def _of_title(self, title: str, other: Profile, doc_id: str) -> Iterator[Mark]:
        first, place = other.reading.words[0], other.first[doc_id]
        if title in TRADES:
            yield from noun_marks(title, place, opens=False)
        if title in {"mr", "sir"} and first not in FEMALE_NAMES:
            yield Mark("gender", "man", "man", place)
        if title in {"mrs", "ms", "miss", "dame"} and first not in MALE_NAMES:
            yield Mark("gender", "woman", "woman", place)

    def _full_name(self, name: Profile, doc_id: str) -> Profile | None:
        """Return the longer name that a name abbreviates in a document: the only one that occurs before it."""
        full = [other for other in self._longer_forms(name) if doc_id in other.first]
        if not full or any(rivals(one, other) for one in full for other in full):
            return None
        before = [other for other in full if _start(other.first[doc_id]) < _start(name.first[doc_id])]
        return min(before, key=lambda one: (-len(one.reading.words), len(one.name), one.id), default=None)

    def _longer_forms(self, name: Profile) -> Sequence[Profile]:
        """Return the longer names that a name may abbreviate, none where there are too many."""
        if name.id not in self._fitting:
            candidates = bearers_of(name, self._names)
            longer = (other for other in candidates if len(other.reading.words) > len(name.reading.words))
            few = len(candidates) <= MOST_BEARERS
            self._fitting[name.id] = [other for other in longer if fits(name, other)] if few else []
        return self._fitting[name.id]


def _start(place: Evidence) -> tuple[int, int]:
    return place.line_number, place.start

"""Short forms of a name that several go by: in a document of one of them, *Whitfield* is that James Whitfield, too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pramana.karaka.passes.documents import ReadAbout
from pramana.karaka.passes.model import EntityMention, SenseProposal
from pramana.karaka.passes.names import NameIndex
from pramana.karaka.passes.pairs import fits
from pramana.karaka.passes.profiles import Profile
from pramana.karaka.senses import sense_id

_Place = tuple[str, int, int]


def follow(
    about: ReadAbout,
    names: NameIndex,
    base: str,
    senses: Sequence[SenseProposal],
    is_parted: Callable[[str], bool],
) -> list[SenseProposal]:
    """Return the senses of short forms, document by document, as those of the full name `base` that `senses` part.

    A short form that documents use of one bearer alone needs none. Where a document has two bearers of the full name,
    or another name that the short form fits, its mentions there stay with the bare short form.
    """
    reader = _ShortForms(about, names, senses, is_parted)
    return [found for short in reader.of(base) for found in reader.senses(base, short)]


class _ShortForms:
    """The short forms of a parted name, and whom each means in a document."""

    def __init__(
        self,
        about: ReadAbout,
        names: NameIndex,
        senses: Sequence[SenseProposal],
        is_parted: Callable[[str], bool],
    ) -> None:
        self._about, self._names, self._is_parted = about, names, is_parted
        self._proposed = {_place(mention): sense for sense in senses for mention in reversed(sense.mentions)}

    def of(self, base: str) -> Iterator[Profile]:
        """Yield the names that say less than a full name and may mean it, that nothing else parts."""
        long = self._names[base]
        near = {each for word in long.reading.words for each in self._names.having(("word", word))}
        for short in (self._names[each] for each in sorted(near)) if len(long.reading.words) > 1 else ():
            shorter = len(short.reading.words) < len(long.reading.words)
            if shorter and not self._is_parted(short.id) and fits(short, long) is not None:
                yield short

    def senses(self, base: str, short: Profile) -> list[SenseProposal]:
        """Return the senses of a short form, [] where all its documents have the same bearer."""
        meant = {doc_id: self._bearer(base, short, doc_id) for doc_id in short.first}
        if len({None if sense is None else sense.sense for sense in meant.values()}) < 2:
            return []
        return [
            self._sense_of_line(base, short, sense, mentions)
            for doc_id, sense in meant.items()
            if sense is not None
            for mentions in _by_line(self._mentions(short.id, doc_id))
        ]

    def _bearer(self, base: str, short: Profile, doc_id: str) -> SenseProposal | None:
        """Return the only sense that the full name has in a document, None where it is not known to be one."""
        found = [self._proposed.get(_place(mention)) for mention in self._mentions(base, doc_id)]
        if not found or any(each is None or found[0] is None or each.sense != found[0].sense for each in found):
            return None
        word = short.reading.words[-1]
        near = (self._names[each] for each in self._names.having(("word", word)) if each not in {base, short.id})
        others = (each for each in near if doc_id in each.first)
        full = (each for each in others if len(each.reading.words) > len(short.reading.words))
        return None if any(fits(short, each) is not None for each in full) else found[0]

    def _mentions(self, entity: str, doc_id: str) -> list[EntityMention]:
        document = self._about(entity).get(doc_id)
        return [] if document is None else document.of(entity)

    def _sense_of_line(
        self, base: str, short: Profile, sense: SenseProposal, mentions: Sequence[EntityMention]
    ) -> SenseProposal:
        suffix = sense.sense[len(base) + 2 : -1]
        reason = f"{short.name!r} means the {sense.name!r} of its document. {sense.reason}"
        return replace(
            sense,
            base=short.id,
            name=short.name,
            sense=sense_id(short.id, suffix),
            mentions=tuple(mentions),
            reason=reason,
        )


def _place(mention: EntityMention) -> _Place:
    return mention.evidence.doc_id, mention.evidence.line_number, mention.evidence.start


def _by_line(mentions: Sequence[EntityMention]) -> list[list[EntityMention]]:
    found: dict[int, list[EntityMention]] = defaultdict(list)
    for mention in mentions:
        found[mention.evidence.line_number].append(mention)
    return [found[number] for number in sorted(found)]

"""Short forms of a name that several go by: in a document of one of them, *Whitfield* is that James Whitfield, too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pramana.karaka.passes.model import EntityMention, PassView, SenseProposal
from pramana.karaka.passes.pairs import fits
from pramana.karaka.passes.profiles import Profile
from pramana.karaka.senses import sense_id

_Place = tuple[str, int, int]


def follow(view: PassView, known: Mapping[str, Profile], senses: Sequence[SenseProposal]) -> list[SenseProposal]:
    """Return the senses of short forms, document by document, as those of the full names that `senses` part.

    A short form that documents use of one bearer alone needs none. Where a document has two bearers of the full name,
    or another name that the short form fits, its mentions there stay with the bare short form.
    """
    if not senses:
        return []
    reader = _ShortForms(view, known, senses)
    bases = sorted({sense.base for sense in senses})
    return [found for base in bases for short in reader.of(base) for found in reader.senses(base, short)]


class _ShortForms:
    """The short forms of parted names, and whom each means in a document."""

    def __init__(self, view: PassView, known: Mapping[str, Profile], senses: Sequence[SenseProposal]) -> None:
        self._known = known
        self._parted = {sense.base for sense in senses}
        self._proposed = {
            (sense.base, _place(mention)): sense for sense in senses for mention in reversed(sense.mentions)
        }
        self._mentions: dict[str, dict[str, list[EntityMention]]] = defaultdict(lambda: defaultdict(list))
        for mention in view.mentions:
            self._mentions[mention.entity][mention.evidence.doc_id].append(mention)
        self._by_word: dict[str, list[Profile]] = defaultdict(list)
        for profile in known.values():
            for word in dict.fromkeys(profile.reading.words):
                self._by_word[word].append(profile)

    def of(self, base: str) -> Iterator[Profile]:
        """Yield the names that say less than a full name and may mean it, that nothing else parts."""
        long = self._known[base]
        near = {each.id: each for word in dict.fromkeys(long.reading.words) for each in self._by_word[word]}
        for short in (near[id_] for id_ in sorted(near)) if len(long.reading.words) > 1 else ():
            shorter = len(short.reading.words) < len(long.reading.words)
            if shorter and short.id not in self._parted and fits(short, long) is not None:
                yield short

    def senses(self, base: str, short: Profile) -> list[SenseProposal]:
        """Return the senses of a short form, [] where all its documents have the same bearer."""
        meant = {doc_id: self._bearer(base, short, doc_id) for doc_id in sorted(self._mentions[short.id])}
        if len({None if sense is None else sense.sense for sense in meant.values()}) < 2:
            return []
        return [
            self._sense_of_line(base, short, sense, mentions)
            for doc_id, sense in meant.items()
            if sense is not None
            for mentions in _by_line(self._mentions[short.id][doc_id])
        ]

    def _bearer(self, base: str, short: Profile, doc_id: str) -> SenseProposal | None:
        """Return the only sense that the full name has in a document, None where it is not known to be one."""
        found = [self._proposed.get((base, _place(mention))) for mention in self._mentions[base].get(doc_id, ())]
        if not found or any(each is None or found[0] is None or each.sense != found[0].sense for each in found):
            return None
        word = short.reading.words[-1]
        others = (each for each in self._by_word[word] if each.id not in {base, short.id} and doc_id in each.first)
        full = (each for each in others if len(each.reading.words) > len(short.reading.words))
        return None if any(fits(short, each) is not None for each in full) else found[0]

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

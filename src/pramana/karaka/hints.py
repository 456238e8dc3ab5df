"""What the reading of a line says of its mentions: whom they mean, and of what kind they are. Placed in the line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pramana.events import Extraction, Participant, ReferenceHint
from pramana.evidence import Span, align
from pramana.graph import fold_name

MEANS, MEANS_LINE, KIND = "means", "means_line", "kind"
"""Properties of a participant's edge: whom the mention means by the reading, the number of the line that names it (None
where the reading does not say), and the kind that the reading gives it."""
BECAUSE = "because"
"""The property of a Kriyā with the words of the events that the reading gives as its causes."""


_ARTICLES = frozenset(("", "the", "a", "an", "this", "that", "these", "those"))


@dataclass(frozen=True, slots=True)
class PlacedHint:
    """A hint at a place of its line. `line` is the number of the line that names whom it means."""

    span: Span
    means: str
    line: int | None


@dataclass(frozen=True, slots=True)
class LineHints:
    """The hints of a line: at mentions, and the kind of each name in small letters. `unused` has a sentence for each
    hint that is about no participant of an event."""

    refs: tuple[PlacedHint, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[str, ...] = ()
    text: str = ""

    def properties(self, mention: str, one: Participant) -> dict[str, Any]:
        """Return what a participant's edge holds of them; {} where nothing hints at it."""
        found: dict[str, Any] = {}
        ref = next((hint for hint in self.refs if _meets(self.text, hint.span, one.span)), None)
        if ref is not None:
            found |= {MEANS: ref.means, MEANS_LINE: ref.line}
        kind = self.kinds.get(fold_name(mention))
        return found | ({KIND: kind} if kind else {})


def line_hints(
    line_number: int, text: str, reading: Extraction, stored: Sequence[Participant], kinds: Collection[str]
) -> LineHints:
    """Return the hints of a reading, each at its place. `kinds` are those that are configured; others are left out.

    Whether a hint is right is decided later, when the whole document is read.
    """
    refs, unused = [], []
    for hint, span in _hint_places(text, reading.refs):
        if span is None:
            unused.append(f"{hint.mention!r} is not in the line.")
        elif not any(_meets(text, span, one.span) for one in stored):
            unused.append(f"{hint.mention!r} takes part in no event.")
        else:
            refs.append(PlacedHint(span, hint.means, _line_number(line_number, hint.line)))
    known = {each.casefold(): each for each in kinds}
    named = {
        fold_name(name): known[hint.kind.strip().casefold()]
        for hint in reading.kinds
        if hint.kind.strip().casefold() in known
        for name in hint.names
    }
    return LineHints(tuple(refs), named, tuple(unused), text)


def _line_number(own: int, back: int | None) -> int | None:
    return own - back if back is not None and own - back >= 1 else None


def _hint_places(text: str, refs: Sequence[ReferenceHint]) -> Iterator[tuple[ReferenceHint, Span | None]]:
    """Yield each hint with its place: of several hints at one word the first is about its first occurrence.

    A single hint at a word that occurs several times is about all of them: *he* mostly is one man throughout a line.
    """
    by_mention: dict[str, list[ReferenceHint]] = defaultdict(list)
    for hint in refs:
        by_mention[fold_name(hint.mention)].append(hint)
    for hints in by_mention.values():
        spans = list(_occurrences(hints[0].mention, text))
        if not spans:
            yield hints[0], None
        elif len(hints) == 1:
            yield from ((hints[0], span) for span in spans)
        else:
            yield from zip(hints, spans, strict=False)


def _occurrences(mention: str, text: str) -> Iterator[Span]:
    """Yield the places of a mention, in order."""
    seen: set[Span] = set()
    while (span := align(mention, text, occurrence=len(seen))) is not None and span not in seen:
        seen.add(span)
        yield span


def _meets(text: str, hint: Span, mention: Span) -> bool:
    """Return whether a hint is about a mention: the same words, but that one may have an article in front.

    *Enough of them* is not *them*.
    """
    first, second = sorted((hint.start, mention.start))
    return hint.end == mention.end and text[first:second].strip().casefold() in _ARTICLES

"""Causes that the reading gives: the words of another event, held to the lines before that event and to its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pramana.evidence import align
from pramana.graph import fold_name
from pramana.karaka.passes.model import Event, Link
from pramana.karaka.schema import CAUSES

HINTED = 75
"""How sure a cause is, 1 to 100, that the reading gives and no connective states."""
REACH = 3
"""How many lines before an event its cause is looked for: a reason is told next to what it explains."""
Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class HintedCauses:
    """The links that the lines bear out, and what they do not, each with the reason."""

    links: list[Link] = field(default_factory=list)
    refused: list[tuple[dict[str, Any], str]] = field(default_factory=list)


def hinted_causes(
    lines: Mapping[Place, str], here: Sequence[Event], events: Mapping[Place, Sequence[Event]]
) -> HintedCauses:
    """Return what becomes of the causes that the reading gives to the events of a line.

    The cause is the nearest other event whose verb is among the words that are given.
    """
    found = HintedCauses()
    for effect in here:
        for words in effect.because:
            cause = next((each for each in _near(lines, effect, words, events) if each.kriya != effect.kriya), None)
            if cause is None:
                body = {"kriya": effect.kriya, "because": words}
                found.refused.append((body, f"{words!r} is not an event of the line or of the {REACH} lines before."))
            else:
                reason = f"the reading gives {cause.evidence.quote!r} as a cause of {effect.evidence.quote!r}"
                ends = (cause.kriya, CAUSES, effect.kriya, cause.evidence, effect.evidence)
                found.links.append(Link(*ends, reason, HINTED))
    return found


def _near(
    lines: Mapping[Place, str], effect: Event, words: str, events: Mapping[Place, Sequence[Event]]
) -> Iterator[Event]:
    """Yield the events that some words name, the nearest line first, those with just these words before others."""
    doc_id, number = effect.evidence.doc_id, effect.evidence.line_number
    for place in ((doc_id, number - back) for back in range(REACH + 1)):
        span = align(words, lines.get(place, ""))
        if span is not None:
            meeting = [
                each
                for each in events.get(place, ())
                if each.evidence.start < span.end and span.start < each.evidence.end
            ]
            yield from sorted(meeting, key=lambda each: fold_name(each.evidence.quote) != fold_name(words))

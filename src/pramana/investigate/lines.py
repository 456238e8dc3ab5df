"""Claims held to the lines that they cite, one line at a time: what they deny, qualify or turn round is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pramana.gasl.state import Item
from pramana.investigate.grounds import Texts, places_of
from pramana.language import RESTATED, Aspect, discrepancies, share_in

TOLD_FIELDS = ("description", "summary", "text", "content", "fact", "sentence")
"""Attributes of an element that are sentences, and count as its lines."""
MOST = 200
"""Lines of a claim that are read, and the characters of each: a citation of a whole key may lead to thousands."""
MOST_CHARS = 2_000
_RESTATING = (Aspect.NEGATION, Aspect.MODALITY, Aspect.MARKER, Aspect.ROLES, Aspect.DETAIL)
_QUOTED = re.compile('["“«][^"“”«»]*["”»]')


def lines_of(item: Item, texts: Texts | None) -> Iterator[str]:
    """Yield the lines that an item leads to, and the sentences that its own value has."""
    yield from (str(place["line"]) for place in places_of(item.provenance, texts) if "line" in place)
    if isinstance(item.value, Mapping):
        yield from (told for name in TOLD_FIELDS if isinstance(told := item.value.get(name), str))


def contradiction(claim: str, lines: Sequence[str]) -> str:
    """Return what a claim says otherwise than every line that it restates, in a sentence; "" for nothing.

    A claim that restates no line, and one whose own words are a path through the graph, is not compared: it is put
    together from several. What it quotes was compared already.
    """
    own = _QUOTED.sub(" ", claim)
    near = [line for line in dict.fromkeys(lines) if len(line) <= MOST_CHARS][:MOST]
    if len(own) > MOST_CHARS or _PATH.search(own):
        return ""
    found = [discrepancies(own, line, _RESTATING) for line in near if share_in(own, (line,)) >= RESTATED]
    if not found or not all(found):
        return ""
    return f"It has {min(found, key=len)[0].reason}; see the lines that it cites."


_PATH = re.compile(r"-\S*->|<-\S*-|^[\w ]+: HAS_")
"""How the embedded model writes a path, and an event with its roles."""


def unsupported(places: Iterable[Mapping[str, Any]]) -> str:
    """Return which elements the text does not support, in a sentence; "" for none."""
    named = dict.fromkeys(str(place.get("id", "")) for place in places if "unsupported" in place)
    return f"The text does not support {', '.join(named)}: the graph alone says it." if named else ""

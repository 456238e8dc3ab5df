"""Whether an entity's items decide its verdict: all that may bear on it were read, in whole, with words for each value.

An item is relevant where the seed's filter finds a keyword in it, or where its text is damaged so that the filter
cannot tell. A relevant item decides nothing where no answer about it was accepted, where a value has no words of the
item, or where a part of its text was cut off. Then what rests on the items is open, unless it has one
value whatever these items say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pramana.serialization import JsonRecord, JsonShape

UNDECIDED = "undecided"
"""The status of an entity whose items do not decide it, and what reports say in the place of its verdict."""
READ = ("checked", "verified")
"""The statuses of items whose values count."""
UNEVIDENCED = "unevidenced"
"""The status of an item with a value that no words of the item show. Its values are kept to be seen; none counts."""
ENTITY_FIELDS = "entity_fields"
"""The key of an output line that holds what formulas read of the entity itself."""
CUT = "cut"
"""The key of a reading that holds how many code points of the item's text were not read; absent where all were."""
NO_VERDICT = (UNDECIDED, "failed")
"""The statuses of entities that nothing is said of."""

OPEN_IDLE = "open items change no output"
"""The note of an entity that is decided whatever its open items say."""

REPEATED = "repeated items count once"
"""The note of an entity with items that occur more than once in the data, alike in all parts."""

_SAID: Mapping[str, tuple[str, str]] = {
    "failed": ("was not read: the model failed", "were not read: the model failed"),
    "abstained": ("was not read: the model abstained", "were not read: the model abstained"),
    UNEVIDENCED: ("has a value without a quote", "have a value without a quote"),
    "truncated": ("was read in part", "were read in part"),
}
_REFUSED = ("was not read: no answer was accepted", "were not read: no answer was accepted")
_LONGEST = 300
"""So many code points of the first item's reason are repeated: answers of models can be long."""


@dataclass(frozen=True, slots=True)
class Undecided(JsonRecord):
    """Why an entity's items do not decide it, in one phrase (`reason`), and how many items have which gap (`items`).

    `ranges` says of each primitive that is open what it can be, `exact` whether each bound and value can be reached.
    """

    reason: str
    items: Mapping[str, int]
    ranges: Mapping[str, Any] = field(default_factory=dict)
    exact: bool = False

    json_shape = JsonShape(omit_empty=("ranges", "exact"))


def undecided_reason(readings: Sequence[tuple[str, Mapping[str, Any]]]) -> Undecided | None:
    """Return why an entity is not decided by its relevant items (ids and readings), None where it is."""
    gaps = [(item, kind, reading) for item, reading in readings if (kind := _gap(reading)) is not None]
    if not gaps:
        return None
    counts = Counter(kind for _, kind, _ in gaps)
    told = [f"{count} {_SAID.get(kind, _REFUSED)[count > 1]}" for kind, count in counts.items()]
    item, _, reading = gaps[0]
    reason = f"of {_items(len(readings))}, {', '.join(told)} (item {item}: {_why(reading)})"
    return Undecided(reason, dict(counts))


def note_of(items: int, relevant: int, status: str, gap: Undecided | None, repeated: bool = False) -> str:
    """Return what must be said of an entity: that nothing was read of it, that its outputs are the same whatever its
    open items say, that items are `repeated` in the data; "" where there is nothing to say."""
    notes = [REPEATED] if repeated else []
    if gap is not None and status != UNDECIDED:
        notes.append(OPEN_IDLE)
    if not relevant:
        notes.append("no relevant items" if items else "no items")
    return "; ".join(notes)


def _gap(reading: Mapping[str, Any]) -> str | None:
    """Return what keeps an item from deciding, None where nothing does."""
    status: str = reading["status"]
    if status not in READ:
        return status
    return "truncated" if reading.get(CUT) else None


def is_open(reading: Mapping[str, Any]) -> bool:
    """Return whether an item, by its reading, decides nothing."""
    return _gap(reading) is not None


def why_open(reading: Mapping[str, Any]) -> str:
    """Return why an item decides nothing, in one phrase."""
    kind = _gap(reading) or ""
    return f"{_SAID.get(kind, _REFUSED)[0]} ({_why(reading)})"


def _why(reading: Mapping[str, Any]) -> str:
    if reading["status"] in READ:
        return f"{reading[CUT]:,} characters of its text were cut off"
    why = str(reading.get("reason") or reading["status"]).strip()
    return (why if len(why) <= _LONGEST else f"{why[:_LONGEST]}…").rstrip(".")


def _items(count: int) -> str:
    return "1 relevant item" if count == 1 else f"{count:,} relevant items"

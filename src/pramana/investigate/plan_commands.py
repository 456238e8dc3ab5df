"""What plans are written with: the keys of their results, and the parts of commands that several shapes share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pramana.expr import write_path, write_text
from pramana.investigate.shapes import Anchor, Ranked, ValueBound

ANSWER, LINKS, SIZE, ABOUT, EVENTS = "answer", "links", "size", "about", "events"
NAME_THEM = f"UPDATE {ABOUT} WITH between MERGE"
"""The command that adds the nodes on paths to the nodes that are reported."""
MOST_LISTED = 200
"""Nodes of a whole type that go into the state; how many there are is counted."""
MOST_EDGES = 12
"""Edges of a node that are reported where all that is known of it is asked."""
MOST_PATHS = 50
"""Paths that are listed between two nodes. In a dense graph there are millions."""


@dataclass(frozen=True, slots=True)
class ShapeReading:
    """One way in which a shape can hold in a graph: a hypothesis, and the commands that try it.

    `goes_on`: a command that finds nothing does not end the plan.
    """

    text: str
    supports: str
    refutes: str
    commands: tuple[str, ...]
    confidence: float
    goes_on: bool = False


def text_of(value: str) -> str:
    """Return a text as it is written in a command."""
    return write_text(value)


def any_of(field: str, values: Sequence[str]) -> str:
    """Return the condition that a field has one of some texts."""
    if len(values) == 1:
        return f"{field} = {text_of(values[0])}"
    return f"{field} IN [{', '.join(map(text_of, values))}]"


def anchor_text(anchor: Anchor) -> str:
    """Return what the node of a name is called, quoted."""
    return text_of(anchor.mentions[0].name or anchor.mentions[0].id)


def update_commands(**keys: str) -> tuple[str, ...]:
    """Return the commands that write variables under keys of the state."""
    return tuple(f"UPDATE {key} WITH {name} REPLACE" for key, name in keys.items())


def either_of(names: Iterable[str]) -> str:
    """Return names joined by *or*."""
    return " or ".join(names)


def first_commands(name: str, ranked: Ranked) -> tuple[str, ...]:
    """Return the commands that keep the first by an attribute, and all that have the same value."""
    attribute = write_path((ranked.attribute,))
    return (
        f"SELECT {name} WHERE {attribute} IS NOT NULL AS able",
        f"SORT able BY {attribute}{' DESC' if ranked.down else ''} LIMIT 1 AS top",
        f"SELECT able WHERE {attribute} IN ${{top.{attribute}}} AS first",
    )


def bound_text(bound: ValueBound) -> str:
    """Return a bound as a condition."""
    attribute = write_path((bound.attribute,))
    values = [write_text(each) if isinstance(each, str) else json.dumps(each) for each in bound.values]
    return f"{attribute} IN [{', '.join(values)}]" if len(values) > 1 else f"{attribute} {bound.op} {values[0]}"


_KEYED = re.compile(r"^UPDATE (?=\w+ WITH)")


def part_key(number: int, key: str) -> str:
    """Return the key of the state under which a part of a question keeps what it found."""
    return f"part{number}_{key}"


def part_command(number: int, command: str) -> str:
    """Return a command that writes under a part's own keys."""
    return _KEYED.sub(f"UPDATE part{number}_", command)

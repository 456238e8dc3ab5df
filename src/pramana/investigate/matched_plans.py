"""The plan of a set that a question describes: one search for each condition, then one for the nodes of all of them."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.expr import write_path
from pramana.investigate.plan_commands import (
    ABOUT,
    ANSWER,
    LINKS,
    SIZE,
    ShapeReading,
    anchor_text,
    any_of,
    bound_text,
    either_of,
    first_commands,
    text_of,
    update_commands,
)
from pramana.investigate.shapes import Anchor, MatchedSet, SetLink

TOTALS, REACHED, ONWARD, OTHERS = "totals", "reached", "onward", "others"
"""Keys of sums, of the nodes that the answer leads to, of the edges that lead there, and of those that it has not."""
_HOLDS = {"some": "", "none": "no "}


def matched_reading(shape: MatchedSet) -> ShapeReading:
    """Return the one way to find a described set, with its conditions in words."""
    commands, edges = _set_commands(shape, "")
    found = "all"
    if _asks_for_values(shape):
        commands.append(f"SELECT all WHERE {write_path((shape.attributes[0],))} IS NOT NULL AS valued")
        found = "valued"
    if shape.ranked is not None:
        commands += first_commands(found, shape.ranked)
        found = "first"
    if shape.most is not None:
        commands += _most_commands(shape.most)
        edges.append("counted_edges")
        found = "busiest"
    commands += _told_commands(shape, found, edges)
    return ShapeReading(
        f"The answer: {set_text(shape)}.", "Such are found.", "There are none.", tuple(commands), 0.8, goes_on=True
    )


def _asks_for_values(shape: MatchedSet) -> bool:
    """Whether nodes without a value are no answer: an attribute of theirs is asked for."""
    return bool(shape.attributes) and shape.output == "list" and not (shape.ranked or shape.most)


def _asks_only_onward(shape: MatchedSet) -> bool:
    """Whether nodes that lead nowhere are no answer: *Where is X?*"""
    return bool(shape.onward) and not (shape.attributes or shape.ranked or shape.most or shape.links)


def _told_commands(shape: MatchedSet, found: str, edges: list[str]) -> Iterator[str]:
    """Yield the commands that write into the state what the answer is told from."""
    for number, name in enumerate(edges):
        yield f"SELECT {name} WHERE source IN ${{{found}.id}} OR target IN ${{{found}.id}} AS {name}_told"
        yield f"UPDATE {LINKS} WITH {name}_told {'MERGE' if number else 'REPLACE'}"
        yield f"FIND nodes WHERE id IN ${{{name}_told.source}} OR id IN ${{{name}_told.target}} AS {name}_ends"
        yield f"UPDATE {ABOUT} WITH {name}_ends {'MERGE' if number else 'REPLACE'}"
    for number, link in enumerate(shape.links):
        if link.holds == "none":
            yield f"UPDATE {OTHERS} WITH edges{number} MERGE"
    for number, link in enumerate(shape.onward):
        mode = "MERGE" if number else "REPLACE"
        yield f"FIND edges WHERE relation = {text_of(link.relation)} AND {link.side} IN ${{{found}.id}} AS on{number}"
        yield f"FIND nodes WHERE id IN ${{on{number}.{link.far_side}}} AS reached{number}"
        if number == 0 and _asks_only_onward(shape):
            yield f"SELECT {found} WHERE id IN ${{on0.{link.side}}} AS leading"
            found = "leading"
        yield f"UPDATE {ONWARD} WITH on{number} {mode}"
        yield f"UPDATE {REACHED} WITH reached{number} {mode}"
    if shape.output in ("sum", "average"):
        edges_told = [(f"edges{number}_told", link.told[0]) for number, link in enumerate(shape.links) if link.told]
        source, name = edges_told[0] if edges_told else (found, shape.attributes[0])
        attribute = write_path((name,))
        yield f"SELECT {source} WHERE {attribute} IS NOT NULL AS able"
        yield f"AGGREGATE able COUNT, {'SUM' if shape.output == 'sum' else 'AVG'} {attribute} AS total"
        yield from update_commands(**{TOTALS: "total"})
    if shape.output == "count":
        yield f"COUNT {found} AS count"
        yield from update_commands(**{SIZE: "count"})
    yield from update_commands(**{ANSWER: found})


def _set_commands(shape: MatchedSet, prefix: str) -> tuple[list[str], list[str]]:
    """Return the commands that find a set, as the variable `all`, and the variables of the edges that say so."""
    commands: list[str] = []
    where = [any_of("type", shape.types)] if shape.types else []
    where += map(bound_text, shape.bounds)
    if shape.only:
        where.append(any_of("id", [each.mentions[0].id for each in shape.only]))
    others = [link.other for link in shape.links if isinstance(link.other, Anchor)]
    where += [f"NOT id = {text_of(each.mentions[0].id)}" for each in (*shape.without, *others)]
    told = []
    for number, link in enumerate(shape.links):
        name = f"{prefix}edges{number}"
        commands += _link_commands(link, name)
        where.append(_condition(link, name))
        if link.holds != "none":
            told.append(name)
    commands.append(f"FIND nodes{' WHERE ' if where else ''}{' AND '.join(where)} AS {prefix}all")
    return commands, told


def _link_commands(link: SetLink, name: str) -> Iterator[str]:
    """Yield the commands that find the edges of a link."""
    if isinstance(link.other, MatchedSet):
        inner, _ = _set_commands(link.other, f"{name}_")
        yield from inner
        at = f"IN ${{{name}_all.id}}"
    else:
        at = f"= {text_of(link.other.mentions[0].id)}"
    ends = f"{link.far_side} {at}" if link.side else f"(source {at} OR target {at})"
    told = [f"{write_path((attribute,))} IS NOT NULL" for attribute in link.told]
    where = [f"relation = {text_of(link.relation)}", ends, *map(bound_text, link.bounds), *told]
    yield f"FIND edges WHERE {' AND '.join(where)} AS {name}"
    if link.holds not in _HOLDS:
        yield f"DISTINCT {name} BY source, target AS {name}_once"
        yield f"GROUP {name}_once BY {link.side} COUNT AS {name}_groups"
        yield f"SELECT {name}_groups WHERE count {link.holds} {link.number} AS {name}_enough"


def _condition(link: SetLink, name: str) -> str:
    if link.holds not in _HOLDS:
        return f"id IN ${{{name}_enough.{link.side}}}"
    if not link.side:
        far = f"(id IN ${{{name}.source}} OR id IN ${{{name}.target}})"
        return f"{far} AND NOT id = {text_of(link.other.mentions[0].id)}" if isinstance(link.other, Anchor) else far
    return f"{'NOT ' if link.holds == 'none' else ''}id IN ${{{name}.{link.side}}}"


def _most_commands(link: SetLink) -> Iterator[str]:
    """Yield the commands that keep of `all` those with the most other ends of a link."""
    yield from _link_commands(link, "counted_edges")
    yield f"SELECT counted_edges WHERE {link.side} IN ${{all.id}} AS counted_here"
    yield "DISTINCT counted_here BY source, target AS counted_once"
    yield f"GROUP counted_once BY {link.side} COUNT AS groups"
    yield "SORT groups BY count DESC LIMIT 1 AS top"
    yield "SELECT groups WHERE count IN ${top.count} AS most"
    yield f"FIND nodes WHERE id IN ${{most.{link.side}}} AS busiest"
    yield from update_commands(counts="most")


def set_text(shape: MatchedSet) -> str:
    """Return a set in words: its types, and each relation and attribute that it was matched by."""
    parts = [bound_text(each) for each in shape.bounds] + [_link_text(each) for each in shape.links]
    parts += [f"not {anchor_text(each)}" for each in shape.without]
    only = f" {either_of(map(anchor_text, shape.only))}" if shape.only else ""
    text = f"nodes{only}{f' of type {either_of(shape.types)}' if shape.types else ''}"
    text += f" with {' and '.join(parts)}" if parts else ""
    if shape.ranked is not None:
        text += f", the one with the {'highest' if shape.ranked.down else 'lowest'} {shape.ranked.attribute}"
    if shape.most is not None:
        text += f", the one with the most {_link_text(shape.most)}"
    if shape.output in ("sum", "average"):
        return f"the {shape.output} of {summed_attribute(shape)} over {text}"
    told = [*shape.attributes, *(f"{_link_text(each)}" for each in shape.onward)]
    counted = "how many are " if shape.output == "count" else ""
    asked = f", their {', '.join(told)}" if told else ""
    return f"{counted}{text}{asked}"


def summed_attribute(shape: MatchedSet) -> str:
    """Return the attribute of which a sum or an average is asked: of the nodes, or of the edges of a link."""
    return next((name for link in shape.links for name in link.told), "") or shape.attributes[0]


def _link_text(link: SetLink) -> str:
    way = {"source": "to", "target": "from", "": "with"}[link.side]
    other = anchor_text(link.other) if isinstance(link.other, Anchor) else set_text(link.other)
    count = _HOLDS.get(link.holds, f"{link.holds} {link.number} ")
    held = "".join(f", its {bound_text(each)}" for each in link.bounds) + "".join(f", its {each}" for each in link.told)
    return f"{count}{link.relation} {way} {other}{held}"

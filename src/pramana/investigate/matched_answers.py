"""The answer to a question in its own words: what was found, and the relations and attributes that it was read as."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pramana.investigate.answer_words import Items, item_name, items_under, join_names, value_text, way_text
from pramana.investigate.called import name_of
from pramana.investigate.lines import PLACE_FIELDS, TOLD_FIELDS
from pramana.investigate.matched_plans import ONWARD, OTHERS, REACHED, TOTALS, summed_attribute
from pramana.investigate.model import Claim
from pramana.investigate.plan_commands import ABOUT, ANSWER, LINKS, SIZE
from pramana.investigate.ptools import Answered
from pramana.investigate.shapes import MatchedSet, SetLink

MOST_NAMED = 12
"""Nodes that are told beside a count."""


def matched_answer(shape: MatchedSet, items: Items, state: Mapping[str, Any], *, directed: bool) -> Answered:
    """Return the answer from what a state holds: each node with the values and edges by which it was matched."""
    if shape.output in ("sum", "average"):
        return _total_answer(shape, state)
    if shape.output == "whether":
        return _whether_answer(shape, items)
    names = {str(item.get("id")): item_name(item) for _, item in (*items_under(state, ABOUT), *items)}
    names.update((str(item.get("id")), item_name(item)) for _, item in items_under(state, REACHED))
    claims: list[Claim] = []
    told = []
    for ref, item in items[: MOST_NAMED if shape.output == "count" else None]:
        own = [*_own_values(shape, item), *_edge_values(shape, item, state)]
        onward = [name for name, _ in _reached_nodes(shape, item, state)]
        told.append(
            f"{item_name(item)}{_in_brackets([*_nameless(item), *own])}" + (f": {join_names(onward)}" if onward else "")
        )
        claims += _node_claims(shape, ref, item, state, names, directed=directed)
        claims += _onward_claims(item, state, names, directed=directed)
    others = [ref for ref, _ in items_under(state, OTHERS)][:1]
    names_told = join_names([item_name(item) for _, item in items])
    for link in shape.links:
        if link.holds == "none" and others:
            refs = tuple(ref for ref, _ in items)
            claims.append(Claim(text=f"{names_told}: no {link.relation} edge.", cites=(*refs, *others)))
    count = state.get(ANSWER, {}).get("count", len(items))
    listed = join_names(told)
    if shape.output == "count":
        size = state.get(SIZE, {}).get("count", count)
        claims.insert(0, Claim(text=f"The count is {size:,}.", cites=(SIZE,)))
        more = f", among them {listed}" if size > len(told) else f": {listed}"
        return Answered(
            complete=f"{size:,}{more}. {_reading_text(shape, has_others=bool(others))}".strip(), claims=claims
        )
    if count > len(items):
        claims.append(Claim(text=f"There are {count:,}.", cites=(ANSWER,)))
        listed = f"{count:,} in all, among them {listed}"
    begin = "Yes: " if shape.output == "exists" else ""
    if shape.most is not None:
        claims += [
            Claim(text=f"The count is {item.get('count')}.", cites=(ref,)) for ref, item in items_under(state, "counts")
        ]
    return Answered(complete=f"{begin}{listed}. {_reading_text(shape, has_others=bool(others))}".strip(), claims=claims)


def _total_answer(shape: MatchedSet, state: Mapping[str, Any]) -> Answered:
    held = state[TOTALS]["items"]
    name = summed_attribute(shape)
    size = f"{TOTALS}.count"
    value = next(ref for ref in held if ref != size)
    number = round(held[value], 2) if isinstance(held[value], float) else held[value]
    text = f"{value_text(number)}: the {shape.output} of {name} over the {held[size]} that have one."
    return Answered(complete=text, claims=[Claim(text=text, cites=(value, size, ANSWER))])


def _whether_answer(shape: MatchedSet, items: Items) -> Answered:
    (ref, item), name = items[0], shape.attributes[0]
    if not isinstance(item.get(name), bool):
        return Answered(unanswerable=f"The graph does not say whether {name} holds of {item_name(item)}.")
    told = f"{item_name(item)}: {name} {value_text(item[name])}."
    return Answered(complete=f"{'Yes' if item[name] else 'No'}: {told}", claims=[Claim(text=told, cites=(ref,))])


def _own_values(shape: MatchedSet, item: Mapping[str, Any]) -> Iterator[str]:
    """Yield the values of a node that were asked for, or by which it was matched."""
    names = [*shape.attributes, *(bound.attribute for bound in shape.bounds)]
    for name in dict.fromkeys(names):
        if item.get(name) not in (None, ""):
            yield f"{name} {value_text(item[name])}"


def _edge_values(shape: MatchedSet, item: Mapping[str, Any], state: Mapping[str, Any]) -> Iterator[str]:
    """Yield the attributes of edges that were asked for, of those that a node was matched by."""
    for link in shape.links:
        for _, edge in items_under(state, LINKS) if link.told else ():
            if edge.get("relation") == link.relation and item.get("id") in (edge.get("source"), edge.get("target")):
                yield from (
                    f"{name} {value_text(edge[name])}" for name in link.told if edge.get(name) not in (None, "")
                )


def _nameless(item: Mapping[str, Any]) -> Iterator[str]:
    """Yield the first text of a node without a name, which says more than its id."""
    if name_of(item) is None and re.search(r"\d|^\S{1,3}$", str(item.get("id", ""))):
        hidden = ("id", "type", *TOLD_FIELDS, *PLACE_FIELDS)
        texts = (
            name
            for name, value in item.items()
            if name not in hidden and isinstance(value, str) and 0 < len(value) <= 40 and not value[:4].isdigit()
        )
        yield from (f"{name} {item[name]}" for name in list(texts)[:1])


def _in_brackets(values: Sequence[str]) -> str:
    distinct = list(dict.fromkeys(values))
    return f" ({', '.join(distinct)})" if distinct else ""


def _node_claims(
    shape: MatchedSet,
    ref: str,
    item: Mapping[str, Any],
    state: Mapping[str, Any],
    names: Mapping[str, str],
    *,
    directed: bool,
) -> Iterator[Claim]:
    """Yield the claims that a node is an answer: its values, and each edge that says so."""
    values = [*_nameless(item), *_own_values(shape, item)]
    told = {link.relation: link.told for link in shape.links if link.told}
    edges = [
        (link, edge)
        for link, edge in items_under(state, LINKS)
        if item.get("id") in (ends := (str(edge.get("source")), str(edge.get("target"))))
        and all(end in names for end in ends)
    ]
    if values or not edges:
        yield Claim(text=f"{item_name(item)}{_in_brackets(values)}.", cites=(ref,))
    for link, edge in edges:
        path = {"nodes": [str(edge.get("source")), str(edge.get("target"))], "edges": [edge]}
        yield Claim(text=way_text(path, names, directed=directed), cites=(ref, link, ABOUT))
        said = [name for name in told.get(str(edge.get("relation")), ()) if edge.get(name) not in (None, "")]
        for name in said:
            yield Claim(text=f"{item_name(item)}: {name} {value_text(edge[name])}.", cites=(ref, link))


def _reached_nodes(shape: MatchedSet, item: Mapping[str, Any], state: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a node leads to: its name with the attributes that say more of it, and its reference."""
    ends = {
        str(edge.get("target" if edge.get("source") == item.get("id") else "source"))
        for _, edge in items_under(state, ONWARD)
        if item.get("id") in (edge.get("source"), edge.get("target"))
    }
    for ref, other in items_under(state, REACHED):
        if str(other.get("id")) in ends:
            yield f"{item_name(other)}{_in_brackets(_said_of(other))}", ref


def _said_of(item: Mapping[str, Any]) -> list[str]:
    """Return the short texts of a node that say more of it than its name."""
    return [
        f"{name} {value}"
        for name, value in item.items()
        if name not in ("id", "type", *TOLD_FIELDS, *PLACE_FIELDS)
        and isinstance(value, str)
        and 0 < len(value) < 40
        and value != item_name(item)
    ][:3]


def _onward_claims(
    item: Mapping[str, Any], state: Mapping[str, Any], names: Mapping[str, str], *, directed: bool
) -> Iterator[Claim]:
    reached = {str(other.get("id")): (ref, other) for ref, other in items_under(state, REACHED)}
    for link, edge in items_under(state, ONWARD):
        ends = [str(edge.get("source")), str(edge.get("target"))]
        if item.get("id") in ends and all(end in names for end in ends):
            other = next((each for each in ends if each != item.get("id")), ends[0])
            ref, node = reached.get(other, (link, {}))
            more = f" {item_name(node)}{_in_brackets(_said_of(node))}." if node else ""
            text = way_text({"nodes": ends, "edges": [edge]}, names, directed=directed)
            yield Claim(text=f"{text}{more}", cites=(link, ref, ANSWER))


def _reading_text(shape: MatchedSet, *, has_others: bool) -> str:
    """Return which relations and attributes the question was read as."""
    links = (*shape.links, *shape.onward, *((shape.most,) if shape.most else ()))
    links = tuple(each for each in links if each.holds != "none" or has_others)
    names = [*(_link_name(each) for each in links), *([shape.ranked.attribute] if shape.ranked else [])]
    return f"Read as: {', '.join(dict.fromkeys(names))}." if names else ""


def _link_name(link: SetLink) -> str:
    return f"no {link.relation} edge" if link.holds == "none" else link.relation

"""Answers by rule: names and numbers that the state holds, each claim with the items that it cites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pramana.investigate.model import Claim, Mention
from pramana.investigate.ptools import Answered
from pramana.investigate.rules_plans import ABOUT, ANSWER, LINKS, SIZE
from pramana.investigate.shapes import Chain, Compared, Meeting, Paths, Ranked, Shape, Value, Whole

NAME_FIELDS = ("name", "canonical_name", "title", "label")
Items = Sequence[tuple[str, Mapping[str, Any]]]


def answered(
    shape: Shape,
    state: Mapping[str, Any],
    mentions: Sequence[Mention] = (),
    *,
    directed: bool = True,
    plain: bool = False,
) -> Answered:
    """Return the answer to a question of a shape from what a state is shown to hold.

    `directed` says whether the graph is. `plain`: earlier claims did not check out, and this one says the names alone.
    """
    items = items_under(state, ANSWER)
    counts = isinstance(shape, Chain | Meeting | Whole) and shape.count
    if counts or not items:
        return _counted(state)
    if isinstance(shape, Paths) and "nodes" in items[0][1]:
        return _ways(items, state, directed=directed)
    ranked = getattr(shape, "ranked", None)
    if isinstance(shape, Value):
        return _values(items, shape.attribute)
    if isinstance(shape, Compared) or isinstance(ranked, Ranked):
        return _values(items, ranked.attribute if ranked is not None else "", lead=True)
    return _listed(items, state, mentions, plain=plain)


def items_under(state: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the items that a state is shown to hold under a key, with their references."""
    held = state.get(key, {})
    found = held.get("items", {}) if isinstance(held, Mapping) else {}
    return [(ref, value) for ref, value in found.items() if isinstance(value, Mapping)]


def _name(item: Mapping[str, Any]) -> str:
    return next((str(item[name]) for name in (*NAME_FIELDS, "id") if isinstance(item.get(name), str)), "")


def _counted(state: Mapping[str, Any]) -> Answered:
    size = state.get(SIZE, {}).get("count", 0)
    return Answered(complete=f"{size:,}.", claims=[Claim(text=f"The count is {size:,}.", cites=(SIZE,))])


def _values(items: Items, attribute: str, *, lead: bool = False) -> Answered:
    claims = [
        Claim(text=f"{_name(item)}: {attribute} {_shown(item.get(attribute))}.", cites=(ref,)) for ref, item in items
    ]
    first = " and ".join(_name(item) for _, item in items)
    values = ", ".join(dict.fromkeys(_shown(item.get(attribute)) for _, item in items))
    return Answered(complete=f"{first} ({attribute} {values})." if lead else f"{values}.", claims=claims)


def _shown(value: Any) -> str:
    return str(value) if not isinstance(value, list) else ", ".join(map(str, value))


def _ways(items: Items, state: Mapping[str, Any], *, directed: bool) -> Answered:
    names = {str(item.get("id")): _name(item) for _, item in items_under(state, ABOUT)}
    claims = [Claim(text=f"{_way(item, names, directed=directed)}.", cites=(ref, ABOUT)) for ref, item in items]
    return Answered(complete=" ".join(claim.text for claim in claims[:3]), claims=claims)


def _way(path: Mapping[str, Any], names: Mapping[str, str], *, directed: bool) -> str:
    """Return a path as a row of names, with the relation between each two and its direction."""
    nodes = [str(node) for node in path["nodes"]]
    edges = [edge for edge in path.get("edges", ()) if isinstance(edge, Mapping)]
    told = [names.get(nodes[0], nodes[0])]
    for place, node in enumerate(nodes[1:]):
        edge = edges[place] if place < len(edges) else {}
        relation = edge.get("relation", "")
        forward = edge.get("source") == nodes[place]
        begin, end = ("-", "-") if not directed else ("-", "->") if forward else ("<-", "-")
        told += [f"{begin}{relation}{end}", names.get(node, node)]
    return " ".join(told)


def _listed(items: Items, state: Mapping[str, Any], mentions: Sequence[Mention], *, plain: bool) -> Answered:
    links, about = items_under(state, LINKS), items_under(state, ABOUT)
    names = {str(item.get("id")): _name(item) for _, item in (*about, *items)}
    claims = []
    for ref, item in items:
        said = (
            []
            if plain
            else [link for link in links if item.get("id") in (link[1].get("source"), link[1].get("target"))]
        )
        claims.append(_claim(ref, item, said, names, cites_about=bool(about)))
    count = state[ANSWER].get("count", len(items))
    listed = _joined([_name(item) for _, item in items])
    complete = f"{listed}." if count == len(items) else f"{count:,} in all, among them {listed}."
    if count > len(items):
        claims.append(Claim(text=f"There are {count:,}.", cites=(ANSWER,)))
    near = [each for each in mentions if each.match == "near" and any(each.id == item.get("id") for _, item in about)]
    if near and not plain:
        told = " and ".join(f"{each.text!r} for {each.name or each.id!r}" for each in near)
        complete += f" Taking {told}."
        claims.append(Claim(text=f"Taking {told}.", cites=(ABOUT,)))
    return Answered(complete=complete, claims=claims)


def _claim(ref: str, item: Mapping[str, Any], said: Items, names: Mapping[str, str], *, cites_about: bool) -> Claim:
    """Return the claim that a node is an answer, with the edge that says so.

    The node itself is cited where its name does not stand in the edge: its own places need not say anything of this.
    """
    name = _name(item)
    for link, edge in said[:1]:
        ends = [str(edge.get(end)) for end in ("source", "target")]
        called = [names.get(end) for end in ends]
        if all(called):
            plain = called == ends
            cites = (link,) if plain else (ref, link, *((ABOUT,) * cites_about))
            return Claim(text=f"{called[0]} -{edge.get('relation', '')}-> {called[1]}.", cites=cites)
        if name in ends:
            return Claim(text=f"{name}.", cites=(link,))
    return Claim(text=f"{name}.", cites=(ref, *(link for link, _ in said[:3])))


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

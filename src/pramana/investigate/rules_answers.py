"""Answers by rule: names and numbers that the state holds, each claim with the items that it cites."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pramana.investigate.called import is_name, name_of
from pramana.investigate.lines import PLACE_FIELDS
from pramana.investigate.lines import TOLD_FIELDS as SENTENCE_FIELDS
from pramana.investigate.model import Claim, QuestionMention
from pramana.investigate.ptools import Answered
from pramana.investigate.rules_plans import ABOUT, ANSWER, EVENTS, LINKS, SIZE
from pramana.investigate.shapes import (
    About,
    AttributeShape,
    Chain,
    Common,
    Compared,
    Confirmed,
    DescribedSet,
    EdgeValue,
    EventRoles,
    EventShape,
    Meeting,
    Paths,
    Ranked,
    Shape,
    ToldShape,
    Whole,
)

VERB = "verb"
"""The attribute by which an event is called that has no name."""
TOLD_FIELDS = ("description", "summary")
"""Attributes of an edge whose text says how its ends are connected."""
MOST_QUOTED = 2
"""Descriptions of one edge that are quoted: tools keep one for each place where they met it."""
TOLD_CHARS = 240
"""Characters of such a text that an answer repeats."""
Items = Sequence[tuple[str, Mapping[str, Any]]]


def answer_from_state(
    shape: Shape,
    state: Mapping[str, Any],
    mentions: Sequence[QuestionMention] = (),
    *,
    directed: bool = True,
    plain: bool = False,
) -> Answered:
    """Return the answer to a question of a shape from what a state is shown to hold.

    `directed` says whether the graph is. `plain`: earlier claims did not check out, and this one says the names alone.
    """
    items = items_under(state, ANSWER)
    if isinstance(shape, ToldShape):
        return _told_answer(shape, items)
    if isinstance(shape, About) and items:
        told = None if shape.events is None else _events_answer(shape.events, items, state)
        return told or _about_answer(items, state, directed=directed)
    if isinstance(shape, Confirmed) and items:
        return _confirmed_answer(items, state, directed=directed)
    counts = isinstance(shape, Chain | Meeting | Whole | DescribedSet) and shape.count
    if counts or not items:
        return _count_answer(state)
    if isinstance(shape, Paths) and "nodes" in items[0][1]:
        return _ways(items, state, directed=directed)
    if (
        isinstance(shape, Paths | Common)
        and not plain
        and (met := _meeting_answer(shape, items, state, directed=directed))
    ):
        return met
    if isinstance(shape, EventShape) and not plain and (happened := _event_answer(shape, items, state)):
        return happened
    ranked = getattr(shape, "ranked", None)
    if isinstance(shape, AttributeShape | EdgeValue):
        return _values(items, shape.attribute)
    if isinstance(shape, Compared) or isinstance(ranked, Ranked):
        return _values(items, ranked.attribute if ranked is not None else "", lead=True)
    return _list_answer(items, state, mentions, directed=directed, plain=plain)


def _told_answer(shape: ToldShape, items: Items) -> Answered:
    """Return the words that answer, each claim with the sentence that says so, quoted."""
    refs = {str(item.get("id")): ref for ref, item in items}
    claims = [Claim(text=_quote_of(each), cites=(refs[each.id],)) for each in shape.told]
    words = list(dict.fromkeys(each.text for each in shape.told if each.text != each.name))
    quotes = " ".join(claim.text for claim in claims)
    return Answered(complete=f"{_join_names(words)}: {quotes}" if words else quotes, claims=claims)


def _about_answer(items: Items, state: Mapping[str, Any], *, directed: bool) -> Answered:
    """Return the attributes of a node, then its edges, each a claim."""
    links, about = items_under(state, LINKS), items_under(state, ABOUT)
    names = {str(item.get("id")): _name(item) for _, item in (*about, *items)}
    claims = []
    for ref, item in items:
        kind = f" ({item['type']})" if item.get("type") else ""
        told = [f"{name.replace('_', ' ')} {_value_text(item[name])}" for name in item if _is_telling(item, name)]
        claims.append(Claim(text=f"{_name(item)}{kind}{': ' * bool(told)}{', '.join(told)}.", cites=(ref,)))
    for ref, edge in links:
        ends = {"nodes": [edge.get("source"), edge.get("target")], "edges": [edge]}
        claims.append(Claim(text=_way(ends, names, directed=directed), cites=(ref, ABOUT)))
    return Answered(complete=" ".join(claim.text for claim in claims), claims=claims)


def _is_telling(item: Mapping[str, Any], name: str) -> bool:
    """Whether an attribute says something of a node: not its names, its type, nor where it was read."""
    hidden = {"id", "type", "entity_type", "entity_id", *PLACE_FIELDS, *SENTENCE_FIELDS}
    return (
        name not in hidden
        and not is_name(name, item)
        and item[name] not in (None, "", [])
        and not isinstance(item[name], Mapping)
    )


def _confirmed_answer(items: Items, state: Mapping[str, Any], *, directed: bool) -> Answered:
    names = {str(item.get("id")): _name(item) for _, item in items_under(state, ABOUT)}
    claims = [
        Claim(
            text=_way({"nodes": [edge["source"], edge["target"]], "edges": [edge]}, names, directed=directed),
            cites=(ref, ABOUT),
        )
        for ref, edge in items
    ]
    return Answered(complete=f"Yes: {' '.join(claim.text for claim in claims)}", claims=claims)


def _quote_of(told: QuestionMention) -> str:
    """Return a sentence quoted, with its element behind it where the sentence does not name it."""
    quoted = "“" + re.sub('["“”«»]', "'", told.said) + "”"
    parts = told.name.split(" and ") if told.field == "edge" else [told.name]
    return quoted if all(part.casefold() in told.said.casefold() for part in parts) else f"{quoted} ({told.name})"


def items_under(state: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the items that a state is shown to hold under a key, with their references."""
    held = state.get(key, {})
    found = held.get("items", {}) if isinstance(held, Mapping) else {}
    return [(ref, value) for ref, value in found.items() if isinstance(value, Mapping)]


def _name(item: Mapping[str, Any]) -> str:
    """Return what an item is called; an event by its verb, with its id."""
    if isinstance(item.get("source"), str) and isinstance(item.get("target"), str):
        return f"{item['source']} and {item['target']}"
    called = f"{item[VERB]} ({item.get('id', '')})" if isinstance(item.get(VERB), str) else item.get("id", "")
    return name_of(item) or str(called)


def _count_answer(state: Mapping[str, Any]) -> Answered:
    size = state.get(SIZE, {}).get("count", 0)
    return Answered(complete=f"{size:,}.", claims=[Claim(text=f"The count is {size:,}.", cites=(SIZE,))])


def _values(items: Items, attribute: str, *, lead: bool = False) -> Answered:
    claims = [
        Claim(text=f"{_name(item)}: {attribute} {_value_text(item.get(attribute))}.", cites=(ref,))
        for ref, item in items
    ]
    first = " and ".join(_name(item) for _, item in items)
    values = ", ".join(dict.fromkeys(_value_text(item.get(attribute)) for _, item in items))
    return Answered(complete=f"{first} ({attribute} {values})." if lead else f"{values}.", claims=claims)


def _value_text(value: Any) -> str:
    return str(value) if not isinstance(value, list) else ", ".join(map(str, value))


def _ways(items: Items, state: Mapping[str, Any], *, directed: bool) -> Answered:
    names = {str(item.get("id")): _name(item) for _, item in items_under(state, ABOUT)}
    claims = [Claim(text=_way(item, names, directed=directed), cites=(ref, ABOUT)) for ref, item in items]
    return Answered(complete=" ".join(claim.text for claim in claims[:3]), claims=claims)


def _meeting_answer(
    shape: Paths | Common, items: Items, state: Mapping[str, Any], *, directed: bool
) -> Answered | None:
    """Return the answer in which two nodes meet, each claim with both edges that lead there; None where one is not
    shown."""
    links, about = items_under(state, LINKS), items_under(state, ABOUT)
    names = {str(item.get("id")): _name(item) for _, item in (*about, *items)}
    one, two = (anchor.mentions[0].id for anchor in (shape.one, shape.two))
    claims = []
    for ref, item in items:
        sides = [next((link for link in links if _ends(link[1]) == {end, item.get("id")}), None) for end in (one, two)]
        if None in sides:
            return None
        path = {"nodes": [one, item["id"], two], "edges": [link[1] for link in sides if link]}
        cites = (ref, *(link[0] for link in sides if link), ABOUT)
        claims.append(Claim(text=_way(path, names, directed=directed), cites=cites))
    if len(claims) < state[ANSWER].get("count", 0):
        return None
    listed = f"{_join_names([_name(item) for _, item in items])}."
    ways = " ".join(claim.text for claim in claims[:3])
    return Answered(complete=ways if isinstance(shape, Paths) else listed, claims=claims)


def _ends(edge: Mapping[str, Any]) -> set[Any]:
    return {edge.get("source"), edge.get("target")}


def _event_answer(shape: EventShape, items: Items, state: Mapping[str, Any]) -> Answered | None:
    """Return who or what took part, each claim with the event and all its roles that were asked for; None where they
    are not shown."""
    links, about, events = (items_under(state, key) for key in (LINKS, ABOUT, EVENTS))
    names = {str(item.get("id")): _name(item) for _, item in (*about, *items)}
    claims = []
    for ref, item in items:
        asked = [
            edge for _, edge in links if (edge.get("relation"), edge.get("target")) == (shape.asked, item.get("id"))
        ]
        for event, node in events:
            if node.get("id") not in [edge.get("source") for edge in asked]:
                continue
            claims.append(_event_claim(shape.roles, event, node, links, names, extra=(ref, ABOUT)))
    if len(items) < state[ANSWER].get("count", 0) or not claims:
        return None
    return Answered(complete=f"{_join_names([_name(item) for _, item in items])}.", claims=claims)


def _event_claim(
    roles: EventRoles, ref: str, event: Mapping[str, Any], links: Items, names: Mapping[str, str], extra: Sequence[str]
) -> Claim:
    """Return the claim that an event happened, with all its participants; `extra` is cited where their names are not
    their ids."""
    order = [relation for relation, _ in roles.words]
    own = [link for link in links if link[1].get("source") == event["id"] and link[1].get("relation") in order]
    own.sort(key=lambda link: order.index(link[1]["relation"]))
    ends = [(roles.word(str(edge.get("relation"))), str(edge.get("target"))) for _, edge in own]
    told = ", ".join(f"{role} {names.get(end, '')}" for role, end in ends)
    plain = all(names.get(end) == end for _, end in ends)
    cites = (*(link for link, _ in own), ref, *(() if plain else extra))
    return Claim(text=f"{event.get(roles.field)}: {told}.", cites=cites)


def _events_answer(roles: EventRoles, items: Items, state: Mapping[str, Any]) -> Answered | None:
    """Return the events that a node takes part in, each a claim; None where there are none."""
    links, about, events = (items_under(state, key) for key in (LINKS, ABOUT, EVENTS))
    names = {str(item.get("id")): _name(item) for _, item in (*about, *items)}
    claims = [_event_claim(roles, ref, event, links, names, extra=(ABOUT,)) for ref, event in events]
    return Answered(complete=" ".join(claim.text for claim in claims), claims=claims) if claims else None


def _way(path: Mapping[str, Any], names: Mapping[str, str], *, directed: bool) -> str:
    """Return a path as a row of names, with the relation between each two, its direction, and what its edges say."""
    nodes = [str(node) for node in path["nodes"]]
    edges = [edge for edge in path.get("edges", ()) if isinstance(edge, Mapping)]
    told = [names.get(nodes[0], nodes[0])]
    for place, node in enumerate(nodes[1:]):
        edge = edges[place] if place < len(edges) else {}
        relation = edge.get("relation", "")
        forward = edge.get("source") == nodes[place]
        begin, end = ("-", "-") if not directed else ("-", "->") if forward else ("<-", "-")
        told += [f"{begin}{relation}{end}", names.get(node, node)]
    said = " ".join(filter(None, map(_edge_quote, edges)))
    return f"{' '.join(told)}{f': {said}' if said else '.'}"


def _edge_quote(edge: Mapping[str, Any]) -> str:
    """Return what an edge's descriptions say, quoted, the first of them; "" where none can be quoted."""
    for name in TOLD_FIELDS:
        value = edge.get(name)
        parts = [str(each).split(_SEPARATOR) for each in (value if isinstance(value, list) else [value]) if each]
        if texts := [text for part in parts for text in part if _quotable(text)]:
            distinct = list(dict.fromkeys(" ".join(text.split()).strip(' "') for text in texts))
            return " ".join(f"“{_shorten(text)}”" for text in distinct[:MOST_QUOTED])
    return ""


def _quotable(text: str) -> bool:
    return bool(text.strip()) and not _QUOTES.search(text) and not _CUT.search(text)


_SEPARATOR = "<SEP>"
"""What LightRAG puts between the descriptions of one edge."""
_QUOTES = re.compile('["“”«»]')
_CUT = re.compile(r"… \(\+\d+ characters\)$")
"""The end of a text that a state's summary does not show whole."""


def _shorten(text: str) -> str:
    return text if len(text) <= TOLD_CHARS else f"{text[:TOLD_CHARS].rpartition(' ')[0]} …"


def _list_answer(
    items: Items,
    state: Mapping[str, Any],
    mentions: Sequence[QuestionMention],
    *,
    directed: bool,
    plain: bool,
) -> Answered:
    links, about = items_under(state, LINKS), items_under(state, ABOUT)
    names = {str(item.get("id")): _name(item) for _, item in (*about, *items)}
    claims = []
    for ref, item in items:
        said = (
            []
            if plain
            else [link for link in links if item.get("id") in (link[1].get("source"), link[1].get("target"))]
        )
        claims.append(_claim(ref, item, said, names, cites_about=bool(about), directed=directed))
    count = state[ANSWER].get("count", len(items))
    listed = _join_names([_name(item) for _, item in items])
    complete = f"{listed}." if count == len(items) else f"{count:,} in all, among them {listed}."
    if count > len(items):
        claims.append(Claim(text=f"There are {count:,}.", cites=(ANSWER,)))
    near = [each for each in mentions if each.match == "near" and any(each.id == item.get("id") for _, item in about)]
    if near and not plain:
        told = " and ".join(f"{each.text!r} for {each.name or each.id!r}" for each in near)
        complete += f" Taking {told}."
        claims.append(Claim(text=f"Taking {told}.", cites=(ABOUT,)))
    return Answered(complete=complete, claims=claims)


def _claim(
    ref: str,
    item: Mapping[str, Any],
    said: Items,
    names: Mapping[str, str],
    *,
    cites_about: bool,
    directed: bool,
) -> Claim:
    """Return the claim that a node is an answer, with the edge that says so; with both edges where two paths meet.

    The node itself is cited only where its name does not occur in the edge: its own places may support nothing of it.
    """
    name = _name(item)
    told, cites, plain = [], [], True
    for link, edge in _ways_in(item, said):
        ends = [str(edge.get(end)) for end in ("source", "target")]
        called = {end: names[end] for end in ends if names.get(end)}
        if len(called) < len(set(ends)):
            continue
        told.append(_way({"nodes": ends, "edges": [edge]}, called, directed=directed))
        cites.append(link)
        plain = plain and list(called) == list(called.values())
    if told:
        return Claim(text=" ".join(told), cites=tuple(cites) if plain else (ref, *cites, *((ABOUT,) * cites_about)))
    if said and name in map(str, _ends(said[0][1])):
        return Claim(text=f"{name}.", cites=(said[0][0],))
    return Claim(text=f"{name}.", cites=(ref, *(link for link, _ in said[:3])))


def _ways_in(item: Mapping[str, Any], said: Items) -> Items:
    """Return an edge from each neighbour from which an answer was reached, two at most."""
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for link in said:
        found.setdefault(str(sorted(map(str, _ends(link[1]) - {item.get("id")}))), link)
    return list(found.values())[:2]


def _join_names(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

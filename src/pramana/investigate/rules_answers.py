"""Answers by rule: names and numbers that the state holds, each claim with the items that it cites."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pramana.investigate.answer_words import (
    MOST_QUOTED,
    Items,
    edge_quote,
    item_name,
    items_under,
    join_names,
    value_text,
    way_text,
)
from pramana.investigate.called import is_name
from pramana.investigate.lines import PLACE_FIELDS, TOLD_FIELDS
from pramana.investigate.matched_answers import matched_answer
from pramana.investigate.matched_plans import ONWARD, OTHERS, REACHED, TOTALS
from pramana.investigate.model import Claim, QuestionMention
from pramana.investigate.plan_commands import ABOUT, ANSWER, EVENTS, LINKS, SIZE, part_key
from pramana.investigate.ptools import Answered
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
    MatchedSet,
    Meeting,
    PartsShape,
    Paths,
    Ranked,
    Shape,
    ToldShape,
    Whole,
)


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
    if isinstance(shape, PartsShape):
        return _parts_answer(shape, state, mentions, directed=directed, plain=plain)
    items = items_under(state, ANSWER)
    if isinstance(shape, ToldShape):
        return _told_answer(shape, items)
    if items and (whole := _described_answer(shape, items, state, directed=directed)):
        return whole
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


def _described_answer(shape: Shape, items: Items, state: Mapping[str, Any], *, directed: bool) -> Answered | None:
    """Return what is known of nodes, a set that was described, or whether an edge is there; None for other shapes."""
    if isinstance(shape, About):
        told = None if shape.events is None else _events_answer(shape.events, items, state)
        return told or _about_answer(items, state, directed=directed)
    if isinstance(shape, MatchedSet):
        return matched_answer(shape, items, state, directed=directed)
    return _confirmed_answer(items, state, directed=directed) if isinstance(shape, Confirmed) else None


def _parts_answer(
    shape: PartsShape,
    state: Mapping[str, Any],
    mentions: Sequence[QuestionMention],
    *,
    directed: bool,
    plain: bool,
) -> Answered:
    """Return the answers to the parts of a question, one after the other; a part without one is named."""
    told: list[str] = []
    claims: list[Claim] = []
    answered: list[tuple[str, Mapping[str, Any]]] = []
    for number, (text, part) in enumerate(shape.parts, 1):
        own = {key: state[name] for key in _KEYS if (name := part_key(number, key)) in state}
        held = any(own.get(key, {}).get("count") for key in (ANSWER, SIZE))
        if part is None or not held:
            quotes = dict.fromkeys(filter(None, (edge_quote(edge) for _, edge in answered)))
            texts = f"; the text of what is answered: {' '.join(list(quotes)[:MOST_QUOTED])}" if quotes else ""
            told.append(f"(not answered: {' '.join(text.lower().split()[:3])} …{texts})")
            continue
        found = answer_from_state(part, own, mentions, directed=directed, plain=plain)
        answered += items_under(own, LINKS)
        told.append(str(found.complete))
        for claim in found.claims:
            cites = tuple(part_key(number, cite) if cite in _KEYS else cite for cite in claim.cites)
            claims.append(claim.model_copy(update={"cites": cites}))
    return Answered(complete=" ".join(told), claims=claims)


_KEYS = (ANSWER, LINKS, SIZE, ABOUT, EVENTS, "counts", TOTALS, REACHED, ONWARD, OTHERS)


def _told_answer(shape: ToldShape, items: Items) -> Answered:
    """Return the words that answer, each claim with the sentence that says so, quoted."""
    refs = {str(item.get("id")): ref for ref, item in items}
    claims = [Claim(text=_quote_of(each), cites=(refs[each.id],)) for each in shape.told]
    words = list(dict.fromkeys(each.text for each in shape.told if each.text != each.name))
    quotes = " ".join(claim.text for claim in claims)
    return Answered(complete=f"{join_names(words)}: {quotes}" if words else quotes, claims=claims)


def _about_answer(items: Items, state: Mapping[str, Any], *, directed: bool) -> Answered:
    """Return the attributes of a node, then its edges, each a claim."""
    links, about = items_under(state, LINKS), items_under(state, ABOUT)
    names = {str(item.get("id")): item_name(item) for _, item in (*about, *items)}
    claims = []
    for ref, item in items:
        kind = f" ({item['type']})" if item.get("type") else ""
        told = [f"{name.replace('_', ' ')} {value_text(item[name])}" for name in item if _is_telling(item, name)]
        claims.append(Claim(text=f"{item_name(item)}{kind}{': ' * bool(told)}{', '.join(told)}.", cites=(ref,)))
    for ref, edge in links:
        ends = {"nodes": [edge.get("source"), edge.get("target")], "edges": [edge]}
        claims.append(Claim(text=way_text(ends, names, directed=directed), cites=(ref, ABOUT)))
    return Answered(complete=" ".join(claim.text for claim in claims), claims=claims)


def _is_telling(item: Mapping[str, Any], name: str) -> bool:
    """Whether an attribute says something of a node: not its names, its type, nor where it was read."""
    hidden = {"id", "type", "entity_type", "entity_id", *PLACE_FIELDS, *TOLD_FIELDS}
    return (
        name not in hidden
        and not is_name(name, item)
        and item[name] not in (None, "", [])
        and not isinstance(item[name], Mapping)
    )


def _confirmed_answer(items: Items, state: Mapping[str, Any], *, directed: bool) -> Answered:
    names = {str(item.get("id")): item_name(item) for _, item in items_under(state, ABOUT)}
    claims = [
        Claim(
            text=way_text({"nodes": [edge["source"], edge["target"]], "edges": [edge]}, names, directed=directed),
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


def _count_answer(state: Mapping[str, Any]) -> Answered:
    size = state.get(SIZE, {}).get("count", 0)
    return Answered(complete=f"{size:,}.", claims=[Claim(text=f"The count is {size:,}.", cites=(SIZE,))])


def _values(items: Items, attribute: str, *, lead: bool = False) -> Answered:
    claims = [
        Claim(text=f"{item_name(item)}: {attribute} {value_text(item.get(attribute))}.", cites=(ref,))
        for ref, item in items
    ]
    first = " and ".join(item_name(item) for _, item in items)
    if all(isinstance(item.get(attribute), bool) for _, item in items) and not lead:
        said = "Yes" if items[0][1][attribute] else "No"
        return Answered(complete=f"{said}: {' '.join(claim.text for claim in claims)}", claims=claims)
    values = ", ".join(dict.fromkeys(value_text(item.get(attribute)) for _, item in items))
    return Answered(complete=f"{first} ({attribute} {values})." if lead else f"{values}.", claims=claims)


def _ways(items: Items, state: Mapping[str, Any], *, directed: bool) -> Answered:
    names = {str(item.get("id")): item_name(item) for _, item in items_under(state, ABOUT)}
    claims = [Claim(text=way_text(item, names, directed=directed), cites=(ref, ABOUT)) for ref, item in items]
    return Answered(complete=" ".join(claim.text for claim in claims[:3]), claims=claims)


def _meeting_answer(
    shape: Paths | Common, items: Items, state: Mapping[str, Any], *, directed: bool
) -> Answered | None:
    """Return the answer in which two nodes meet, each claim with both edges that lead there; None where one is not
    shown."""
    links, about = items_under(state, LINKS), items_under(state, ABOUT)
    names = {str(item.get("id")): item_name(item) for _, item in (*about, *items)}
    one, two = (anchor.mentions[0].id for anchor in (shape.one, shape.two))
    claims = []
    for ref, item in items:
        sides = [next((link for link in links if _ends(link[1]) == {end, item.get("id")}), None) for end in (one, two)]
        if None in sides:
            return None
        path = {"nodes": [one, item["id"], two], "edges": [link[1] for link in sides if link]}
        cites = (ref, *(link[0] for link in sides if link), ABOUT)
        claims.append(Claim(text=way_text(path, names, directed=directed), cites=cites))
    if len(claims) < state[ANSWER].get("count", 0):
        return None
    listed = f"{join_names([item_name(item) for _, item in items])}."
    ways = " ".join(claim.text for claim in claims[:3])
    return Answered(complete=ways if isinstance(shape, Paths) else listed, claims=claims)


def _ends(edge: Mapping[str, Any]) -> set[Any]:
    return {edge.get("source"), edge.get("target")}


def _event_answer(shape: EventShape, items: Items, state: Mapping[str, Any]) -> Answered | None:
    """Return who or what took part, each claim with the event and all its roles that were asked for; None where they
    are not shown."""
    links, about, events = (items_under(state, key) for key in (LINKS, ABOUT, EVENTS))
    names = {str(item.get("id")): item_name(item) for _, item in (*about, *items)}
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
    return Answered(complete=f"{join_names([item_name(item) for _, item in items])}.", claims=claims)


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
    names = {str(item.get("id")): item_name(item) for _, item in (*about, *items)}
    claims = [_event_claim(roles, ref, event, links, names, extra=(ABOUT,)) for ref, event in events]
    return Answered(complete=" ".join(claim.text for claim in claims), claims=claims) if claims else None


def _list_answer(
    items: Items,
    state: Mapping[str, Any],
    mentions: Sequence[QuestionMention],
    *,
    directed: bool,
    plain: bool,
) -> Answered:
    links, about = items_under(state, LINKS), items_under(state, ABOUT)
    names = {str(item.get("id")): item_name(item) for _, item in (*about, *items)}
    claims = []
    for ref, item in items:
        said = (
            []
            if plain
            else [link for link in links if item.get("id") in (link[1].get("source"), link[1].get("target"))]
        )
        claims.append(_claim(ref, item, said, names, cites_about=bool(about), directed=directed))
    count = state[ANSWER].get("count", len(items))
    listed = join_names([item_name(item) for _, item in items])
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
    name = item_name(item)
    told, cites, plain = [], [], True
    for link, edge in _ways_in(item, said):
        ends = [str(edge.get(end)) for end in ("source", "target")]
        called = {end: names[end] for end in ends if names.get(end)}
        if len(called) < len(set(ends)):
            continue
        told.append(way_text({"nodes": ends, "edges": [edge]}, called, directed=directed))
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

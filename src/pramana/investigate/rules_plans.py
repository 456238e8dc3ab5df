"""From a shape to plans: what each would show, the commands that try it, and how sure the rules are of it.

Results go under the same few keys: `answer` (nodes or paths), `links` (the edges that say it), `size` (a count),
`about` (the nodes that the question names), `events` (the nodes that say what happened).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from pramana.events import plain_markers
from pramana.expr import write_path
from pramana.investigate.matched_plans import matched_reading
from pramana.investigate.plan_commands import (
    ABOUT,
    ANSWER,
    LINKS,
    MOST_EDGES,
    MOST_LISTED,
    MOST_PATHS,
    ShapeReading,
    anchor_text,
    any_of,
    bound_text,
    either_of,
    first_commands,
    part_command,
    text_of,
    update_commands,
)
from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes import (
    About,
    Anchor,
    AttributeShape,
    Busiest,
    Chain,
    Common,
    Compared,
    Confirmed,
    DescribedSet,
    EdgeValue,
    EventRoles,
    EventShape,
    Hop,
    MatchedSet,
    Meeting,
    PartsShape,
    Paths,
    Shape,
    ToldShape,
    Whole,
)
from pramana.karaka import ROLE_OF


def readings(shape: Shape, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    """Return the ways in which a shape can hold, the surest first."""
    return _readings(shape, facts)


@singledispatch
def _readings(shape: Shape, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    raise TypeError(f"{shape!r} is not a shape")


def _about(*anchors: Anchor) -> tuple[str, str]:
    ids = [each.mentions[0].id for each in anchors]
    return f"FIND nodes WHERE {any_of('id', ids)} AS about", f"UPDATE {ABOUT} WITH about REPLACE"


# Chains


@_readings.register
def _(shape: Chain, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    followed, before, links = _chain_commands(shape)
    commands = [*_about(shape.anchor), *followed]
    if shape.ranked is not None:
        commands += first_commands(before, shape.ranked)
        commands += update_commands(links=links, answer="first")
    elif shape.count:
        commands += [f"COUNT {before} AS count", *update_commands(links=links, answer=before, size="count")]
    else:
        commands += update_commands(links=links, answer=before)
    way = ", then ".join(map(_hop_text, shape.hops))
    text = f"From {anchor_text(shape.anchor)} the answer is reached over {way}."
    return (ShapeReading(text, "Such edges are found.", "There are none.", tuple(commands), 0.9),)


@_readings.register
def _(shape: Meeting, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    one, found, links = _chain_commands(shape.one)
    two, others, other_links = _chain_commands(shape.two, "other_")
    commands = (
        *_about(shape.one.anchor, shape.two.anchor),
        *one,
        *two,
        f"FIND nodes WHERE id IN ${{{found}.id}} AND id IN ${{{others}.id}} AS both",
        "COUNT both AS count",
        *(
            f"SELECT {name} WHERE source IN ${{both.id}} OR target IN ${{both.id}} AS {name}_shared"
            for name in (links, other_links)
        ),
        f"UPDATE {LINKS} WITH {links}_shared REPLACE",
        f"UPDATE {LINKS} WITH {other_links}_shared MERGE",
        *update_commands(answer="both", **({"size": "count"} if shape.count else {})),
    )
    ways = (f"{_hop_text(each.hops[-1])} from {anchor_text(each.anchor)}" for each in (shape.one, shape.two))
    text = f"The answer is reached over {' and over '.join(ways)}, both."
    return (ShapeReading(text, "A node is found that both lead to.", "There is none.", commands, 0.9),)


def _chain_commands(chain: Chain, prefix: str = "") -> tuple[list[str], str, str]:
    """Return the commands that follow a chain, and the variables that then hold its nodes and its last edges."""
    commands: list[str] = []
    before = ""
    for number, hop in enumerate(chain.hops, 1):
        commands += _hop_commands(
            hop, chain.anchor.mentions[0].id, before, f"{prefix}links{number}", f"{prefix}found{number}"
        )
        before = f"{prefix}found{number}"
    return commands, before, f"{prefix}links{len(chain.hops)}"


def _hop_text(hop: Hop) -> str:
    relations = " or ".join((*hop.relations, *hop.turned)) or "any relation"
    way = {True: "along its direction", False: "against its direction", None: "either way"}[hop.along]
    return f"{relations} {way}{f' to {either_of(hop.types)}' if hop.types else ''}"


def _hop_commands(hop: Hop, start: str, before: str, links: str, found: str) -> tuple[str, str]:
    """Return the commands that find the edges of a hop, and the nodes at their far ends."""
    at = f"IN ${{{before}.id}}" if before else f"= {text_of(start)}"
    far = _far(hop, links)
    if hop.along is None or hop.turned:
        far += f" AND NOT id {at}"
    kinds = f" AND {any_of('type', hop.types)}" if hop.types else ""
    return f"FIND edges WHERE {_near(hop, at)} AS {links}", f"FIND nodes WHERE {far}{kinds} AS {found}"


def _near(hop: Hop, at: str) -> str:
    """Return the condition of being an edge of a hop whose near end is `at` a node."""
    ends = {True: f"source {at}", False: f"target {at}", None: f"(source {at} OR target {at})"}
    where = f"{any_of('relation', hop.relations)} AND {ends[hop.along]}" if hop.relations else ends[hop.along]
    if not hop.turned:
        return where
    return f"({where}) OR ({any_of('relation', hop.turned)} AND {ends[not hop.along]})"


def _far(hop: Hop, links: str) -> str:
    """Return the condition of being at the far end of the edges of a variable."""
    if hop.along is None or hop.turned:
        return f"(id IN ${{{links}.source}} OR id IN ${{{links}.target}})"
    return f"id IN ${{{links}.{'target' if hop.along else 'source'}}}"


# Whole types


@_readings.register
def _(shape: Whole, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    kind = "edges" if shape.edges else "nodes"
    where = f" WHERE {any_of('type', shape.types)}" if shape.types else ""
    every = f"FIND {kind}{where} AS all"
    told = f"The graph's {kind}{f' of type {either_of(shape.types)}' if shape.types else ''}"
    if shape.ranked is not None:
        attribute = shape.ranked.attribute
        commands = (every, *first_commands("all", shape.ranked), *update_commands(answer="first"))
        text = f"{told} with the {'highest' if shape.ranked.down else 'lowest'} {attribute} are the answer."
    elif shape.count:
        commands = (every, "COUNT all AS count", *update_commands(size="count"))
        text = f"{told}, counted, are the answer."
    else:
        some = f"FIND {kind}{where} LIMIT {MOST_LISTED} AS some"
        commands = (every, "COUNT all AS count", some, *update_commands(answer="some", size="count"))
        text = f"{told} are the answer."
    return (ShapeReading(text, "There are such nodes.", "There are none.", commands, 0.95),)


@_readings.register
def _(shape: Busiest, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    if not shape.relations:
        return _most_edges(shape)
    where = any_of("relation", shape.relations)
    if shape.types:
        where += f" AND {any_of(f'{shape.side}.type', shape.types)}"
    commands = (
        f"FIND edges WHERE {where} AS all",
        f"GROUP all BY {shape.side} COUNT AS groups",
        f"SORT groups BY count{' DESC' if shape.down else ''} LIMIT 1 AS top",
        "SELECT groups WHERE count IN ${top.count} AS counted",
        f"FIND nodes WHERE id IN ${{counted.{shape.side}}} AS found",
        *update_commands(counts="counted", answer="found"),
    )
    text = f"The node that is the {shape.side} of the most edges {either_of(shape.relations)} is the answer."
    return (ShapeReading(text, "Such edges are found.", "There are none.", commands, 0.9),)


def _most_edges(shape: Busiest) -> tuple[ShapeReading, ...]:
    """Return the reading that counts the edges of all nodes of the types that are asked for."""
    where = f" WHERE {any_of('type', shape.types)}" if shape.types else ""
    order = " DESC" if shape.down else ""
    commands = (
        f"FIND nodes{where} AS all",
        "DEGREE all AS degrees",
        f"SORT degrees BY degree{order} LIMIT 1 AS top",
        "SELECT degrees WHERE degree IN ${top.degree} AS found",
        *update_commands(answer="found"),
    )
    text = f"The node{f' of type {either_of(shape.types)}' if shape.types else ''} with the most edges is the answer."
    return (ShapeReading(text, "There are such nodes.", "There are none.", commands, 0.9),)


# Two nodes


@_readings.register
def _(shape: Paths, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    one, two = shape.one.mentions[0].id, shape.two.mentions[0].id
    found = [_way(shape.one, shape.two, one, two, 0.9)]
    if facts.directed:
        found.append(_way(shape.two, shape.one, two, one, 0.8))
    near = _shared_commands(one, two, Hop((), None))
    ends = f"{anchor_text(shape.one)} and {anchor_text(shape.two)}"
    text = f"{ends} meet in a node next to both, whichever way the edges run."
    commands = (*_about(shape.one, shape.two), *near)
    found.append(ShapeReading(text, "Such a node is found.", "There is none.", commands, 0.5))
    return tuple(found)


def _way(start: Anchor, end: Anchor, one: str, two: str, confidence: float) -> ShapeReading:
    commands = (
        *_about(start, end),
        f"FIND paths WHERE start.id = {text_of(one)} AND end.id = {text_of(two)} "
        f"SHORTEST LIMIT {MOST_PATHS} AS shortest",
        *update_commands(answer="shortest"),
    )
    text = f"A path leads from {anchor_text(start)} to {anchor_text(end)}."
    return ShapeReading(text, "A path is found.", "None is.", commands, confidence)


@_readings.register
def _(shape: Common, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    one, two = shape.one.mentions[0].id, shape.two.mentions[0].id
    commands = (*_about(shape.one, shape.two), *_shared_commands(one, two, shape.hop))
    text = f"Both {anchor_text(shape.one)} and {anchor_text(shape.two)} lead over {_hop_text(shape.hop)} to the answer."
    return (ShapeReading(text, "A node is found that both lead to.", "There is none.", commands, 0.9),)


def _shared_commands(one: str, two: str, hop: Hop) -> tuple[str, ...]:
    """Return the commands that find what two nodes both reach, and the edges that lead there."""
    kinds = f" AND {any_of('type', hop.types)}" if hop.types else ""
    without = f" AND NOT id IN [{text_of(one)}, {text_of(two)}]"
    return (
        f"FIND edges WHERE {_near(hop, f'= {text_of(one)}')} AS of_one",
        f"FIND edges WHERE {_near(hop, f'= {text_of(two)}')} AS of_two",
        f"FIND nodes WHERE {_far(hop, 'of_one')} AND {_far(hop, 'of_two')}{without}{kinds} AS both",
        *(
            f"SELECT {name} WHERE source IN ${{both.id}} OR target IN ${{both.id}} AS {name}_shared"
            for name in ("of_one", "of_two")
        ),
        f"UPDATE {LINKS} WITH of_one_shared REPLACE",
        f"UPDATE {LINKS} WITH of_two_shared MERGE",
        *update_commands(answer="both"),
    )


@_readings.register
def _(shape: Compared, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    ids = [shape.one.mentions[0].id, shape.two.mentions[0].id]
    attribute = write_path((shape.ranked.attribute,))
    commands = (
        f"FIND nodes WHERE {any_of('id', ids)} AND {attribute} IS NOT NULL AS compared",
        "ASSERT LEN ${compared} = 2",
        f"UPDATE {ABOUT} WITH compared REPLACE",
        *first_commands("compared", shape.ranked),
        *update_commands(answer="first"),
    )
    text = f"Both {anchor_text(shape.one)} and {anchor_text(shape.two)} have a {shape.ranked.attribute}, which decides."
    return (ShapeReading(text, "Both have one.", "One has none.", commands, 0.95),)


@_readings.register
def _(shape: AttributeShape, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    attribute = write_path((shape.attribute,))
    commands = (
        f"FIND nodes WHERE id = {text_of(shape.anchor.mentions[0].id)} AND {attribute} IS NOT NULL AS found",
        *update_commands(answer="found"),
    )
    text = f"{anchor_text(shape.anchor)} has the attribute {shape.attribute}."
    return (ShapeReading(text, "It has it.", "It does not.", commands, 0.95),)


@_readings.register
def _(shape: About, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    if shape.events is not None:
        return _events_about(shape.anchor, shape.events)
    node = text_of(shape.anchor.mentions[0].id)
    commands = (
        f"FIND nodes WHERE id = {node} AS found",
        f"FIND edges WHERE source = {node} OR target = {node} LIMIT {MOST_EDGES} AS edges",
        "FIND nodes WHERE id IN ${edges.source} OR id IN ${edges.target} AS ends",
        *update_commands(about="ends", links="edges", answer="found"),
    )
    text = f"{anchor_text(shape.anchor)} is what its attributes and its edges say."
    return (ShapeReading(text, "It is found.", "It is not.", commands, 0.7),)


def _events_about(anchor: Anchor, events: EventRoles) -> tuple[ShapeReading, ...]:
    node, roles = text_of(anchor.mentions[0].id), any_of("relation", [relation for relation, _ in events.words])
    commands = (
        f"FIND nodes WHERE id = {node} AS found",
        f"FIND edges WHERE target = {node} AND {roles} AND {_ACTUAL} LIMIT {MOST_EDGES} AS part",
        "FIND nodes WHERE id IN ${part.source} AS happened",
        f"FIND edges WHERE source IN ${{part.source}} AND {roles} AS taken",
        "FIND nodes WHERE id IN ${taken.target} AS ends",
        *update_commands(about="ends", links="taken", events="happened", answer="found"),
    )
    text = f"{anchor_text(anchor)} is what the events say that it took part in."
    return (ShapeReading(text, "It took part in one.", "It did not.", commands, 0.7),)


@_readings.register
def _(shape: Confirmed, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    one, two = text_of(shape.one.mentions[0].id), text_of(shape.two.mentions[0].id)
    far = {True: f"target = {two}", False: f"source = {two}", None: f"(source = {two} OR target = {two})"}
    commands = (
        *_about(shape.one, shape.two),
        f"FIND edges WHERE ({_near(shape.hop, f'= {one}')}) AND {far[shape.hop.along]} AS found",
        *update_commands(answer="found"),
    )
    way = f"{_hop_text(shape.hop)} from {anchor_text(shape.one)} to {anchor_text(shape.two)}"
    return (ShapeReading(f"An edge leads over {way}.", "It is found.", "There is none.", commands, 0.9),)


@_readings.register
def _(shape: DescribedSet, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    commands: list[str] = [*_about(*(chain.anchor for chain in shape.chains))] if shape.chains else []
    where = [any_of("type", shape.types)] if shape.types else []
    where += map(bound_text, shape.bounds)
    links = []
    for number, chain in enumerate(shape.chains, 1):
        followed, found, last = _chain_commands(chain, f"way{number}_")
        commands += followed
        where.append(f"id IN ${{{found}.id}}")
        links.append(last)
    commands.append(f"FIND nodes WHERE {' AND '.join(where)} AS all")
    for number, name in enumerate(links):
        commands.append(f"SELECT {name} WHERE source IN ${{all.id}} OR target IN ${{all.id}} AS {name}_shared")
        commands.append(f"UPDATE {LINKS} WITH {name}_shared {'MERGE' if number else 'REPLACE'}")
    if shape.ranked is not None:
        commands += (*first_commands("all", shape.ranked), *update_commands(answer="first"))
    elif shape.count:
        commands += ("COUNT all AS count", *update_commands(answer="all", size="count"))
    else:
        commands += update_commands(answer="all")
    told = " and ".join((*(f"{_hop_text(each.hops[-1])} from {anchor_text(each.anchor)}" for each in shape.chains),))
    bounds = " and ".join(map(bound_text, shape.bounds))
    text = f"The nodes{f' of type {either_of(shape.types)}' if shape.types else ''} with {bounds}"
    text += f", reached over {told}, are the answer." if told else " are the answer."
    return (ShapeReading(text, "Such nodes are found.", "There are none.", tuple(commands), 0.85),)


@_readings.register
def _(shape: MatchedSet, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    return (matched_reading(shape),)


@_readings.register
def _(shape: PartsShape, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    commands, texts = [], []
    for number, (_, part) in enumerate(shape.parts, 1):
        way = _readings(part, facts)[0] if part is not None else None
        commands += [part_command(number, command) for command in way.commands] if way else []
        texts += [way.text] if way else []
    return (ShapeReading(" ".join(texts), "A part is found.", "None is.", tuple(commands), 0.7, goes_on=True),)


# What happened, what is said


@_readings.register
def _(shape: EdgeValue, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    ends = [text_of(anchor.mentions[0].id) for anchor in (shape.one, shape.two)]
    both = " OR ".join(f"(source = {one} AND target = {two})" for one, two in (ends, ends[::-1]))
    relations = f" AND {any_of('relation', shape.relations)}" if shape.relations else ""
    attribute = write_path((shape.attribute,))
    commands = (
        *_about(shape.one, shape.two),
        f"FIND edges WHERE ({both}){relations} AND {attribute} IS NOT NULL AS found",
        *update_commands(answer="found"),
    )
    ends_text = f"{anchor_text(shape.one)} and {anchor_text(shape.two)}"
    text = f"An edge between {ends_text} has the attribute {shape.attribute}."
    return (ShapeReading(text, "It has it.", "The graph has no such edge.", commands, 0.95),)


@_readings.register
def _(shape: EventShape, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    happened = f"{any_of(f'source.{write_path((shape.field,))}', shape.verbs)} AND {_ACTUAL}"
    commands = [*_about(*(anchor for _, anchor in shape.given))]
    before = ""
    for number, (relation, anchor) in enumerate(shape.given, 1):
        ids = [each.id for each in anchor.mentions]
        where = f"{_has_role(relation, shape.verbs)} AND {any_of('target', ids)} AND {before or happened}"
        commands.append(f"FIND edges WHERE {where} AS given{number}")
        before = f"source IN ${{given{number}.source}}"
    commands += [
        f"FIND edges WHERE {_has_role(shape.asked, shape.verbs)} AND {before} AS asked",
        "FIND nodes WHERE id IN ${asked.target} AS found",
        "FIND nodes WHERE id IN ${asked.source} AS happened",
        *update_commands(links="asked", events="happened", answer="found"),
    ]
    for number in range(1, len(shape.given) + 1):
        commands.append(f"SELECT given{number} WHERE source IN ${{asked.source}} AS given{number}_here")
        commands.append(f"UPDATE {LINKS} WITH given{number}_here MERGE")
    told = ", ".join(f"{shape.roles.word(relation)} {anchor_text(anchor)}" for relation, anchor in shape.given)
    text = f"An event of {shape.verbs[0]} with {told} has the answer as its {shape.roles.word(shape.asked)}."
    return (
        ShapeReading(
            text, "Such an event is found.", "There is none that is said to have happened.", tuple(commands), 0.9
        ),
    )


_ACTUAL = (
    '(source.polarity IS NULL OR source.polarity = "affirmative") '
    'AND (source.modality IS NULL OR source.modality = "actual") AND source.attributed_to IS NULL'
)
"""The condition of being an edge of an event that the text says to have happened, in its own voice."""


def _has_role(relation: str, verbs: Sequence[str]) -> str:
    """Return the condition of being an edge of a relation; of a kāraka, with a marker that plainly has it."""
    role = ROLE_OF.get(relation)
    condition = f"relation = {text_of(relation)}"
    if role is None:
        return condition
    return f"{condition} AND (marker IS NULL OR {any_of('marker', plain_markers(role, *verbs))})"


@_readings.register
def _(shape: ToldShape, facts: GraphProfile) -> tuple[ShapeReading, ...]:
    commands: list[str] = []
    for kind, name in (("node", "told"), ("edge", "told_of")):
        ids = [each.id for each in shape.told if each.field == kind]
        if ids:
            mode = "MERGE" if commands else "REPLACE"
            commands.append(f"FIND {kind}s WHERE {any_of('id', list(dict.fromkeys(ids)))} AS {name}")
            commands.append(f"UPDATE {ANSWER} WITH {name} {mode}")
    called = " and ".join(dict.fromkeys(text_of(each.name) for each in shape.told))
    text = f"The description of {called} answers the question."
    return (ShapeReading(text, "It is found.", "It is not.", tuple(commands), 0.75),)

"""A graph's profile as a page for a prompt: every name and value a JSON text, the whole within a bound."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from pramana.investigate.profile import AttributeProfile, GraphProfile, RelationProfile, TypeProfile

MOST_CHARS = 6_000
"""Characters: about 1,500 tokens of English."""
_WAYS = ((5, 12, 60), (3, 10, 40), (1, 8, 24), (0, 6, 0), (0, 0, 0))
"""Examples an attribute, attributes a kind, characters an example: the first way that fits is taken."""
_LONGEST_NAME = 60
"""Characters of a name. Names of types and relations are shorter, and hostile ones are cut."""


def profile_text(profile: GraphProfile, most: int = MOST_CHARS) -> str:
    """Return the profile in at most `most` characters (200 or more); what is left out is said."""
    for way in _WAYS:
        text = "\n".join(_lines(profile, way))
        if len(text) <= most:
            return text
    return _fit_lines(list(_lines(profile, _WAYS[-1])), most)


def quote_json(value: Any, most: int = _LONGEST_NAME) -> str:
    """Return a name or a value as JSON, cut; signs that cannot be seen, and line ends of any script, escaped."""
    if isinstance(value, str) and len(value) > most:
        value = value[: max(most - 1, 0)] + "…"
    text = json.dumps(value, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else _escape(sign) for sign in text)


def _escape(sign: str) -> str:
    return json.dumps(sign)[1:-1]


def _lines(profile: GraphProfile, way: tuple[int, int, int]) -> Iterator[str]:
    degree = profile.degree
    yield f"{'directed' if profile.directed else 'undirected'} graph: {profile.nodes:,} nodes, {profile.edges:,} edges"
    hubs = ", ".join(f"{quote_json(hub.id)} {hub.degree:,}" for hub in degree.hubs[:3])
    yield f"edges of a node: {degree.mean:g} on average, at most {degree.most:,}{f' ({hubs})' if hubs else ''}"
    yield "node types:"
    yield from (_type(each, way) for each in profile.types)
    if profile.other_types:
        yield f"- … of other types: {profile.other_types:,} nodes"
    arrow = "source -> target" if profile.directed else "no direction"
    yield f"relations ({arrow}):"
    yield from (_relation(each, way, directed=profile.directed) for each in profile.relations)
    if profile.other_relations:
        yield f"- … of other relations: {profile.other_relations:,} edges"


def _type(each: TypeProfile, way: tuple[int, int, int]) -> str:
    return f"- {quote_json(each.type)} {each.count:,}{_attributes(each.attributes, way)}"


def _relation(each: RelationProfile, way: tuple[int, int, int], *, directed: bool) -> str:
    arrow = "->" if directed else "--"
    ends = ", ".join(f"{quote_json(pair.source)} {arrow} {quote_json(pair.target)}" for pair in each.ends[:3])
    return f"- {quote_json(each.relation)} {each.count:,} {ends}{_attributes(each.attributes, way)}"


def _attributes(attributes: Sequence[AttributeProfile], way: tuple[int, int, int]) -> str:
    examples, most, chars = way
    told = [_attribute(each, examples, chars) for each in attributes[:most]]
    left = len(attributes) - len(told)
    told += [f"… {left} more"] * bool(left and most)
    return f"; {'; '.join(told)}" if told else ""


def _attribute(each: AttributeProfile, examples: int, chars: int) -> str:
    values = ", ".join(quote_json(value, chars) for value in each.values[:examples])
    return f"{quote_json(each.name)} {'/'.join(each.kinds)}{f' e.g. {values}' if values else ''}"


def _fit_lines(lines: Sequence[str], most: int) -> str:
    """Return as many lines of types and of relations as fit, each part with the number of omitted ones."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if line.endswith(":") and not line.startswith("-"):
            parts.append([])
        parts[-1].append(line)
    room = (most - sum(len(line) + 1 for line in parts[0])) // max(len(parts) - 1, 1)
    kept = [line[:200] for line in parts[0]]
    for part in parts[1:]:
        kept += _fitting(part, room)
    return "\n".join(kept)[:most]


def _fitting(lines: Sequence[str], room: int) -> Iterator[str]:
    left = room - 24
    for place, line in enumerate(lines):
        left -= len(line) + 1
        if left < 0:
            yield f"- … {len(lines) - place} more lines"
            return
        yield line

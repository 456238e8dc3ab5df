"""Questions that ask several things: each part is read by itself; *it* in a later part means what the first names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pramana.investigate.kinds import people_types
from pramana.investigate.matched_words import plain_speech
from pramana.investigate.matching import read_matched, read_onward
from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import GraphProfile
from pramana.investigate.shapes import MatchedSet, PartsShape, Shape, UnreadShape
from pramana.language import question_parts

_THING = re.compile(r"\b(?:it|they|them)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_PERSON = re.compile(r"\b(?:he|she|him)\b", re.IGNORECASE)
_PRONOUNS = re.compile(r"\b(?:it|they|them|its|their|he|she|him|his|her)\b", re.IGNORECASE)
Read = Callable[[str, Sequence[QuestionMention]], Shape | UnreadShape]
"""What reads one part of a question."""


def parts_of(question: str, mentions: Sequence[QuestionMention], facts: GraphProfile) -> tuple[str, ...]:
    """Return the parts of a question, a pronoun in a later one replaced by the only name of the first; one part where
    it asks one thing."""
    parts = question_parts(plain_speech(question))
    if len(parts) < 2:
        return parts
    names = [each for each in mentions if each.names_node and each.text in parts[0]]
    if len({each.text for each in names}) != 1:
        return parts
    people = {each.type in people_types(facts) for each in names}
    return (parts[0], *(_resolve(part, names[0].text, person=people == {True}) for part in parts[1:]))


def _resolve(part: str, name: str, *, person: bool) -> str:
    if person:
        return _PERSON.sub(name, part)
    return _OWN.sub(f"{name}'s", _THING.sub(name, part))


def read_parts(question: str, mentions: Sequence[QuestionMention], facts: GraphProfile, read: Read) -> Shape | None:
    """Return what a question of several parts asks; None where it has one, or none of them is read."""
    parts = parts_of(question, mentions, facts)
    if len(parts) < 2:
        return None
    found: list[tuple[str, Shape | None]] = []
    for part in parts:
        onward = _onward(part, parts[0], mentions, facts) if found else None
        if onward is not None:
            found[0] = (parts[0], onward)
            continue
        own = [each for each in mentions if each.part in ("", part)]
        shape = None if found and _PRONOUNS.search(part) and not any(each.part for each in own) else read(part, own)
        found.append((part, None if isinstance(shape, UnreadShape) else shape))
    if not any(shape for _, shape in found):
        return None
    return PartsShape(tuple(found)) if len(found) > 1 else found[0][1]


def _onward(part: str, first: str, mentions: Sequence[QuestionMention], facts: GraphProfile) -> MatchedSet | None:
    """Return the set of the first part with what it leads to: *… and which ship was it for?*"""
    sets = read_matched(first, mentions, facts)
    if len(sets) != 1 or not _PRONOUNS.search(part):
        return None
    return read_onward(part, mentions, facts, sets[0].shape)

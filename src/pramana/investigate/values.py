"""Words of a question that are the value of an attribute: *active* projects, *the CTO*, *Danish* artists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.expr import Field, Membership, Or
from pramana.graph import GraphAdapter, fold_name
from pramana.investigate.called import type_names
from pramana.investigate.lines import PLACE_FIELDS, TOLD_FIELDS
from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import LOOKED_AT, MOST_VALUES, GraphProfile
from pramana.investigate.shapes_events import event_types
from pramana.investigate.terms import GraphTerms
from pramana.language import Token, singular, word_set

VALUE = "value"
"""How a mention of this kind matches."""
LONGEST = 4
"""Words of a value that is looked for."""
MOST_FIELDS = 24
"""Attributes in which values are looked for: each makes the search longer."""
MOST_NODES = 200
"""Nodes with such values that are read."""
_NEVER = word_set("investigation/never")


def value_mentions(
    text: str, tokens: Sequence[Token], adapter: GraphAdapter, facts: GraphProfile, named: Sequence[QuestionMention]
) -> list[QuestionMention]:
    """Return the values of text attributes that words of a question are, a mention for each type and attribute.

    Words of a name are no value; of two values the longer one is meant.
    """
    fields = list(_fields(facts))[:MOST_FIELDS]
    spans = [span for span in _spans(text, tokens) if not _overlaps(span, text, named)]
    if not fields or not spans or event_types(facts):  # what happened is read by roles
        return []
    cases = tuple(dict.fromkeys(case for span in spans for case in _cases(span)))
    asks = tuple(Membership(Field((name,)), cases) for name in fields)
    found: dict[tuple[str, str, str], QuestionMention] = {}
    for node in adapter.find_nodes(Or(asks) if len(asks) > 1 else asks[0], MOST_NODES).nodes():
        for name in fields:
            value = node.properties.get(name)
            span = next(
                (each for each in spans if isinstance(value, str) and fold_name(each) == fold_name(value)), None
            )
            if span is not None:
                key = (span, node.type, name)
                mention = QuestionMention(text=span, id="", name=str(value), type=node.type, match=VALUE, field=name)
                found.setdefault(key, mention)
    seen = {(each.text, each.type, each.field, each.name) for each in found.values()}
    for mention in _by_head(spans, facts, fields):
        if (mention.text, mention.type, mention.field, mention.name) not in seen:
            found[mention.text, mention.type, f"{mention.field} {mention.name}"] = mention
    texts = {each.text for each in found.values()}
    return [each for each in found.values() if not any(each.text in other and each.text != other for other in texts)]


def _by_head(spans: Sequence[str], facts: GraphProfile, fields: Sequence[str]) -> Iterator[QuestionMention]:
    """Yield the values that words are in another number, or of which a word is the noun: *ferries* are those with
    `ro-ro ferry` and those with `electric ferry`.

    Only of attributes of which all values are known, and of words that are no term of the graph.
    """
    terms = GraphTerms.of(facts)
    words = [each for each in spans if " " in each or not terms.knows(each)]
    for kind in facts.types:
        for attribute in kind.attributes:
            known = kind.count <= LOOKED_AT and len(attribute.values) < MOST_VALUES
            for value in attribute.values if known and attribute.name in fields else ():
                for word in words if isinstance(value, str) else ():
                    if _is_said(word, value) or _is_noun_of(word, value):
                        name = attribute.name
                        yield QuestionMention(text=word, id="", name=value, type=kind.type, match=VALUE, field=name)


def _is_noun_of(word: str, value: str) -> bool:
    parts = fold_name(value).split()
    return " " not in word and 1 < len(parts) <= LONGEST and parts[-1] in {fold_name(form) for form in _forms(word)}


def _forms(span: str) -> tuple[str, ...]:
    """Return words as they are, and with the last one in the singular."""
    first, _, last = span.rpartition(" ")
    one = singular(last.lower())
    return (span,) if one == last.lower() else (span, f"{first} {one}".strip())


def _is_said(span: str, value: str) -> bool:
    return fold_name(value) in {fold_name(form) for form in _forms(span)}


def _fields(facts: GraphProfile) -> Iterator[str]:
    """Yield the attributes with short texts that are no names, descriptions or places in a text."""
    hidden = {*TOLD_FIELDS, *PLACE_FIELDS}
    names = {name for kind in facts.types for name in type_names(kind)}
    seen = dict.fromkeys(each.name for kind in facts.types for each in kind.attributes if "text" in each.kinds)
    yield from (name for name in seen if name not in hidden and name not in names)


def _spans(text: str, tokens: Sequence[Token]) -> Iterator[str]:
    """Yield runs of words, the longest first, that may be values: neither first in the question nor all small words."""
    for length in range(LONGEST, 0, -1):
        for place in range(1, len(tokens) - length + 1):
            run = tokens[place : place + length]
            if not all(token.text.casefold() in _NEVER for token in run) and run[0].text[:1].isalnum():
                yield text[run[0].start : run[-1].end]


def _overlaps(span: str, text: str, named: Sequence[QuestionMention]) -> bool:
    return any(f" {span} " in f" {each.text} " or each.text in span for each in named if each.text in text)


def _cases(text: str) -> tuple[str, ...]:
    return (text, text.lower(), text.upper(), text.title(), text.capitalize())

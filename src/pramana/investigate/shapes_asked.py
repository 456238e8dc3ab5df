"""Shapes read with the shared reader of questions: what is known of one node, and one of its attributes.

They are tried where the graph's own terms, word by word, give no shape.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pramana.investigate.attributes import Attributes
from pramana.investigate.element_texts import bare_name
from pramana.investigate.model import QuestionMention
from pramana.investigate.profile import AttributeProfile, GraphProfile
from pramana.investigate.quoting import asked_words
from pramana.investigate.rephrasing import profile_subject
from pramana.investigate.shapes import About, Anchor, AttributeShape
from pramana.investigate.shapes_events import event_roles, event_types
from pramana.investigate.terms import term_of
from pramana.language import AnswerKind, read_asked, stem, tag_tokens, word_set, word_table

_PLACES = word_set("investigation/places")
_ATTRIBUTES_OF: Mapping[str, frozenset[str]] = {
    word: frozenset(names.split()) for word, names in word_table("investigation/measures").items()
}
"""Words of questions, and the names of attributes that answer them: *how old* asks for an age."""
_SITUATED = frozenset(map(stem, ("based", "located", "situated", "headquartered", "live", "lives", "found", "lie")))
"""Verbs of *where is it …*, which any attribute for a place answers."""


def read_about(
    question: str, mentions: Sequence[QuestionMention], facts: GraphProfile
) -> About | AttributeShape | None:
    """Return what a question asks of the one node that it names, None where it names several, or asks other things."""
    named = [each for each in mentions if each.names_node and each.match != "near"]
    if len({each.id for each in named}) != 1:
        return None
    anchor = Anchor(named[0].text, (named[0],))
    subject = profile_subject(question)
    if subject is not None:
        events = [event_roles(each, facts) for each in event_types(facts)]
        return About(anchor, *events[:1]) if bare_name(subject) == bare_name(anchor.text) else None
    attribute = _attribute(question, anchor, facts)
    return None if attribute is None else AttributeShape(anchor, attribute)


def _attribute(question: str, anchor: Anchor, facts: GraphProfile) -> str | None:
    """Return the one attribute of a node that the words of a question ask for, beside its name and its type."""
    asked = read_asked(question)
    if asked is None:
        return None
    kinds = [kind for each in anchor.types if (kind := facts.type(each)) is not None]
    own = _stems(anchor.text) | {each for kind in kinds for word in term_of(kind.type).words for each in _stems(word)}
    words = asked_words(asked)
    left = frozenset(words.stems) - own
    wanted = _ATTRIBUTES_OF.get(asked.noun, frozenset()) if asked.noun else frozenset()
    wanted |= frozenset(name for each in left for name in _ATTRIBUTES_OF.get(each, ()))
    left_of_noun = left - _stems(asked.noun) if asked.noun else left
    if _COMPARED.search(question):  # *founded after X* asks for others than X
        return None
    found = [
        each.name
        for kind in kinds
        for each in kind.attributes
        if _is_of_kind(asked.kind, each)
        and _asks_for(each.name, left, left_of_noun, wanted, where=asked.kind is AnswerKind.PLACE)
    ]
    return found[0] if len(set(found)) == 1 else None


_COMPARED = re.compile(r"\b(?:than|after|before|since|until|most|least|[a-z]{3,}est|not|never|n't)\b", re.IGNORECASE)
_NO_TIMES = frozenset((AnswerKind.PERSON, AnswerKind.PLACE, AnswerKind.REASON, AnswerKind.EVENT))


def _is_of_kind(kind: AnswerKind, attribute: AttributeProfile) -> bool:
    """Whether an attribute's values are of the kind that is asked for: *who founded it* asks for no year."""
    if kind in _NO_TIMES:
        return attribute.kinds == ("text",) and not Attributes([attribute]).is_time(attribute.name)
    if kind is AnswerKind.TIME:
        return Attributes([attribute]).is_time(attribute.name)
    return True


def _asks_for(
    name: str, left: frozenset[str], left_of_noun: frozenset[str], wanted: frozenset[str], *, where: bool
) -> bool:
    terms = term_of(name).words
    if left and left == frozenset(stem(word) for word in terms):
        return True
    if wanted and left_of_noun <= _ATTRIBUTES_OF.keys() and not wanted.isdisjoint(terms):
        return True
    return where and left <= _SITUATED and not _PLACES.isdisjoint(terms)


def _stems(text: str) -> frozenset[str]:
    tokens = tag_tokens(text)
    return frozenset(stem(token.text.casefold().removesuffix("'s")) for token in tokens)

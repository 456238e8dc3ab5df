"""Words of a claim in each other's places: *the plant in Jena is bigger than the one in Kiel* for the reverse.

What is said beside a noun (*in Jena*, *from Ilm*, *that Ann built*) is compared with all of a clause, in whatever
place. So a claim that has the words of a line, two of them exchanged, would be found to be said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from pramana.evidence import words
from pramana.language import Token, analyse_cached, lemma_of, opposite_comparatives, tag_tokens, word_set

_LIGHT = word_set("search/common") | word_set("claims/glue")
_SYMMETRIC = word_set("claims/symmetric")
_UNPLACED = frozenset("a an the is are was were".split())
"""Words whose place says nothing of what is told apart: *is the plant in Kiel bigger* asks it of the plant in Kiel."""
_JOINING = frozenset({"and", "or", "nor"})
_LONGEST = 60
"""Words of a claim in which exchanges are looked for."""
_MOST = 3
"""Words in a row that are exchanged as one, such as a full name."""


def misplacement(claim: str, line: str) -> str:
    """Return why a claim may have words of a line in each other's places, "" for most.

    Not where that says the same: of a list (*Ann and Bo*), of both sides of *be* or of a verb like *marry*; and not of
    words in the line's own order.

    >>> misplacement("The inn in Ilm is older than that in Orr.", "The inn in Orr is older than that in Ilm.")
    "The line has “orr” and “ilm” in each other's places."
    >>> misplacement("The man with the hat was hit by the man in red.", "The man with the hat hit the man in red.")
    'The line has “man” twice, and the claim may have the one for the other.'
    >>> misplacement("Ann met Bo.", "Bo met Ann."), misplacement("Bo and Ann left.", "Ann and Bo left.")
    ('', '')
    """
    own, held = _forms(claim), _forms(line)
    if not own or _is_within(own, held) or any(_is_within(_forms(each), held) for each in _opposite_wordings(claim)):
        return ""
    if twins := sorted(_twins(claim) & _twins(line)):
        return f"The line has “{twins[0]}” twice, and the claim may have the one for the other."
    pair = _mixed_objects(claim, line) or _exchanged_pieces(claim, own, held)
    return f"The line has “{pair[0]}” and “{pair[1]}” in each other's places." if pair else ""


def _opposite_wordings(claim: str) -> Iterator[str]:
    """Yield *the inn in Orr is older than the inn in Ilm* for *the inn in Ilm is younger than the inn in Orr*."""
    if found := _COMPARED.fullmatch(claim):
        for degree in opposite_comparatives(found["degree"].casefold()):
            yield f"{found['other']} {found['be']} {degree} than {found['one']}"


_COMPARED = re.compile(r"(?P<one>.+?) (?P<be>is|was|are|were) (?P<degree>\w+) than (?P<other>.+?)\.?", re.IGNORECASE)


def _exchanged_pieces(claim: str, own: Sequence[str], held: Sequence[str]) -> tuple[str, str] | None:
    """Return two pieces of a claim that a line with the same words has in each other's places, None for none."""
    if len(own) > _LONGEST or not set(own) <= set(held):
        return None
    if ("by" in own) != ("by" in held):
        return None  # *Ann mended the stove* says what *the stove was mended by Ann* does
    for (first, last), (start, end) in _pairs(own):
        swapped = [*own[:first], *own[start:end], *own[last:start], *own[first:last], *own[end:]]
        if _is_within(swapped, held) and not _says_same(claim, own[last:start]):
            return " ".join(own[first:last]), " ".join(own[start:end])
    return None


@lru_cache(maxsize=1_024)
def _twins(text: str) -> frozenset[str]:
    """Return the nouns, with what is before them, by which a text calls two things: *the plant that Ann built* and
    *the plant that Bo built* are told apart by what is behind them alone, which is compared with all of a clause."""
    sentence = analyse_cached(text)
    called = Counter(
        " ".join(token.text.casefold() for token in sentence.tokens[each.first : each.head + 1] if token.tag != "AT0")
        for each in sentence.noun_phrases
        if each.kind == "noun" and sentence.tokens[each.head].tag.startswith("NN")
    )
    return frozenset(name for name, count in called.items() if count > 1)


def _mixed_objects(claim: str, line: str) -> tuple[str, str] | None:
    """Return two objects of one preposition that a claim has beside each other's nouns, or beside *one* and *that*.

    *The guard from Ilm was paid by the clerk from Orr* is not what *the clerk from Ilm paid the guard from Orr* says.
    """
    beside = _beside(line)
    own = set(_beside(claim))
    for (head, marker, one), (other, same, two) in combinations(beside, 2):
        if marker != same or one == two or not {(marker, one), (marker, two)} <= {each[1:] for each in own}:
            continue
        if _ALIKE & {head, other} or {(head, marker, two), (other, marker, one)} <= own:
            return one, two
    return None


_ALIKE = frozenset({"one", "that", "those"})
"""What takes up a noun that was named: *the plant in Kiel … the one in Jena*."""


@lru_cache(maxsize=1_024)
def _beside(text: str) -> tuple[tuple[str, str, str], ...]:
    """Return the phrases right behind nouns: the noun's lemma, the preposition, and the head of its object."""
    sentence = analyse_cached(text)
    begun = {phrase.start: phrase for phrase in sentence.noun_phrases}
    found = []
    for at, token in enumerate(sentence.tokens[:-1]):
        behind = begun.get(sentence.tokens[at + 1].start)
        before = sentence.tokens[at - 1] if at else None
        if before is not None and behind is not None and token.tag.startswith("PR") and _is_noun(before):
            marker, head = token.text.casefold(), sentence.tokens[behind.head].text.casefold()
            found.append((before.lemma.casefold(), marker, head))
    return tuple(found)


def _is_noun(token: Token) -> bool:
    return token.tag.startswith("NN") or token.text.casefold() in _ALIKE


def _forms(text: str) -> list[str]:
    return [form for form in words(text).forms if form not in _UNPLACED]


def _pairs(own: Sequence[str]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield pairs of pieces of heavy words with words between them."""
    pieces = [
        (first, last)
        for first in range(len(own))
        for last in range(first + 1, min(first + _MOST, len(own)) + 1)
        if not _LIGHT.intersection(own[first:last])
    ]
    for one in pieces:
        yield from ((one, other) for other in pieces if one[1] < other[0] and own[slice(*one)] != own[slice(*other)])


def _is_within(some: Sequence[str], all_of: Sequence[str]) -> bool:
    """Return whether others have these words in their order."""
    rest = iter(all_of)
    return all(word in rest for word in some)


def _says_same(claim: str, between: Sequence[str]) -> bool:
    """Return whether two pieces may change places: of a list, or around a verb whose sides may."""
    tags = {token.text.casefold(): token for token in tag_tokens(claim)}
    verbs = [tags[word] for word in between if word in tags and tags[word].tag.startswith("V")]
    if not verbs:
        return not _JOINING.isdisjoint(between)
    lemmas = {lemma_of(token.text.casefold(), token.tag) for token in verbs}
    others = [word for word in between if word not in {token.text.casefold() for token in verbs}]
    return not lemmas.isdisjoint(_SYMMETRIC) and set(others) <= {"to", "with", "not", "also"}

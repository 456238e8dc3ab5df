"""Words of a claim in each other's places: *the plant in Jena is bigger than the one in Kiel* for the reverse.

What is said beside a noun (*in Jena*, *from Ilm*, *that Ann built*) is compared with all of a clause, in whatever
place. So a claim that has the words of a line, two of them exchanged, would be found to be said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.evidence import words
from pramana.language import lemma_of, tag_tokens, word_set

_LIGHT = word_set("search/common") | word_set("claims/glue")
_SYMMETRIC = word_set("claims/symmetric")
_ARTICLES = frozenset({"a", "an", "the"})
_JOINING = frozenset({"and", "or", "nor"})
_LONGEST = 60
"""Words of a claim in which exchanges are looked for."""
_MOST = 3
"""Words in a row that are exchanged as one, such as a full name."""


def exchanged_words(claim: str, line: str) -> tuple[str, str] | None:
    """Return two pieces of a claim that a line with the same words has in each other's places; None for most.

    Not where that says the same: of a list (*Ann and Bo*), of both sides of *be* or of a verb like *marry*.

    >>> exchanged_words("The inn in Ilm is older than that in Orr.", "The inn in Orr is older than that in Ilm.")
    ('ilm', 'orr')
    >>> exchanged_words("Ann met Bo.", "Bo met Ann."), exchanged_words("Bo and Ann left.", "Ann and Bo left.")
    (None, None)
    """
    own, held = _forms(claim), _forms(line)
    if not own or len(own) > _LONGEST or not set(own) <= set(held) or _is_within(own, held):
        return None
    if ("by" in own) != ("by" in held):
        return None  # *Ann mended the stove* says what *the stove was mended by Ann* does
    for (first, last), (start, end) in _pairs(own):
        swapped = [*own[:first], *own[start:end], *own[last:start], *own[first:last], *own[end:]]
        if _is_within(swapped, held) and not _says_same(claim, own[last:start]):
            return " ".join(own[first:last]), " ".join(own[start:end])
    return None


def _forms(text: str) -> list[str]:
    return [form for form in words(text).forms if form not in _ARTICLES]


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

"""Words that make what they stand with hold in part, for a while or in name only: *temporarily*, *in principle*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from pramana.language import Clause, ReadLine, Token, word_list, word_set

_PLAIN = word_set("claims/plain_adverbs")
_PHRASES = re.compile(rf"\b(?:{'|'.join(map(re.escape, word_list('claims/limiting_phrases')))})\b", re.IGNORECASE)
_FRONTED = frozenset({"officially", "formally", "publicly", "openly", "popularly"})
"""In front of a sentence and a comma they say in what respect it holds: *Officially, the king was well*."""


def may_lessen(token: Token) -> bool:
    """Return whether a word is an adverb in -ly without which a statement may claim more.

    All are that are not listed as plain: *temporarily*, *partially*, *technically*; also one that nobody thought of.
    """
    word = token.text.casefold()
    if not (token.tag.startswith("AV") and word.endswith("ly") and len(word) > _SHORTEST):
        return False
    return word not in _PLAIN or (token.start == 0 and word in _FRONTED)


_SHORTEST = 4
"""Letters of *only*, which is compared as a word that counts out."""


def lessened_words(line: ReadLine, first: int, last: int) -> Iterator[tuple[str, str]]:
    """Yield the adverbs that may lessen a word within a phrase, with that word: *a provisionally elected mayor*."""
    tokens = line.sentence.tokens[first:last]
    for token, behind in pairwise(tokens):
        if may_lessen(token):
            yield token.text.casefold(), behind.text.casefold()


def limiting_phrases(line: ReadLine, clause: Clause) -> set[str]:
    """Return the phrases of a line that limit a clause: *in principle*, *for the time being*.

    Those in front of a sentence, and those with a verb of their own (*as it were*), limit all of it.
    """
    index = line.place_of(clause)
    found = set()
    for start, end in _found_in(line.sentence.text):
        token = next((each for each in line.sentence.tokens if each.start >= start), None)
        owner = -1 if token is None or start == 0 else line.owner(token, verbal=True)
        own_verb = owner >= 0 and start <= line.sentence.clauses[owner].verb_start < end
        if owner in (index, -1) or own_verb:
            found.add(line.sentence.text[start:end].casefold())
    return found


@lru_cache(maxsize=4_096)
def _found_in(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(each.span() for each in _PHRASES.finditer(text))

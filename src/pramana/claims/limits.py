"""Words that make what is beside them hold in part, for a while or in name only: *temporarily*, *in principle*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from pramana.language import NOMINAL, PRIVATIVES, Clause, ReadLine, Token, tag_tokens, word_list, word_set

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


def lessens_words(text: str, place: int) -> bool:
    """Return whether words right before a place of a text make less or another of what follows.

    >>> lessens_words("Ann is nominally a baker.", 19), lessens_words("It costs under 42 euros.", 15)
    (True, True)
    >>> lessens_words("Ann is a baker.", 9), lessens_words("The former baker is 42.", 11)
    (False, False)
    """
    before = _BEFORE.search(text, max(0, place - _SEEN), place)
    tokens = tag_tokens(before[0]) if before else ()
    return any(may_lessen(token) or token.text.casefold() in _LESSENING for token in tokens)


_BEFORE = re.compile(r"(?:(?<![\w’'-])[\w’'-]+ ){1,3}\Z")
"""Up to three words before a place, no mark between: *nominally a good*."""
_SEEN = 60
"""Characters that three words may have."""
_LESSENING = (
    PRIVATIVES - frozenset("former ex late retired one-time onetime erstwhile sometime near failed".split())
) | frozenset("under over below above almost nearly".split())
"""Words that make what follows less, or no such thing; what is past was so."""


def lessened_words(line: ReadLine, first: int, last: int) -> Iterator[tuple[str, str]]:
    """Yield the adverbs that may lessen a word within a phrase, with that word: *a provisionally elected mayor*."""
    tokens = line.sentence.tokens[first:last]
    for token, behind in pairwise(tokens):
        if may_lessen(token):
            yield token.text.casefold(), behind.text.casefold()


def limits_of(line: ReadLine, clause: Clause) -> set[str]:
    """Return the words that limit a clause: adverbs (*temporarily*) and phrases (*in principle*).

    Phrases in front of a sentence, and those with a verb of their own (*as it were*), limit all of it.
    """
    index, tokens = line.place_of(clause), line.sentence.tokens
    verbal = clause.kind not in NOMINAL
    found = {
        token.text.casefold()
        for token in tokens
        if may_lessen(token) and line.owner(token, verbal=verbal) in (index, -1)
    }
    for start, end in _found_in(line.sentence.text):
        first = next((each for each in tokens if each.start >= start), None)
        owner = -1 if first is None or start == 0 else line.owner(first, verbal=True)
        own_verb = owner >= 0 and start <= line.sentence.clauses[owner].verb_start < end
        if owner in (index, -1) or own_verb:
            found.add(line.sentence.text[start:end].casefold())
    return found


@lru_cache(maxsize=4_096)
def _found_in(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(each.span() for each in _PHRASES.finditer(text))

"""Noun phrases that deny: *no evidence*, *none of the guards*, *hardly any water*, *neither Marsh*."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language.lexicon import NEARLY, NEGATING
from pramana.language.model import NounPhrase, Token
from pramana.language.word_lists import word_set

_ALONE = word_set("claims/denying_alone")
_NEARLY = frozenset("almost virtually practically nearly absolutely".split())
"""*almost nobody voted*: what is nearly denied is not asserted either."""
_SCARCELY = frozenset("hardly scarcely barely".split())
_DENYING_FIRST = _ALONE | _NEARLY | _SCARCELY | {"no", "not", "never"}
_ANY = frozenset("any anyone anybody anything".split())
_QUANTITIES = word_set("claims/quantities")
_ADDING = word_set("claims/adding")
_SET_PHRASES = frozenset("doubt wonder matter sooner".split())
"""*No doubt he left*: an adverb, not a noun phrase."""
_LITOTES = frozenset("small little mean ordinary common uncertain".split())
"""*no small value* is a great one."""
_SMALL = word_set("claims/small")
_NO_TITLE = frozenset({"not", "neither"})
"""*Neither Ann Roe nor Bo left*: outside a phrase these begin no title."""
_UNDENIED = frozenset("if or why whether".split())
"""*many, if not all, guests*; *whether or not Lily left*."""


def negating_words(words: Sequence[str]) -> int:
    """Return how many words at the front of a phrase deny it, 0 where it denies nothing.

    A title is a name: at least two more words with a capital, and no other content words.

    >>> [negating_words(phrase.split()) for phrase in ("no evidence of fraud", "Hardly any water", "Nobody")]
    [1, 2, 1]
    >>> [negating_words(phrase.split()) for phrase in ("no fewer than ten men", "not only Marsh", "a few men")]
    [0, 0, 0]
    >>> negating_words("No Country for Old Men".split())
    0
    """
    if not words or words[0].casefold() not in _DENYING_FIRST or _is_title(words):
        return 0
    lower = [word.casefold() for word in words]
    if lower[0] in _NEARLY:
        found = negating_words(words[1:])
        return found + 1 if found else 0
    first, second, third = [*lower, "", ""][:3]
    if first == "no":
        return _after_no(second, third)
    if first in _ALONE:
        return 2 if second == "of" else 1
    if first == "not":
        return 0 if second in _ADDING else 2 if second in _QUANTITIES else 1
    scarce = first in _SCARCELY and second in _ANY
    return 2 if scarce or (first == "never" and second in {"a", "an", "any"}) else 0


def _after_no(second: str, third: str) -> int:
    quantity = second[:1].isdigit() or third == "than" or second.endswith(".")
    if not second or second in _SET_PHRASES or (second in _LITOTES and third) or quantity:
        return 0
    return 2 if second in {"one", "such", "longer"} else 1


def _is_title(words: Sequence[str]) -> bool:
    rest = [word for word in words[1:] if word.casefold() not in _SMALL]
    return words[0][:1].isupper() and len(rest) > 1 and all(word[:1].isupper() for word in rest)


def is_negative(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """Return whether a noun phrase denies, by its own first words or by those before it (*not a soul*)."""
    if _in_title(tokens, phrase):
        return False
    own = [token.text for token in tokens[phrase.first : phrase.last]]
    if negating_words(own):
        return True
    if _of_nobody(tokens, phrase):
        return True
    for back in (1, 2):
        first = phrase.first - back
        if first < 0 or (first > 0 and tokens[first - 1].text.lower() in _UNDENIED):
            continue
        if tokens[first].text.casefold() not in _DENYING_FIRST:
            continue
        before = [token.text for token in tokens[first : phrase.first]]
        words = own if before[0].lower() not in _NO_TITLE else [word.lower() for word in own]
        if negating_words(before + words) >= back:
            return True
    return False


def denied_before(tokens: Sequence[Token], first: int) -> bool:
    """Return whether an adverb before the verb at `first` denies it: *never stole*, *not yet come*; not *not only*."""
    for place in range(first - 1, max(-1, first - 3), -1):
        token = tokens[place]
        if token.tag not in {"AV0", "XX0", "AVP"}:
            break
        if token.text.lower() == "longer" and place and tokens[place - 1].text.lower() == "no":
            return True
        if token.text.lower() in NEARLY and place == first - 1:
            return True
        if token.text.lower() in NEGATING:
            following = [each.text for each in tokens[place : first + 1]]
            return token.text.lower() != "not" or negating_words(following) > 0
    return False


def _in_title(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """*He liked No Country for Old Men*: within a sentence a capital *No* begins a name."""
    inside = phrase.first > 0 and tokens[phrase.first - 1].tag[:2] != "PU" and phrase.first + 1 < len(tokens)
    denying = negating_words([tokens[phrase.first].text.lower(), "one"]) > 0  # not *neither Ann Roe*
    return inside and denying and all(tokens[each].text[:1].isupper() for each in (phrase.first, phrase.first + 1))


def _of_nobody(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """*nobody's son*: the possessor denies, and the phrase may begin after it."""
    if phrase.first < 2 or tokens[phrase.first - 1].tag != "POS":
        return False
    return tokens[phrase.first - 2].text.lower() in _ALONE

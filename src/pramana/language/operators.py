"""Words that change what a sentence claims: denials, doubts, and adjectives that deny what they describe."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEGATIONS = _words("not no never none nobody nothing nowhere neither nor cannot without hardly barely scarcely nt")
"""Words that deny, as `operator_words` gives them: *n't* is *not*."""
DENYING_VERBS = _words(
    "deny refuse fail decline refute reject disprove prevent avoid lack neglect omit doubt dispute forbid prohibit "
    "stop cease miss withhold"
)
"""Verbs (lemmas) whose complement is not asserted: *denied that*, *failed to*, *prevented from*."""
DOUBTS = _words(
    "may might could can would should must ought will shall perhaps maybe possibly probably presumably allegedly "
    "reportedly supposedly apparently likely unlikely seemingly seem appear alleged suspected accused potential "
    "possible probable believed thought said rumoured rumored claimed purported"
)
"""Words that make an assertion less than one: of modality, and of hearsay."""
PRIVATIVES = _words(
    "former ex alleged suspected fake false supposed would-be potential future late acting honorary proposed planned "
    "attempted intended failed unsuccessful counterfeit forged imaginary hypothetical nearly almost"
)
"""Adjectives that may not be dropped: a *former president*, an *attempted murder*."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_NOT = re.compile(r"(?:(?<=\w)n['’]t|\bcannot)\b", re.IGNORECASE)


def operator_words(text: str) -> list[str]:
    """Return the words of a text in order, case-folded, with *n't* and *cannot* as *not*.

    >>> operator_words("Marsh didn’t steal it.")
    ['marsh', 'did', 'not', 'steal', 'it']
    """
    return [word.casefold() for word in _WORD.findall(_NOT.sub(" not", text))]


def negations(text: str) -> int:
    """Return how many words of a text deny.

    >>> [negations(text) for text in ("He did not go.", "Nobody went nowhere.", "He went.")]
    [1, 2, 0]
    """
    return sum(1 for word in operator_words(text) if word in NEGATIONS)

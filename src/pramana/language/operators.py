"""Words that change what a sentence claims: denials, doubts, bounds, conditions and the markers of participants."""

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
DENYING_NOUNS = _words("absence lack denial refusal failure")
DOUBTS = _words(
    "may might could can would should must ought will shall perhaps maybe possibly probably presumably allegedly "
    "reportedly supposedly apparently likely unlikely seemingly seem appear alleged suspected accused potential "
    "possible probable believed thought said rumoured rumored claimed purported"
)
"""Words that make an assertion less than one: of modality, and of hearsay."""
BOUNDS = _words(
    "all every each both only most many few some several any almost nearly about approximately exactly least more "
    "less fewer than over under up half part mainly mostly partly first last again still yet already once twice"
)
"""Words that bound how much or how often: *all the sailors*, *only Marsh*, *at least forty*."""
PRIVATIVES = _words(
    "former ex alleged suspected fake false supposed would-be potential future late acting honorary proposed planned "
    "attempted intended failed unsuccessful counterfeit forged imaginary hypothetical nearly almost"
)
"""Adjectives that may not be dropped: a *former president*, an *attempted murder*."""
MARKERS = _words(
    "before after until till since during outside inside without within against except beyond despite near off from "
    "into onto toward towards across among between behind beside beneath above below under over through throughout "
    "by with for to at in on of about upon around along past via like as than because although though while when "
    "whenever where if unless whether lest instead rather besides"
)
"""Words that connect a participant or a clause. Another one is another claim: *before*, *after* the accident."""
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

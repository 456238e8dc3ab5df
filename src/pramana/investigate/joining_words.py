"""The words around a name in a clause: *are based in X*, *did X write*, *the suppliers of X*, and what they ask for."""

from __future__ import annotations

import re

from pramana.investigate.families import RelationWords
from pramana.investigate.terms import PREPOSITIONS
from pramana.language import tag_tokens

BE = "(?:is|was|are|were|be|been)"
DO = "(?:does|did|do)"
HAVE = "(?:has|had|have|having|with)"
_SMALL = frozenset(("the", "a", "an", "been", "being", "that", "who", "which"))


def relation_words(before: list[str], behind: list[str]) -> RelationWords | None:
    """Return what words before and behind a name say of it; None where they are no relation's.

    >>> relation_words(["are", "based", "in"], []).leads, relation_words(["did"], ["write"]).leads
    (False, True)
    """
    first = [word for word in before[before[:1] == ["where"] :] if word not in _SMALL]
    if behind[:1] == ["'s"]:
        owner = len(first) <= 1 and all(re.fullmatch(BE, word) for word in first) and len(behind) > 1
        return RelationWords(tuple(behind[1:]), "", False, noun=True) if owner else None
    if len(first) == 1 and re.fullmatch(f"{BE}|{DO}|{HAVE}", first[0]):
        return _behind_auxiliary(first[0], behind)
    return None if behind else _before_name(first)


def _behind_auxiliary(auxiliary: str, behind: list[str]) -> RelationWords | None:
    """*did X write*, *is X based in*, *was X painted by*, *have X*: of what is behind the name X is the subject."""
    if re.fullmatch(HAVE, auxiliary) and not behind:
        return RelationWords((), "have", False)
    if auxiliary == "with" or not behind:
        return None
    verbs, preposition = verbs_of(" ".join(behind))
    if re.fullmatch(BE, auxiliary):
        if not verbs:
            return RelationWords((), preposition, True)
        return RelationWords(verbs, "" if preposition == "by" else preposition, preposition != "by")
    if verbs == ("have",):
        return RelationWords((), "have", True)
    return RelationWords(verbs, preposition, True) if verbs else None


def _before_name(words: list[str]) -> RelationWords | None:
    """*supply X*, *are based in X*, *painted by X*, *the suppliers of X*, *in X*."""
    being = bool(words) and re.fullmatch(BE, words[0]) is not None
    verbs, preposition = verbs_of(" ".join(word for word in words if not re.fullmatch(BE, word)))
    if preposition == "by":
        return RelationWords(verbs, "", True) if verbs else None
    if not verbs:
        return RelationWords((), preposition, False) if preposition else None
    if being and not preposition and not _is_participle(verbs[-1]):
        return None
    return RelationWords(verbs, "" if preposition == "of" else preposition, False, noun=preposition == "of")


def verbs_of(text: str) -> tuple[tuple[str, ...], str]:
    """Return the words of a relation and the preposition behind them, "" for none.

    >>> verbs_of("based in"), verbs_of("supplies")
    ((('based',), 'in'), (('supplies',), ''))
    """
    words = [word for word in text.split() if word not in _SMALL]
    preposition = words.pop() if words and words[-1] in PREPOSITIONS else ""
    return tuple(words), preposition


def _is_participle(word: str) -> bool:
    return tag_tokens(f"They were {word} there.")[2].tag in ("VVN", "VVD", "VVG")

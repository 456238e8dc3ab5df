"""Whether a line tells of something under way, or begun, and a claim of it as done: *was building*, *built*."""

from __future__ import annotations

from pramana.claims.model import Aspect, Mismatch
from pramana.language import Clause, ReadLine, word_set

_LASTING = word_set("claims/lasting_verbs")
_ASPECTS = word_set("grammar/aspect") - {"finish", "go", "come", "proceed"}
"""Verbs by which something need not be finished; who finished building it built it."""
_BE = frozenset({"am", "is", "are", "was", "were", "be", "been", "being", "'s", "’s", "'re", "’re", "'m", "’m"})
_GOALS = frozenset({"to", "into", "onto", "across", "over", "through", "up", "down", "around", "round"})
"""Prepositions of an end that is reached: who was walking to Hull need not have walked to Hull."""


def unfinished_difference(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Mismatch | None:
    """Return that a line tells of something under way, or begun, that a claim tells of as done; None where it is one.

    Who was singing sang: what has no end of its own (`claims/lasting_verbs`) was done as soon as it was under way,
    but for a goal.
    """
    if not _is_under_way(line, stated) or _is_under_way(said, claimed):
        return None
    to_goal = any(part.preposition in _GOALS for part in claimed.prepositions)
    if stated.verb.split(" ")[0] in _LASTING and not stated.passive and not to_goal:
        return None
    return Mismatch(Aspect.MODALITY, claimed.predicate, stated.predicate)


def _is_under_way(line: ReadLine, clause: Clause) -> bool:
    words = clause.predicate.casefold().split()
    if len(words) < 2 or clause.unasserted:
        return False
    if clause.passive:
        return "being" in words
    if not words[-1].endswith("ing") and "to" not in words:
        return False
    lemmas = {token.lemma.casefold() for token in line.sentence.tokens if token.text.casefold() in words}
    return not _BE.isdisjoint(words[:-1]) or not _ASPECTS.isdisjoint(lemmas)

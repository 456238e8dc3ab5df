"""The best passages as a set: the same as choosing one after the other among all that are left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from pramana.retrieval.ranking import PassageScore, Postings, best_passages, covering_passages

REPEATED = 0.8
"""What a word counts that a passage of another document of the set has."""


class Keys:
    """Documents of passages by number."""

    def __init__(self, documents: dict[int, str]) -> None:
        self.documents = documents

    def sort_keys(self, passages: Iterable[int]) -> dict[int, tuple[str, int]]:
        return {passage: (self.documents[passage], passage) for passage in passages}


def chosen_one_by_one(keys: Postings, scores: dict[int, PassageScore], limit: int) -> list[tuple[int, float]]:
    """Choose the best passage beside those that are chosen, again and again, by the definition."""
    waiting = best_passages(keys, {passage: score.total for passage, score in scores.items()}, limit)
    chosen: list[tuple[int, float]] = []
    first: dict[str, str] = {}
    while waiting:
        totals = {}
        for passage in waiting:
            document = keys.sort_keys([passage])[passage][0]
            matched = scores[passage].matched
            repeated = sum(weight for word, weight in matched.items() if first.get(word, document) != document)
            share = (1 - (1 - REPEATED) * repeated / sum(matched.values())) if repeated else 1.0
            totals[passage] = scores[passage].total - scores[passage].words + scores[passage].words * share
        best = max(waiting, key=lambda each: round(totals[each], 9))
        chosen.append((best, round(totals[best], 9)))
        for word in scores[best].matched:
            first.setdefault(word, keys.sort_keys([best])[best][0])
        waiting.remove(best)
    return chosen


passages = st.lists(
    st.tuples(st.sampled_from("stuv"), st.dictionaries(st.sampled_from("abcdef"), st.sampled_from([1.0, 2.0, 4.0]))),
    max_size=12,
)


@given(passages, st.integers(0, 14))
def test_the_set_is_the_one_chosen_one_by_one(drawn: list[tuple[str, dict[str, float]]], limit: int) -> None:
    """Looking again only at the passage that leads finds the same order and the same scores."""
    keys = cast("Postings", Keys({number: document for number, (document, _) in enumerate(drawn)}))
    scores = {
        number: PassageScore(words=sum(matched.values()), matched=matched) for number, (_, matched) in enumerate(drawn)
    }
    found = covering_passages(keys, scores, limit)
    assert [(passage, round(score.total, 9)) for passage, score in found.items()] == chosen_one_by_one(
        keys, scores, limit
    )

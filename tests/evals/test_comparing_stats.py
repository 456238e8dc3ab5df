"""The sample and the statistics of a comparison."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.evals.prompts.sample import sample_batches
from pramana.evals.prompts.stats import RESAMPLES, Ratio, bootstrap, mcnemar, unseen, wilson
from pramana.karaka import LineItem, line_batches

sizes = st.dictionaries(st.sampled_from([f"{letter}.txt" for letter in "abcdef"]), st.integers(0, 40), min_size=1)


def documents(lines: dict[str, int]) -> dict[str, list[LineItem]]:
    return {name: [LineItem(name, n, f"Line {n}.") for n in range(1, count + 1)] for name, count in lines.items()}


@given(sizes, st.integers(1, 60), st.integers(0, 9), st.integers(1, 12))
@settings(max_examples=60)
def test_a_sample_is_stratified_and_in_order(lines: dict[str, int], size: int, seed: int, together: int) -> None:
    """Each line comes once, in its document's order; each document's share differs from its part by less than one."""
    batches = sample_batches(documents(lines), size, seed, together, whole=False)
    places = [(item.doc_id, item.line_number) for batch in batches for item in batch.items]
    total = sum(lines.values())
    assert len(places) == len(set(places)) == min(size, total)
    assert places == sorted(places, key=lambda place: (list(lines).index(place[0]), place[1]))
    assert all(1 <= len(batch.items) <= together for batch in batches)
    for name, count in lines.items():
        drawn = sum(place[0] == name for place in places)
        assert abs(drawn - min(size, total) * count / max(total, 1)) < 1


@given(sizes, st.integers(1, 60), st.integers(2, 9))
@settings(max_examples=40)
def test_whole_batches_are_those_of_an_ingest(lines: dict[str, int], size: int, together: int) -> None:
    """Where one call reads several lines, what is drawn are runs of lines as an ingest would batch them."""
    cut = [batch for items in documents(lines).values() for batch in line_batches(items, together)]
    drawn = [batch.items for batch in sample_batches(documents(lines), size, 0, together, whole=True)]
    assert drawn == [batch for batch in cut if batch in drawn]
    assert bool(drawn) == bool(cut)


def test_another_document_changes_only_how_many_lines_are_drawn() -> None:
    """Which lines of a document come first is the seed's, whatever else is there; another seed draws others."""

    def drawn(lines: dict[str, int], size: int, seed: int) -> set[int]:
        batches = sample_batches(documents(lines), size, seed, 10, whole=False)
        return {item.line_number for batch in batches for item in batch.items if item.doc_id == "a.txt"}

    alone, beside = drawn({"a.txt": 100}, 40, 1), drawn({"a.txt": 100, "b.txt": 100}, 40, 1)
    assert len(beside) == 20
    assert beside < alone
    assert drawn({"a.txt": 100}, 40, 2) != alone


@given(st.integers(0, 300), st.integers(1, 300))
def test_wilson_holds_the_share_and_keeps_within_bounds(part: int, whole: int) -> None:
    """The interval lies in 0 to 1, and around the share."""
    found = wilson(min(part, whole), whole)
    assert found is not None
    assert 0 <= found[0] <= min(part, whole) / whole <= found[1] <= 1


def test_wilson_is_what_is_published() -> None:
    """Newcombe (1998), table I, method 3: 81 of 263 and 15 of 148; and nothing of nothing."""
    assert [round(end, 4) for end in wilson(81, 263) or ()] == [0.2553, 0.3662]
    assert [round(end, 4) for end in wilson(15, 148) or ()] == [0.0624, 0.1605]
    assert wilson(0, 0) is None


@given(st.integers(0, 40), st.integers(0, 40))
def test_mcnemar_sums_all_that_is_as_rare(only_a: int, only_b: int) -> None:
    """The exact p: the chance that a fair coin falls as unevenly or more so."""
    thrown, far = only_a + only_b, abs(only_a - only_b)
    rare = sum(comb(thrown, k) for k in range(thrown + 1) if abs(thrown - 2 * k) >= far)
    assert mcnemar(only_a, only_b) == pytest.approx(rare / 2**thrown)


@given(st.integers(1, 2000))
def test_what_is_never_seen_may_be_rarer_than_this(trials: int) -> None:
    """At the bound, nothing is seen with a chance of five in a hundred."""
    assert (1 - unseen(trials)) ** trials == pytest.approx(0.05)


@pytest.mark.slow
def test_the_bootstrap_is_its_seed_s_and_covers() -> None:
    """The same seed gives the same; over 200 samples of a known difference, the interval holds it in 90 to 99 %."""
    from random import Random

    draw = Random(5)

    def sampled() -> list[list[int]]:
        lines = [draw.random() for _ in range(80)]
        return [[1, int(line < 0.6), int(0.2 < line < 0.9)] for line in lines]

    def gain(sums: object) -> float | None:
        one, other = Ratio(1, 0).of(sums), Ratio(2, 0).of(sums)  # type: ignore[arg-type]
        return None if one is None or other is None else other - one

    assert bootstrap(rows := sampled(), [gain], 3) == bootstrap(rows, [gain], 3) != bootstrap(rows, [gain], 4)
    held = 0
    for seed in range(60):
        (found,) = bootstrap(sampled(), [gain], seed)
        assert found is not None
        held += found[0] <= 0.1 <= found[1]
    assert 50 <= held <= 60


def test_the_bootstrap_knows_nothing_of_nothing() -> None:
    """Without rows, or where a resample has no value, there is no interval."""
    assert RESAMPLES == 2000
    assert bootstrap([], [Ratio(0, 1).of], 0) == [None]
    assert bootstrap([[1, 0]], [Ratio(0, 1).of], 0) == [None]

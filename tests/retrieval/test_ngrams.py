"""The built-in embedder, and exact search among its vectors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pramana.llm.providers.ngrams import NgramEmbedder
from pramana.llm.quantise import quantise
from pramana.retrieval import VectorIndex

tables = arrays(np.int8, st.tuples(st.integers(1, 12), st.just(6)), elements=st.integers(-127, 127))


def similarity(one: str, other: str) -> float:
    rows = NgramEmbedder().embed([one, other])
    return VectorIndex(rows[:1]).within(rows[1:], -1.0)[0][0][1] if rows.any(axis=1).all() else 0.0


@pytest.mark.parametrize(
    ("one", "other"), [("Ebenezer Scrooge", "EBENEZER  SCROOGE!"), ("Álvarez", "alvarez"), ("D.G.I.A", "d g i a")]
)
def test_case_marks_and_punctuation_do_not_count(one: str, other: str) -> None:
    """Names alike but for case, marks over letters and punctuation have one vector."""
    embedder = NgramEmbedder()
    assert np.array_equal(embedder.embed([one]), embedder.embed([other]))


def test_spellings_are_near_and_strangers_far() -> None:
    """A slip of spelling in a longer name stays near; a name with other letters is far."""
    assert similarity("Ebenezer Scrooge", "Ebeneezer Scrooge") > 0.8
    assert similarity("Ebenezer Scrooge", "Jacob Marley") < 0.3


@pytest.mark.seeds
def test_a_vector_is_the_same_everywhere() -> None:
    """The integers of a vector are fixed: no hash seed, no floating point."""
    assert NgramEmbedder(8, (3,)).embed(["Rama"]).tolist() == [[1, -1, 0, 0, 0, 0, 0, 2]]


@given(st.text(max_size=60))
@settings(max_examples=100)
def test_any_text_can_be_embedded(text: str) -> None:
    """Any text, in any script, gives one row of bytes; what else is embedded with it does not matter."""
    embedder = NgramEmbedder(32)
    alone = embedder.embed([text])
    assert alone.shape == (1, 32)
    assert np.array_equal(embedder.embed(["other", text])[1:], alone)


def test_long_texts_and_lone_surrogates_are_bounded() -> None:
    """Ten thousand equal letters do not overflow a byte, and a lone surrogate does not raise."""
    rows = NgramEmbedder().embed(["a" * 10_000, "\ud800x", ""])
    assert rows.max() <= 127
    assert rows.min() >= -127
    assert not rows[2].any()


@given(tables, st.integers(1, 15))
@settings(max_examples=100)
def test_the_nearest_are_those_of_a_plain_search(table: np.ndarray, k: int) -> None:
    """`nearest` gives what sorting all cosines gives, ties by row; vectors of zeros are near nothing."""
    index = VectorIndex(table)
    for query, found in zip(table, index.nearest(table, k), strict=True):
        cosines = [_cosine(query, row) for row in table]
        expected = sorted((-cosine, row) for row, cosine in enumerate(cosines) if cosine > 0)[:k]
        assert found == [(row, -cosine) for cosine, row in expected]


@given(tables, st.sampled_from([0.2, 0.85, 1.0]))
@settings(max_examples=100)
def test_pairs_in_one_block_are_all_pairs_near_enough(table: np.ndarray, least: float) -> None:
    """`pairs` leaves out no pair at or above the threshold, and `within` says the same."""
    everyone = range(len(table))
    expected = {
        (a, b): _cosine(table[a], table[b])
        for a in everyone
        for b in everyone
        if a < b and _cosine(table[a], table[b]) >= least
    }
    index = VectorIndex(table)
    assert index.pairs([list(everyone), list(everyone)[::-1]], least) == expected
    near = index.within(table, least)
    assert {(a, b): cosine for a in everyone for b, cosine in near[a] if a < b} == expected


def test_pairs_in_no_common_block_are_not_compared() -> None:
    """Equal vectors in different blocks make no pair."""
    table = np.ones((4, 6), dtype=np.int8)
    assert list(VectorIndex(table).pairs([[1, 0], [2, 3]], 0.9)) == [(0, 1), (2, 3)]


def _cosine(one: np.ndarray, other: np.ndarray) -> float:
    a, b = one.astype(np.int64), other.astype(np.int64)
    scale = np.sqrt(float(a @ a) * float(b @ b))
    return float(a @ b) / scale if scale else 0.0


def test_wide_vectors_are_summed_exactly() -> None:
    """Sums over thousands of dimensions are exact: the two rows differ by one in one place only."""
    table = np.full((2, 4_096), 127, dtype=np.int8)
    table[1, 0] = 126
    (first, same), (second, near) = VectorIndex(table).nearest(table[:1], 2)[0]
    assert (first, second) == (0, 1)
    assert same == 1.0 > near


def test_quantising_keeps_directions() -> None:
    """Cosines of quantised vectors are those of the floats to within a hundredth; scale does not count."""
    floats = np.random.default_rng(3).normal(size=(20, 64))
    index = VectorIndex(quantise(floats))
    units = floats / np.linalg.norm(floats, axis=1, keepdims=True)
    for row, found in enumerate(index.within(quantise(floats * 1_000), 0.05)):
        assert all(abs(cosine - float(units[row] @ units[other])) < 0.01 for other, cosine in found)
    assert not quantise([[0.0, 0.0]]).any()


def test_what_is_no_table_of_numbers_is_refused() -> None:
    """NaN, infinities, single vectors and floats in place of bytes raise ValueError."""
    for bad in ([[float("nan")]], [[float("inf")]], [1.0, 2.0]):
        with pytest.raises(ValueError, match="table"):
            quantise(bad)
    with pytest.raises(ValueError, match="int8"):
        VectorIndex(np.ones((2, 2)))  # type: ignore[arg-type]

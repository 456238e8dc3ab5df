"""The hash of a set that is kept up as elements come and go."""

from __future__ import annotations

from collections import Counter
from hashlib import shake_128

from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.canonical import digest_bytes
from pramana.graph import SetHash

ELEMENTS = st.lists(st.text(max_size=6), max_size=12)


def hash_of(elements: list[str]) -> str:
    made = SetHash()
    made.add(elements)
    return made.hexdigest()


def naive_hash(elements: list[str]) -> str:
    """Add up 1,024 little-endian lanes of 16 bits a plain Python number at a time."""
    lanes = [0] * 1024
    for element in elements:
        expanded = shake_128(element.encode()).digest(2048)
        for lane in range(1024):
            lanes[lane] += int.from_bytes(expanded[2 * lane : 2 * lane + 2], "little")
    return digest_bytes(b"".join((lane % 2**16).to_bytes(2, "little") for lane in lanes))


@settings(max_examples=25)
@given(st.lists(st.text(max_size=6), max_size=5))
def test_hash_is_the_lane_wise_sum(elements: list[str]) -> None:
    """The hash is the sum of the expanded elements, lane by lane, modulo 2 to the 16."""
    assert hash_of(elements) == naive_hash(elements)


@settings(max_examples=50)
@given(ELEMENTS.flatmap(lambda elements: st.tuples(st.just(elements), st.permutations(elements))))
def test_order_of_adding_does_not_matter(both: tuple[list[str], list[str]]) -> None:
    """The same elements in any order give the same hash."""
    assert hash_of(both[0]) == hash_of(both[1])


@settings(max_examples=50)
@given(ELEMENTS, ELEMENTS)
def test_removing_undoes_adding(kept: list[str], gone: list[str]) -> None:
    """What was added and taken out again leaves no trace, in whatever order."""
    made = SetHash()
    made.add(gone)
    made.add(kept)
    made.remove(reversed(gone))
    assert made.hexdigest() == hash_of(kept)


@settings(max_examples=50)
@given(ELEMENTS, ELEMENTS)
def test_equal_multisets_and_no_others_have_equal_hashes(one: list[str], other: list[str]) -> None:
    """Twice the same element is not once."""
    assert (hash_of(one) == hash_of(other)) == (Counter(one) == Counter(other))


@settings(max_examples=25)
@given(ELEMENTS, ELEMENTS)
def test_goes_on_from_its_state(before: list[str], after: list[str]) -> None:
    """A hash taken up from its state goes on as if it had never been put away."""
    first = SetHash()
    first.add(before)
    second = SetHash(first.state())
    second.add(after)
    assert second.hexdigest() == hash_of(before + after)
    assert first.hexdigest() == hash_of(before), "the first is not touched by the second"


def test_hash_of_the_empty_set_never_changes() -> None:
    """The hash of nothing is fixed: it stands in manifests."""
    assert hash_of([]) == digest_bytes(bytes(2048))

"""What holds for any state, whatever was done to it."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from gasl_states import BACKENDS, carry_out, items, numbers, objects, operations, records
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.gasl.state import MemoryStateBackend, StateStore, maps, vectors
from pramana.gasl.state.merging import Merge
from pramana.gasl.state.storage import Storage, same

BOUND = settings(max_examples=60)
pytestmark = pytest.mark.seeds


def fixed() -> str:
    return "2026-01-01T00:00:00Z"


def store(backend: Any = None) -> StateStore:
    return StateStore(backend, query="who?", config={"adapter": {"type": "networkx"}}, now=fixed)


@given(steps=st.lists(operations(), max_size=12))
@BOUND
def test_backends_give_equal_documents_and_hashes(steps: list[tuple[Any, ...]]) -> None:
    """Any sequence of operations leaves one document and one hash on every backend, before and after opening anew."""
    with TemporaryDirectory() as folder:
        stores = [store(make(Path(folder))) for make in BACKENDS.values()]
        for held in stores:
            for step in steps:
                carry_out(held, step)
            held.persist()
        again = [store(make(Path(folder))) for name, make in BACKENDS.items() if name != "memory"]
        first, *others = [*stores, *again]
        for other in others:
            assert same(other.document(), first.document())
            assert other.hash == first.hash
        assert [snapshot.hash for snapshot in stores[2].log()] == [snapshot.hash for snapshot in again[1].log()]
        assert json.loads((Path(folder) / "state.json").read_text("utf-8")) == first.document()


@given(before=st.lists(operations(), max_size=6), value=items, sources=records)
@BOUND
def test_merging_a_list_again_changes_nothing(before: list[Any], value: list[Any], sources: list[Any]) -> None:
    """MERGE of the same items with the same provenance is idempotent."""
    held = store()
    for step in before:
        carry_out(held, step)
    held.merge(("r", "list0"), value, sources)
    once = held.hash
    change = held.merge(("r", "list0"), value, sources)
    assert (held.hash, change.added, change.merged, change.conflicts) == (once, 0, 0, [])


@given(before=st.lists(objects, max_size=3), value=objects, sources=records)
@BOUND
def test_merging_an_object_again_changes_nothing(before: list[Any], value: Any, sources: list[Any]) -> None:
    """MERGE of the same object is idempotent, conflicts included."""
    held = store()
    for earlier in before:
        held.merge(("d",), earlier)
    held.merge(("d",), value, sources)
    once = held.hash
    assert (held.merge(("d",), value, sources).conflicts, held.hash) == ([], once)


@given(old=items, new=items)
@BOUND
def test_plain_lists_merge_idempotently(old: list[Any], new: list[Any]) -> None:
    """Lists inside data union by identity, too: a second time adds nothing."""
    once = Merge().values(old, new, ())
    assert same(Merge().values(once, new, ()), once)


@given(order=st.permutations(range(4)), data=st.tuples(items, objects, numbers, items))
@BOUND
def test_order_of_updates_of_disjoint_keys_does_not_matter(order: list[int], data: tuple[Any, ...]) -> None:
    """The hash is that of the content, not of the way to it."""
    keys = [("a", "list"), ("a", "dict"), ("n",), ("b", "list")]
    one, other = store(), store()
    for index in range(4):
        one.merge(keys[index], data[index])
    for index in order:
        other.merge(keys[index], data[index])
    assert one.hash == other.hash
    assert same(one.variables(), other.variables())


@given(steps=st.lists(operations(), max_size=8), later=st.lists(operations(), max_size=5))
@BOUND
def test_a_snapshot_stays_what_it_was(steps: list[Any], later: list[Any]) -> None:
    """What is done to a state, or to a fork of it, leaves every snapshot of the log as it was."""
    held = store()
    for step in steps:
        carry_out(held, step)
    frozen = [(snapshot.hash, held.at(snapshot.hash).variables()) for snapshot in held.log()]
    fork = held.fork()
    for step in later:
        carry_out(fork, step)
        carry_out(held, step)
    assert fork.hash == held.hash
    for key, variables in frozen:
        assert same(held.at(key).variables(), variables)
    assert held.fork(frozen[0][0]).variables() == {}


@given(steps=st.lists(operations(), max_size=8), later=st.lists(operations(), max_size=4))
@BOUND
def test_a_difference_is_empty_only_where_hashes_are_equal(steps: list[Any], later: list[Any]) -> None:
    """`diff` names a difference between two snapshots exactly where their content differs, both ways round."""
    held = store()
    for step in steps:
        carry_out(held, step)
    before = held.hash
    for step in later:
        carry_out(held, step)
    there, back = held.diff(before), held.diff(held.hash, before)
    assert bool(there) == bool(back) == (held.hash != before)
    assert [found.key for found in there] == [found.key for found in back]


@given(parts=st.lists(st.integers(0, 80), min_size=1, max_size=5), data=st.data())
@BOUND
def test_vector_depends_on_its_entries_alone(parts: list[int], data: st.DataObject) -> None:
    """However a list grew, and wherever it was changed, its root is that of the list made at once."""
    storage = Storage(MemoryStateBackend())
    grown, entries = vectors.Vector(), list[int]()
    for part in parts:
        entries += range(part)
        grown = vectors.append(storage, grown, [str(number) for number in range(part)])
    for position in data.draw(st.sets(st.integers(0, max(len(entries) - 1, 0)), max_size=5)) if entries else ():
        entries[position] = -1
        grown = vectors.replace(storage, grown, {position: "-1"})
    assert grown == vectors.append(storage, vectors.Vector(), [str(number) for number in entries])
    assert list(vectors.walk(storage, grown)) == entries
    assert [vectors.at(storage, grown, position) for position in range(len(entries))] == entries


@pytest.mark.parametrize("length", [31, 32, 33, 1023, 1024, 1025, 32 * 1024, 32 * 1024 + 1])
def test_vector_grows_over_the_edges_of_its_levels(length: int) -> None:
    """One entry more than a level holds makes the tree taller, and loses nothing."""
    storage = Storage(MemoryStateBackend())
    texts = [str(number) for number in range(length + 40)]
    grown = vectors.append(storage, vectors.append(storage, vectors.Vector(), texts[:length]), texts[length:])
    assert grown == vectors.append(storage, vectors.Vector(), texts)
    assert list(vectors.walk(storage, grown)) == list(range(length + 40))
    changed = vectors.replace(storage, grown, {length: '"new"'})
    assert list(vectors.differences(storage, grown, changed)) == [(length, length, "new")]
    shorter = vectors.append(storage, vectors.Vector(), texts[:length])
    assert [found[0] for found in vectors.differences(storage, shorter, grown)] == list(range(length, length + 40))


@given(keys=st.lists(st.text(max_size=4), unique=True, max_size=200), data=st.data())
@settings(max_examples=25)
def test_map_depends_on_its_entries_alone(keys: list[str], data: st.DataObject) -> None:
    """In whatever order and portions keys are put, the root is the same, and each is found again."""
    storage = Storage(MemoryStateBackend())
    entries = {key: {"plain": index} for index, key in enumerate(keys)}
    whole = maps.put(storage, maps.empty(storage), entries)
    cut, part = data.draw(st.integers(0, len(keys))), maps.empty(storage)
    for chosen in (keys[cut:], keys[:cut], keys[cut:]):
        part = maps.put(storage, part, {key: entries[key] for key in chosen})
    assert part == whole
    assert dict(maps.walk(storage, whole)) == entries
    assert [maps.get(storage, whole, key) for key in keys] == list(entries.values())
    assert maps.get(storage, whole, "not there") is None
    some = maps.put(storage, maps.empty(storage), {key: entries[key] for key in keys[:cut]})
    assert sorted(found[0] for found in maps.differences(storage, some, whole)) == sorted(keys[cut:])

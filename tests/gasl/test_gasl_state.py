"""What DECLARE and UPDATE do to a state, case by case."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from gasl_states import BACKENDS

from pramana.errors import CanonicalError, InputError, StoreError, UnknownName
from pramana.gasl import StateType
from pramana.gasl.state import (
    GASL_SCHEMA,
    Conflict,
    JSONFileStateBackend,
    SqliteStateBackend,
    StateBackend,
    StateItem,
    StatePlace,
    StateStore,
)
from pramana.store import Database

LIST, DICT, COUNTER = StateType.LIST, StateType.DICT, StateType.COUNTER
FROM_A, FROM_B = {"source": "graph", "id": "a"}, {"source": "graph", "id": "b"}
on_every_backend = pytest.mark.parametrize("name", BACKENDS)


def store(backend: StateBackend | None = None, **given: Any) -> StateStore:
    return StateStore(backend, now=lambda: "2026-01-01T00:00:00Z", **given)


@pytest.fixture
def held() -> StateStore:
    return store()


def test_declaring_makes_the_document_of_the_seed(held: StateStore) -> None:
    """Declared keys stand in `variables` with `_meta`, a LIST with `items`, a COUNTER with `value`."""
    held.declare(("study",), DICT)
    held.declare(("study", "authors"), LIST, "All authors.")
    held.declare(("study", "seen"), COUNTER)
    assert held.document() == {
        "version": "0.1",
        "created_at": "2026-01-01T00:00:00Z",
        "updated_at": "2026-01-01T00:00:00Z",
        "query": "",
        "config": {},
        "variables": {
            "study": {
                "_meta": {"type": "DICT", "description": None},
                "authors": {"_meta": {"type": "LIST", "description": "All authors."}, "items": []},
                "seen": {"_meta": {"type": "COUNTER", "description": None}, "value": 0},
            }
        },
        "history": [],
        "replay": {"seed": 0, "commands": [], "hash": held.document()["replay"]["hash"]},
    }


def test_declaring_again_does_nothing_and_another_type_is_refused(held: StateStore) -> None:
    """The first declaration stands, with its description; another type is an error that says both."""
    held.declare(("a",), LIST, "first")
    once = held.hash
    assert held.declare(("a",), LIST, "second").declared == []
    assert held.hash == once
    with pytest.raises(InputError, match=r"^a is a LIST, not a DICT\."):
        held.declare(("a",), DICT)


def test_declaring_makes_the_parents_that_are_missing(held: StateStore) -> None:
    """Keys above a dotted key become DICTs; where one is something else, nothing is declared."""
    assert held.declare(("a", "b", "c"), LIST).declared == [(("a",), DICT), (("a", "b"), DICT), (("a", "b", "c"), LIST)]
    with pytest.raises(InputError, match=r"^a\.b\.c is a LIST, not a DICT"):
        held.declare(("a", "b", "c", "d"), LIST)
    held.merge(("a",), {"plain": {"x": 1}})
    with pytest.raises(InputError, match=r"^a\.plain is plain data, not a DICT"):
        held.declare(("a", "plain", "y"), LIST)
    assert held.keys() == [("a",), ("a", "b"), ("a", "b", "c")]


@pytest.mark.parametrize("part", ["_meta", "items", "value", ""])
def test_names_of_the_state_are_refused_as_keys(held: StateStore, part: str) -> None:
    """`_meta`, `items`, `value` and the empty name are no keys: not declared, not updated, not inside an object."""
    for refused in (
        lambda: held.declare(("a", part), LIST),
        lambda: held.merge(("a", part), [1]),
        lambda: held.merge(("d",), {part: 1}),
        lambda: held.merge(("d",), {"deep": {part: 1}}),
    ):
        with pytest.raises(InputError):
            refused()
    assert held.variables() == {}
    held.merge(("rows",), [{part: 1}])
    assert held.get(("rows",)) == [{part: 1}]


@pytest.mark.parametrize(("value", "kind"), [([], LIST), ((1,), LIST), ({}, DICT), (3, COUNTER), (0.5, COUNTER)])
def test_an_undeclared_key_takes_the_type_of_the_value(held: StateStore, value: Any, kind: StateType) -> None:
    """A list makes a LIST, an object a DICT, a number a COUNTER, and the change says so."""
    change = held.merge(("new",), value)
    assert held.type_of(("new",)) is kind
    assert change.as_json()["declared"] == {"new": kind}


@pytest.mark.parametrize("value", ["text", True, None])
def test_an_undeclared_key_takes_no_other_value(held: StateStore, value: Any) -> None:
    """A text, a boolean, null make no type; the message says what to write."""
    with pytest.raises(InputError, match="DECLARE new AS"):
        held.merge(("new",), value)


def test_lists_union_by_identity(held: StateStore) -> None:
    """Items are one by their `id`, else by their content; those of one `id` merge, and provenance is unioned."""
    held.merge(("rows",), [{"id": 1, "x": "old"}, "word", {"y": 1}], [[FROM_A], [], [FROM_A]])
    change = held.merge(("rows",), ["word", {"id": 1, "x": "new", "z": [2]}, {"y": 1}, {"y": 2}], [FROM_B])
    assert held.get(("rows",)) == [{"id": 1, "x": "new", "z": [2]}, "word", {"y": 1}, {"y": 2}]
    assert [item.provenance for item in held.items(("rows",))] == [
        [FROM_A, FROM_B],
        [FROM_B],
        [FROM_A, FROM_B],
        [FROM_B],
    ]
    assert (change.added, change.merged, change.known) == (1, 3, 0)
    assert change.conflicts == [Conflict((0, "x"), "old", "new")]


def test_ids_of_unlike_types_are_unlike(held: StateStore) -> None:
    """1, "1", 1.0 and true are four ids; null is none."""
    held.merge(("rows",), [{"id": found} for found in (1, "1", 1.0, True, None)])
    assert held.count(("rows",)) == 5


def test_items_of_one_id_in_one_value_merge(held: StateStore) -> None:
    """A value that names an id twice adds one item, and the conflict between the two is recorded."""
    held.merge(("rows",), [{"id": 1, "x": 1}, {"id": 1, "x": 2, "y": 3}])
    assert held.get(("rows",)) == [{"id": 1, "x": 2, "y": 3}]
    assert held.variables()["rows"]["_meta"]["conflicts"] == [{"path": [0, "x"], "before": 1, "after": 2}]


def test_objects_merge_deep(held: StateStore) -> None:
    """Objects merge key by key, their lists union; a scalar that differs is replaced and the conflict recorded; null
    says nothing."""
    held.merge(("d",), {"mit": {"people": ["ada"], "since": 1861}, "kept": 1})
    change = held.merge(("d",), {"mit": {"people": ["bob", "ada"], "since": 1865, "x": 1}, "kept": None})
    assert held.get(("d",)) == {"mit": {"people": ["ada", "bob"], "since": 1865, "x": 1}, "kept": 1}
    assert held.variables()["d"]["_meta"]["conflicts"] == [{"path": ["mit", "since"], "before": 1861, "after": 1865}]
    assert (change.added, change.merged, change.known) == (0, 1, 1)


def test_an_object_reaches_what_is_declared_under_its_key(held: StateStore) -> None:
    """A part of an object whose key was declared merges there, as its type has it."""
    held.declare(("d", "rows"), LIST)
    held.declare(("d", "n"), COUNTER)
    held.merge(("d",), {"rows": [1], "n": 2})
    held.merge(("d",), {"rows": [2, 1], "n": 2}, [FROM_A])
    assert held.get(("d",)) == {"n": 4, "rows": [1, 2]}
    assert next(held.items(("d", "rows"))) == StateItem(("d", "rows"), 0, 1, [FROM_A])


def test_a_key_inside_plain_data_is_a_part_of_its_object(held: StateStore) -> None:
    """UPDATE of a key that leads into an object's data merges there, and REPLACE is refused."""
    held.merge(("d",), {"mit": {"people": ["ada"]}})
    held.merge(("d", "mit", "people"), ["bob"])
    held.merge(("d", "mit"), {"since": 1861})
    assert held.get(("d", "mit")) == {"people": ["ada", "bob"], "since": 1861}
    assert held.keys() == [("d",)]
    with pytest.raises(InputError, match="plain data of d"):
        held.replace(("d", "mit"), {})


def test_counters_add_numbers_and_lengths(held: StateStore) -> None:
    """A counter adds a number or how long a list is; REPLACE sets it."""
    held.declare(("n",), COUNTER)
    held.merge(("n",), 2)
    held.merge(("n",), ["a", "b"], [[FROM_A], [FROM_B]])
    held.merge(("n",), -0.5)
    assert held.get(("n",)) == 3.5
    assert list(held.items(("n",))) == [StateItem(("n",), "value", 3.5, [FROM_A, FROM_B])]
    held.replace(("n",), [1])
    assert held.get(("n",)) == 1


@pytest.mark.parametrize(
    ("kind", "value"), [(DICT, [1]), (DICT, 1), (COUNTER, {}), (COUNTER, "x"), (COUNTER, True), (COUNTER, None)]
)
def test_value_of_another_kind_is_refused(held: StateStore, kind: StateType, value: Any) -> None:
    """A DICT takes objects alone, a COUNTER numbers and lists; what is refused changes nothing."""
    held.declare(("k",), kind)
    once = held.hash
    with pytest.raises(InputError, match=f"^k is a {kind}"):
        held.merge(("k",), value)
    assert held.hash == once


def test_a_list_takes_one_value_as_one_item(held: StateStore) -> None:
    """An object, a text or a number goes into a LIST as an item."""
    held.declare(("rows",), LIST)
    for value in ({"a": 1}, "text", 5):
        held.merge(("rows",), value)
    assert held.get(("rows",)) == [{"a": 1}, "text", 5]


def test_replace_puts_a_value_in_the_place_of_another(held: StateStore) -> None:
    """REPLACE forgets items, data, conflicts and provenance; what was declared below stays declared, emptied."""
    held.declare(("d", "rows"), LIST, "rows")
    held.merge(("d",), {"rows": [1], "x": 1}, [FROM_A])
    held.merge(("d",), {"x": 2})
    held.replace(("d",), {"y": 1})
    assert held.variables()["d"] == {
        "_meta": {"type": "DICT", "description": None},
        "rows": {"_meta": {"type": "LIST", "description": "rows"}, "items": []},
        "y": 1,
    }
    held.merge(("d", "rows"), [1, 2])
    held.replace(("d", "rows"), [2, 3])
    held.merge(("d", "rows"), [3, 1])
    assert held.get(("d", "rows")) == [2, 3, 1]


def test_provenance_stands_beside_items(held: StateStore) -> None:
    """Items stay what they were; `_meta.provenance` has the records by position, by name, or under `value`."""
    held.merge(("rows",), ["a", "b"], [[], [FROM_A]])
    held.merge(("d",), {"x": 1}, [FROM_A])
    held.merge(("n",), 1, [FROM_A])
    held.attach_provenance(("rows",), [0, 1], [FROM_B, FROM_B])
    held.attach_provenance(("d",), ["x"], [FROM_B])
    written = held.variables()
    assert written["rows"]["_meta"]["provenance"] == {"0": [FROM_B], "1": [FROM_A, FROM_B]}
    assert written["rows"]["items"] == ["a", "b"]
    assert written["d"]["_meta"]["provenance"] == {"x": [FROM_A, FROM_B]}
    assert written["n"]["_meta"]["provenance"] == {"value": [FROM_A]}
    for key, place in ((("rows",), 2), (("rows",), -1), (("d",), "y"), (("n",), 0), (("none",), 0)):
        with pytest.raises(InputError):
            held.attach_provenance(key, [place], [FROM_A])


def test_provenance_goes_with_items_or_with_all(held: StateStore) -> None:
    """A record list an item must have one for each; records alone hold for every item; a record is an object."""
    with pytest.raises(InputError, match="2 items, and provenance for 1"):
        held.merge(("rows",), [1, 2], [[FROM_A]])
    with pytest.raises(InputError, match="is an object"):
        held.merge(("rows",), [1], [["graph"]])
    assert not held.has(("rows",))


@pytest.mark.parametrize("value", [[float("nan")], [{1: 2}], [{"x": "\ud800"}], {"x": {1, 2}}])
def test_what_json_cannot_hold_is_refused(held: StateStore, value: Any) -> None:
    """NaN, keys that are no texts, half characters and other types never come into a state."""
    with pytest.raises(CanonicalError):
        held.merge(("k",), value)
    assert held.variables() == {}


def test_what_is_nested_too_deep_is_refused(held: StateStore) -> None:
    """A hundred levels are taken, more are an error and not a crash; brackets in texts do not count."""
    value: Any = "[" * 500
    for _ in range(100):
        value = [value]
    held.merge(("rows",), value)
    for _ in range(2):
        value = [value]
    with pytest.raises(InputError, match="nested deeper"):
        held.merge(("rows",), value)
    for _ in range(5_000):
        value = [value]
    with pytest.raises(InputError, match="nested too deeply"):
        held.merge(("rows",), value)
    assert held.count(("rows",)) == 1


def test_save_that_fails_can_be_done_again(tmp_path: Path) -> None:
    """Where a backend cannot write, that is an error, nothing is lost, and the next save has it all."""
    backend = JSONFileStateBackend(tmp_path / "later" / "state.json")
    held = store(backend)
    held.merge(("n",), 1)
    with pytest.raises(StoreError, match="cannot be written"):
        held.persist()
    (tmp_path / "later").mkdir()
    held.merge(("n",), 1)
    held.persist()
    assert store(JSONFileStateBackend(backend.path)).get(("n",)) == 2

    database = Database(tmp_path / "state.db", [GASL_SCHEMA])
    held = store(SqliteStateBackend(database))
    held.merge(("n",), 1)
    database.execute("CREATE TRIGGER full BEFORE INSERT ON gasl_state BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
    with pytest.raises(StoreError, match="disk is full"):
        held.persist()
    assert database.one("SELECT count(*) FROM gasl_item") == (0,)
    database.execute("DROP TRIGGER full")
    held.persist()
    assert store(SqliteStateBackend(database)).get(("n",)) == 1
    database.close()


def test_values_are_copies(held: StateStore) -> None:
    """Neither what was given nor what was got is a handle on the state."""
    given = [{"x": [1]}]
    held.merge(("rows",), given)
    given[0]["x"].append(2)
    held.get(("rows",))[0]["x"].append(3)
    assert held.get(("rows",)) == [{"x": [1]}]


def test_unknown_keys_are_named_with_the_nearest(held: StateStore) -> None:
    """Reading a key that is not there names the nearest that is."""
    held.declare(("study", "authors"), LIST)
    with pytest.raises(UnknownName, match=r"study\.author'\. Did you mean study\.authors"):
        held.get(("study", "author"))
    with pytest.raises(UnknownName):
        held.items(("study", "author"))
    with pytest.raises(UnknownName):
        held.summary([("study", "author")])
    assert not held.has(("study", "author"))
    assert held.type_of(("study", "author")) is None


def test_history_is_bounded_and_commands_are_kept_whole(held: StateStore) -> None:
    """A record is cut and cleaned of secrets; its command is kept as it was, to be replayed unless told otherwise."""
    command = "FIND nodes WHERE name = '" + "x" * 6_000 + "' AS n"
    held.append_history({"command": command, "why": "w", "output": ["y" * 900] * 50, "api_key": "abc"})
    held.append_history({"command": "COUNT n AS c"}, replay=False)
    first, second = held.history()
    assert (first["step"], first["command"], first["api_key"], second["step"]) == (1, command, "[hidden]", 2)
    assert len(json.dumps({**first, "command": ""}, ensure_ascii=False)) < 4_100
    assert held.replay_info() == {"seed": 0, "commands": [command], "config": {}}


@on_every_backend
def test_state_is_gone_on_with(name: str, tmp_path: Path) -> None:
    """What was persisted is there in the next session, with query, config, history and replay; what was not is gone."""
    backend = BACKENDS[name](tmp_path)
    first = store(backend, query="who?", config={"llm": {"model": "rules"}})
    first.merge(("rows",), [{"id": n} for n in range(100)], [FROM_A])
    first.append_history({"command": "FIND nodes AS rows", "why": "seed"})
    first.persist()
    document = first.document()
    first.merge(("rows",), ["lost"])
    first.append_history({"command": "lost"})
    again = store(backend if name == "memory" else BACKENDS[name](tmp_path), query="another")
    assert again.document() == document
    assert again.query == "who?"
    assert again.merge(("rows",), [{"id": 7}]).known == 1
    assert again.count(("rows",)) == 100
    first.load()
    assert first.document() == document


@on_every_backend
def test_two_writers_do_not_overwrite_each_other(name: str, tmp_path: Path) -> None:
    """Saving over what somebody else has saved is refused, and the other's work stays."""
    backend = BACKENDS[name](tmp_path)
    begun = store(backend)
    begun.persist()
    one, other = (store(backend if name == "memory" else BACKENDS[name](tmp_path)) for _ in range(2))
    one.merge(("n",), 1)
    one.persist()
    other.merge(("n",), 5)
    with pytest.raises(StoreError, match="somebody else"):
        other.persist()
    other.load()
    assert other.get(("n",)) == 1


@on_every_backend
def test_fork_has_the_past_and_a_future_of_its_own(name: str, tmp_path: Path) -> None:
    """A fork begins at a snapshot with the history up to there; neither sees what the other does afterwards."""
    held = store(BACKENDS[name](tmp_path), query="who?")
    held.merge(("rows",), [1])
    held.append_history({"command": "one"})
    held.persist()
    middle = held.hash
    held.merge(("rows",), [2])
    held.append_history({"command": "two"})
    fork = held.fork(middle)
    fork.merge(("rows",), [3, 1])
    fork.append_history({"command": "three"})
    fork.persist()
    assert (held.get(("rows",)), fork.get(("rows",))) == ([1, 2], [1, 3])
    assert fork.replay_info()["commands"] == ["one", "three"]
    assert [record["step"] for record in fork.history()] == [1, 2]
    assert (fork.query, fork.log()[0].hash) == ("who?", middle)
    twice = fork.fork()
    twice.merge(("rows",), [3, 4])
    assert twice.get(("rows",)) == [1, 3, 4]


@pytest.mark.parametrize("name", ["json", "sqlite"])
def test_fork_can_begin_in_a_backend(name: str, tmp_path: Path) -> None:
    """A fork that is given an empty backend stands there on its own; one that holds a state is refused."""
    held = store()
    held.merge(("rows",), [{"id": n} for n in range(100)], [FROM_A])
    held.append_history({"command": "one"})
    held.fork(backend=BACKENDS[name](tmp_path))
    again = store(BACKENDS[name](tmp_path))
    assert again.document() == held.document()
    assert again.merge(("rows",), [{"id": 99}, {"id": 100}]).added == 1
    with pytest.raises(InputError, match="nothing yet"):
        held.fork(backend=BACKENDS[name](tmp_path))


def test_log_has_a_snapshot_for_each_change(held: StateStore) -> None:
    """Each change of the variables is a snapshot with its parent and its step; what changes nothing is none."""
    held.declare(("rows",), LIST)
    held.append_history({"command": "DECLARE rows AS LIST"})
    held.merge(("rows",), [1])
    held.merge(("rows",), [1])
    log = held.log()
    assert [snapshot.parent for snapshot in log] == [None, log[0].hash, log[1].hash]
    assert [snapshot.step for snapshot in log] == [0, 1, 2]
    with pytest.raises(UnknownName, match="snapshot"):
        held.at("0" * 32)


def test_diff_names_what_differs(held: StateStore) -> None:
    """Items by position, entries by name, counters, declarations, and where provenance alone differs."""
    held.merge(("d", "rows"), ["a", {"id": 1, "x": 1}])
    held.merge(("d",), {"same": 1, "other": 1})
    before = held.hash
    held.merge(("d", "rows"), ["a", {"id": 1, "x": 2}, "new"], [[FROM_A], [], []])
    held.merge(("d",), {"other": 2})
    held.merge(("n",), 3)
    changed = {found.key: found for found in held.diff(before)}
    assert list(changed) == [("d",), ("d", "rows"), ("n",)]
    assert changed[("d",)].places == (StatePlace("other", "changed", 1, 2),)
    assert changed[("d", "rows")].places == (
        StatePlace(1, "changed", {"id": 1, "x": 1}, {"id": 1, "x": 2}),
        StatePlace(2, "added", None, "new"),
    )
    assert changed[("d", "rows")].sources == (0,)
    assert changed[("n",)].as_json() == {
        "key": "n",
        "type_before": None,
        "type_after": "COUNTER",
        "sources": [],
        "conflicts": [],
        "places": [{"place": "value", "change": "added", "before": None, "after": 3}],
    }


def test_diff_names_what_was_replaced(held: StateStore) -> None:
    """A value that went and came back differs in what was recorded of it; null differs from nothing."""
    held.merge(("d",), {"x": 1})
    before = held.hash
    held.merge(("d",), {"x": 2})
    held.merge(("d",), {"x": 1})
    (found,) = held.diff(before)
    assert (found.places, len(found.conflicts), found.conflicts[0]["after"]) == ((), 2, 2)
    held.merge(("d",), {"y": None})
    assert held.diff(before)[0].places == (StatePlace("y", "added", None, None),)


def test_summary_is_bounded_and_says_what_it_leaves_out(held: StateStore) -> None:
    """Type, description, count and the first items of each key, within the characters allowed."""
    held.declare(("rows",), LIST, "found")
    held.merge(("rows",), [{"id": n, "text": "x" * 100} for n in range(1_000)])
    held.merge(("d",), {"b": 1, "a": 2})
    assert held.summary([("d",)]) == {
        "d": {"type": "DICT", "description": None, "count": 2, "first": [{"a": 2}, {"b": 1}]}
    }
    whole = held.summary(max_items=2)
    assert whole["rows"]["count"] == 1_000
    assert len(whole["rows"]["first"]) == 2
    for bound in (40, 200, 1_000):
        assert len(json.dumps(held.summary(max_chars=bound), ensure_ascii=False)) <= bound
    held.merge(("many",), {})
    for n in range(50):
        held.declare(("many", f"k{n}"), LIST)
    assert held.summary(max_chars=600)["…"].endswith("more")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "cannot be read"),
        ("[]", "is not a state"),
        ('{"version": "9"}', "is not a state"),
        ('{"version": "0.1", "variables": []}', "`variables`"),
        ('{"version": "0.1", "history": {}}', "`history`"),
        ('{"version": "0.1", "replay": {"commands": 1}}', "replay.commands"),
        ('{"version": "0.1", "replay": {"engines": ["a"]}}', "replay.engines"),
        ('{"version": "0.1", "config": {"x": NaN}}', "cannot be read"),
        ('{"version": "0.1", "config": {"x": 1e999}}', "cannot be read"),
        ('{"version": "0.1", "config": {"x": "\\ud800"}}', "cannot be read"),
        ('{"version": "0.1", "variables": {"a": 1}}', "variables.a has no `_meta`"),
        ('{"version": "0.1", "variables": {"a": {"_meta": {"type": "SET"}}}}', "_meta.type"),
        ('{"version": "0.1", "variables": {"a": {"_meta": {"type": "LIST"}, "items": "x"}}}', "items is a list"),
        ('{"version": "0.1", "variables": {"a": {"_meta": {"type": "LIST"}, "items": [], "x": 1}}}', "has no x"),
        ('{"version": "0.1", "variables": {"a": {"_meta": {"type": "COUNTER"}, "value": true}}}', "is a number"),
        ('{"version": "0.1", "variables": {"a": {"_meta": {"type": "DICT"}, "b": {"items": 1}}}}', "state uses"),
        ('{"version": "0.1", "variables": {"a": {"_meta": {"type": "DICT", "provenance": []}}}}', "provenance"),
        ('{"version": "0.1", "variables": {"a": {"_meta": 1}}}', "_meta.type"),
    ],
)
def test_file_that_is_no_state_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    """A file that was broken or written by something else is refused with what is wrong, and left alone."""
    path = tmp_path / "state.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=problem):
        StateStore(JSONFileStateBackend(path))
    assert path.read_text("utf-8") == text


def test_file_of_the_seed_is_read_and_what_is_foreign_in_it_kept(tmp_path: Path) -> None:
    """A state as the seed writes it is gone on with; fields that are not ours come back out."""
    path = tmp_path / "state.json"
    given = {
        "version": "0.1",
        "created_at": "2025-09-16T12:34:56Z",
        "updated_at": "2025-09-16T13:45:00Z",
        "query": "q",
        "config": {"adapter": {"type": "networkx", "params": {"max_path_len": 3}}},
        "variables": {
            "s": {
                "_meta": {"type": "DICT", "description": None},
                "authors": {"_meta": {"type": "LIST", "description": "All."}, "items": [{"id": "n1"}]},
            }
        },
        "history": [{"step": 1, "command": "FIND nodes AS authors", "why": "w"}],
        "replay": {"seed": 7, "commands": ["FIND nodes AS authors"]},
        "theirs": [1],
    }
    path.write_text(json.dumps(given), "utf-8")
    held = store(JSONFileStateBackend(path))
    given["replay"]["hash"] = held.document()["replay"]["hash"]  # type: ignore[index]
    assert held.document() == given
    assert held.merge(("s", "authors"), [{"id": "n1", "x": 1}, {"id": "n2"}]).added == 1
    held.persist()
    written = json.loads(path.read_text("utf-8"))
    assert (written["theirs"], written["replay"]["seed"], written["history"]) == ([1], 7, given["history"])
    assert list(written)[:8] == list(given)[:8]


def test_file_keeps_its_permissions_and_its_links(tmp_path: Path) -> None:
    """Saving replaces what a link leads to, not the link, and leaves the mode as it was and no other file behind."""
    path, link = tmp_path / "state.json", tmp_path / "link.json"
    store(JSONFileStateBackend(path)).persist()
    path.chmod(0o640)
    link.symlink_to(path)
    held = store(JSONFileStateBackend(link))
    held.merge(("n",), 1)
    held.persist()
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert store(JSONFileStateBackend(path)).get(("n",)) == 1
    assert sorted(tmp_path.iterdir()) == [link, path]


def test_states_share_a_database_by_name() -> None:
    """Several states live in one database, each under its name, and share what is equal."""
    database = Database(None, [GASL_SCHEMA])
    one, other = (store(SqliteStateBackend(database, name)) for name in ("one", "other"))
    one.merge(("rows",), [1, 2])
    other.merge(("rows",), [1, 2])
    one.persist()
    before = database.all("SELECT count(*) FROM gasl_item")
    other.persist()
    assert database.all("SELECT count(*) FROM gasl_item") == before
    other.merge(("rows",), [3])
    other.persist()
    assert store(SqliteStateBackend(database, "one")).get(("rows",)) == [1, 2]


def test_reading_writes_nothing(tmp_path: Path) -> None:
    """Differences, summaries, documents and views of snapshots leave nothing to be saved."""
    backend = SqliteStateBackend(tmp_path / "state.db")
    held = store(backend)
    for length in (0, 3, 40, 2_000):
        held.merge(("rows",), list(range(length)))
    held.merge(("d",), {"x": 1})
    held.persist()
    for before in held.log():
        held.diff(before.hash)
        held.diff(held.hash, before.hash)
        held.at(before.hash).summary()
    database = Database(tmp_path / "state.db", [GASL_SCHEMA])
    count = database.one("SELECT count(*) FROM gasl_item")
    held.persist()
    assert database.one("SELECT count(*) FROM gasl_item") == count
    database.close()
    backend.close()


def test_update_of_a_long_list_writes_little(tmp_path: Path) -> None:
    """Ten items more in a list of 20,000 write no more than ten hints and a few nodes."""
    backend = SqliteStateBackend(tmp_path / "state.db")
    held = store(backend)
    held.merge(("rows",), [{"id": n} for n in range(20_000)])
    held.persist()
    database = Database(tmp_path / "state.db", [GASL_SCHEMA])
    counts = "SELECT (SELECT count(*) FROM gasl_item), (SELECT count(*) FROM gasl_place)"
    before = database.one(counts) or ()
    again = store(SqliteStateBackend(tmp_path / "state.db"))
    again.merge(("rows",), [{"id": n} for n in range(20_000, 20_010)])
    again.persist()
    after = database.one(counts) or ()
    assert after[1] - before[1] == 10
    assert after[0] - before[0] <= 6
    database.close()

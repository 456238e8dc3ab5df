"""The state of an analysis: what was declared and found, with where it comes from, and how it was made.

It is a row of snapshots, each addressed by the hash of its content. Only DECLARE and UPDATE make new ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from time import time
from typing import Any

from pramana.canonical import canonical
from pramana.errors import UnknownName
from pramana.gasl.provenance import union
from pramana.gasl.serialization import bounded_json
from pramana.gasl.state.backends import VERSION, MemoryStateBackend, document
from pramana.gasl.state.changes import KeyDiff, differences
from pramana.gasl.state.forking import copy_into
from pramana.gasl.state.maps import empty
from pramana.gasl.state.storage import Snapshot, StateBackend, StateBatch, Storage
from pramana.gasl.state.updating import Sources, attach, update
from pramana.gasl.state.variables import Key, StateChange, Variables, parts_of
from pramana.gasl.state.view import StateView
from pramana.gasl.types import StateType, UpdateMode

HISTORY_CHARS = 4_000
"""How much of a history record is kept, in characters of JSON."""


PLAN_AT_WORK = "plan_at_work"
"""The field of a state's document that names the plan that has not ended."""


def utc_now() -> str:
    """Return the time as the document has it: UTC, to the second."""
    return _second_text(int(time()))


@lru_cache(maxsize=2)  # asked several times a command; writing a time takes 3 µs
def _second_text(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True)
class StateMark:
    """A moment of a state: its variables, and how much of what is not persisted there was."""

    variables: Variables
    history: int
    commands: int
    snapshots: int
    header: Mapping[str, Any]


class StateStore(StateView):
    """A state over a backend. What is written is seen at once, and survives from `persist` on.

    A key is a tuple of its parts, or a text with dots: ("a", "b") is `a.b`.
    """

    def __init__(
        self,
        backend: StateBackend | None = None,
        *,
        query: str = "",
        config: Mapping[str, Any] | None = None,
        now: Callable[[], str] = utc_now,
        engine: Callable[[], str] | None = None,
    ) -> None:
        """Go on with what the backend has, else begin: then `query` and `config` are the state's. None: in memory.

        `engine` returns the hash of the code that executes commands: each step is noted under it. None: not known.

        Raises CanonicalError where `config` is not JSON, InputError where what the backend holds is not a state.
        """
        self._backend = backend or MemoryStateBackend()
        self._now, self._engine = now, engine
        at = now()
        self._begun: dict[str, Any] = {"version": VERSION, "created_at": at, "updated_at": at}
        self._begun |= json.loads(canonical({"query": query, "config": dict(config or {}), "replay": {"seed": 0}}))
        self.load()

    def load(self) -> None:
        """Go back to what the backend has: what was not persisted is forgotten."""
        saved = self._backend.load()
        self._storage = Storage(self._backend)
        self._base = saved.root if saved else None
        self._header = dict(saved.header if saved else self._begun)
        self._variables = Variables(self._storage, saved.root if saved else empty(self._storage))
        self._kept = (saved.history, saved.commands) if saved else (0, 0)
        self._history: list[dict[str, Any]] = []
        self._commands: list[str] = []
        self._snapshots: list[Snapshot] = []
        if saved is None:
            self._snapshots.append(Snapshot(self.hash, None, 0, 0, self._header["created_at"]))

    def persist(self) -> None:
        """Hand all that is new to the backend, together. Raises StoreError where somebody else has saved since."""
        header = {**self._header, "updated_at": self._now()}
        new = (self._storage.nodes, self._storage.hints, self._snapshots, self._history, self._commands)
        self._backend.save(StateBatch(self._base, self.hash, header, *new))
        self._header, self._base = header, self.hash
        self._kept = (self._kept[0] + len(self._history), self._kept[1] + len(self._commands))
        self._storage.mark_stored()
        self._history, self._commands, self._snapshots = [], [], []

    def mark(self) -> StateMark:
        """Return what `go_back` needs to forget all that is done from here on. Nothing may be persisted between."""
        sizes = len(self._history), len(self._commands), len(self._snapshots)
        return StateMark(self._variables, *sizes, self._header)

    def go_back(self, mark: StateMark) -> None:
        """Forget what was done since a mark."""
        self._variables, self._header = mark.variables, dict(mark.header)
        del self._history[mark.history :], self._commands[mark.commands :], self._snapshots[mark.snapshots :]

    @property
    def plan_at_work(self) -> dict[str, Any] | None:
        """What `note_plan` noted: the plan that was begun in this state and has not ended, None where there is none."""
        noted = self._header.get(PLAN_AT_WORK)
        return dict(noted) if isinstance(noted, Mapping) else None

    def note_plan(self, note: Mapping[str, Any] | None) -> None:
        """Note which plan is at work, as JSON, and persist; None: none is."""
        self._header.pop(PLAN_AT_WORK, None)
        if note is not None:
            self._header[PLAN_AT_WORK] = dict(note)
        self.persist()

    def note_run(self, plan: Mapping[str, Any]) -> None:
        """Add a plan to those of the run: its id, its reason, its configuration, the caps, as JSON."""
        self._add_to_replay("plans", [dict(plan)])

    def note_responses(self, keys: Sequence[str]) -> None:
        """Add stored responses to those that the run rests on: the request's hash and the revision."""
        self._add_to_replay("responses", [key for key in keys if key not in self._replay().get("responses", ())])

    def _note_engine(self) -> None:
        """Note which code executes the next step, where it is not that of the last one."""
        noted = self._replay().get("engines")
        engine = self._engine() if self._engine else ""
        if engine != (noted[-1]["engine"] if noted else ""):
            self._add_to_replay("engines", [{"step": self.steps + 1, "engine": engine}])

    @property
    def engines(self) -> list[dict[str, Any]]:
        """Which code executed the steps: the hash `engine` from `step` on, "" for code that is not known."""
        return [dict(noted) for noted in self._replay().get("engines", ())]

    def note_query(self, query: str) -> None:
        """Set what the run is to find out."""
        self._header = {**self._header, "query": query}

    def note_config(self, name: str, value: Mapping[str, Any] | str) -> None:
        """Set an entry of the configuration: what the newest plan is run with."""
        self._header = {**self._header, "config": {**self._header["config"], name: json.loads(canonical(value))}}

    def _replay(self) -> Mapping[str, Any]:
        return self._header.get("replay") or {"seed": 0}

    def _add_to_replay(self, name: str, new: Sequence[Any]) -> None:
        if new:
            replay = self._replay()
            self._header = {**self._header, "replay": {**replay, name: [*replay.get(name, ()), *new]}}

    @property
    def recorded_hash(self) -> str | None:
        """The hash of the whole run that the file has, None where none was written: see `run_hash`."""
        found = self._replay().get("hash")
        return found if isinstance(found, str) else None

    @property
    def query(self) -> str:
        return str(self._header["query"])

    @property
    def config(self) -> dict[str, Any]:
        return dict(self._header["config"])

    def declare(self, key: Key | str, kind: StateType, description: str | None = None) -> StateChange:
        """Declare a key, and as DICTs the keys above it that are missing. A key of this type stays as it is.

        Raises InputError where it has another type, or is below a key that is not a DICT.
        """
        change = StateChange(parts_of(key))
        self._move(self._variables.declare(parts_of(key), StateType(kind), description, change))
        return change

    def merge(self, key: Key | str, value: Any, provenance: Sources = None) -> StateChange:
        """Add a value to what a key holds; a key that was not declared takes the value's type.

        `value` is a list, an object or a number. `provenance` is a list of records for all of it or, for a list, a
        list of records an item. Raises InputError where type and value do not go together.
        """
        return self._update(key, value, provenance, UpdateMode.MERGE)

    def replace(self, key: Key | str, value: Any, provenance: Sources = None) -> StateChange:
        """Put a value in the place of what a key holds. What was declared under it stays declared, and is emptied."""
        return self._update(key, value, provenance, UpdateMode.REPLACE)

    def _update(self, key: Key | str, value: Any, provenance: Sources, mode: UpdateMode) -> StateChange:
        variables, change = update(self._variables, parts_of(key), value, provenance, mode)
        self._move(variables)
        return change

    def attach_provenance(
        self, key: Key | str, indices: Sequence[int | str], items: Sequence[Mapping[str, Any]]
    ) -> None:
        """Add records, all of them, to each of the items of a LIST, or to keys of a DICT."""
        self._move(attach(self._variables, parts_of(key), indices, union(items)))

    def _move(self, variables: Variables) -> None:
        if variables.root != self.hash:
            command = self._kept[1] + len(self._commands) + 1
            self._snapshots.append(Snapshot(variables.root, self.hash, self.steps + 1, command, self._now()))
        self._variables = variables

    @property
    def steps(self) -> int:
        """How many records the history has."""
        return self._kept[0] + len(self._history)

    def append_history(self, record: Mapping[str, Any], *, replay: bool = True) -> None:
        """Add a record as the next step, bounded and without secrets. Its `command` is kept whole, and to be replayed.

        `replay` False: the command is part of one that is already recorded, as in a block.
        """
        rest = {name: value for name, value in record.items() if name != "step"}
        kept = {"step": self.steps + 1, **bounded_json(rest, max_chars=HISTORY_CHARS)}
        if "command" in record:
            # Half of a surrogate pair could not be written; a command that has one cannot be parsed either.
            kept["command"] = str(record["command"]).encode("utf-8", "replace").decode()
            if replay:
                self._commands.append(kept["command"])
        self._note_engine()
        self._history.append(kept)

    def history(self) -> list[dict[str, Any]]:
        """Return all records, the oldest first."""
        return [*self._backend.history(), *self._history]

    def replay_info(self) -> dict[str, Any]:
        """Return what a repetition needs: `seed`, `commands` in the order in which they ran, `config`."""
        commands = [*self._backend.commands(), *self._commands]
        return {"seed": self._header.get("replay", {}).get("seed", 0), "commands": commands, "config": self.config}

    def document(self) -> dict[str, Any]:
        """Return the whole state as JSON, in the format of its file."""
        return document(self._header, self.variables(), self.history(), self.replay_info()["commands"])

    def log(self) -> list[Snapshot]:
        """Return the snapshots, the oldest first. Where the backend is a JSON file: since it was opened."""
        return [*self._backend.snapshots(), *self._snapshots]

    def at(self, snapshot: str) -> StateView:
        """Return what the state held at a snapshot. Raises UnknownName where its log has no such hash."""
        return StateView(Variables(self._storage, self._find_snapshot(snapshot).hash))

    def fork(self, snapshot: str | None = None, backend: StateBackend | None = None) -> StateStore:
        """Return a separate state that begins at a snapshot (None: the current state), with the history up to there.

        Without a backend it lives in memory, over what this one reads, and stores only what it adds. A backend is
        one that holds nothing yet; the fork is saved in it at once. Raises InputError where it holds something.
        """
        begin = self._find_snapshot(snapshot or self.hash)
        root = [replace(begin, parent=None)]
        nodes = (dict(self._storage.nodes), self._storage.hints, root)
        if backend is None:
            shared = min(begin.step, self._kept[0]), min(begin.command, self._kept[1])
            backend = MemoryStateBackend(self._backend, *shared)
            new = self._history[: begin.step - shared[0]], self._commands[: begin.command - shared[1]]
            backend.save(StateBatch(None, begin.hash, self._header, *nodes, *new))
        else:
            logs = self.history()[: begin.step], self.replay_info()["commands"][: begin.command]
            copy_into(backend, self._storage, StateBatch(None, begin.hash, self._header, *nodes, *logs))
        return StateStore(backend, now=self._now, engine=self._engine)

    def diff(self, before: str, after: str | None = None) -> list[KeyDiff]:
        """Return the differences of two snapshots (None: the current state) by key. Equal parts are not read."""
        roots = [self._find_snapshot(found).hash for found in (before, after or self.hash)]
        return list(differences(self._storage, roots[0], roots[1]))

    def _find_snapshot(self, snapshot: str) -> Snapshot:
        new = (entry for entry in reversed(self._snapshots) if entry.hash == snapshot)
        found = next(new, None) or self._backend.snapshot(snapshot)
        if found is None:
            raise UnknownName("snapshot", snapshot, sorted({entry.hash for entry in self.log()}))
        return found

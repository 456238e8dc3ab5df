"""Backends that hold a state in memory: for a while, or for as long as a JSON file keeps it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pramana.canonical import digest
from pramana.errors import InputError, StoreError
from pramana.gasl.state import vectors
from pramana.gasl.state.documents import META, variables_document, variables_root
from pramana.gasl.state.merging import identity
from pramana.gasl.state.storage import Saved, Snapshot, StateBackend, StateBatch, Storage, add_hint, place_key
from pramana.gasl.state.variables import Variables, vector
from pramana.gasl.types import StateType
from pramana.store import replacing

VERSION = "0.1"
"""The version of the document's format."""


class MemoryStateBackend:
    """Keeps a state as long as the process lives."""

    def __init__(self, below: StateBackend | None = None, history: int = 0, commands: int = 0) -> None:
        """Begin empty or over another backend: what is new is here, and nodes, hints and the first so many records and
        commands are read there."""
        self._below = below
        self._shared = (history, commands)
        self._saved: Saved | None = None
        self._nodes: dict[str, str] = {}
        self._places: dict[int, list[int]] = {}
        self._history: list[dict[str, Any]] = []
        self._commands: list[str] = []
        self._snapshots: list[Snapshot] = []

    def load(self) -> Saved | None:
        return self._saved

    def node(self, key: str) -> str | None:
        found = self._nodes.get(key)
        return self._below.node(key) if found is None and self._below else found

    def places(self, path: tuple[str, ...], keys: Iterable[int]) -> dict[int, list[int]]:
        wanted = list(keys)
        below = self._below.places(path, wanted) if self._below else {}
        found = {key: [*below.get(key, ()), *self._places.get(key, ())] for key in wanted}
        return {key: positions for key, positions in found.items() if positions}

    def history(self) -> list[dict[str, Any]]:
        shared = self._below.history()[: self._shared[0]] if self._below else []
        return [*shared, *self._history]

    def commands(self) -> list[str]:
        shared = self._below.commands()[: self._shared[1]] if self._below else []
        return [*shared, *self._commands]

    def snapshots(self) -> list[Snapshot]:
        return list(self._snapshots)

    def snapshot(self, key: str) -> Snapshot | None:
        return next((found for found in reversed(self._snapshots) if found.hash == key), None)

    def save(self, batch: StateBatch) -> None:
        if batch.base != (self._saved.root if self._saved else None):
            raise StoreError("The state was saved by somebody else since it was loaded.")
        self._nodes |= batch.nodes
        for key, positions in batch.places.items():
            for position in positions:
                add_hint(self._places, key, position)
        self._history += map(dict, batch.history)
        self._commands += batch.commands
        self._snapshots += batch.snapshots
        history, commands = self._shared[0] + len(self._history), self._shared[1] + len(self._commands)
        self._saved = Saved(batch.root, batch.header, history, commands)


class JSONFileStateBackend(MemoryStateBackend):
    """Keeps a state in one JSON file, written whole at each save: all of the new state is there, or all of the old.

    The file holds the newest snapshot. Those before it are kept while the process lives.
    """

    def __init__(self, path: Path | str) -> None:
        super().__init__()
        self.path = Path(path)
        self._seen: tuple[int, int, int] | None = None
        self._noted: set[tuple[str, ...]] = set()
        self._first: Variables | None = None

    def load(self) -> Saved | None:
        """Read the file. Raises InputError where it is not a state, with what is wrong in it."""
        seen = self._look()
        if seen is not None and seen != self._seen:
            self._take(self._read_file())
            self._seen = seen
        return self._saved

    def places(self, path: tuple[str, ...], keys: Iterable[int]) -> dict[int, list[int]]:
        """Return noted positions; those of a list in the file are noted when it is first asked for."""
        if path not in self._noted and self._first is not None:
            self._noted.add(path)
            self._note(path, self._first)
        return super().places(path, keys)

    def save(self, batch: StateBatch) -> None:
        if self._look() != self._seen:
            raise StoreError(f"{self.path} was changed by somebody else since it was loaded.")
        text = readable_json(self._document(batch)) + "\n"
        try:
            with replacing(self.path) as file:
                file.write(text)
        except InputError as error:
            raise StoreError(str(error)) from error
        super().save(batch)
        self._seen = self._look()

    def _look(self) -> tuple[int, int, int] | None:
        """Return what tells one version of the file from another, None where there is none."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _read_file(self) -> dict[str, Any]:
        try:
            found = json.loads(self.path.read_text("utf-8"))
            # What JSON cannot hold and Python reads all the same: NaN, 1e999, half a surrogate pair.
            json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
        except (OSError, ValueError, RecursionError) as error:
            raise InputError(f"{self.path} cannot be read: {error}.") from None
        if not isinstance(found, dict) or found.get("version") != VERSION:
            raise InputError(f'{self.path} is not a state file: it has no "version": "{VERSION}".')
        for name, kind in _FIELDS.items():
            if not isinstance(found.setdefault(name, kind()), kind):
                raise InputError(f"{self.path}: `{name}` is not of its kind.")
        if not isinstance(found["replay"].setdefault("commands", []), list):
            raise InputError(f"{self.path}: `replay.commands` is a list.")
        if not _are_engines(found["replay"].get("engines", [])):
            raise InputError(f"{self.path}: `replay.engines` is a list of objects with `step` and `engine`.")
        return found

    def _take(self, found: dict[str, Any]) -> None:
        storage = Storage(self)
        try:
            root = variables_root(storage, found.pop("variables"))
        except InputError as error:
            raise InputError(f"{self.path}: {error}") from None
        self._nodes, self._places, self._noted = dict(storage.nodes), {}, set()
        self._first = Variables(Storage(self), root)
        self._history = found.pop("history")
        self._commands = found["replay"].pop("commands")
        at = Snapshot(root, None, len(self._history), len(self._commands), found["updated_at"])
        self._snapshots = [at]
        self._saved = Saved(root, found, len(self._history), len(self._commands))

    def _note(self, path: tuple[str, ...], variables: Variables) -> None:
        node = variables.node(path)
        if node is None or node["type"] != StateType.LIST:
            return
        for position, entry in enumerate(vectors.walk(variables.storage, vector(node))):
            add_hint(self._places, place_key(path, identity(entry[0])), position)

    def _document(self, batch: StateBatch) -> dict[str, Any]:
        storage = Storage(self)
        storage.nodes = dict(batch.nodes)
        variables = variables_document(storage, batch.root)
        history = [*self._history, *map(dict, batch.history)]
        return document(batch.header, variables, history, [*self._commands, *batch.commands])


_FIELDS: dict[str, type] = {
    "version": str,
    "created_at": str,
    "updated_at": str,
    "query": str,
    "config": dict,
    "variables": dict,
    "history": list,
    "replay": dict,
}
"""The fields of the document, in its order, and what each is."""


def document(
    header: Mapping[str, Any], variables: Any, history: list[dict[str, Any]], commands: list[str]
) -> dict[str, Any]:
    """Return a state's document, its fields in the order of the format; those of other tools come behind them."""
    found = {**header, "variables": variables, "history": history}
    found["replay"] = {**header.get("replay", {}), "commands": commands}
    found["replay"]["hash"] = run_hash(found)
    return {name: found[name] for name in [*_FIELDS, *(name for name in found if name not in _FIELDS)]}


def _are_engines(found: Any) -> bool:
    """Whether `replay.engines` of a file has the form in which states note who executed their steps."""
    return isinstance(found, list) and all(
        isinstance(each, dict) and {"step", "engine"} <= each.keys() for each in found
    )


COMPARED = (
    *("command", "status", "summary", "metrics", "provenance_summary", "errors"),
    *("depth", "session", "run", "plan", "state"),
)
"""What has to be the same in two records of a step. Times are not among it."""


def run_hash(document: Mapping[str, Any]) -> str:
    """Return the hash of a run: query, configuration, what is replayed, history without times, variables.

    Runs of equal hashes asked the same of the same graph, and found the same.
    """
    replay = {name: value for name, value in document["replay"].items() if name != "hash"}
    steps = [{name: record.get(name) for name in (*COMPARED, "why")} for record in document["history"]]
    parts = {name: document.get(name) for name in ("query", "config", "variables")}
    return digest({**parts, "replay": replay, "history": steps})


_PLAIN = json.JSONEncoder(ensure_ascii=False)


def readable_json(value: Any, indent: str = "\n") -> str:
    """Return JSON for people and version control: an entry of an object, an item of a list in one line each.

    Items, and what is in `_meta`, are not parted further.
    """
    if not value or not isinstance(value, dict | list):
        return _PLAIN.encode(value)
    inner = indent + " "
    if isinstance(value, list):
        return f"[{inner}{f',{inner}'.join(map(_PLAIN.encode, value))}{indent}]"
    entries = (
        f"{_PLAIN.encode(key)}: {_PLAIN.encode(entry) if key == META else readable_json(entry, inner)}"
        for key, entry in value.items()
    )
    return f"{{{inner}{f',{inner}'.join(entries)}{indent}}}"

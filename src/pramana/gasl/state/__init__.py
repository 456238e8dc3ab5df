"""The state of an analysis: immutable snapshots under the hash of their content, in memory, a JSON file or SQLite."""

from pramana.gasl.state.backends import JSONFileStateBackend, MemoryStateBackend
from pramana.gasl.state.changes import KeyDiff, Place
from pramana.gasl.state.merging import RESERVED, Conflict
from pramana.gasl.state.sqlite import GASL_SCHEMA, SqliteStateBackend
from pramana.gasl.state.storage import Snapshot, StateBackend
from pramana.gasl.state.store import StateStore
from pramana.gasl.state.variables import Change
from pramana.gasl.state.view import Item, StateView

__all__ = [
    "GASL_SCHEMA",
    "RESERVED",
    "Change",
    "Conflict",
    "Item",
    "JSONFileStateBackend",
    "KeyDiff",
    "MemoryStateBackend",
    "Place",
    "Snapshot",
    "SqliteStateBackend",
    "StateBackend",
    "StateStore",
    "StateView",
]

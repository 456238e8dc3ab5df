"""The state of an analysis: immutable snapshots under the hash of their content, in memory, a JSON file or SQLite."""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.gasl.state.backends import JSONFileStateBackend, MemoryStateBackend
    from pramana.gasl.state.changes import KeyDiff, StatePlace
    from pramana.gasl.state.merging import RESERVED, Conflict
    from pramana.gasl.state.sqlite import GASL_SCHEMA, SqliteStateBackend
    from pramana.gasl.state.storage import Snapshot, StateBackend
    from pramana.gasl.state.store import StateMark, StateStore
    from pramana.gasl.state.variables import StateChange
    from pramana.gasl.state.view import StateItem, StateView
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "GASL_SCHEMA",
    "RESERVED",
    "Conflict",
    "JSONFileStateBackend",
    "KeyDiff",
    "MemoryStateBackend",
    "Snapshot",
    "SqliteStateBackend",
    "StateBackend",
    "StateChange",
    "StateItem",
    "StateMark",
    "StatePlace",
    "StateStore",
    "StateView",
]

"""GASL: a small declarative language over a graph, with state that persists and can be traced to its sources.

Commands read the graph and the context; only DECLARE and UPDATE write state.
"""

from pramana.gasl.tree import GASLNode
from pramana.gasl.types import StateType, Status, TargetKind, UpdateMode

__all__ = ["GASLNode", "StateType", "Status", "TargetKind", "UpdateMode"]

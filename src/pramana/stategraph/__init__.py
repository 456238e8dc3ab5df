"""StateGraph: control flow as data, deterministic, checked before it runs, recorded step by step.

Nodes call ptools, Python functions or nested graphs by registered name; edges are guarded by formulas over the state.
"""

from pramana.stategraph.model import MapOver, Retry, StateCondition, StateEdge, StateGraph, StateNode
from pramana.stategraph.registry import Bare, Registry, default_registry
from pramana.stategraph.runtime import StateGraphResult, arun_stategraph, run_batch, run_stategraph

__all__ = [
    "Bare",
    "MapOver",
    "Registry",
    "Retry",
    "StateCondition",
    "StateEdge",
    "StateGraph",
    "StateGraphResult",
    "StateNode",
    "arun_stategraph",
    "default_registry",
    "run_batch",
    "run_stategraph",
]

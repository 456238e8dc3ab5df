"""StateGraph: control flow as data, deterministic, checked before it runs, recorded step by step.

Nodes call ptools, Python functions or nested graphs by registered name; edges are guarded by formulas over the state.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.errors import ArgumentChanged, RunWaits, StateGraphError
    from pramana.stategraph.batches import BATCH, Batches, BatchItem, BatchResult, arun_batch, run_batch
    from pramana.stategraph.checkpoints import KIND, Checkpoints
    from pramana.stategraph.drawing import to_dot, to_mermaid
    from pramana.stategraph.findings import GraphFinding, Severity
    from pramana.stategraph.model import MapOver, Retry, StateCondition, StateEdge, StateGraph, StateNode
    from pramana.stategraph.registry import Bare, Registry, default_registry
    from pramana.stategraph.replaying import RepeatedStep
    from pramana.stategraph.runtime import StateGraphResult, arun_stategraph, run_stategraph
    from pramana.stategraph.validation import validate
    from pramana.trace import TraceStep, WorkflowTrace
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "BATCH",
    "KIND",
    "ArgumentChanged",
    "Bare",
    "BatchItem",
    "BatchResult",
    "Batches",
    "Checkpoints",
    "GraphFinding",
    "MapOver",
    "Registry",
    "RepeatedStep",
    "Retry",
    "RunWaits",
    "Severity",
    "StateCondition",
    "StateEdge",
    "StateGraph",
    "StateGraphError",
    "StateGraphResult",
    "StateNode",
    "TraceStep",
    "WorkflowTrace",
    "arun_batch",
    "arun_stategraph",
    "default_registry",
    "run_batch",
    "run_stategraph",
    "to_dot",
    "to_mermaid",
    "validate",
]

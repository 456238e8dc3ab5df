"""GASL: a small declarative language over a graph, with state that persists and can be traced to its sources.

Commands read the graph and the context; only DECLARE and UPDATE write state.
"""

from pathlib import Path

from pramana.gasl.batches import faults
from pramana.gasl.binding import rows
from pramana.gasl.blocks import Located
from pramana.gasl.card import language_card
from pramana.gasl.context import ContextStore
from pramana.gasl.dispatcher import CommandDispatcher
from pramana.gasl.evidence import EvidenceReport, evidence_report
from pramana.gasl.executor import GASLExecutor, asks_model
from pramana.gasl.explaining import Explained, Explainer
from pramana.gasl.parsing import GASLParser
from pramana.gasl.plan import Plan, load_plan, parse_plan
from pramana.gasl.ptools import PTOOLS, ProcessInput
from pramana.gasl.records import ExecutionRecord, ExecutionResult, PlanResult
from pramana.gasl.replay import Replayed, StepDifference, areplay, replay
from pramana.gasl.rules import RULES
from pramana.gasl.state import (
    GASL_SCHEMA,
    JSONFileStateBackend,
    MemoryStateBackend,
    SqliteStateBackend,
    StateStore,
)
from pramana.gasl.stepwise import Completed
from pramana.gasl.tree import GASLNode
from pramana.gasl.types import StateType, Status, TargetKind, UpdateMode
from pramana.gasl.verifying import Verified, Verifier
from pramana.gasl.writing import write_command
from pramana.graph.adapters import NetworkXAdapter
from pramana.llm import PromptFolder

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
"""The room's prompts by key."""

__all__ = [
    "GASL_SCHEMA",
    "PROMPTS",
    "PTOOLS",
    "RULES",
    "CommandDispatcher",
    "Completed",
    "ContextStore",
    "EvidenceReport",
    "ExecutionRecord",
    "ExecutionResult",
    "Explained",
    "Explainer",
    "GASLExecutor",
    "GASLNode",
    "GASLParser",
    "JSONFileStateBackend",
    "Located",
    "MemoryStateBackend",
    "NetworkXAdapter",
    "Plan",
    "PlanResult",
    "ProcessInput",
    "Replayed",
    "SqliteStateBackend",
    "StateStore",
    "StateType",
    "Status",
    "StepDifference",
    "TargetKind",
    "UpdateMode",
    "Verified",
    "Verifier",
    "areplay",
    "asks_model",
    "evidence_report",
    "faults",
    "language_card",
    "load_plan",
    "parse_plan",
    "replay",
    "rows",
    "write_command",
]

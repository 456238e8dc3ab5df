"""GASL: a small declarative language over a graph, with state that persists and can be traced to its sources.

Commands read the graph and the context; only DECLARE and UPDATE write state.
"""

from pathlib import Path

from pramana.gasl.batches import faults
from pramana.gasl.binding import rows
from pramana.gasl.blocks import Located
from pramana.gasl.card import language_card
from pramana.gasl.commands import COMMANDS, asks_model, inside
from pramana.gasl.commands.analyze import AnalyzeNode
from pramana.gasl.commands.branch import BranchNode, OnNode, TryNode
from pramana.gasl.commands.configure import SetNode
from pramana.gasl.commands.declare import DeclareNode
from pramana.gasl.commands.find import FindNode
from pramana.gasl.commands.grouping import GroupNode
from pramana.gasl.commands.guards import AssertNode, CancelNode, RequireNode
from pramana.gasl.commands.process import ProcessNode
from pramana.gasl.commands.select import SelectFieldsNode, SelectWhereNode
from pramana.gasl.commands.sorting import CountNode, DistinctNode, SortNode
from pramana.gasl.commands.update import UpdateNode
from pramana.gasl.context import ContextStore
from pramana.gasl.dispatcher import CommandDispatcher
from pramana.gasl.estimating import Explained
from pramana.gasl.evidence import EvidenceReport, evidence_report
from pramana.gasl.executor import GASLExecutor
from pramana.gasl.explaining import Explainer
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
from pramana.gasl.tree import GASLNode, Returning
from pramana.gasl.types import StateType, Status, TargetKind, UpdateMode
from pramana.gasl.verifying import Verified, Verifier
from pramana.gasl.writing import write_command
from pramana.graph.adapters import NetworkXAdapter
from pramana.llm import PromptFolder

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
"""The room's prompts by key."""

__all__ = [
    "COMMANDS",
    "GASL_SCHEMA",
    "PROMPTS",
    "PTOOLS",
    "RULES",
    "AnalyzeNode",
    "AssertNode",
    "BranchNode",
    "CancelNode",
    "CommandDispatcher",
    "Completed",
    "ContextStore",
    "CountNode",
    "DeclareNode",
    "DistinctNode",
    "EvidenceReport",
    "ExecutionRecord",
    "ExecutionResult",
    "Explained",
    "Explainer",
    "FindNode",
    "GASLExecutor",
    "GASLNode",
    "GASLParser",
    "GroupNode",
    "JSONFileStateBackend",
    "Located",
    "MemoryStateBackend",
    "NetworkXAdapter",
    "OnNode",
    "Plan",
    "PlanResult",
    "ProcessInput",
    "ProcessNode",
    "Replayed",
    "RequireNode",
    "Returning",
    "SelectFieldsNode",
    "SelectWhereNode",
    "SetNode",
    "SortNode",
    "SqliteStateBackend",
    "StateStore",
    "StateType",
    "Status",
    "StepDifference",
    "TargetKind",
    "TryNode",
    "UpdateMode",
    "UpdateNode",
    "Verified",
    "Verifier",
    "areplay",
    "asks_model",
    "evidence_report",
    "faults",
    "inside",
    "language_card",
    "load_plan",
    "parse_plan",
    "replay",
    "rows",
    "write_command",
]

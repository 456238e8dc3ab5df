"""GASL: a small declarative language over a graph, with state that persists and can be traced to its sources.

Commands read the graph and the context; only DECLARE and UPDATE write state.
"""

from pramana.errors import AdapterError, ConditionError, ExecutionError, ParseError
from pramana.expr import Predicate
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
from pramana.gasl.conditions import evaluate, parse_conditions
from pramana.gasl.context import ContextStore
from pramana.gasl.dispatcher import CommandDispatcher
from pramana.gasl.estimating import Explained
from pramana.gasl.evidence import EvidenceReport, evidence_report
from pramana.gasl.executor import GASLExecutor
from pramana.gasl.explaining import Explainer
from pramana.gasl.parsing import GASLParser
from pramana.gasl.plan import Plan, load_plan, parse_plan
from pramana.gasl.prompting import PROMPTS, build_analyze_prompt, build_process_prompt
from pramana.gasl.ptools import PTOOLS, ProcessInput
from pramana.gasl.records import ExecutionRecord, ExecutionResult, PlanResult
from pramana.gasl.replay import Replayed, StepDifference, areplay, replay
from pramana.gasl.rules import RULES
from pramana.gasl.single import run_analyze, run_branch, run_declare, run_find, run_process, run_update
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
from pramana.graph.adapters import GraphAdapter, NetworkXAdapter
from pramana.llm import ArgoBridgeLLMClient, LLMClient

FindSpec, ProcessSpec, UpdateSpec = FindNode, ProcessNode, UpdateNode
AnalyzeSpec, BranchSpec, DeclareSpec = AnalyzeNode, BranchNode, DeclareNode
"""A command's tree is its specification: one frozen class a command."""

__all__ = [
    "COMMANDS",
    "GASL_SCHEMA",
    "PROMPTS",
    "PTOOLS",
    "RULES",
    "AdapterError",
    "AnalyzeNode",
    "AnalyzeSpec",
    "ArgoBridgeLLMClient",
    "AssertNode",
    "BranchNode",
    "BranchSpec",
    "CancelNode",
    "CommandDispatcher",
    "Completed",
    "ConditionError",
    "ContextStore",
    "CountNode",
    "DeclareNode",
    "DeclareSpec",
    "DistinctNode",
    "EvidenceReport",
    "ExecutionError",
    "ExecutionRecord",
    "ExecutionResult",
    "Explained",
    "Explainer",
    "FindNode",
    "FindSpec",
    "GASLExecutor",
    "GASLNode",
    "GASLParser",
    "GraphAdapter",
    "GroupNode",
    "JSONFileStateBackend",
    "LLMClient",
    "Located",
    "MemoryStateBackend",
    "NetworkXAdapter",
    "OnNode",
    "ParseError",
    "Plan",
    "PlanResult",
    "Predicate",
    "ProcessInput",
    "ProcessNode",
    "ProcessSpec",
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
    "UpdateSpec",
    "Verified",
    "Verifier",
    "areplay",
    "asks_model",
    "build_analyze_prompt",
    "build_process_prompt",
    "evaluate",
    "evidence_report",
    "faults",
    "inside",
    "language_card",
    "load_plan",
    "parse_conditions",
    "parse_plan",
    "replay",
    "rows",
    "run_analyze",
    "run_branch",
    "run_declare",
    "run_find",
    "run_process",
    "run_update",
    "write_command",
]

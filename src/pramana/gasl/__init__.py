"""GASL: a small declarative language over a graph, with state that persists and can be traced to its sources.

Commands read the graph and the context; only DECLARE and UPDATE write state.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.errors import AdapterError, ConditionError, ExecutionError, ParseError
    from pramana.expr import Predicate
    from pramana.gasl.batches import answer_faults
    from pramana.gasl.binding import item_rows, provenance_of, with_provenance, without_provenance
    from pramana.gasl.blocks import BLOCK_WORD, EntryProblem, Located, is_comment
    from pramana.gasl.card import language_card
    from pramana.gasl.command import Command
    from pramana.gasl.commands import COMMANDS, asks_model, nested_commands
    from pramana.gasl.commands.analyze import AnalyzeNode
    from pramana.gasl.commands.analyze import AnalyzeNode as AnalyzeSpec  # a command's tree is its specification
    from pramana.gasl.commands.branch import BranchNode, OnNode, TryNode
    from pramana.gasl.commands.branch import BranchNode as BranchSpec  # a command's tree is its specification
    from pramana.gasl.commands.combining import ExceptNode, IntersectNode, JoinNode, RenameNode, UnionNode
    from pramana.gasl.commands.configure import SetNode
    from pramana.gasl.commands.declare import DeclareNode
    from pramana.gasl.commands.declare import DeclareNode as DeclareSpec  # a command's tree is its specification
    from pramana.gasl.commands.degree import DegreeNode
    from pramana.gasl.commands.find import FindNode
    from pramana.gasl.commands.find import FindNode as FindSpec  # a command's tree is its specification
    from pramana.gasl.commands.grouping import AggregateNode, GroupNode
    from pramana.gasl.commands.guards import AssertNode, CancelNode, RequireNode
    from pramana.gasl.commands.process import ProcessNode
    from pramana.gasl.commands.process import ProcessNode as ProcessSpec  # a command's tree is its specification
    from pramana.gasl.commands.select import SelectFieldsNode, SelectWhereNode
    from pramana.gasl.commands.sorting import CountNode, DistinctNode, SortNode
    from pramana.gasl.commands.update import UpdateNode
    from pramana.gasl.commands.update import UpdateNode as UpdateSpec  # a command's tree is its specification
    from pramana.gasl.completing import KnownNames, Suggestion, Vocabulary, names_of_items, suggestions
    from pramana.gasl.conditions import evaluate, parse_conditions
    from pramana.gasl.context import ContextStore
    from pramana.gasl.dispatcher import CommandDispatcher, bounded_dispatcher
    from pramana.gasl.estimating import Explained
    from pramana.gasl.evidence import EvidenceReport, code_span, evidence_report, has_origin, with_inputs, with_text
    from pramana.gasl.executor import GASLExecutor, is_answered
    from pramana.gasl.explaining import Explainer
    from pramana.gasl.formatting import format_plan, format_script
    from pramana.gasl.hints import hint_text
    from pramana.gasl.item_fields import read_nodes
    from pramana.gasl.parsing import GASLParser
    from pramana.gasl.plan import Plan, PlanCommand, PlanConfig, load_plan, parse_plan, script_plan
    from pramana.gasl.prompting import PROMPTS, build_analyze_prompt, build_process_prompt
    from pramana.gasl.ptools import PTOOLS, ProcessInput
    from pramana.gasl.records import FAILED_STATUSES, ExecutionRecord, ExecutionResult, PlanResult, error_of
    from pramana.gasl.replay import Replayed, StepDifference, areplay, replay
    from pramana.gasl.resuming import run_or_resume
    from pramana.gasl.rules import RULES
    from pramana.gasl.serialization import bounded_json, excerpt
    from pramana.gasl.single import run_analyze, run_branch, run_declare, run_find, run_process, run_update
    from pramana.gasl.state import (
        GASL_SCHEMA,
        JSONFileStateBackend,
        KeyDiff,
        MemoryStateBackend,
        SqliteStateBackend,
        StateItem,
        StateStore,
        StateView,
    )
    from pramana.gasl.stepwise import Completed
    from pramana.gasl.tree import GASLNode, Returning
    from pramana.gasl.types import StateType, Status, TargetKind, UpdateMode
    from pramana.gasl.undefined import UndefinedName, undefined_names
    from pramana.gasl.verifying import Verified, Verifier
    from pramana.gasl.writing import write_command
    from pramana.graph import GraphAdapter, NetworkXAdapter
    from pramana.llm import ArgoBridgeLLMClient, LLMClient
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "BLOCK_WORD",
    "COMMANDS",
    "FAILED_STATUSES",
    "GASL_SCHEMA",
    "PROMPTS",
    "PTOOLS",
    "RULES",
    "AdapterError",
    "AggregateNode",
    "AnalyzeNode",
    "AnalyzeSpec",
    "ArgoBridgeLLMClient",
    "AssertNode",
    "BranchNode",
    "BranchSpec",
    "CancelNode",
    "Command",
    "CommandDispatcher",
    "Completed",
    "ConditionError",
    "ContextStore",
    "CountNode",
    "DeclareNode",
    "DeclareSpec",
    "DegreeNode",
    "DistinctNode",
    "EntryProblem",
    "EvidenceReport",
    "ExceptNode",
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
    "IntersectNode",
    "JSONFileStateBackend",
    "JoinNode",
    "KeyDiff",
    "KnownNames",
    "LLMClient",
    "Located",
    "MemoryStateBackend",
    "NetworkXAdapter",
    "OnNode",
    "ParseError",
    "Plan",
    "PlanCommand",
    "PlanConfig",
    "PlanResult",
    "Predicate",
    "ProcessInput",
    "ProcessNode",
    "ProcessSpec",
    "RenameNode",
    "Replayed",
    "RequireNode",
    "Returning",
    "SelectFieldsNode",
    "SelectWhereNode",
    "SetNode",
    "SortNode",
    "SqliteStateBackend",
    "StateItem",
    "StateStore",
    "StateType",
    "StateView",
    "Status",
    "StepDifference",
    "Suggestion",
    "TargetKind",
    "TryNode",
    "UndefinedName",
    "UnionNode",
    "UpdateMode",
    "UpdateNode",
    "UpdateSpec",
    "Verified",
    "Verifier",
    "Vocabulary",
    "answer_faults",
    "areplay",
    "asks_model",
    "bounded_dispatcher",
    "bounded_json",
    "build_analyze_prompt",
    "build_process_prompt",
    "code_span",
    "error_of",
    "evaluate",
    "evidence_report",
    "excerpt",
    "format_plan",
    "format_script",
    "has_origin",
    "hint_text",
    "is_answered",
    "is_comment",
    "item_rows",
    "language_card",
    "load_plan",
    "names_of_items",
    "nested_commands",
    "parse_conditions",
    "parse_plan",
    "provenance_of",
    "read_nodes",
    "replay",
    "run_analyze",
    "run_branch",
    "run_declare",
    "run_find",
    "run_or_resume",
    "run_process",
    "run_update",
    "script_plan",
    "suggestions",
    "undefined_names",
    "with_inputs",
    "with_provenance",
    "with_text",
    "without_provenance",
    "write_command",
]

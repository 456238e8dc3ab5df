"""IGG: an agent builds a graph action by action, under a strict schema and hard limits.

Each action is checked separately and applied or refused with a reason; the log rebuilds the graph without a model.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports
from pramana.llm import PromptFolder

if TYPE_CHECKING:
    from pramana.graph import GraphSchema
    from pramana.igg.actions import (
        QUERY_KINDS,
        Action,
        AddEdge,
        AddNode,
        AgentAnswer,
        Finish,
        Query,
        Quote,
        Reference,
        Remove,
        UnreadableAction,
        UpdateNodeAction,
    )
    from pramana.igg.actions import Action as GraphAction
    from pramana.igg.actions import AgentAnswer as AgentResponse
    from pramana.igg.agents import Agent, AgentAbstained, ModelAgent, ScriptedAgent
    from pramana.igg.agents import Agent as AgentInterface
    from pramana.igg.books import GrowthChange, GrowthListener
    from pramana.igg.context import RunContext
    from pramana.igg.differing import LogDifference, diff_logs
    from pramana.igg.finalise import export, final_schema, promote, promoted_config, prune
    from pramana.igg.growth import Growth
    from pramana.igg.log import Beginning, Ending, IterationRecord, Log, LogWriter, read_log, write_log_json
    from pramana.igg.meanwhile import AGENT
    from pramana.igg.moving import MovedSession, read_session
    from pramana.igg.observe import Observation, observe
    from pramana.igg.outcome import REFUSAL_CODES, ActionOutcome, AppliedAction, RefusedAction
    from pramana.igg.payload import (
        BudgetConfig,
        Constraints,
        Endpoints,
        EvidenceRule,
        ObserveConfig,
        Payload,
        RunConfig,
        SchemaConfig,
        SeedData,
        SeedEdge,
        SeedNode,
        load_payload,
        read_payload,
    )
    from pramana.igg.payload import RunConfig as GraphConfig
    from pramana.igg.proposals import propose
    from pramana.igg.ptools import DECIDE, PTOOLS, AgentDecision
    from pramana.igg.queries import QueryAnswer
    from pramana.igg.reading import read_answer
    from pramana.igg.rendering import GraphSerializer, graph_lines
    from pramana.igg.replaying import graph_after, replay, replay_steps
    from pramana.igg.rules import RULES
    from pramana.igg.service import GenerationResult, GraphGenerationService
    from pramana.igg.session import KIND, LIFETIME, GrowthSession, SessionEnd
    from pramana.igg.shelf import GrowthShelf, StoredRun
    from pramana.igg.shelf_tables import IGG_SCHEMA
    from pramana.igg.stepping import GrowthStepper, TurnResult, record_iteration
    from pramana.igg.stopping import Stopped
    from pramana.igg.summary import Figures, GrowthSummary
    from pramana.igg.turn import SEED, Widened
    from pramana.igg.vectors import NodeVectors
else:
    __getattr__ = lazy_exports(__name__, __file__)

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
"""The package's prompts by key."""

__all__ = [
    "AGENT",
    "DECIDE",
    "IGG_SCHEMA",
    "KIND",
    "LIFETIME",
    "PROMPTS",
    "PTOOLS",
    "QUERY_KINDS",
    "REFUSAL_CODES",
    "RULES",
    "SEED",
    "Action",
    "ActionOutcome",
    "AddEdge",
    "AddNode",
    "Agent",
    "AgentAbstained",
    "AgentAnswer",
    "AgentDecision",
    "AgentInterface",
    "AgentResponse",
    "AppliedAction",
    "Beginning",
    "BudgetConfig",
    "Constraints",
    "Ending",
    "Endpoints",
    "EvidenceRule",
    "Figures",
    "Finish",
    "GenerationResult",
    "GraphAction",
    "GraphConfig",
    "GraphGenerationService",
    "GraphSchema",
    "GraphSerializer",
    "Growth",
    "GrowthChange",
    "GrowthListener",
    "GrowthSession",
    "GrowthShelf",
    "GrowthStepper",
    "GrowthSummary",
    "IterationRecord",
    "Log",
    "LogDifference",
    "LogWriter",
    "ModelAgent",
    "MovedSession",
    "NodeVectors",
    "Observation",
    "ObserveConfig",
    "Payload",
    "Query",
    "QueryAnswer",
    "Quote",
    "Reference",
    "RefusedAction",
    "Remove",
    "RunConfig",
    "RunContext",
    "SchemaConfig",
    "ScriptedAgent",
    "SeedData",
    "SeedEdge",
    "SeedNode",
    "SessionEnd",
    "Stopped",
    "StoredRun",
    "TurnResult",
    "UnreadableAction",
    "UpdateNodeAction",
    "Widened",
    "diff_logs",
    "export",
    "final_schema",
    "graph_after",
    "graph_lines",
    "load_payload",
    "observe",
    "promote",
    "promoted_config",
    "propose",
    "prune",
    "read_answer",
    "read_log",
    "read_payload",
    "read_session",
    "record_iteration",
    "replay",
    "replay_steps",
    "write_log_json",
]

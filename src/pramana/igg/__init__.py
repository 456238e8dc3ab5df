"""IGG: an agent grows a graph, action by action, inside a strict schema and hard limits.

Each action is checked on its own and applied or refused with a reason; the log rebuilds the graph without a model.
"""

from pramana.igg.actions import (
    QUERY_KINDS,
    Action,
    AddEdge,
    AddNode,
    Answer,
    Finish,
    Query,
    Quote,
    Reference,
    Remove,
    Unreadable,
    UpdateNode,
)
from pramana.igg.books import GrowthListener
from pramana.igg.finalise import export, final_schema, promote, promoted_config, prune
from pramana.igg.growth import Growth
from pramana.igg.log import Beginning, Ending, IterationRecord, Log, LogWriter, read_log, write_log_json
from pramana.igg.outcome import Applied, Outcome, Refusal
from pramana.igg.payload import (
    BudgetConfig,
    Config,
    Constraints,
    Endpoints,
    EvidenceRule,
    ObserveConfig,
    Payload,
    SchemaConfig,
    SeedData,
    SeedEdge,
    SeedNode,
    load_payload,
    read_payload,
)
from pramana.igg.proposals import propose
from pramana.igg.reading import read_answer
from pramana.igg.replaying import at, replay
from pramana.igg.turn import SEED, Widened

__all__ = [
    "QUERY_KINDS",
    "SEED",
    "Action",
    "AddEdge",
    "AddNode",
    "Answer",
    "Applied",
    "Beginning",
    "BudgetConfig",
    "Config",
    "Constraints",
    "Ending",
    "Endpoints",
    "EvidenceRule",
    "Finish",
    "Growth",
    "GrowthListener",
    "IterationRecord",
    "Log",
    "LogWriter",
    "ObserveConfig",
    "Outcome",
    "Payload",
    "Query",
    "Quote",
    "Reference",
    "Refusal",
    "Remove",
    "SchemaConfig",
    "SeedData",
    "SeedEdge",
    "SeedNode",
    "Unreadable",
    "UpdateNode",
    "Widened",
    "at",
    "export",
    "final_schema",
    "load_payload",
    "promote",
    "promoted_config",
    "propose",
    "prune",
    "read_answer",
    "read_log",
    "read_payload",
    "replay",
    "write_log_json",
]

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
from pramana.igg.growth import SEED, Growth, Widened
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
from pramana.igg.reading import read_answer

__all__ = [
    "QUERY_KINDS",
    "SEED",
    "Action",
    "AddEdge",
    "AddNode",
    "Answer",
    "Applied",
    "BudgetConfig",
    "Config",
    "Constraints",
    "Endpoints",
    "EvidenceRule",
    "Finish",
    "Growth",
    "GrowthListener",
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
    "load_payload",
    "read_answer",
    "read_payload",
]

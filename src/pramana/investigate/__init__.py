"""Investigations: a model states hypotheses and plans in GASL, the engine executes and counts, evidence decides.

Every answer cites items of the state, and through their provenance the lines. Unsupported claims are refused.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports
from pramana.llm import PromptFolder

if TYPE_CHECKING:
    from pramana.investigate.answering import CheckedClaim, ItemCitation, check_answer
    from pramana.investigate.bounds import Bounds, StopReason
    from pramana.investigate.grounds import Texts, TextVerdict
    from pramana.investigate.investigating import GREEDY, investigate, problem_of
    from pramana.investigate.investigation import KIND, Investigation
    from pramana.investigate.loop import Iteration, Loop
    from pramana.investigate.model import (
        Claim,
        Diagnosis,
        Hypothesis,
        HypothesisVerdict,
        Judgement,
        NextAction,
        NextStep,
        PlannerProposal,
        QuestionMention,
        RefusedClaim,
        Situation,
        StepView,
    )
    from pramana.investigate.planning import ModelPlanner, Planner
    from pramana.investigate.problem import Problem
    from pramana.investigate.profile import GraphProfile, graph_hash, graph_profile
    from pramana.investigate.profile_store import PROFILE_SCHEMA, ProfileStore
    from pramana.investigate.ptools import PTOOLS, ROLLOUT
    from pramana.investigate.report import cost_line, merge_places, missing_text, place_text, verdict_line
    from pramana.investigate.rules import RULES
    from pramana.investigate.search import Tree, best_answer, tree_text
    from pramana.investigate.stepping import PlanStepper, Signals, StateFork, Stepped
else:
    __getattr__ = lazy_exports(__name__, __file__)

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
"""The package's prompts by key."""

__all__ = [
    "GREEDY",
    "KIND",
    "PROFILE_SCHEMA",
    "PROMPTS",
    "PTOOLS",
    "ROLLOUT",
    "RULES",
    "Bounds",
    "CheckedClaim",
    "Claim",
    "Diagnosis",
    "GraphProfile",
    "Hypothesis",
    "HypothesisVerdict",
    "Investigation",
    "ItemCitation",
    "Iteration",
    "Judgement",
    "Loop",
    "ModelPlanner",
    "NextAction",
    "NextStep",
    "PlanStepper",
    "Planner",
    "PlannerProposal",
    "Problem",
    "ProfileStore",
    "QuestionMention",
    "RefusedClaim",
    "Signals",
    "Situation",
    "StateFork",
    "StepView",
    "Stepped",
    "StopReason",
    "TextVerdict",
    "Texts",
    "Tree",
    "best_answer",
    "check_answer",
    "cost_line",
    "graph_hash",
    "graph_profile",
    "investigate",
    "merge_places",
    "missing_text",
    "place_text",
    "problem_of",
    "tree_text",
    "verdict_line",
]

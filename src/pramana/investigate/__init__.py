"""Investigations: a model hypothesises and plans in GASL, the engine carries out and counts, evidence decides.

Every answer cites items of the state, and through their provenance lines; what does not check out is refused.
"""

from pathlib import Path

from pramana.investigate.answering import CheckedClaim, Citation, check_answer
from pramana.investigate.bounds import Bounds, Stop
from pramana.investigate.grounds import Texts
from pramana.investigate.investigating import investigate, problem_of
from pramana.investigate.investigation import Investigation
from pramana.investigate.loop import Iteration, Loop
from pramana.investigate.model import (
    Claim,
    Decision,
    Diagnosis,
    Hypothesis,
    Judgement,
    Mention,
    NextAction,
    Proposal,
    RefusedClaim,
    Situation,
    StepView,
    Verdict,
)
from pramana.investigate.planning import ModelPlanner, Planner
from pramana.investigate.problem import Problem
from pramana.investigate.profile import GraphProfile, graph_hash, profile
from pramana.investigate.profile_store import PROFILE_SCHEMA, ProfileStore
from pramana.investigate.ptools import PTOOLS, ROLLOUT
from pramana.investigate.rules import RULES
from pramana.investigate.stepping import Signals, Snapshot, Stepped, Stepper
from pramana.llm import PromptFolder

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
"""The room's prompts by key."""

__all__ = [
    "PROFILE_SCHEMA",
    "PROMPTS",
    "PTOOLS",
    "ROLLOUT",
    "RULES",
    "Bounds",
    "CheckedClaim",
    "Citation",
    "Claim",
    "Decision",
    "Diagnosis",
    "GraphProfile",
    "Hypothesis",
    "Investigation",
    "Iteration",
    "Judgement",
    "Loop",
    "Mention",
    "ModelPlanner",
    "NextAction",
    "Planner",
    "Problem",
    "ProfileStore",
    "Proposal",
    "RefusedClaim",
    "Signals",
    "Situation",
    "Snapshot",
    "StepView",
    "Stepped",
    "Stepper",
    "Stop",
    "Texts",
    "Verdict",
    "check_answer",
    "graph_hash",
    "investigate",
    "problem_of",
    "profile",
]

"""Investigations: a model hypothesises and plans in GASL, the engine carries out and counts, evidence decides.

Every answer cites items of the state, and through their provenance lines; what does not check out is refused.
"""

from pathlib import Path

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
from pramana.investigate.ptools import PTOOLS
from pramana.investigate.stepping import Signals, Snapshot, Stepped, Stepper
from pramana.llm import load_prompts

PROMPTS = load_prompts(Path(__file__).with_name("prompts.json"))
"""The room's prompts by key."""

__all__ = [
    "PROMPTS",
    "PTOOLS",
    "Claim",
    "Decision",
    "Diagnosis",
    "Hypothesis",
    "Judgement",
    "Mention",
    "ModelPlanner",
    "NextAction",
    "Planner",
    "Proposal",
    "RefusedClaim",
    "Signals",
    "Situation",
    "Snapshot",
    "StepView",
    "Stepped",
    "Stepper",
    "Verdict",
]

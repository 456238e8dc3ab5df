"""Generate, score, verify, cross-validate, retry: how a candidate becomes a fact or a refusal.

Generic over the candidate type: a package declares a `GSVTask`; the engine calls models, decides, and keeps all rivals.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.gsv.calls import MissingAnswer, ask, gather
    from pramana.gsv.chunks import NumberedEntry, by_item, halves
    from pramana.gsv.engine import GSVRetryEngine
    from pramana.gsv.model import (
        ALL_INVALID,
        BatchScores,
        BatchVerdicts,
        Candidate,
        FailedAttempt,
        GSVResult,
        ItemScore,
        ItemVerdict,
        Score,
        ScoringResult,
        Status,
        Verification,
        VerificationResult,
    )
    from pramana.gsv.round import points
    from pramana.gsv.settings import GSVSettings, Policy
    from pramana.gsv.task import GSVTask
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "ALL_INVALID",
    "BatchScores",
    "BatchVerdicts",
    "Candidate",
    "FailedAttempt",
    "GSVResult",
    "GSVRetryEngine",
    "GSVSettings",
    "GSVTask",
    "ItemScore",
    "ItemVerdict",
    "MissingAnswer",
    "NumberedEntry",
    "Policy",
    "Score",
    "ScoringResult",
    "Status",
    "Verification",
    "VerificationResult",
    "ask",
    "by_item",
    "gather",
    "halves",
    "points",
]

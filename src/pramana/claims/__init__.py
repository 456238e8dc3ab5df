"""Whether evidence says a claim: supported, contradicted, not stated or unsure, with reasons.

Rules decide where every word of the claim and of the matched clause is accounted for; a model may judge the rest.
"""

from pramana.claims.checking import Evidence, check
from pramana.claims.coverage import unsupported_reasons
from pramana.claims.identity_links import check_identity
from pramana.claims.judging import TOGETHER, OpenClaim, is_open, judge_claim, judge_claims, shown_evidence
from pramana.claims.model import Aspect, ClaimCheck, ClaimVerdict, Decider, Mismatch
from pramana.claims.near import NEAREST, ClaimText, check_all
from pramana.claims.overlap import RESTATED, has_word, names_of, share_in
from pramana.claims.ptools import (
    CLAIM_VERDICT,
    CLAIM_VERDICTS,
    PROMPTS,
    PTOOLS,
    RULES,
    ClaimAnswer,
    ClaimInput,
    ClaimsInput,
)
from pramana.claims.relation_words import says_relation
from pramana.claims.structured import check_kriya
from pramana.claims.values import states_value
from pramana.claims.wording import opposite_of

__all__ = [
    "CLAIM_VERDICT",
    "CLAIM_VERDICTS",
    "NEAREST",
    "PROMPTS",
    "PTOOLS",
    "RESTATED",
    "RULES",
    "TOGETHER",
    "Aspect",
    "ClaimAnswer",
    "ClaimCheck",
    "ClaimInput",
    "ClaimText",
    "ClaimVerdict",
    "ClaimsInput",
    "Decider",
    "Evidence",
    "Mismatch",
    "OpenClaim",
    "check",
    "check_all",
    "check_identity",
    "check_kriya",
    "has_word",
    "is_open",
    "judge_claim",
    "judge_claims",
    "names_of",
    "opposite_of",
    "says_relation",
    "share_in",
    "shown_evidence",
    "states_value",
    "unsupported_reasons",
]

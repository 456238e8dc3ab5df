"""Whether evidence says a claim: supported, contradicted, not stated or unsure, with reasons.

Rules decide where every word of the claim and of the matched clause is accounted for; a model may judge the rest.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.claims.checking import Evidence, check
    from pramana.claims.coverage import unsupported_reasons
    from pramana.claims.decisions import (
        ClaimDecision,
        FindDecision,
        claim_key,
        decidable_claim,
        decided_check,
        no_decision,
    )
    from pramana.claims.equivalents import equivalents
    from pramana.claims.identity_links import check_identity
    from pramana.claims.judging import TOGETHER, OpenClaim, is_open, judge_claims, shown_evidence
    from pramana.claims.model import Aspect, ClaimCheck, ClaimVerdict, Decider, Mismatch
    from pramana.claims.near import NEAREST, ClaimText, check_all
    from pramana.claims.overlap import RESTATED, has_word, names_of, share_in
    from pramana.claims.passages import PassageCheck, check_passage, check_sentence, joint_verdict, sentences_of
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
    from pramana.claims.relation_reading import RelationReading, read_relation
    from pramana.claims.relation_words import says_relation
    from pramana.claims.shortfall import shortfalls
    from pramana.claims.structured import check_kriya
    from pramana.claims.values import states_value
    from pramana.claims.wording import opposite_of, verbs_implying
else:
    __getattr__ = lazy_exports(__name__, __file__)

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
    "ClaimDecision",
    "ClaimInput",
    "ClaimText",
    "ClaimVerdict",
    "ClaimsInput",
    "Decider",
    "Evidence",
    "FindDecision",
    "Mismatch",
    "OpenClaim",
    "PassageCheck",
    "RelationReading",
    "check",
    "check_all",
    "check_identity",
    "check_kriya",
    "check_passage",
    "check_sentence",
    "claim_key",
    "decidable_claim",
    "decided_check",
    "equivalents",
    "has_word",
    "is_open",
    "joint_verdict",
    "judge_claims",
    "names_of",
    "no_decision",
    "opposite_of",
    "read_relation",
    "says_relation",
    "sentences_of",
    "share_in",
    "shortfalls",
    "shown_evidence",
    "states_value",
    "unsupported_reasons",
    "verbs_implying",
]

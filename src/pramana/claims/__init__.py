"""Whether evidence says a claim: supported, contradicted, not stated or unsure, with reasons.

Rules decide where every word of the claim and of the matched clause is accounted for; a model may judge the rest.
"""

from pramana.claims.coverage import unsupported_reasons
from pramana.claims.discrepancies import (
    RESTATED,
    Aspect,
    Discrepancy,
    discrepancies,
    has_word,
    names_of,
    nearest_lines,
    share_in,
)
from pramana.claims.values import states_value

__all__ = [
    "RESTATED",
    "Aspect",
    "Discrepancy",
    "discrepancies",
    "has_word",
    "names_of",
    "nearest_lines",
    "share_in",
    "states_value",
    "unsupported_reasons",
]

"""English by rules: tokens, tags, chunks and clauses of one line, with offsets into it.

What the embedded model's answers are made of. Knows nothing of kārakas, graphs or models.
"""

from pramana.language.analysis import analyse, tagged
from pramana.language.comparison import (
    RESTATED,
    Aspect,
    Discrepancy,
    discrepancies,
    has_word,
    names_of,
    nearest_lines,
    read,
    share_in,
)
from pramana.language.identification import other_language
from pramana.language.kin import kindred_verbs
from pramana.language.model import (
    NOMINAL,
    Adverbial,
    Clause,
    ClauseKind,
    Form,
    Modal,
    NounPhrase,
    Prepositional,
    Sentence,
    Token,
    VerbGroup,
)
from pramana.language.negation import denied_before, is_negative, negator
from pramana.language.role_comparison import SYMMETRIC, Key, KeyOf, Predication, RoleAgreement, compare_roles, key_of

__all__ = [
    "NOMINAL",
    "RESTATED",
    "SYMMETRIC",
    "Adverbial",
    "Aspect",
    "Clause",
    "ClauseKind",
    "Discrepancy",
    "Form",
    "Key",
    "KeyOf",
    "Modal",
    "NounPhrase",
    "Predication",
    "Prepositional",
    "RoleAgreement",
    "Sentence",
    "Token",
    "VerbGroup",
    "analyse",
    "compare_roles",
    "denied_before",
    "discrepancies",
    "has_word",
    "is_negative",
    "key_of",
    "kindred_verbs",
    "names_of",
    "nearest_lines",
    "negator",
    "other_language",
    "read",
    "share_in",
    "tagged",
]

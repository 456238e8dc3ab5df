"""English by rules: tokens, tags, chunks and clauses of one line, with offsets into it.

What the embedded model's answers are made of. Knows nothing of kārakas, graphs or models.
"""

from pramana.language.analysis import analyse, tagged
from pramana.language.comparison import Aspect, Discrepancy, discrepancies, has_word, names_of, read
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
from pramana.language.role_comparison import Key, KeyOf, RoleAgreement, compare_roles, key_of

__all__ = [
    "NOMINAL",
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
    "negator",
    "other_language",
    "read",
    "tagged",
]

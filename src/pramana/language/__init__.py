"""English by rules: tokens, tags, chunks and clauses of one line, with offsets into it.

What the embedded model's answers are made of. Knows nothing of kārakas, graphs or models.
"""

from pramana.language.analysis import analyse, tagged
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

__all__ = [
    "NOMINAL",
    "Adverbial",
    "Clause",
    "ClauseKind",
    "Form",
    "Modal",
    "NounPhrase",
    "Prepositional",
    "Sentence",
    "Token",
    "VerbGroup",
    "analyse",
    "kindred_verbs",
    "tagged",
]

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
from pramana.language.morphology import names_one_of, singular, spelled_singular, stem, word_forms
from pramana.language.negation import denied_before, is_negative, negator
from pramana.language.numbers import number_values, numbers_of
from pramana.language.operators import negations
from pramana.language.relations import SOURCE, TARGET, Stated, relation_predication, stated
from pramana.language.role_comparison import (
    Key,
    KeyOf,
    Predication,
    RoleAgreement,
    compare_roles,
    is_turned,
    key_of,
    turned_verb,
)
from pramana.language.speakers import REPORTING
from pramana.language.statement_phrases import ReadLine
from pramana.language.statements import EvidenceLine, Reference, unsupported
from pramana.language.word_lists import word_list, word_set, word_table, word_weights

__all__ = [
    "NOMINAL",
    "REPORTING",
    "RESTATED",
    "SOURCE",
    "TARGET",
    "Adverbial",
    "Aspect",
    "Clause",
    "ClauseKind",
    "Discrepancy",
    "EvidenceLine",
    "Form",
    "Key",
    "KeyOf",
    "Modal",
    "NounPhrase",
    "Predication",
    "Prepositional",
    "ReadLine",
    "Reference",
    "RoleAgreement",
    "Sentence",
    "Stated",
    "Token",
    "VerbGroup",
    "analyse",
    "compare_roles",
    "denied_before",
    "discrepancies",
    "has_word",
    "is_negative",
    "is_turned",
    "key_of",
    "kindred_verbs",
    "names_of",
    "names_one_of",
    "nearest_lines",
    "negations",
    "negator",
    "number_values",
    "numbers_of",
    "other_language",
    "read",
    "relation_predication",
    "share_in",
    "singular",
    "spelled_singular",
    "stated",
    "stem",
    "tagged",
    "turned_verb",
    "unsupported",
    "word_forms",
    "word_list",
    "word_set",
    "word_table",
    "word_weights",
]

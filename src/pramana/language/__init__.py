"""English by rules: tokens, tags, chunks and clauses of one line, with offsets into it.

What the embedded model's answers are made of. Knows nothing of kārakas, graphs or models.
"""

from pramana.language.agreement import FEMALE, FIRST, MALE, PERSON, SECOND, THING, Traits
from pramana.language.analysis import analyse, tag_tokens
from pramana.language.causal import SURE, CausalSpan, Causation, causal_spans, gives_reason, main_verb, opening
from pramana.language.comparison import (
    RESTATED,
    Aspect,
    Discrepancy,
    analyse_cached,
    discrepancies,
    has_word,
    names_of,
    nearest_lines,
    share_in,
)
from pramana.language.dates import dates_of
from pramana.language.descriptions import POINTING, Description, fits, fleeting, lasting, parse_description, takes_up
from pramana.language.expletives import is_expletive
from pramana.language.identification import other_language
from pramana.language.kin import kindred_verbs
from pramana.language.mentions import POSSESSOR
from pramana.language.model import (
    NOMINAL,
    Adverbial,
    Clause,
    ClauseKind,
    Modal,
    NounPhrase,
    Prepositional,
    Sentence,
    Token,
    VerbForm,
    VerbGroup,
)
from pramana.language.morphology import names_one_of, singular, spelled_singular, stem, word_forms
from pramana.language.negation import denied_before, is_negative, negator
from pramana.language.numbers import number_values, numbers_of
from pramana.language.occurrences import QuotedPassage, mentions, says
from pramana.language.operators import negations, operator_words
from pramana.language.pronouns import MentionPlace, PronounResolution, ReadPassage
from pramana.language.relations import SOURCE, TARGET, Stated, relation_predication, stated_relation
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
from pramana.language.statements import EvidenceLine, LinkedExpression, unsupported_reasons
from pramana.language.tagging import lemma_of
from pramana.language.word_lists import word_list, word_set, word_table, word_weights

__all__ = [
    "FEMALE",
    "FIRST",
    "MALE",
    "NOMINAL",
    "PERSON",
    "POINTING",
    "POSSESSOR",
    "REPORTING",
    "RESTATED",
    "SECOND",
    "SOURCE",
    "SURE",
    "TARGET",
    "THING",
    "Adverbial",
    "Aspect",
    "CausalSpan",
    "Causation",
    "Clause",
    "ClauseKind",
    "Description",
    "Discrepancy",
    "EvidenceLine",
    "Key",
    "KeyOf",
    "LinkedExpression",
    "MentionPlace",
    "Modal",
    "NounPhrase",
    "Predication",
    "Prepositional",
    "PronounResolution",
    "QuotedPassage",
    "ReadLine",
    "ReadPassage",
    "RoleAgreement",
    "Sentence",
    "Stated",
    "Token",
    "Traits",
    "VerbForm",
    "VerbGroup",
    "analyse",
    "analyse_cached",
    "causal_spans",
    "compare_roles",
    "dates_of",
    "denied_before",
    "discrepancies",
    "fits",
    "fleeting",
    "gives_reason",
    "has_word",
    "is_expletive",
    "is_negative",
    "is_turned",
    "key_of",
    "kindred_verbs",
    "lasting",
    "lemma_of",
    "main_verb",
    "mentions",
    "names_of",
    "names_one_of",
    "nearest_lines",
    "negations",
    "negator",
    "number_values",
    "numbers_of",
    "opening",
    "operator_words",
    "other_language",
    "parse_description",
    "relation_predication",
    "says",
    "share_in",
    "singular",
    "spelled_singular",
    "stated_relation",
    "stem",
    "tag_tokens",
    "takes_up",
    "turned_verb",
    "unsupported_reasons",
    "word_forms",
    "word_list",
    "word_set",
    "word_table",
    "word_weights",
]

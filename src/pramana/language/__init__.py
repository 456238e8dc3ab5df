"""English by rules: tokens, tags, chunks and clauses of one line, with offsets into it.

What the embedded model's answers are made of. Knows nothing of kārakas, graphs or models.
"""

from pramana.language.agreement import (
    FEMALE,
    FIRST_PERSON,
    MALE,
    PERSON,
    SECOND_PERSON,
    THING,
    Traits,
    given_name_gender,
)
from pramana.language.analysis import analyse, analyse_cached, tag_tokens
from pramana.language.appositions import name_start
from pramana.language.causal import (
    SURE_CAUSE,
    CausalSpan,
    Causation,
    causal_spans,
    cause_opening,
    gives_reason,
    main_verb,
)
from pramana.language.dates import CalendarDate, dates_of
from pramana.language.descriptions import (
    POINTING,
    Description,
    fits_traits,
    is_fleeting,
    is_lasting,
    parse_description,
    takes_up,
)
from pramana.language.evidence_lines import (
    LONGEST_READ,
    EvidenceLine,
    LinkedExpression,
    ReadLine,
    bare_form,
    is_word,
    span_of,
)
from pramana.language.expletives import is_expletive
from pramana.language.identification import other_language, other_language_code
from pramana.language.kin import kindred_verbs
from pramana.language.lexicon import DENIALS, PREPOSITIONS, PRONOUNS, REPORTING, SPEECH, SUBORDINATORS, THOUGHT
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
from pramana.language.negation import denied_before, is_negative, negating_words
from pramana.language.noun_events import names_event, noun_events
from pramana.language.numbers import Number, number_values, numbers_of
from pramana.language.occurrences import QuotedPassage, mentions
from pramana.language.operators import DENYING_VERBS, DOUBTS, NEGATIONS, PRIVATIVES, negations, operator_words
from pramana.language.possessions import owned_start
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
from pramana.language.tagging import lemma_of, possible_tags
from pramana.language.trees import TreeWord, analyse_tree
from pramana.language.word_lists import word_list, word_set, word_table, word_weights

__all__ = [
    "DENIALS",
    "DENYING_VERBS",
    "DOUBTS",
    "FEMALE",
    "FIRST_PERSON",
    "LONGEST_READ",
    "MALE",
    "NEGATIONS",
    "NOMINAL",
    "PERSON",
    "POINTING",
    "POSSESSOR",
    "PREPOSITIONS",
    "PRIVATIVES",
    "PRONOUNS",
    "REPORTING",
    "SECOND_PERSON",
    "SOURCE",
    "SPEECH",
    "SUBORDINATORS",
    "SURE_CAUSE",
    "TARGET",
    "THING",
    "THOUGHT",
    "Adverbial",
    "CalendarDate",
    "CausalSpan",
    "Causation",
    "Clause",
    "ClauseKind",
    "Description",
    "EvidenceLine",
    "Key",
    "KeyOf",
    "LinkedExpression",
    "MentionPlace",
    "Modal",
    "NounPhrase",
    "Number",
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
    "TreeWord",
    "VerbForm",
    "VerbGroup",
    "analyse",
    "analyse_cached",
    "analyse_tree",
    "bare_form",
    "causal_spans",
    "cause_opening",
    "compare_roles",
    "dates_of",
    "denied_before",
    "fits_traits",
    "given_name_gender",
    "gives_reason",
    "is_expletive",
    "is_fleeting",
    "is_lasting",
    "is_negative",
    "is_turned",
    "is_word",
    "key_of",
    "kindred_verbs",
    "lemma_of",
    "main_verb",
    "mentions",
    "name_start",
    "names_event",
    "names_one_of",
    "negating_words",
    "negations",
    "noun_events",
    "number_values",
    "numbers_of",
    "operator_words",
    "other_language",
    "other_language_code",
    "owned_start",
    "parse_description",
    "possible_tags",
    "relation_predication",
    "singular",
    "span_of",
    "spelled_singular",
    "stated_relation",
    "stem",
    "tag_tokens",
    "takes_up",
    "turned_verb",
    "word_forms",
    "word_list",
    "word_set",
    "word_table",
    "word_weights",
]

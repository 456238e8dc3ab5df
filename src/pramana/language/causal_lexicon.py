"""The closed word lists of causal language. Lower case, lemmas where verbs.

The numbers are confidences, 1 to 100: how often such a signal says a cause in news text, as a reading showed it.
"""

from __future__ import annotations

from pramana.language.word_lists import word_set, word_weights

CLAUSE_SIGNALS: dict[str, int] = word_weights("causes/clause_signals")
TEMPORAL = word_set("causes/temporal")
PHRASE_SIGNALS: dict[str, int] = word_weights("causes/phrase_signals")
RESULT_SIGNALS: dict[str, int] = word_weights("causes/result_signals")
PURPOSE_SIGNALS: dict[str, int] = word_weights("causes/purpose_signals")
CAUSE_VERBS: dict[str, int] = word_weights("causes/cause_verbs")
CAUSE_VERBS_WITH: dict[tuple[str, str], int] = {
    ("lead", "to"): 88,
    ("result", "in"): 92,
    ("result", "into"): 85,
    ("culminate", "in"): 65,
    ("contribute", "to"): 65,
    ("give rise", "to"): 85,
}
"""The same with a preposition before the effect."""
NEEDS_ACTION = word_set("causes/needs_action")
AFFECTING = word_set("causes/affecting")
OUTCOMES = word_set("causes/outcomes")
MOTIVES = word_set("causes/motives")
FEELINGS = word_set("causes/feelings")
PUNISHED = word_set("causes/punished")
NO_PURPOSE_AFTER = word_set("causes/no_purpose_after")
COMPLETED_NEXT = word_set("causes/completed_next")
NO_PURPOSE_NOUNS = word_set("causes/no_purpose_nouns")
REFERRING = word_set("causes/referring")
HARM = word_set("causes/harm")
PROTEST = word_set("causes/protest")
HAPPENINGS = word_set("causes/happenings")

"""The closed word lists that the rules lean on. Lemmas, lower case."""

from __future__ import annotations

from pramana.language.word_lists import word_list, word_set, word_table

CURRENCY_SIGNS = frozenset(sign for sign in word_table("values/currency_signs") if len(sign) == 1)
SPEECH = word_set("grammar/speech")
THOUGHT = word_set("grammar/thought")
DENIALS = word_set("grammar/denials")
COMPLEMENT_TAKERS = SPEECH | THOUGHT | DENIALS - {"discount"} | {"pretend", "rule"}
CONTENT_NOUNS = word_set("grammar/content_nouns")
DIRECT_SPEECH = word_set("grammar/direct_speech")
DIRECT_SPEECH |= SPEECH
DITRANSITIVE = word_set("grammar/ditransitive")
OBJECT_CONTROL = word_set("grammar/object_control")
IMPLICATIVE = word_set("grammar/implicative")
ASPECT = word_set("grammar/aspect")
FAILED = word_set("grammar/failed")
OF_VERBS = word_set("grammar/of_verbs")
NAMING = word_set("grammar/naming")
PARTICLES = word_set("grammar/particles")
SEASONS_AND_DAYS = word_set("grammar/seasons_and_days")
TIME_UNITS = word_set("grammar/time_units")
TIME_NOUNS = SEASONS_AND_DAYS | TIME_UNITS
TIME_DETERMINERS = word_set("grammar/time_determiners")
DISTANCES = frozenset({"ago", "later", "earlier"})
TIME_ADVERBS = word_set("grammar/time_adverbs")
PLACE_ADVERBS = word_set("grammar/place_adverbs")
NOMINATIVE = word_set("grammar/nominative")
OBJECTIVE = word_set("grammar/objective")
PRONOUNS = NOMINATIVE | OBJECTIVE | word_set("grammar/pronouns")
CONDITIONAL = word_set("grammar/conditional")
TIME_SUBORDINATORS = word_set("grammar/time_subordinators")
SUBORDINATORS = word_set("grammar/subordinators")
RELATIVES = word_set("grammar/relatives")
MODAL_POSSIBLE = word_set("grammar/modal_possible")
MODAL_NECESSARY = word_set("grammar/modal_necessary")
MODAL_FUTURE = word_set("grammar/modal_future")
MODAL_CONDITIONAL = frozenset("would 'd wouldst".split())
HEDGES = word_set("grammar/hedges")
COMPOUND_PREPOSITIONS = frozenset(tuple(words.split()) for words in word_list("grammar/compound_prepositions"))
PREPOSITIONS = word_set("grammar/prepositions")
EXAMPLES = frozenset({"such as", "including"})
LOCATING = word_set("grammar/locating")
NEVER_PASSIVE = word_set("grammar/never_passive")
NEGATING = frozenset("never not nowise".split())
MANDATIVE = word_set("grammar/mandative")
ACCUSING = word_set("grammar/accusing")
JUDGING = word_set("grammar/judging")
ACCUSATIONS = word_set("grammar/accusations")
CLAUSAL_SUBJECTS = word_set("grammar/clausal_subjects")
STANDARDS = word_set("grammar/standards")
INTRANSITIVE = word_set("grammar/intransitive")
PERSUADING = frozenset("convince persuade satisfy reassure".split())
"""Verbs whose object believes what *that* introduces: *convinced the board that the plan would work*."""
NEARLY = frozenset({"almost", "nearly"})
"""*almost fell*: who almost does something does not do it."""
PERCEPTION = word_set("grammar/perception")
REPORTING = SPEECH | THOUGHT | DENIALS | {"tell"}

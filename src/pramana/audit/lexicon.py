"""The closed lists of English words that an audit reads names and descriptions by. Folded, without dots."""

from __future__ import annotations

from pramana.language import word_set

ARTICLES = frozenset("the a an".split())
PRONOUNS = word_set("audit/pronouns")
STOP_WORDS = ARTICLES | PRONOUNS | word_set("audit/stop_words")
"""Words that say nothing by themselves."""
GENERIC_RELATIONS = word_set("audit/generic_relations")
COMMON = word_set("audit/common")
FEMININE_TITLES = word_set("audit/feminine_titles")
TITLES = FEMININE_TITLES | word_set("audit/titles")
"""Words that precede a name and are not part of it."""
LEGAL_FORMS = word_set("audit/legal_forms")
PERSON_TYPES = word_set("audit/person_types")
PREPOSITIONS = word_set("audit/prepositions")
DEFINITE = word_set("audit/definite")

TALK = word_set("audit/talk")
SPEECH = word_set("audit/speech")

GLOSS = word_set("audit/gloss")

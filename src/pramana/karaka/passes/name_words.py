"""The closed word lists by which names are read. Folded, without dots."""

from __future__ import annotations

from pramana.language import word_set, word_table

MALE_TITLES = word_set("names/male_titles")
FEMALE_TITLES = word_set("names/female_titles")
_PLAIN_TITLES = word_set("names/plain_titles")
OFFICES = word_set("names/offices")
TITLES = MALE_TITLES | FEMALE_TITLES | _PLAIN_TITLES | OFFICES
NOBLE_TITLES = word_set("names/noble_titles")
KIN = word_set("names/kin")
TRAVELLING_TITLES = word_set("names/travelling_titles")
GIVEN_NAME_TITLES = word_set("names/given_name_titles")
SAME_TITLE = word_table("names/same_title")
ROYAL_TITLES = word_set("names/royal_titles")
MALE_NAMES = word_set("names/male_names")
FEMALE_NAMES = word_set("names/female_names")
COMMON_SURNAMES = word_set("names/common_surnames")
NICKNAMES = word_table("names/nicknames")
COMPANY = word_table("names/company")
GENERATIONS = word_table("names/generations")
AGES = word_table("names/ages")
ADJECTIVES = word_set("names/adjectives")
PARTICLES = word_set("names/particles")
NEVER_ADJECTIVES = word_set("names/never_adjectives")
NO_SURNAMES = word_set("names/no_surnames")
PERSON_VERBS = word_set("names/person_verbs")
OPENERS = NEVER_ADJECTIVES | word_set("names/openers")
"""A capital on one of these, where a sentence begins, does not make it a part of the name after it."""
NOBODYS = TITLES | OPENERS | word_set("names/nobodys")
"""What is nobody's name, however it is written: *the Lieutenant-Colonel*, *NOTHING*, *Then*."""
ARTICLES = word_set("names/articles") - {"the", "a", "an"}
"""Articles of other languages: *der Koch* is a cook, *Koch* may be Peter Koch. English ones are no part of a name."""
EVERY_ARTICLE = ARTICLES | {"the", "a", "an"}
POSSESSIVES = word_set("reference/owners")
HONORIFIC_SUFFIXES = word_set("names/honorific_suffixes")
MODIFIERS = word_set("names/modifiers")
GENERIC_ENDINGS = (
    NO_SURNAMES | word_set("types/organization_endings") | word_set("types/place_endings") | COMPANY.keys()
)
"""A name that ends so is that of a place or an organisation, so its last word alone is nobody's name."""
SPEECH_VERBS = frozenset("say tell reply answer ask inquire enquire think believe hope fear".split())
"""Of the verbs of persons those that firms and governments are the agents of, too: *Air France said so*."""

"""The closed word lists that distinguish two bearers of one name. Lower case, singular."""

from __future__ import annotations

from pramana.language import word_set, word_table

CRAFTS = {word: kind for kind, words in word_table("marks/crafts").items() for word in words.split()}
"""Callings of the hand, by word: nobody is taken for two of them."""
LEARNED = {word: kind for kind, words in word_table("marks/learned").items() for word in words.split()}
OTHER_TRADES = {word: kind for kind, words in word_table("marks/other_trades").items() for word in words.split()}
"""Callings that one person may well combine with another: two of them are only doubtful."""
TRADES = {**OTHER_TRADES, **LEARNED, **CRAFTS}
"""The kind of calling that a noun or a title names."""
BOTH = frozenset({frozenset({"science", "letters"}), frozenset({"medicine", "science"})})
"""Learned callings that go together. So does every calling of OTHER_TRADES with any."""

MEN = word_set("marks/men")
WOMEN = word_set("marks/women")
PEOPLE = MEN | WOMEN | word_set("marks/people")
PLACES = word_set("marks/places")

LIVING = word_set("marks/living")
NO_PLACE_VERBS = word_set("marks/no_place_verbs")
STOPS = word_set("marks/stops")

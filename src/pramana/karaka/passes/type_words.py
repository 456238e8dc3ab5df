"""The words that show what kind of thing a name denotes. Lower case, singular."""

from __future__ import annotations

from pramana.language import word_list, word_set

TITLES = word_set("types/titles")
PEOPLE = word_set("types/people")
PLACES = word_set("types/places")
PLACE_ENDINGS = word_set("types/place_endings")
ORGANIZATIONS = word_set("types/organizations")
ORGANIZATION_ENDINGS = word_set("types/organization_endings")
MONTHS_AND_DAYS = word_set("types/months_and_days")
TIMES = word_set("types/times")
EVENTS = word_set("types/events")
OBJECTS = word_set("types/objects")
MACHINES = word_set("types/machines")
MACHINE_PHRASES = word_list("types/machine_phrases")
LOCATING = word_set("types/locating")
SAYING = word_set("types/saying")
NO_PLACES = word_set("types/no_places")
MET = word_set("types/met")

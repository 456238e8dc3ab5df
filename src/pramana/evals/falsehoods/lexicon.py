"""The words that falsehoods are made with."""

from __future__ import annotations

import re

from pramana.language import word_list, word_set

SYMMETRIC = word_set("falsehoods/symmetric")
PRONOUNS = word_set("falsehoods/pronouns")
NEGATIVE = word_set("falsehoods/negative")

MONTHS = word_list("falsehoods/months")
WEEKDAYS = word_list("falsehoods/weekdays")
NUMBER_WORDS = word_list("falsehoods/number_words")
BOUNDS = re.compile(
    r"(?:\b(?:up to|at most|less than|fewer than|under|below|nearly|almost|about|around|over|more than|at least|"
    r"some|within|roughly|approximately|between|from|to)\s+\W?|[-–/.,:$£€#]\s?)$",
    re.IGNORECASE,
)
"""The text before a number that a larger one may agree with (*at least*), or that is only a part of one."""

MARKERS: tuple[tuple[str, str], ...] = (
    ("before", "after"),
    ("after", "before"),
    ("without", "with"),
    ("with", "without"),
    ("inside", "outside"),
    ("outside", "inside"),
    ("against", "for"),
    ("above", "below"),
    ("below", "above"),
    ("into", "out of"),
    ("because of", "despite"),
    ("despite", "because of"),
    ("because", "although"),
    ("although", "because"),
    ("until", "after"),
    ("since", "until"),
    ("during", "before"),
    ("in", "outside"),
    ("at", "far from"),
    ("from", "towards"),
)
"""A marker and the one that makes the statement false or unstated. *in* and *at* only before a name or *the*."""
FIXED = re.compile(
    r"\b(?:in (?:the (?:end|beginning|meantime|first|case|event|course|process|middle|same|form|way|face|light|past|"
    r"future|hope)\b|order|fact|addition)|at (?:the (?:same|time|end|beginning|moment|age|expense|rate|hands|start|"
    r"request|behest|very|least|most|latest)\b)|after all|with (?:the (?:exception|help|aid|result)|respect|regard)|"
    r"from (?:the (?:outset|start|beginning))|above all|for (?:example|instance)|(?:thirst\w*|day|soon|shortly|long|"
    r"ever|look\w*) (?:after|before|with|since))\b",
    re.IGNORECASE,
)
"""Fixed expressions, in which the preposition does not introduce a place, a time or company."""
PLACE_MARKERS = frozenset(("in", "at", "from"))

DETAILS = word_list("falsehoods/details")

REPORTING = word_set("falsehoods/reporting")
HEDGES = re.compile(r"\b(?:allegedly|reportedly|probably|possibly|perhaps|apparently|supposedly|presumably)\s+", re.I)
WEAK_MODALS = re.compile(r"\b(may|might|must|should|shall|will)\s+(not\b|never\b)?\s*(have|be|[a-z]+)\b")
"""*would*, *could* and *can* are left out: *he would sit there*, *she could see* report what happened."""

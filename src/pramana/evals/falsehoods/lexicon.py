"""The words that falsehoods are made with."""

from __future__ import annotations

import re

SYMMETRIC = frozenset(
    "meet marry join resemble equal match be become remain seem appear fight face accompany include contain have own "
    "comprise border adjoin connect combine merge mix agree correspond divorce embrace kiss date play see know share "
    "oppose differ neighbour neighbor touch cross intersect overlap hug wed befriend contact encounter beat".split()
)
"""Verbs whose swapped participants may be true as well (*A met B*), or whose ends are parts and wholes."""
PRONOUNS = frozenset(
    "i me you he him she her it we us they them who whom which that this these those one ones there himself herself "
    "itself themselves each other others both all some many few none nobody somebody someone something anyone anybody "
    "anything everyone everybody everything nothing another myself yourself ourselves what whoever whatever".split()
)
NEGATIVE = frozenset(
    "not no never none nobody nothing neither nor hardly scarcely barely cannot without n't seldom rarely few little "
    "unable fail failed fails refuse refused deny denied denies".split()
)
"""Words with which a second negation would not be plainly false."""

MONTHS = tuple("January February March April May June July August September October November December".split())
WEEKDAYS = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
NUMBER_WORDS = tuple(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty "
    "sixty".split()
)
"""Without *one*, which is as often a pronoun."""
BOUNDS = re.compile(
    r"(?:\b(?:up to|at most|less than|fewer than|under|below|nearly|almost|about|around|over|more than|at least|"
    r"some|within|roughly|approximately|between|from|to)\s+\W?|[-–/.,:$£€#]\s?)$",
    re.IGNORECASE,
)
"""What stands before a number that a larger one may agree with (*at least*), or that is only a part of one."""

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
"""Expressions in which the preposition is no place, time or company of its own."""
PLACE_MARKERS = frozenset(("in", "at", "from"))

DETAILS = (
    "with a borrowed hammer",
    "for eleven silver coins",
    "in the harbour of Valparaiso",
    "on the orders of a dentist",
    "together with a retired juggler",
    "out of jealousy",
    "in the autumn of 1683",
    "under a false name",
    "for the second time that week",
    "with the help of Professor Quillfeather",
)
"""Details that no text of ours gives; one is used where no content word of it occurs in the text."""

REPORTING = frozenset(
    "say tell announce claim report add state declare write explain warn note argue insist suggest believe think hope "
    "confirm admit acknowledge ask cry exclaim return observe remark reply answer".split()
)
HEDGES = re.compile(r"\b(?:allegedly|reportedly|probably|possibly|perhaps|apparently|supposedly|presumably)\s+", re.I)
WEAK_MODALS = re.compile(r"\b(may|might|must|should|shall|will)\s+(not\b|never\b)?\s*(have|be|[a-z]+)\b")
"""*would*, *could* and *can* are left out: *he would sit there*, *she could see* report what happened."""
